/* pawl view and the files behind it: a model that is saved, broken and repaired, what it includes, and results. */
#define _GNU_SOURCE
#include <sys/stat.h>

#include "view_message.h"

static void a_broken_model_and_its_repair(void **state)
{
  view_trial *v = *state;
  reply r;
  start_model(v);
  run_well(v, "\"mass\": 2, \"length\": 0.25, \"start\": \"side\", \"span\": 0.2");
  long run = run_number(v);
  save(v, "mass = m", "mass = \"heavy\"");
  await_status(v, "\"where\": \"model.lua:6\"");
  get_status(v, &r);
  assert_has(r.body, "must be a number in kg");
  forget(&r);
  assert_int_equal(run_number(v), run);
  assert_true(shown(v, "mass") == 2); /* the last good motion stays */
  run_with(v, "\"mass\": 3", &r);
  assert_status(&r, 422); /* it cannot be run as it is */
  assert_has(r.body, "model.lua:6");
  forget(&r);
  save(v, "mass = m,", "mass = 2*m,");
  await_run(v, run + 1);
  get_status(v, &r);
  assert_has(r.body, "\"error\": null");
  forget(&r);
  assert_true(shown(v, "mass") == 2 && shown(v, "length") == 0.25); /* with the values of the sliders */
  char err[1024];
  read_back(v->folder, ".err", err, sizeof err);
  assert_has(err, "model.lua:6: "); /* who sees only the terminal reads it there */
  end_well(v);
}

/* A parameter that is gone, one that takes less, one that was edited, one that is new. */
/* A pipe in the place of the model is no model, and is not waited for. */
static void a_pipe_and_its_repair(void **state)
{
  view_trial *v = *state;
  start_model(v);
  long run = run_number(v);
  assert_int_equal(shell(v->folder, "cp model.lua kept.lua && rm model.lua && mkfifo model.lua"), 0);
  await_status(v, "it is not a file");
  assert_int_equal(shell(v->folder, "rm model.lua && mv kept.lua model.lua"), 0);
  await_run(v, run + 1);
  end_well(v);
}

static void parameters_that_change_with_the_file(void **state)
{
  view_trial *v = *state;
  start_model(v);
  run_well(v, "\"mass\": 8, \"length\": 1.5, \"start\": \"down\", \"span\": 0.4");
  long run = run_number(v);
  save(v, "max = 10", "max = 5"); /* 8 is too much now */
  await_run(v, run + 1);
  assert_true(shown(v, "mass") == 1 && shown(v, "length") == 1.5 && shown(v, "span") == 0.4);
  save(v, "\"length\" { 0.5", "\"length\" { 0.75"); /* what was typed last counts */
  await_run(v, run + 2);
  assert_true(shown(v, "length") == 0.75 && shown(v, "span") == 0.4);
  save(v, "local span = parameter \"span\" { 0.2, unit = \"s\", min = 0 }",
       "local span = parameter \"lasts\" { 0.3 }");
  await_run(v, run + 3);
  assert_true(isnan(shown(v, "span")) && shown(v, "lasts") == 0.3);
  end_well(v);
}

static void await_shown(const view_trial *v, const char *name, double value)
{
  double until = seconds_now() + PATIENCE;
  while (shown(v, name) != value && seconds_now() < until)
    rest(0.02);
  assert_true(shown(v, name) == value);
}

/* The ways in which editors save. */
static void all_ways_of_saving(void **state)
{
  view_trial *v = *state;
  char path[128], text[4096];
  start_model(v);
  long run = run_number(v);
  snprintf(path, sizeof path, "%s/model.lua", v->folder);
  write_file(v->folder, "model.lua", strcat(strcpy(text, model), "-- over it\n"));
  await_run(v, ++run);
  FILE *file = fopen(path, "a"); /* in pieces */
  assert_non_null(file);
  for (int i = 0; i < 5; i++) {
    fprintf(file, "parameter \"more%d\" { 1 }\n", i);
    fflush(file);
    rest(0.01);
  }
  fclose(file);
  await_shown(v, "more4", 1);
  run = run_number(v); /* a machine with more to do may show a piece */
  assert_int_equal(unlink(path), 0);
  rest(0.02);
  write_file(v->folder, "model.lua", model);
  await_run(v, ++run);
  for (int i = 0; i < 10; i++) { /* quickly, ten times: no more runs, and the last content is shown */
    char new[32];
    snprintf(new, sizeof new, "\"mass\" { %d.5", i);
    save(v, "\"mass\" { 1", i ? new : "\"mass\" { 1.5");
    rest(0.01);
  }
  await_shown(v, "mass", 9.5);
  assert_true(run_number(v) - run <= 10);
  run = run_number(v);
  write_file(v->folder, "other.lua", "what is not read does not matter");
  assert_int_equal(unlink(path), 0);
  await_status(v, "cannot read model.lua");
  write_file(v->folder, "model.lua", model);
  await_run(v, run + 1);
  end_well(v);
}

