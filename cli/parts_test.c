/* pawl parts: everything that is in the tables is on the page, in the list and in the JSON. */
#define _XOPEN_SOURCE 700
#include "parts/part.h"
#include "trial.h"

static void the_list_names_every_kind(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t, "parts")->status, 0);
  for (int i = 0; pawl_kinds[i]; i++) {
    char line[512];
    snprintf(line, sizeof line, "  %-12s %s\n", pawl_kinds[i]->name, pawl_kinds[i]->doc);
    assert_has(t.out, line);
  }
}

/* Every line of it, whatever stands before the line. */
static void assert_has_lines(const char *text, const char *lines)
{
  char line[512];
  for (const char *s = lines; s && *s;) {
    size_t length = strcspn(s, "\n");
    snprintf(line, sizeof line, "%.*s\n", (int)length, s);
    assert_has(text, line);
    s += length + (s[length] == '\n');
  }
}

/* The section of a kind on the page, or what `pawl parts NAME` says. */
static void assert_complete(const char *text, const pawl_kind *kind)
{
  assert_has(text, kind->doc);
  assert_has_lines(text, kind->equations);
  assert_has_lines(text, kind->example);
  for (const pawl_field *f = kind->fields; f->name; f++) {
    assert_has(text, f->name);
    assert_has(text, f->doc);
  }
  for (const pawl_channel_def *c = kind->channels; c && c->name; c++) {
    assert_has(text, c->name);
    assert_has(text, c->doc);
  }
}

static void every_kind_is_explained(void **state)
{
  static trial t;
  for (int i = 0; pawl_kinds[i]; i++) {
    char line[64];
    snprintf(line, sizeof line, "parts %s", pawl_kinds[i]->name);
    assert_int_equal(try_pawl(state, &t, line)->status, 0);
    assert_complete(t.out, pawl_kinds[i]);
  }
}

static void the_page_has_every_field_and_channel(void **state)
{
  static trial t, again;
  static char section[1 << 15];
  assert_int_equal(try_pawl(state, &t, "parts --markdown")->status, 0);
  try_pawl(state, &again, "parts --markdown");
  assert_string_equal(t.out, again.out);
  for (int i = 0; pawl_kinds[i]; i++) {
    char title[64];
    snprintf(title, sizeof title, "\n### %s\n", pawl_kinds[i]->name);
    const char *from = strstr(t.out, title);
    assert_non_null(from);
    const char *to = strstr(from + 2, "\n##");
    snprintf(section, sizeof section, "%.*s", to ? (int)(to - from) : (int)strlen(from), from);
    assert_complete(section, pawl_kinds[i]);
    snprintf(title, sizeof title, "(parts/%s.svg)", pawl_kinds[i]->name);
    assert_has(section, title);
  }
  assert_has(t.out, "energy.ledger");
  assert_has(t.out, "### look");
  assert_has(t.out, "`color`");
}

/* A word that stands for the type of a field leads to what can be written there. */
static void families_are_listed(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t, "parts law")->status, 0);
  assert_has(t.out, "Laws of contact, as values of contacts\n");
  assert_has(t.out, "  rigid        ");
  assert_null(strstr(t.out, "Bodies\n"));
  assert_int_equal(try_pawl(state, &t, "parts friction")->status, 0);
  assert_has(t.out, "  coulomb      ");
  assert_int_equal(try_pawl(state, &t, "parts contact")->status, 0);
  assert_has(t.out, "rigid {} does not give way");
  assert_has(t.out, "a number, Coulomb's coefficient, or one of the frictions");
}

/* What `pawl parts NAME` prints can be pasted into a file and run. */
static void examples_can_be_pasted(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t,
                            "parts gear >gear.txt && sed -n '/^  example/,/^  fields/p' gear.txt | "
                            "sed '1d;$d' >gear.lua && \"$PAWL\" run gear.lua --quiet")
                       ->status,
                   0);
}

static void every_kind_has_a_picture(void **state)
{
  static trial t;
  static char text[1 << 18];
  assert_int_equal(try_pawl(state, &t, "parts --pictures pictures")->status, 0);
  assert_string_equal(t.out, "");
  for (int i = 0; pawl_kinds[i]; i++) {
    char name[96];
    snprintf(name, sizeof name, "pictures/%s.svg", pawl_kinds[i]->name);
    read_back(*state, name, text, sizeof text);
    if (strncmp(text, "<svg ", 5) != 0 || strcmp(text + strlen(text) - 7, "</svg>\n") != 0)
      fail_msg("%s is not a picture", name);
    snprintf(name, sizeof name, "<title>%s</title>", pawl_kinds[i]->name);
    assert_has(text, name);
    if (!strstr(text, "<path") && !strstr(text, "<circle"))
      fail_msg("the picture of %s is empty", pawl_kinds[i]->name);
  }
  assert_int_equal(try_pawl(state, &t,
                            "parts --pictures pictures && \"$PAWL\" parts --pictures again && "
                            "diff -r pictures again")
                       ->status,
                   0);
}

