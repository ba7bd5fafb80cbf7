/* pawl run --events and --dump-problems: the log, what the summary counts, files that fail. */
#define _XOPEN_SOURCE 700
#include <math.h>

#include "job.h"
#include "trial.h"

static const char ball[] =
    "planar { gravity = {0, -9.81} }\n"
    "local ball = cylinder 'ball' { mass = 0.1, radius = 0.05, length = 0.1, y = 0.3 }\n"
    "local floor = shape 'floor' { ground, line { {0.3, 0}, {-0.3, 0} } }\n"
    "local rim = shape 'rim' { ball, circle { radius = 0.05 } }\n"
    "contact 'hit' { floor, rim, law = restitution { e = 0.7, stiffness = 1e6 } }\n"
    "simulate { duration = 1 }\n";

#define HEAD                                                                                                 \
  "time,part,from,to,reason,impulse,impulse_t,rate_before,rate_after,slide_before,slide_after,energy_lost,"  \
  "modes,first,limit,count,point,shape1,shape2,unit\n"

static int set_up(void **state)
{
  if (open_folder(state) != 0)
    return -1;
  write_file(*state, "ball.lua", ball);
  return 0;
}

/* ---- the log ---- */

/* Lines of the log, each of 20 cells. */
static int count_lines(const char *text)
{
  int lines = 0;
  assert_true(strncmp(text, HEAD, strlen(HEAD)) == 0);
  for (const char *at = text + strlen(HEAD); *at; lines++) {
    const char *end = strchr(at, '\n');
    int commas = 0;
    assert_non_null(end); /* no line is cut */
    for (; at < end; at++)
      commas += *at == ',';
    assert_int_equal(commas, 19);
    at = end + 1;
  }
  return lines;
}

/* A group has many pairs of one name, a box two touches: each row tells its own, and so does each line of the summary. */
static void pairs_and_touches_are_told_apart(void **state)
{
  static trial t;
  static char log[16384];
  write_file(*state, "pile.lua",
             "planar { gravity = {0, -9.81} }\n"
             "shape 'floor' { ground, line { {2, 0}, {-2, 0} } }\n"
             "for i = 1, 2 do\n"
             "  local b = body('b' .. i) { mass = 1, inertia = 1e-2, x = 2*i - 3, y = 0.1 + 0.2*i }\n"
             "  shape('box' .. i) { b, polygon { {-0.1, -0.1}, {0.1, -0.1}, {0.1, 0.1}, {-0.1, 0.1} } }\n"
             "end\n"
             "contacts 'all' { law = rigid {} }\n"
             "simulate { duration = 0.4 }\n");
  assert_int_equal(try_pawl(state, &t, "run pile.lua --events e.csv")->status, 0);
  read_back(*state, "e.csv", log, sizeof log);
  assert_has(log, ",0,floor,box1,m\n");
  assert_has(log, ",1,floor,box1,m\n");
  assert_has(log, ",1,floor,box2,m\n");
  assert_has(t.out, "  contact       all (box1 on floor): peak force 9.81 N, deepest penetration ");
  assert_has(t.out, "; 2 impacts, 1.962 J lost in them\n");
  assert_has(t.out, "  contact       all (box2 on floor): peak force 9.81 N, deepest penetration ");
  assert_has(t.out, "; 2 impacts, 3.924 J lost in them\n");
  assert_has(t.out, "  contact       all (box2 on box1): peak force 0 N, deepest penetration 0 m\n");
}

static void every_event_is_a_line(void **state)
{
  static trial t;
  static char log[2][4096];
  for (int i = 0; i < 2; i++) {
    assert_int_equal(try_pawl(state, &t, "run ball.lua --events e.csv --out ball.h5")->status, 0);
    assert_has(t.out, "  events        8, in e.csv\n");
    read_back(*state, "e.csv", log[i], sizeof log[i]);
  }
  assert_string_equal(log[0], log[1]);
  assert_int_equal(count_lines(log[0]), 8);
  assert_has(log[0], "\n0.22576182049286");
  assert_has(log[0], ",hit,open,pressed,gap closed,");
}

