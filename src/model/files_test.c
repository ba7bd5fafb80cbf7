/* Models in files: folders, include and read_table, and what is refused. */
#define _XOPEN_SOURCE 700
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "model/model.h"

static void check_error(const pawl_error *e, pawl_status status, const char *where, const char *text)
{
  if (strcmp(e->text, text) != 0 || strcmp(e->where, where) != 0 || e->status != status)
    fail_msg("\n  expected %d %s: %s\n  got      %d %s: %s", status, where, text, e->status, e->where,
             e->text);
}

static void write_file(const char *folder, const char *name, const char *text)
{
  char path[256];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static int make_folder(void **state)
{
  static char folder[64];
  char path[96];
  snprintf(folder, sizeof folder, "/tmp/pawl_model_XXXXXX");
  *state = mkdtemp(folder);
  snprintf(path, sizeof path, "%s/sub", folder);
  return *state && mkdir(path, 0700) == 0 ? 0 : -1;
}

static int remove_folder(void **state)
{
  char command[128];
  snprintf(command, sizeof command, "rm -r %s", (char *)*state);
  return system(command);
}

static void files_are_read_below_the_folder(void **state)
{
  const char *folder = *state;
  write_file(folder, "model.lua",
             "\xEF\xBB\xBF#!/usr/bin/env pawl\nplanar {}\nlocal n, b = include 'sub/part.lua'\n"
             "local t = read_table 'sub/t.csv'\n"
             "assert(n == 7 and b.name == 'b' and #t == 2 and t[2][3] == -4e-1)\n"
             "assert(t.header[1] == 'time (s)' and t.header[3] == 'y' and read_table('b.txt')[1][2] == 2)\n"
             "assert(#read_table('empty.csv') == 0)");
  write_file(folder, "sub/part.lua", "-- one\nlocal b = body 'b' { mass = 1 }\nreturn 7, b");
  write_file(folder, "sub/t.csv", "# comment\n\"time (s)\", x ,y\r\n\r\n1,2,3\r\n 4 ,5, -.4e0");
  write_file(folder, "b.txt", "  1   2\t3  \n4 5 6\n");
  write_file(folder, "empty.csv", "");
  pawl_error e = {0};
  pawl_model *model;
  char path[256], where[300];
  if (pawl_model_read(&model, folder, NULL, &e) != PAWL_OK)
    fail_msg("%s: %s", e.where, e.text);
  snprintf(path, sizeof path, "%s/model.lua", folder);
  assert_string_equal(model->path, path);
  assert_memory_equal(model->source, "\xEF\xBB\xBF#!", 5);
  snprintf(where, sizeof where, "%s/sub/part.lua:2", folder);
  assert_string_equal(model->parts[0]->where, where);
  pawl_model_free(model);
  snprintf(path, sizeof path, "%s/", folder);
  assert_int_equal(pawl_model_read(&model, path, NULL, &e), PAWL_OK);
  pawl_model_free(model);
}

/* What a model has read is enough to read it again when the files are gone. */
static void a_model_is_restored_without_its_files(void **state)
{
  const char *folder = *state;
  write_file(folder, "model.lua",
             "planar {}\nlocal k = parameter 'k' { 1 }\nlocal b = include 'sub/p.lua'\n"
             "local t = read_table 't.csv'\nrevolute 'r' { ground, b, angle = t[2][1] + k }\n"
             "assert(#read_table 't.csv' == 2)");
  write_file(folder, "sub/p.lua", "return body 'b' { mass = 1 }");
  write_file(folder, "t.csv", "1,2\n3,4\n");
  pawl_error e = {0};
  pawl_model *first, *second;
  if (pawl_model_read(&first, folder, NULL, &e) != PAWL_OK)
    fail_msg("%s: %s", e.where, e.text);
  assert_int_equal(first->file_count, 2); /* the table was read twice, and is kept once */
  assert_string_equal(first->files[0].name, "sub/p.lua");
  assert_string_equal(first->files[1].text, "1,2\n3,4\n");
  write_file(folder, "t.csv", "no table");
  write_file(folder, "sub/p.lua", "no Lua");
  const pawl_setting k = {"k", "5"};
  pawl_stored_model stored = {first->path, first->source, first->files, first->file_count, &k, 1};
  pawl_reading how = {.settings = stored.settings, .setting_count = stored.setting_count};
  if (pawl_model_restore(&second, &stored, &how, &e) != PAWL_OK)
    fail_msg("%s: %s", e.where, e.text);
  assert_string_equal(second->parts[0]->where, first->parts[0]->where);
  assert_true(*pawl_model_number(second, "r.angle", NULL) == 8);
  assert_int_equal(second->file_count, 2);
  pawl_model_free(second);
  stored.file_count = 1;
  assert_int_equal(pawl_model_restore(&second, &stored, &how, &e), PAWL_BAD_FILE);
  assert_string_equal(e.text, "read_table \"t.csv\": the result does not hold this file");
  assert_null(second);
  pawl_model_free(first);
}

/* {text of model.lua, status, where after the folder, sentence with %s for the folder} */
static const struct {
  const char *text;
  pawl_status status;
  const char *where, *sentence;
} bad_files[] = {
    {"\ninclude '/etc/passwd'", PAWL_BAD_MODEL, "model.lua:2",
     "include \"/etc/passwd\": only files below the model's own folder can be read"},
    {"include '../x.lua'", PAWL_BAD_MODEL, "model.lua:1",
     "include \"../x.lua\": only files below the model's own folder can be read"},
    {"include 'sub/../../x.lua'", PAWL_BAD_MODEL, "model.lua:1",
     "include \"sub/../../x.lua\": only files below the model's own folder can be read"},
    {"include 'out.lua'", PAWL_BAD_MODEL, "model.lua:1",
     "include \"out.lua\": only files below the model's own folder can be read"},
    {"read_table 'etc/passwd'", PAWL_BAD_MODEL, "model.lua:1",
     "read_table \"etc/passwd\": only files below the model's own folder can be read"},
    {"include 'sub'", PAWL_BAD_FILE, "model.lua:1", "include: cannot read %s/sub: not a file"},
    {"include 'none.lua'", PAWL_BAD_FILE, "model.lua:1",
     "include: cannot read %s/none.lua: No such file or directory"},
    {"include(5)", PAWL_BAD_MODEL, "model.lua:1",
     "include: the name of a file must be a string, not a number"},
    {"include ''", PAWL_BAD_MODEL, "model.lua:1", "include \"\": not the name of a file"},
    {"include 'sub\\0.lua'", PAWL_BAD_MODEL, "model.lua:1", "include \"sub\": not the name of a file"},
    {"include 'model.lua'", PAWL_BAD_MODEL, "model.lua:1",
     "include: %s/model.lua is being read already: files include each other in a circle"},
    {"\ninclude 'again.lua'", PAWL_BAD_MODEL, "again.lua:1",
     "include: %s/model.lua is being read already: files include each other in a circle"},
    {"include 'syntax.lua'", PAWL_BAD_MODEL, "syntax.lua:2", "unexpected symbol near '='"},
    {"include 'bytes.lua'", PAWL_BAD_MODEL, "bytes.lua:1", "compiled Lua: a model must be text"},
    {"\033Lua", PAWL_BAD_MODEL, "model.lua:1", "compiled Lua: a model must be text"},
    {"read_table 'word.csv'", PAWL_BAD_MODEL, "word.csv:3", "read_table: 'abc' is not a number"},
    {"read_table 'hole.csv'", PAWL_BAD_MODEL, "hole.csv:2", "read_table: '' is an empty cell"},
    {"read_table 'first.csv'", PAWL_BAD_MODEL, "first.csv:1", "read_table: 'x' is not a number"},
    {"read_table 'short.csv'", PAWL_BAD_MODEL, "short.csv:2",
     "read_table: the first line has 2 numbers, this one 1"},
    {"planar {} body 'b' { mass = 1 } output 'o' { function() return include 'x' end }", PAWL_OK, "", ""},
};

static void wrong_files_get_their_sentence(void **state)
{
  const char *folder = *state;
  char path[256], where[256], sentence[512];
  write_file(folder, "again.lua", "include 'model.lua'");
  write_file(folder, "syntax.lua", "\nx = = 1");
  write_file(folder, "bytes.lua", "\033Lua....");
  write_file(folder, "word.csv", "t,x\n1,2\n3,abc\n");
  write_file(folder, "hole.csv", "1,2\n3,,4\n");
  write_file(folder, "short.csv", "1,2\n3\n");
  write_file(folder, "first.csv", "1,x\n3,4\n");
  snprintf(path, sizeof path, "%s/out.lua", folder);
  assert_int_equal(symlink("/etc/passwd", path), 0);
  snprintf(path, sizeof path, "%s/etc", folder);
  assert_int_equal(symlink("/etc", path), 0);
  for (size_t i = 0; i < sizeof bad_files / sizeof *bad_files; i++) {
    pawl_error e = {0};
    pawl_model *model;
    write_file(folder, "model.lua", bad_files[i].text);
    pawl_model_read(&model, folder, NULL, &e);
    snprintf(where, sizeof where, "%s%s%s", *bad_files[i].where ? folder : "", *bad_files[i].where ? "/" : "",
             bad_files[i].where);
    const char *hole = strstr(bad_files[i].sentence, "%s");
    snprintf(sentence, sizeof sentence, "%.*s%s%s", hole ? (int)(hole - bad_files[i].sentence) : 400,
             bad_files[i].sentence, hole ? folder : "", hole ? hole + 2 : "");
    check_error(&e, bad_files[i].status, where, sentence);
    pawl_model_free(model);
  }
}

static void a_model_that_is_not_there(void **state)
{
  (void)state;
  pawl_model *model;
  pawl_error e = {0};
  assert_int_equal(pawl_model_read(&model, "/nowhere/x.lua", NULL, &e), PAWL_BAD_FILE);
  check_error(&e, PAWL_BAD_FILE, "", "cannot read /nowhere/x.lua: No such file or directory");
  assert_null(model);
  e = (pawl_error){0};
  assert_int_equal(pawl_model_parse(&model, "include 'x.lua'", "m.lua", NULL, &e), PAWL_BAD_MODEL);
  check_error(&e, PAWL_BAD_MODEL, "m.lua:1",
              "include \"x.lua\": a model that is not a file has no folder to read from");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(files_are_read_below_the_folder, make_folder, remove_folder),
      cmocka_unit_test_setup_teardown(a_model_is_restored_without_its_files, make_folder, remove_folder),
      cmocka_unit_test_setup_teardown(wrong_files_get_their_sentence, make_folder, remove_folder),
      cmocka_unit_test(a_model_that_is_not_there),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
