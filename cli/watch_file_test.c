/* Watching files, with inotify and by looking alone: what counts as saved, when, and how often. The clock of the looks is
 * the test's own, so that it does not matter how long the machine takes. Only dates of files are the system's. */
#define _GNU_SOURCE
#include "watch_file.h"

#include <math.h>

#include "cli.h"
#include "view_trial.h"

static double now = 1; /* s */

/* Looks as the server does for so many seconds; how often something was saved. */
static int count_saves(pawl_watched_files *files, double seconds)
{
  double until = now + seconds;
  int saves = 0;
  while (now < until) {
    saves += pawl_watch_files_look(files, now);
    assert_true(pawl_watch_files_next(files) > now);
    now = fmin(pawl_watch_files_next(files), until);
  }
  return saves;
}

/* Seconds until a save is noticed. */
static double notice(pawl_watched_files *files)
{
  double begun = now;
  while (count_saves(files, 0.01) == 0 && now < begun + 10)
    ;
  return now - begun;
}

/* Writes later than anything before, by the clock of files, which may lag. */
static void write_later(const view_trial *v, const char *name, const char *text)
{
  rest(0.03);
  write_file(v->folder, name, text);
}

static pawl_watched_files *watch(const view_trial *v, bool by_looking, const char *name)
{
  char path[128];
  const char *paths[] = {path};
  pawl_watched_files *files = pawl_watch_files_open(by_looking);
  snprintf(path, sizeof path, "%s/%s", v->folder, name);
  assert_non_null(files);
  rest(0.03); /* so that the file is older than the watch */
  assert_true(pawl_watch_files_set(files, paths, 1, pawl_watch_files_date()));
  assert_true((pawl_watch_files_descriptor(files) < 0) == by_looking);
  assert_int_equal(count_saves(files, 0.2), 0);
  return files;
}

static void replace(const view_trial *v, const char *text)
{
  write_file(v->folder, "new", text);
  assert_int_equal(shell(v->folder, "mv new model.lua"), 0);
}

static void every_way_of_saving(void **state)
{
  view_trial *v = *state;
  for (int by_looking = 0; by_looking < 2; by_looking++) {
    double most = by_looking ? 0.32 : 0.07;
    write_file(v->folder, "model.lua", "one");
    pawl_watched_files *files = watch(v, by_looking, "model.lua");
    write_later(v, "model.lua", "two"); /* over it, with the same size */
    assert_true(notice(files) < most);
    replace(v, "three");
    assert_true(notice(files) < most);
    assert_int_equal(shell(v->folder, "rm model.lua"), 0);
    assert_true(notice(files) < most);
    write_file(v->folder, "model.lua", "four");
    assert_true(notice(files) < most);
    assert_int_equal(shell(v->folder, "cp -p model.lua new && mv new model.lua"),
                     0); /* same date, same size */
    assert_true(notice(files) < most);
    assert_int_equal(count_saves(files, 0.3), 0);
    pawl_watch_files_close(files);
  }
}

static void a_save_in_pieces_is_one(void **state)
{
  view_trial *v = *state;
  write_file(v->folder, "model.lua", "one");
  pawl_watched_files *files = watch(v, false, "model.lua");
  int saves = 0;
  for (int i = 0; i < 10; i++) { /* truncated and written, ten times in 0.2 s */
    write_later(v, "model.lua", i % 2 ? "longer than it was" : "");
    saves += count_saves(files, 0.02);
  }
  saves += count_saves(files, 0.4);
  assert_in_range(saves, 1, 4);
  pawl_watch_files_close(files);
}

static void other_files_do_not_matter(void **state)
{
  view_trial *v = *state;
  write_file(v->folder, "model.lua", "one");
  pawl_watched_files *files = watch(v, false, "model.lua");
  for (int i = 0; i < 20; i++) {
    write_file(v->folder, "other", "x");
    assert_int_equal(count_saves(files, 0.01), 0);
  }
  write_file(v->folder, "model.lua", "two"); /* while another one is written all the time */
  int saves = 0;
  for (int i = 0; i < 30; i++) {
    write_file(v->folder, "other", "x");
    saves += count_saves(files, 0.01);
  }
  assert_int_equal(saves, 1);
  pawl_watch_files_close(files);
}

/* What was saved between its reading and its watch is not lost, and what was not is not found. */
static void files_that_are_new_in_the_list(void **state)
{
  view_trial *v = *state;
  char one[128], two[128];
  write_file(v->folder, "model.lua", "one");
  pawl_watched_files *files = watch(v, false, "model.lua");
  snprintf(one, sizeof one, "%s/model.lua", v->folder);
  snprintf(two, sizeof two, "%s/two.lua", v->folder);
  double read = pawl_watch_files_date();
  write_file(v->folder, "two.lua", "two");
  const char *both[] = {one, two};
  assert_true(pawl_watch_files_set(files, both, 2, read));
  assert_int_equal(count_saves(files, 0.3), 1);
  rest(0.03);
  read = pawl_watch_files_date();
  assert_true(pawl_watch_files_set(files, both, 1, read));
  assert_true(pawl_watch_files_add(files, two, read) && pawl_watch_files_add(files, two, read));
  assert_int_equal(count_saves(files, 0.3), 0);
  write_file(v->folder, "two.lua", "three");
  assert_int_equal(count_saves(files, 0.3), 1);
  write_file(v->folder, "model.lua", "two"); /* and what is saved before the list is renewed */
  assert_true(pawl_watch_files_set(files, both, 2, pawl_watch_files_date()));
  assert_int_equal(count_saves(files, 0.3), 1);
  pawl_watch_files_close(files);
}

/* A folder that goes and comes back has lost its watch, but looking finds the file. */
static void a_folder_that_is_replaced(void **state)
{
  view_trial *v = *state;
  assert_int_equal(shell(v->folder, "mkdir a && echo one >a/model.lua"), 0);
  pawl_watched_files *files = watch(v, false, "a/model.lua");
  assert_int_equal(shell(v->folder, "mv a b && mkdir a && echo two >a/model.lua && rm -r b"), 0);
  assert_true(notice(files) < 1.1);
  assert_int_equal(shell(v->folder, "echo three >a/model.lua"), 0);
  assert_true(notice(files) < 1.1);
  pawl_watch_files_close(files);
  pawl_watch_files_close(NULL);
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, open_trial, close_trial)

int main(void)
{
  const struct CMUnitTest tests[] = {
      WITH_FOLDER(every_way_of_saving),       WITH_FOLDER(a_save_in_pieces_is_one),
      WITH_FOLDER(other_files_do_not_matter), WITH_FOLDER(files_that_are_new_in_the_list),
      WITH_FOLDER(a_folder_that_is_replaced),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