static void files_that_are_included(void **state)
{
  view_trial *v = *state;
  char folder[128];
  reply r;
  snprintf(folder, sizeof folder, "%s/parts", v->folder);
  assert_int_equal(mkdir(folder, 0700), 0);
  write_file(v->folder, "parts/arm.lua", "return 0.5\n");
  write_file(
      v->folder, "model.lua",
      "planar {}\nlocal l = include \"parts/arm.lua\"\nlocal b = body \"bob\" { mass = 1, inertia = 1 }\n"
      "revolute \"hinge\" { ground, b:at{-l, 0} }\nsimulate { duration = 0.1 }\n");
  start(v, (const char *[]){".", "--no-open", NULL});
  long run = run_number(v);
  assert_true(fabs(shown(v, "bob.x") - 0.5) < 1e-6);
  write_file(v->folder, "parts/arm.lua", "return 0.75\n");
  await_run(v, run + 1);
  assert_true(fabs(shown(v, "bob.x") - 0.75) < 1e-6);
  write_file(v->folder, "parts/arm.lua", "return )\n");
  await_status(v, "parts/arm.lua:1");
  write_file(v->folder, "parts/arm.lua", "return 1\n");
  await_run(v, run + 2);
  assert_int_equal(shell(v->folder, "mv parts gone"), 0);
  await_status(v, "cannot read ./parts/arm.lua");
  ask(v, "GET", "/api/run", NULL, &r);
  assert_status(&r, 200);
  forget(&r);
  assert_int_equal(shell(v->folder, "mv gone parts"), 0);
  await_run(v, run + 3);
  end_well(v);
}

/* The page opens with the sentence, and moves when the model is repaired, also when the mistake is in a file that was
 * never read well. */
static void a_model_that_is_wrong_at_the_start(void **state)
{
  view_trial *v = *state;
  char path[128];
  reply r;
  write_file(v->folder, "model.lua", "planar {}\ninclude \"a.lua\"\n");
  write_file(v->folder, "a.lua", "body \"bob\" { mass = \"heavy\" }\n");
  start(v, (const char *[]){"model.lua", "--no-open", NULL});
  snprintf(path, sizeof path, "/?token=%s", v->token);
  assert_int_equal(ask(v, "GET", path, NULL, &r), 200);
  forget(&r);
  ask(v, "GET", "/api/run", NULL, &r);
  assert_status(&r, 422);
  assert_has(r.body, "must be a number in kg");
  assert_has(r.body, "\"where\": \"a.lua:1\"");
  forget(&r);
  assert_int_equal(run_number(v), 0);
  write_file(v->folder, "a.lua",
             "local b = body \"bob\" { mass = 1, inertia = 1 }\nrevolute \"h\" { ground, b }\nsimulate { "
             "duration = 0.1 }\n");
  await_run(v, 1);
  assert_int_equal(ask(v, "GET", "/api/run", NULL, &r), 200);
  forget(&r);
  end_well(v);
}

static void a_save_ends_the_run_of_the_old_file(void **state)
{
  view_trial *v = *state;
  reply r;
  start_model(v);
  long run = run_number(v);
  int s = dial(v->port);
  request(v, s, "POST", "/api/run", "{\"parameters\": {\"mass\": 3, \"span\": 1e7}}");
  await_steps(v);
  save(v, "local span = parameter \"span\" { 0.2, unit = \"s\", min = 0 }", "local span = 0.1");
  hear(s, &r);
  assert_status(&r, 409);
  forget(&r);
  close(s);
  await_run(v, run + 1);
  assert_true(shown(v, "mass") == 3); /* with what was asked for, as far as it is there */
  end_well(v);
}

