/* The words of a call: values, defaults, mistakes; help and version. */
#define _XOPEN_SOURCE 700
#include <math.h>

#include "cli.h"
#include "trial.h"

typedef struct {
  const char *first, *second, *name;
  double number;
  int choice;
  bool flag;
  pawl_settings set;
} words;

static const pawl_option options[] = {
    {"FIRST", NULL, PAWL_ARGUMENT, offsetof(words, first), 0, 0, "first"},
    {"SECOND", NULL, PAWL_OPTIONAL_ARGUMENT, offsetof(words, second), 0, 0, "second"},
    {"--name", "NAME", PAWL_OPTION_TEXT, offsetof(words, name), 0, 0, "a name"},
    {"--number", "X", PAWL_OPTION_NUMBER, offsetof(words, number), -1, 2, "a number"},
    {"--choice", "red green blue", PAWL_OPTION_CHOICE, offsetof(words, choice), 0, 0, "a choice"},
    {"--flag", NULL, PAWL_OPTION_FLAG, offsetof(words, flag), 0, 0, "a flag"},
    {"--set", "NAME=VALUE", PAWL_OPTION_SETTINGS, offsetof(words, set), 0, 0, "settings"},
    {0}};

static const pawl_command command = {
    .name = "try", .doc = "Tries.", .size = sizeof(words), .options = options, .run = NULL};

/* Reads words that blanks separate; the error's text when it fails, else "". */
static const char *read_words(pawl_call *call, words *w, char *line)
{
  char *list[16];
  int n = 0;
  for (char *word = strtok(line, " "); word; word = strtok(NULL, " "))
    list[n++] = word;
  pawl_memory memory = pawl_memory_default();
  *call = (pawl_call){0};
  pawl_arena_open(&call->arena, &memory);
  pawl_status status = pawl_options_read(&command, call, list, n, w);
  assert_int_equal(status, call->error.status);
  assert_true(status == PAWL_OK || status == PAWL_BAD_CALL);
  return call->error.text;
}

static void assert_refused(const char *line, const char *sentence)
{
  pawl_call call;
  words w;
  char copy[128];
  snprintf(copy, sizeof copy, "%s", line);
  assert_string_equal(read_words(&call, &w, copy), sentence);
  pawl_arena_close(&call.arena);
}

static void values_arrive(void **state)
{
  (void)state;
  pawl_call call;
  words w;
  char line[] = "a --number -0.5 --name=x=y --set k=1 --choice blue --flag --set m.c=a=b -- --name";
  assert_string_equal(read_words(&call, &w, line), "");
  assert_string_equal(w.first, "a");
  assert_string_equal(w.second, "--name");
  assert_string_equal(w.name, "x=y");
  assert_true(w.number == -0.5);
  assert_int_equal(w.choice, 2);
  assert_true(w.flag);
  assert_int_equal(w.set.count, 2);
  assert_string_equal(w.set.items[1].name, "m.c");
  assert_string_equal(w.set.items[1].value, "a=b");
  pawl_arena_close(&call.arena);
}

static void what_is_not_given_is_known_as_such(void **state)
{
  (void)state;
  pawl_call call;
  words w;
  char line[] = "a";
  assert_string_equal(read_words(&call, &w, line), "");
  assert_null(w.second);
  assert_null(w.name);
  assert_true(isnan(w.number));
  assert_int_equal(w.choice, -1);
  assert_false(w.flag);
  assert_int_equal(w.set.count, 0);
  pawl_arena_close(&call.arena);
}

static void mistakes_are_sentences(void **state)
{
  (void)state;
  assert_refused("", "try: FIRST is missing; see pawl help try");
  assert_refused("a b c", "try: 'c' is one argument too many");
  assert_refused("a --nmae x", "try has no option --nmae; did you mean --name?");
  assert_refused("a --whatever", "try has no option --whatever");
  assert_refused("a --FIRST", "try has no option --FIRST");
  assert_refused("a --number", "--number wants a value: --number X");
  assert_refused("a --number 1x", "--number wants a number, not '1x'");
  assert_refused("a --number nan", "--number wants a number, not 'nan'");
  assert_refused("a --number 0x10", "--number wants a number, not '0x10'");
  assert_refused("a --number 1e999", "--number wants a number, not '1e999'");
  assert_refused("a --number -2", "--number must be at least -1, not -2");
  assert_refused("a --number 3", "--number must be at most 2, not 3");
  assert_refused("a --choice pink", "--choice wants one of red green blue, not 'pink'");
  assert_refused("a --choice gree", "--choice wants one of red green blue, not 'gree'");
  assert_refused("a --flag=yes", "--flag takes no value");
  assert_refused("a --set k", "--set wants name=value, not 'k'");
  assert_refused("a --set =3", "--set wants name=value, not '=3'");
}