/* What is in the file when the program has no chance to close it. */
static void a_killed_run_leaves_whole_lines(void **state)
{
  static char log[1 << 16];
  assert_int_equal(shell(*state, "sed 's/duration = 1/duration = 1e9/; s/e = 0.7/e = 1/' ball.lua >long.lua"),
                   0);
  int status = shell(*state, "{ \"$PAWL\" run long.lua --events killed.csv 2>.err & p=$!;"
                             " for i in $(seq 2400); do [ $(cat killed.csv 2>/dev/null | wc -l) -gt 20 ] || "
                             "! kill -0 $p && break; sleep 0.05; done;"
                             " kill -KILL $p; wait $p; }");
  assert_int_equal(status, 137);
  read_back(*state, "killed.csv", log, sizeof log);
  if (strlen(log) == sizeof log - 1)
    *(strrchr(log, '\n') + 1) = 0;
  assert_true(count_lines(log) >= 20);
}

/* It fails while the ball is pressed, where steps are short. */
static void the_log_of_a_failed_run_stays(void **state)
{
  static trial t;
  static char log[4096];
  assert_int_equal(
      shell(*state, "{ cat ball.lua; echo \"force 'push' { ball, fx = function(t)"
                    " if t > 0.228 and t < 0.2285 then error('pressed') end return 0 end }\"; } >fails.lua"),
      0);
  assert_int_equal(try_pawl(state, &t, "run fails.lua --events fails.csv")->status, 1);
  read_back(*state, "fails.csv", log, sizeof log);
  assert_int_equal(count_lines(log), 1);
}

static void the_log_stands_alone_on_the_standard_output(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t, "run ball.lua --events /dev/stdout")->status, 0);
  assert_int_equal(count_lines(t.out), 8);
  assert_has(t.err, "  events        8, in /dev/stdout\n");
  assert_int_equal(try_pawl(state, &t, "run ball.lua --events /dev/stdout --json")->status, 2);
  assert_has(t.err, "pawl: --events /dev/stdout and --json both want the standard output\n");
  assert_int_equal(
      shell(*state, "\"$PAWL\" run ball.lua --events /dev/stdout --out /dev/stderr >.out 2>/dev/null"), 0);
}

static void logs_that_cannot_be_written(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t, "run ball.lua --events none/e.csv")->status, 4);
  assert_string_equal(t.err, "pawl: cannot write none/e.csv: No such file or directory\n");
  assert_int_equal(try_pawl(state, &t, "run ball.lua --events .")->status, 4);
  assert_string_equal(t.err, "pawl: cannot write .: Is a directory\n");
  assert_int_equal(try_pawl(state, &t, "run ball.lua --events ball.lua")->status, 2);
  assert_string_equal(t.err, "pawl: ball.lua is what is read: it is not overwritten\n");
  assert_int_equal(try_pawl(state, &t, "run ball.lua --events x.csv --out x.csv")->status, 2);
  assert_string_equal(t.err, "pawl: --out and --events both want x.csv\n");
  if (access("/dev/full", W_OK) != 0)
    skip();
  assert_int_equal(try_pawl(state, &t, "run ball.lua --events /dev/full")->status, 4);
  assert_string_equal(t.err, "pawl: cannot write /dev/full: No space left on device\n");
}

/* ---- the summary, told by hand what a run would tell ---- */

typedef struct {
  pawl_call call;
  pawl_run_words words;
  pawl_job job;
  char path[128], problems[128], text[4096];
} hand;

static void open_job(void **state, hand *h)
{
  snprintf(h->path, sizeof h->path, "%s/ball.lua", (const char *)*state);
  h->call = (pawl_call){0};
  pawl_arena_open(&h->call.arena, NULL);
  h->words.model = h->path;
  h->words.until = h->words.tolerance = NAN;
  h->words.method = -1;
  h->words.quiet = true;
  h->job = (pawl_job){.call = &h->call, .words = &h->words};
  assert_int_equal(pawl_job_prepare(&h->job), PAWL_OK);
}

static void close_job(hand *h)
{
  pawl_job_free(&h->job);
  pawl_arena_close(&h->call.arena);
}