static void pictures_need_a_folder(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t, "parts --pictures no/such/folder")->status, 4);
  assert_has(t.err, "no/such/folder: cannot be made: No such file or directory");
  assert_int_equal(try_pawl(state, &t, "parts --pictures .out")->status, 4);
  assert_int_equal(try_pawl(state, &t, "parts rod --pictures x")->status, 2);
  assert_string_equal(t.err, "pawl: --pictures is the whole page: no name and no --json\n");
}

/* Every row of a table has as many bars as the line below its head. */
static void tables_of_the_page_are_whole(void **state)
{
  static trial t;
  int wanted = 0;
  try_pawl(state, &t, "parts --markdown");
  for (char *line = strtok(t.out, "\n"); line; line = strtok(NULL, "\n")) {
    int bars = 0;
    for (const char *c = line; *c; c++)
      bars += *c == '|' && (c == line || c[-1] != '\\');
    if (line[0] != '|')
      continue;
    if (strncmp(line, "| field |", 9) == 0 || strncmp(line, "| channel |", 11) == 0 ||
        strncmp(line, "| type |", 8) == 0)
      wanted = bars;
    assert_int_equal(bars, wanted);
  }
  assert_true(wanted > 0);
}

static void fields_say_default_range_and_world(void **state)
{
  static trial t;
  try_pawl(state, &t, "parts simulate");
  assert_has(t.out, "1e-15 … 0.1");
  assert_has(t.out, "\"auto\"");
  try_pawl(state, &t, "parts spring");
  assert_has(t.out, "required");
  assert_has(t.out, "≥ 0");
  try_pawl(state, &t, "parts revolute");
  assert_has(t.out, "(spatial only)");
}

static void json_is_json(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t, "parts --json")->status, 0);
  assert_json(t.out);
  for (int i = 0; pawl_kinds[i]; i++) {
    char name[80];
    snprintf(name, sizeof name, "\"name\": \"%s\"", pawl_kinds[i]->name);
    assert_has(t.out, name);
  }
  assert_int_equal(try_pawl(state, &t, "parts rod --json")->status, 0);
  assert_json(t.out);
  assert_lacks(t.out, "\"revolute\"");
}

static void an_unknown_part_is_refused(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t, "parts revolut --json")->status, 2);
  assert_json(t.out);
  assert_string_equal(t.err, "pawl: there is no part 'revolut'; did you mean 'revolute'?\n");
  assert_int_equal(try_pawl(state, &t, "parts xxxxxxxx")->status, 2);
  assert_int_equal(try_pawl(state, &t, "parts rod --markdown")->status, 2);
}

static void other_words_show_the_part(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t, "parts hinge")->status, 0);
  assert_has(t.out, "What is called hinge elsewhere is revolute here.\n\nrevolute, a joint");
  assert_int_equal(try_pawl(state, &t, "parts Pin")->status, 0);
  assert_has(
      t.out,
      "What is called Pin elsewhere is revolute in a plane, and spherical in space.\n\nrevolute, a joint");
  assert_int_equal(try_pawl(state, &t, "parts slider --json")->status, 0);
  assert_has(t.out, "\"prismatic\"");
  assert_int_equal(try_pawl(state, &t, "parts hing")->status, 2);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(other_words_show_the_part),
      cmocka_unit_test(the_list_names_every_kind),
      cmocka_unit_test(every_kind_is_explained),
      cmocka_unit_test(families_are_listed),
      cmocka_unit_test(the_page_has_every_field_and_channel),
      cmocka_unit_test(examples_can_be_pasted),
      cmocka_unit_test(every_kind_has_a_picture),
      cmocka_unit_test(pictures_need_a_folder),
      cmocka_unit_test(tables_of_the_page_are_whole),
      cmocka_unit_test(fields_say_default_range_and_world),
      cmocka_unit_test(json_is_json),
      cmocka_unit_test(an_unknown_part_is_refused),
  };
  return cmocka_run_group_tests(tests, open_folder, remove_folder);
}