/* ---- through the command ---- */

static void commands_are_found_or_suggested(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t, "rnu")->status, 2);
  assert_string_equal(t.err, "pawl: there is no command 'rnu'; did you mean 'pawl run'?\n");
  assert_int_equal(try_pawl(state, &t, "zzzzzz")->status, 2);
  assert_string_equal(t.err, "pawl: there is no command 'zzzzzz'; see pawl --help\n");
  assert_int_equal(try_pawl(state, &t, "")->status, 2);
  assert_has(t.err, "pawl compare");
  assert_string_equal(t.out, "");
  assert_int_equal(try_pawl(state, &t, "run x.lua --chanels y --json")->status, 2);
  assert_json(t.out);
  assert_has(t.out, "did you mean --channels?");
  assert_int_equal(try_pawl(state, &t, "help rnu")->status, 2);
}

static void every_command_has_help(void **state)
{
  static trial t, same;
  static const char *const names[] = {"run", "check", "parts", "models", "compare", "matrices"};
  char line[64];
  assert_int_equal(try_pawl(state, &t, "--help")->status, 0);
  for (int i = 0; i < 6; i++) {
    assert_has(t.out, names[i]);
    snprintf(line, sizeof line, "help %s", names[i]);
    assert_int_equal(try_pawl(state, &same, line)->status, 0);
    snprintf(line, sizeof line, "usage: pawl %s", names[i]);
    assert_memory_equal(same.out, line, strlen(line));
  }
  assert_int_equal(try_pawl(state, &t, "run --help")->status, 0);
  assert_int_equal(try_pawl(state, &same, "help run")->status, 0);
  assert_string_equal(t.out, same.out);
  for (char *tail = strchr(t.out, '\n'); tail; tail = strchr(tail + 1, '\n'))
    assert_true(tail == t.out || tail[-1] != ' ');
}

static void the_version_is_that_of_the_library(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t, "--version")->status, 0);
  assert_string_equal(t.out, "pawl " PAWL_VERSION "\n");
}

/* What is installed beside the command has every option that the help has. */
static void manuals_are_written_from_the_tables(void **state)
{
  static trial t;
  assert_int_equal(shell(*state, "mkdir man && \"$PAWL\" help --man man"), 0);
  assert_int_equal(try_pawl(state, &t, "help --man")->status, 2);
  assert_has(t.err, "help --man wants a folder");
  assert_int_equal(try_pawl(state, &t, "help --man none")->status, 4);
  assert_has(t.err, "cannot write none/pawl.1: No such file or directory");
  assert_int_equal(shell(*state, "for c in $(\"$PAWL\" --help | sed -n 's/^  pawl \\([a-z]*\\) .*/\\1/p'); do"
                                 " for o in $(\"$PAWL\" help $c | sed -n 's/^  \\(--[a-z-]*\\).*/\\1/p'); do"
                                 "  sed 's/\\\\-/-/g' man/pawl-$c.1 | grep -q -- \"^.fB$o.fR\" || exit 9;"
                                 "  \"$PAWL\" help --completion | grep -q -- \"$o \" || exit 8; done; done"),
                   0);
  assert_int_equal(shell(*state, "test $(ls man | wc -l) -gt 10 && grep -q '^.TH PAWL-RUN 1' man/pawl-run.1"),
                   0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(manuals_are_written_from_the_tables), cmocka_unit_test(values_arrive),
      cmocka_unit_test(what_is_not_given_is_known_as_such),  cmocka_unit_test(mistakes_are_sentences),
      cmocka_unit_test(commands_are_found_or_suggested),     cmocka_unit_test(every_command_has_help),
      cmocka_unit_test(the_version_is_that_of_the_library),
  };
  return cmocka_run_group_tests(tests, open_folder, remove_folder);
}