static const char *summary(hand *h)
{
  FILE *to = fmemopen(h->text, sizeof h->text, "w");
  pawl_summary_text(&h->job, to);
  fclose(to);
  return h->text;
}

static void tell(hand *h, const char *part, const char *reason, double lost, int count)
{
  pawl_event e = pawl_event_blank;
  e.part = part;
  e.reason = reason;
  e.energy_lost = lost;
  e.count = count;
  h->job.run->tells.on_event(h->job.run->tells.listener, &e);
}

static void impacts_are_counted_by_part(void **state)
{
  static hand h;
  open_job(state, &h);
  assert_lacks(summary(&h), "impact");
  tell(&h, "hit", "gap closed", 5, 0); /* no impact */
  tell(&h, "hit", "impact", 0.25, 0);
  assert_has(summary(&h), "; 1 impact, 0.25 J lost in them\n");
  tell(&h, "hit", "impact", NAN, 0);
  tell(&h, "hit", "accumulation", 0.5, 44);
  tell(&h, "stop", "impact", 1, 0); /* of another part */
  tell(&h, "hit", "impact, restitution less", 0.125, 0);
  summary(&h);
  assert_has(h.text, "; 4 impacts, 1 accumulation, 0.875 J lost in them\n");
  assert_has(h.text, "  events        6\n  impacts       5, 1.875 J lost\n  accumulations 1\n");
  close_job(&h);
}

static void json_counts_them_too(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t, "run ball.lua --json")->status, 0);
  assert_json(t.out);
  assert_true(json_number(t.out, "impacts") == 0);
  assert_true(json_number(t.out, "accumulations") == 0);
  assert_true(json_number(t.out, "energy_lost") == 0);
}

/* ---- problems ---- */

static const double W[] = {1, 0.1, 0.1, 2}, b[] = {-1, 0.1 + 0.2}, mu[] = {0.3};
static const pawl_problem problem = {.n = 1, .W = W, .b = b, .mu = mu};

static void problems_become_files(void **state)
{
  static hand h;
  char file[256], text[512];
  snprintf(h.problems, sizeof h.problems, "%s/problems", (const char *)*state);
  h.words.problems = h.problems;
  open_job(state, &h);
  assert_non_null(h.job.run->tells.on_problem);
  h.job.run->tells.problem_names = (const char *const[]){"beak\nof it"};
  h.job.run->tells.on_problem(h.job.run->tells.listener, 0.1, &problem, "acceleration");
  h.job.run->tells.problem_names = NULL;
  h.job.run->tells.on_problem(h.job.run->tells.listener, 0.25, &problem, "impact");
  read_back(*state, "problems/000001-acceleration.txt", text, sizeof text);
  snprintf(file, sizeof file, "# %s, t = 0.1 s, acceleration of beak of it\ncontacts 1\n", h.path);
  assert_has(text, file);
  read_back(*state, "problems/000002-impact.txt", text, sizeof text);
  snprintf(file, sizeof file, "# %s, t = 0.25 s, impact\ncontacts 1\n", h.path);
  assert_has(text, file);
  snprintf(file, sizeof file, "  problems      2 in %s\n", h.problems);
  assert_has(summary(&h), file);
  h.job.problem_count = 100000;
  h.job.run->tells.on_problem(h.job.run->tells.listener, 0.5, &problem, "impact");
  snprintf(file, sizeof file, "  problems      100001 in %s, of which the first 100000 are stored\n",
           h.problems);
  assert_has(summary(&h), file);
  assert_int_equal(shell(*state, "test $(ls problems | wc -l) = 2"), 0);
  close_job(&h);
  static trial t;
  try_pawl(state, &t, "problem problems/000001-acceleration.txt problems/000002-impact.txt");
  assert_int_equal(t.status, 0);
  assert_has(t.out, "2 problems, 2 solved\n");
  try_pawl(state, &t, "run ball.lua --dump-problems problems");
  assert_int_equal(t.status, 0);
  assert_string_equal(t.err,
                      "pawl: problems is not empty: problems of an earlier run may stay among those of "
                      "this one\n");
}

