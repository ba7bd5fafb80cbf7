/* pawl view as its page sees it: runs with other values, cancelling, the browser, wrong calls, and the end. */
#define _GNU_SOURCE
#include "view_message.h"

/* ---- runs ---- */

static void the_page_and_its_first_run(void **state)
{
  view_trial *v = *state;
  char path[128];
  reply r;
  message m;
  start_model(v);
  snprintf(path, sizeof path, "/?token=%s", v->token);
  ask(v, "GET", path, NULL, &r);
  assert_status(&r, 200);
  assert_has(r.body, "\"live\": true");
  assert_has(r.body, "<!DOCTYPE html>");
  assert_lacks(r.body, "@PAWL_META@");
  forget(&r);
  ask(v, "GET", "/api/run", NULL, &r);
  open_message(&m, &r);
  assert_string_equal(pawl_json_member(m.root, "schema")->text, "pawl-page-1");
  assert_true(pawl_json_member(m.root, "can_run")->flag);
  assert_true(pawl_json_member(m.root, "run")->number == (double)run_number(v));
  assert_true(fabs(last_of(&m, "hinge.angle") - recorded(v, "", "hinge.angle")) < 1e-6);
  pawl_arena_close(&m.arena);
  forget(&r);
  end_well(v);
}

static void other_values_give_another_motion(void **state)
{
  view_trial *v = *state;
  reply r;
  message m;
  start_model(v);
  long first = run_number(v);
  run_with(v, "\"mass\": 2.5, \"length\": 0.25, \"start\": \"down\", \"span\": 0.4", &r);
  open_message(&m, &r);
  assert_true(pawl_json_member(m.root, "run")->number == (double)first + 1);
  assert_true(pawl_json_member(parameter_of(&m, "mass"), "value")->number == 2.5);
  assert_string_equal(pawl_json_member(parameter_of(&m, "start"), "text")->text, "down");
  double wanted = recorded(v, "--set mass=2.5 --set length=0.25 --set start=down --set span=0.4", "bob.y");
  assert_true(fabs(last_of(&m, "bob.y") - wanted) < 1e-6);
  pawl_arena_close(&m.arena);
  reply again;
  ask(v, "GET", "/api/run", NULL, &again); /* the same bytes for whoever comes later */
  assert_true(again.size == r.size && memcmp(again.body, r.body, r.size) == 0);
  forget(&again);
  forget(&r);
  run_well(v, "\"bob.mass\": 3"); /* as by --set, also a number of a part */
  run_well(v, "");
  assert_true(shown(v, "mass") == 1); /* exactly these: what is not named is the model's own */
  end_well(v);
}

static void wrong_wishes(void **state)
{
  view_trial *v = *state;
  static const struct {
    const char *body;
    int status;
    const char *text;
  } cases[] = {{"", 400, "byte 1"},
               {"{", 400, "the JSON is wrong"},
               {"[]", 400, "the request must be {\\\"parameters\\\": {…}}"},
               {"{}", 400, "must be {"},
               {"null", 400, "must be {"},
               {"{\"parameters\": []}", 400, "must be {"},
               {"{\"parameters\": {}, \"x\": 1}", 400, "must be {"},
               {"{\"x\": 1, \"parameters\": {}}", 400, "must be {"},
               {"{\"parameters\": {\"mass\": true}}", 400, "mass must be a number or a text"},
               {"{\"parameters\": {\"mass\": null}}", 400, "mass must be a number or a text"},
               {"{\"parameters\": {\"mass\": [1]}}", 400, "mass must be a number or a text"},
               {"{\"parameters\": {\"mass\": NaN}}", 400, "not a value"},
               {"{\"parameters\": {\"mass\": Infinity}}", 400, "not a value"},
               {"{\"parameters\": {\"mass\": 1e999}}", 400, "too large"},
               {"{\"parameters\": {\"mass\": 1, \"mass\": 2}}", 400, "twice"},
               {"{\"parameters\": {\"mass\": \"\xff\"}}", 400, "not UTF-8"},
               {"{\"parameters\": {\"mass\": 11}}", 422, "parameter \\\"mass\\\": "},
               {"{\"parameters\": {\"mass\": -1}}", 422, "parameter \\\"mass\\\": "},
               {"{\"parameters\": {\"mass\": \"heavy\"}}", 422, "must be a number, not 'heavy'"},
               {"{\"parameters\": {\"mass\": \"nan\"}}", 422, "must be a number, not 'nan'"},
               {"{\"parameters\": {\"mas\": 1}}", 422, "did you mean 'mass'?"},
               {"{\"parameters\": {\"start\": \"up\"}}", 422, "none of its choices"},
               {"{\"parameters\": {\"\": 1}}", 422, "\"text\": "},
               {"{\"parameters\": {\"<script>\": \"</script>\"}}", 422, "\"text\": "}};
  reply r;
  start_model(v);
  long run = run_number(v);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ask(v, "POST", "/api/run", cases[i].body, &r);
    if (r.status != cases[i].status)
      fail_msg("%s gives %d: %s", cases[i].body, r.status, r.body);
    assert_json(r.body);
    assert_has(r.body, cases[i].text);
    forget(&r);
  }
  ask(v, "POST", "/api/run", "{\"parameters\": {\"mass\": 11}}", &r);
  assert_has(r.body, "\"where\": \"model.lua:2\""); /* the model's own sentence, with its line */
  forget(&r);
  get_status(v, &r);
  assert_has(r.body, "\"error\": null"); /* the file is good */
  forget(&r);
  assert_int_equal(run_number(v), run);
  end_well(v);
}