/* A first run that takes long: its page waits with a sentence, and values asked for go before it. */
static void a_first_run_that_takes_long(void **state)
{
  view_trial *v = *state;
  reply r;
  write_file(v->folder, "model.lua", model);
  start(v, (const char *[]){"model.lua", "--no-open", "--set", "span=1e7", NULL});
  ask(v, "GET", "/api/run", NULL, &r);
  assert_status(&r, 422);
  assert_has(r.body, "The first run is under way");
  forget(&r);
  run_well(v, "\"span\": 0.1");
  assert_true(shown(v, "span") == 0.1);
  get_status(v, &r);
  assert_has(r.body, "\"running\": false");
  forget(&r);
  end_well(v);
  start(v, (const char *[]){"model.lua", "--no-open", "--set", "span=1e7", NULL});
  assert_int_equal(ask(v, "POST", "/api/cancel", NULL, &r), 204);
  forget(&r);
  await_status(v, "the run was cancelled");
  save(v, "{ 0.2", "{ 0.3"); /* the command's own value still counts: it runs again, as long */
  await_status(v, "\"running\": true");
  end_well(v);
}

/* ---- results ---- */

static bool can_run(const view_trial *v)
{
  reply r;
  message m;
  ask(v, "GET", "/api/run", NULL, &r);
  open_message(&m, &r);
  bool can = pawl_json_member(m.root, "can_run")->flag;
  pawl_arena_close(&m.arena);
  forget(&r);
  return can;
}

static void a_result_holds_its_model(void **state)
{
  view_trial *v = *state;
  write_file(v->folder, "model.lua", model);
  assert_int_equal(
      shell(v->folder,
            "\"$PAWL\" run model.lua --set mass=2 --set bob.inertia=0.5 --until 0.15 --quiet --out a.h5"),
      0);
  double asked = recorded(v, "--set mass=4 --set bob.inertia=0.5 --until 0.15", "hinge.angle");
  double whole = recorded(v, "--set mass=2 --set bob.inertia=0.5 --until 0.15", "hinge.angle");
  assert_int_equal(shell(v->folder, "rm model.lua"), 0); /* it is not needed */
  start(v, (const char *[]){"a.h5", "--no-open", NULL});
  assert_true(can_run(v) && shown(v, "mass") == 2 && fabs(shown(v, "hinge.angle") - whole) < 1e-6);
  run_well(v, "\"mass\": 4");
  assert_true(can_run(v) && shown(v, "mass") == 4 && fabs(shown(v, "hinge.angle") - asked) < 1e-6);
  write_file(v->folder, "model.lua", model); /* a result that is written anew is read anew */
  assert_int_equal(shell(v->folder, "\"$PAWL\" run model.lua --set mass=5 --quiet --out a.h5"), 0);
  await_run(v, 3);
  assert_true(shown(v, "mass") == 5);
  end_well(v);
}

static void a_result_that_cannot_be_run_again(void **state)
{
  view_trial *v = *state;
  reply r;
  write_file(v->folder, "model.lua", model);
  assert_int_equal(shell(v->folder, "\"$PAWL\" run model.lua --quiet --out a.h5 && "
                                    "\"$PAWL\" run model.lua --from a.h5@0.1 --quiet --out b.h5 && "
                                    "\"$PAWL\" run model.lua --quiet --out a.csv"),
                   0);
  static const char *const names[] = {"b.h5", "a.csv"};
  for (int i = 0; i < 2; i++) {
    start(v, (const char *[]){names[i], "--no-open", NULL});
    assert_false(can_run(v));
    run_with(v, "\"mass\": 4", &r);
    assert_status(&r, 422);
    assert_has(r.body, "no model that can be run again");
    forget(&r);
    end_well(v);
  }
  start(v, (const char *[]){"a.csv", "--model", "model.lua", "--no-open", NULL});
  assert_true(can_run(v));
  save(v, "{ 0.2", "{ 0.3"); /* now the model is followed */
  await_run(v, 2);
  assert_true(shown(v, "span") == 0.3);
  run_well(v, "\"mass\": 4");
  end_well(v);
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, open_trial, close_trial)

int main(void)
{
  const struct CMUnitTest tests[] = {
      WITH_FOLDER(a_broken_model_and_its_repair),
      WITH_FOLDER(a_pipe_and_its_repair),
      WITH_FOLDER(parameters_that_change_with_the_file),
      WITH_FOLDER(all_ways_of_saving),
      WITH_FOLDER(files_that_are_included),
      WITH_FOLDER(a_model_that_is_wrong_at_the_start),
      WITH_FOLDER(a_save_ends_the_run_of_the_old_file),
      WITH_FOLDER(a_first_run_that_takes_long),
      WITH_FOLDER(a_result_holds_its_model),
      WITH_FOLDER(a_result_that_cannot_be_run_again),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