static void problems_that_cannot_be_stored(void **state)
{
  static trial t;
  static hand h;
  assert_int_equal(try_pawl(state, &t, "run ball.lua --dump-problems ball.lua")->status, 4);
  assert_string_equal(t.err, "pawl: cannot make the folder ball.lua: File exists\n");
  assert_int_equal(try_pawl(state, &t, "run ball.lua --dump-problems none/here")->status, 4);
  assert_string_equal(t.err, "pawl: cannot make the folder none/here: No such file or directory\n");
  snprintf(h.problems, sizeof h.problems, "%s/gone", (const char *)*state);
  h.words.problems = h.problems;
  open_job(state, &h);
  assert_int_equal(rmdir(h.problems), 0);
  h.job.run->tells.on_problem(h.job.run->tells.listener, 0.1, &problem, "impact");
  assert_int_equal(h.call.error.status, PAWL_BAD_FILE);
  assert_string_equal(h.call.error.text, "cannot be written: No such file or directory");
  assert_int_equal(pawl_job_simulate(&h.job, NULL), PAWL_BAD_FILE); /* and the run does not go on */
  close_job(&h);
}

/* ---- stops ---- */

static void a_stop_is_listed_once_with_the_units_of_its_joint(void **state)
{
  static const struct {
    const char *joint, *limits, *unit, *peak;
  } stops[] = {
      {"revolute 'j' { ground, b:at{-0.3, 0}, speed = 3 }", "min = -40*deg, max = 40*deg", "rad", " N m;"},
      {"prismatic 'j' { ground, b, speed = 3 }", "min = -0.2, max = 0.2", "m", " N;"}};
  for (size_t i = 0; i < 2; i++) {
    static trial t;
    static char text[16384];
    char model[600], log[300];
    snprintf(model, sizeof model,
             "planar { gravity = {0, -9.81} }\nlocal b = body 'b' { mass = 1, inertia = 0.1 }\n%s\n"
             "stop 'ends' { 'j', %s, restitution = 0.5 }\nsimulate { duration = 2 }\n",
             stops[i].joint, stops[i].limits);
    write_file(*state, "stop.lua", model);
    assert_int_equal(try_pawl(state, &t, "run stop.lua --json --events log.csv")->status, 0);
    const char *first = strstr(t.out, "\"name\": \"ends\"");
    assert_non_null(first);
    assert_null(strstr(first + 1, "\"name\": \"ends\""));
    snprintf(log, sizeof log, "\"unit\": \"%s\"", stops[i].unit);
    assert_has(t.out, log);
    assert_has(first, "\"start_gap\": 0.");
    read_back(*state, "log.csv", text, sizeof text);
    snprintf(log, sizeof log, ",%s\n", stops[i].unit);
    int lines = count_lines(text);
    assert_true(lines > 1);
    for (const char *at = text + strlen(HEAD); *at; at = strchr(at, '\n') + 1, lines--)
      assert_memory_equal(strchr(at, '\n') - strlen(log) + 1, log, strlen(log));
    assert_int_equal(lines, 0);
    assert_has(try_pawl(state, &t, "run stop.lua --measure 'impulse(ends)'")->out, stops[i].peak);
    const char *measure = strstr(t.out, "impulse(ends) = ");
    assert_non_null(measure);
    assert_true((strstr(measure, " N m s\n") != NULL) == (i == 0));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_event_is_a_line),
      cmocka_unit_test(pairs_and_touches_are_told_apart),
      cmocka_unit_test(a_killed_run_leaves_whole_lines),
      cmocka_unit_test(the_log_of_a_failed_run_stays),
      cmocka_unit_test(the_log_stands_alone_on_the_standard_output),
      cmocka_unit_test(logs_that_cannot_be_written),
      cmocka_unit_test(impacts_are_counted_by_part),
      cmocka_unit_test(json_counts_them_too),
      cmocka_unit_test(a_stop_is_listed_once_with_the_units_of_its_joint),
      cmocka_unit_test(problems_become_files),
      cmocka_unit_test(problems_that_cannot_be_stored),
  };
  return cmocka_run_group_tests(tests, set_up, remove_folder);
}