/* ---- long runs ---- */

static int begin_long(const view_trial *v)
{
  int s = dial(v->port);
  request(v, s, "POST", "/api/run", "{\"parameters\": {\"span\": 1e7}}");
  await_steps(v);
  return s;
}

static void a_long_run_can_be_watched_and_cancelled(void **state)
{
  view_trial *v = *state;
  reply r;
  start_model(v);
  long run = run_number(v);
  int s = begin_long(v);
  double before = -1;
  int later = 0;
  double until = seconds_now() + PATIENCE;
  while (later < 20 &&
         seconds_now() < until) { /* the status comes while it runs, and time passes in the run */
    get_status(v, &r);
    assert_has(r.body, "\"running\": true");
    if (strstr(r.body, "\"time\": null") == NULL) {
      double time = json_number(r.body, "time"), part = json_number(r.body, "progress");
      if (!(time >= before && part >= 0 && part <= 1))
        fail_msg("after the time %g came %s", before, r.body);
      later += time > before;
      before = time;
    }
    forget(&r);
    rest(0.02);
  }
  assert_int_equal(later, 20);
  run_with(v, "\"mass\": 2", &r);
  assert_status(&r, 409); /* one at a time */
  forget(&r);
  assert_int_equal(ask(v, "GET", "/api/run", NULL, &r), 200); /* the last one stays */
  assert_true(run_of(&r) == (double)run);
  forget(&r);
  assert_int_equal(ask(v, "POST", "/api/cancel", "", &r), 204);
  forget(&r);
  hear(s, &r);
  assert_status(&r, 409);
  assert_has(r.body, "the run was cancelled");
  forget(&r);
  close(s);
  get_status(v, &r);
  assert_has(r.body, "\"running\": false");
  assert_has(r.body, "\"error\": null");
  forget(&r);
  assert_int_equal(ask(v, "POST", "/api/cancel", NULL, &r), 204); /* without a run, too */
  forget(&r);
  run_well(v, "\"mass\": 2");
  assert_int_equal(run_number(v), run + 1);
  end_well(v);
}

/* The page was closed: nobody is there to take the answer. */
static void who_asked_is_gone(void **state)
{
  view_trial *v = *state;
  reply r;
  start_model(v);
  close(begin_long(v));
  rest(0.05);
  assert_int_equal(ask(v, "POST", "/api/cancel", NULL, &r), 204);
  forget(&r);
  await_status(v, "\"running\": false");
  run_well(v, "\"mass\": 2");
  end_well(v);
}

/* Ends, idle or with a run under way and its page waiting. Nothing that it might wait for comes to an end by itself: the
 * run is long, and a request that is written letter by letter keeps a connection from being let go for its silence. */
static void ends_with(view_trial *v, bool busy, int with)
{
  reply r;
  start_model(v);
  int s = busy ? begin_long(v) : dial(v->port), slow = dial(v->port), status;
  put_text(slow, "GET /api/status HTTP/1.1\r\nX-Slow: ");
  kill(v->child, with);
  double until = seconds_now() + PATIENCE;
  pid_t gone;
  while ((gone = waitpid(v->child, &status, WNOHANG)) == 0 && seconds_now() < until) {
    put_text(slow, "x");
    rest(0.05);
  }
  assert_int_equal(gone, v->child);
  v->child = 0;
  close(v->out);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  hear(s, &r); /* who waited is told, or finds the connection closed */
  assert_true(r.status == 0 || r.status == 503);
  forget(&r);
  close(s);
  close(slow);
}

static void it_ends_whatever_is_under_way(void **state)
{
  const int signals[] = {SIGINT, SIGTERM};
  for (int i = 0; i < 4; i++)
    ends_with(*state, i % 2, signals[i / 2]);
}

/* ---- the call ---- */

static void fails_with(view_trial *v, const char *const *words, int status, const char *sentence)
{
  char err[4096];
  start_child(v, words);
  int got = await_child(v);
  read_back(v->folder, ".err", err, sizeof err);
  if (got != status)
    fail_msg("%s: %d instead of %d: %s", words[0], got, status, err);
  assert_has(err, sentence);
}

static void wrong_calls(void **state)
{
  view_trial *v = *state;
  write_file(v->folder, "model.lua", model);
  write_file(v->folder, "empty.h5", "");
  write_file(v->folder, "empty.csv", "");
  write_file(v->folder, "foreign.h5", "\x89HDF\r\n\x1a\n and then nothing of the kind");
  fails_with(v, (const char *[]){"--no-open", NULL}, 2, "MODEL|RESULT is missing");
  fails_with(v, (const char *[]){"nothing", "--no-open", NULL}, 4, "cannot read nothing: ");
  fails_with(v, (const char *[]){"/tmp", "--no-open", NULL}, 4, "cannot read /tmp/model.lua: ");
  fails_with(v, (const char *[]){"model.lua", "--no-open", "--set", "mss=1", NULL}, 2,
             "did you mean 'mass'?");
  fails_with(v, (const char *[]){"model.lua", "--no-open", "--set", "mass=0", NULL}, 2, "parameter \"mass\"");
  fails_with(v, (const char *[]){"empty.h5", "--no-open", NULL}, 4, "empty.h5");
  fails_with(v, (const char *[]){"foreign.h5", "--no-open", NULL}, 4, "foreign.h5");
  fails_with(v, (const char *[]){"empty.csv", "--no-open", NULL}, 4, "empty.csv");
  fails_with(v, (const char *[]){"gone.h5", "--no-open", NULL}, 4, "gone.h5");
}

/* ---- the browser ---- */

/* `wanted`: it is waited for; else for a second only, in which it should not come. */
static void browser_opens(view_trial *v, bool wanted, const char *screen, const char *word)
{
  char seen[256], path[256];
  double until = seconds_now() + (wanted ? PATIENCE : 1);
  snprintf(path, sizeof path, "%s:/usr/bin:/bin", v->folder);
  setenv("PATH", path, 1);
  setenv("DISPLAY", screen, 1);
  unsetenv("WAYLAND_DISPLAY");
  write_file(v->folder, "seen", "");
  start(v, (const char *[]){"model.lua", word, NULL});
  do {
    rest(0.01);
    read_back(v->folder, "seen", seen, sizeof seen);
  } while (!strchr(seen, '\n') && seconds_now() < until);
  assert_string_equal(seen, wanted ? v->address : "");
  end_well(v);
}

static void the_browser_opens_where_there_is_one(void **state)
{
  view_trial *v = *state;
  char path[128];
  write_file(v->folder, "model.lua", model);
  write_file(v->folder, "xdg-open", "#!/bin/sh\nprintf '%s\\n' \"$@\" >seen\n");
  snprintf(path, sizeof path, "%s/xdg-open", v->folder);
  assert_int_equal(chmod(path, 0700), 0);
  browser_opens(v, true, ":99", NULL);
  browser_opens(v, false, ":99", "--no-open");
  browser_opens(v, false, "", NULL);
  write_file(v->folder, "xdg-open", "not a program");
  browser_opens(v, false, ":99", NULL); /* and no harm is done */
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, open_trial, close_trial)

int main(void)
{
  const struct CMUnitTest tests[] = {
      WITH_FOLDER(the_page_and_its_first_run),
      WITH_FOLDER(other_values_give_another_motion),
      WITH_FOLDER(wrong_wishes),
      WITH_FOLDER(a_long_run_can_be_watched_and_cancelled),
      WITH_FOLDER(who_asked_is_gone),
      WITH_FOLDER(it_ends_whatever_is_under_way),
      WITH_FOLDER(wrong_calls),
      WITH_FOLDER(the_browser_opens_where_there_is_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
