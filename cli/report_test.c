/* pawl report: pages of models, results and grids, and what is refused. The pages themselves are tried in a browser, by
 * viewer/test. */
#define _XOPEN_SOURCE 700
#include <stdbool.h>

#include "trial.h"

/* A page as its parts. */
typedef struct {
  char *all, *meta, *data; /* meta and data end with a zero */
} page;

static page read_page(void **state, const char *name)
{
  char path[128];
  snprintf(path, sizeof path, "%s/%s", (const char *)*state, name);
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  fseek(file, 0, SEEK_END);
  size_t size = (size_t)ftell(file);
  rewind(file);
  page p = {.all = malloc(size + 1)};
  assert_int_equal(fread(p.all, 1, size, file), size);
  p.all[size] = 0;
  fclose(file);
  static const char before_meta[] = "id=\"pawl-meta\">", before_data[] = "id=\"pawl-data\">";
  p.meta = strstr(p.all, before_meta);
  p.data = strstr(p.all, before_data);
  assert_true(p.meta && p.data && p.meta < p.data);
  p.meta += strlen(before_meta);
  p.data += strlen(before_data);
  *strchr(p.meta, '<') = 0; /* no other < may be in it */
  *strchr(p.data, '<') = 0;
  assert_json(p.meta);
  return p;
}

/* Number i of the block. */
static double number(const page *p, size_t i)
{
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  unsigned char bytes[8];
  double x;
  for (size_t k = 0; k < 8; k++) {
    size_t bit = 8 * (8 * i + k), letter = bit / 6, shift = bit % 6;
    unsigned two = (unsigned)(strchr(letters, p->data[letter]) - letters) << 6 |
                   (unsigned)(strchr(letters, p->data[letter + 1]) - letters);
    bytes[k] = (unsigned char)(two >> (4 - shift));
  }
  memcpy(&x, bytes, sizeof x);
  return x;
}

static const char falling[] =
    "planar { gravity = {0, -10} }\n"
    "local v = parameter 'v' { 3, unit = 'm/s', min = 0, max = 9, doc = 'speed <at> start' }\n"
    "local b = body 'ball' { mass = 2, inertia = 1 }\n"
    "free 'f' { ground, b, vx = v }\n"
    "simulate { duration = 1, output = 0.25 }\n";

static void a_model_becomes_a_page(void **state)
{
  static trial t;
  write_file(*state, "falling.lua", falling);
  assert_int_equal(try_pawl(state, &t, "report falling.lua -o p.html --set v=4")->status, 0);
  assert_has(t.out, "p.html: falling.lua, t = 0 to 1 s");
  page p = read_page(state, "p.html");
  assert_has(p.meta, "\"schema\": \"pawl-page-1\"");
  assert_has(p.meta, "\"name\": \"v\", \"value\": 4, \"unit\": \"m/s\", \"min\": 0, \"max\": 9");
  assert_has(p.meta, "speed \\u003cat\\u003e start");
  assert_has(p.meta, "\"name\": \"ball.x\", \"unit\": \"m\", \"part\": \"ball\"");
  assert_has(p.meta, "\"channel\": \"energy.kinetic\", \"sign\": 1");
  assert_has(p.meta, "\"bodies\": [\"ground\", \"ball\"]");
  for (int i = 0; i < 5; i++) /* the time comes first */
    assert_true(number(&p, (size_t)i) == 0.25 * i);
  free(p.all);
}

/* The arrays of the page are the channels of the result. */
static void a_result_becomes_the_same_page(void **state)
{
  static trial t;
  write_file(*state, "falling.lua", falling);
  assert_int_equal(try_pawl(state, &t, "run falling.lua --out r.h5 --quiet")->status, 0);
  assert_int_equal(try_pawl(state, &t, "report falling.lua -o a.html")->status, 0);
  assert_int_equal(try_pawl(state, &t, "report r.h5 -o b.html")->status, 0);
  assert_int_equal(shell(*state, "rm falling.lua"), 0); /* a result needs no model */
  assert_int_equal(try_pawl(state, &t, "report r.h5")->status, 0);
  page a = read_page(state, "a.html"), b = read_page(state, "b.html"), c = read_page(state, "r.html");
  assert_string_equal(a.data, b.data);
  assert_string_equal(b.data, c.data);
  const char *drawing_a = strstr(a.meta, "\"drawing\""), *drawing_b = strstr(b.meta, "\"drawing\"");
  assert_string_equal(drawing_a, drawing_b);
  free(a.all);
  free(b.all);
  free(c.all);
}

static void a_csv_file_has_numbers_only(void **state)
{
  static trial t;
  write_file(*state, "falling.lua", falling);
  assert_int_equal(try_pawl(state, &t, "run falling.lua --out r.csv --quiet")->status, 0);
  assert_int_equal(try_pawl(state, &t, "report r.csv -o p.html")->status, 0);
  page p = read_page(state, "p.html");
  assert_has(p.meta, "\"items\": []");
  assert_has(p.meta, "\"ball.x\"");
  free(p.all);
  assert_int_equal(try_pawl(state, &t, "report r.csv --model falling.lua --set v=5 -o p.html")->status, 0);
  p = read_page(state, "p.html");
  assert_has(p.meta, "\"bodies\": [\"ground\", \"ball\"]");
  free(p.all);
  write_file(*state, "own.csv", "time,a,b\n0,1,2\n1,3,4\n");
  assert_int_equal(try_pawl(state, &t, "report own.csv --quiet")->status, 0);
  assert_string_equal(t.out, "");
  p = read_page(state, "own.html");
  assert_has(p.meta, "\"name\": \"b\"");
  free(p.all);
}

static void a_grid_of_runs(void **state)
{
  static trial t;
  write_file(*state, "falling.lua", falling);
  assert_int_equal(try_pawl(state, &t, "report falling.lua --grid v=1:9:5 -o p.html")->status, 0);
  page p = read_page(state, "p.html");
  assert_has(p.meta, "\"axes\": [{\"name\": \"v\", \"values\": [1, 3, 5, 7, 9]}]");
  assert_has(p.meta, "\"runs\": [{\"model\"");
  assert_has(p.meta, "}, {}, {"); /* the model's own value is the second */
  free(p.all);
  assert_int_equal(try_pawl(state, &t, "report falling.lua --grid v=1:8:4:log -o p.html")->status, 0);
  p = read_page(state, "p.html");
  assert_has(p.meta, "\"values\": [1, 2, 4, 8]");
  free(p.all);
  assert_int_equal(try_pawl(state, &t, "report falling.lua --grid v=3,8,12 -o p.html")->status, 3);
  p = read_page(state, "p.html"); /* 12 is not allowed: that one run has failed */
  assert_has(p.meta, "{\"error\": {\"text\": ");
  assert_has(t.err,
             "1 of 3 runs of the grid failed, the first because: parameter \"v\": must be at most 9 m/s");
  free(p.all);
  assert_int_equal(
      try_pawl(state, &t,
               "report falling.lua --grid 'v=1*m/s:2*km/h*5:2' --measure 'final(ball.x)' -o p.html "
               "--grid ball.mass=500*g,1e3*g --measure 'max(t)' --set 'planar.gravity.y=-1.62*m/s^2'")
          ->status,
      0);
  assert_string_equal(t.out,
                      "v = 1 m/s, ball.mass = 0.5 kg: final(ball.x) = 1 m, max(t) = 1 s\n"
                      "v = 1 m/s, ball.mass = 1 kg: final(ball.x) = 1 m, max(t) = 1 s\n"
                      "v = 2.77777778 m/s, ball.mass = 0.5 kg: final(ball.x) = 2.777777778 m, max(t) = 1 s\n"
                      "v = 2.77777778 m/s, ball.mass = 1 kg: final(ball.x) = 2.777777778 m, max(t) = 1 s\n"
                      "p.html: falling.lua, t = 0 to 1 s, 4 runs\n");
  p = read_page(state, "p.html"); /* what is moved by its path is among the parameters of the page */
  assert_has(p.meta, "{\"name\": \"ball.mass\", \"value\": 1, \"unit\": \"kg\"");
  assert_has(p.meta, "{\"name\": \"ball.mass\", \"value\": 0.5, \"unit\": \"kg\"");
  free(p.all);
  write_file(*state, "word.lua",
             "planar {}\nparameter 'w' { 'a', choices = {'a', 'b'} }\nbody 'b' { mass = 1, inertia = 1 }\n");
  assert_int_equal(try_pawl(state, &t, "report word.lua --grid w=1:2:2")->status, 2);
  assert_has(t.err, "--grid: parameter 'w' of word.lua is a text, and a grid is made of numbers");
}

/* {arguments, status, what the sentence says} */
static const struct {
  const char *arguments;
  int status;
  const char *says;
} wrong[] = {
    {"report", 2, "MODEL|RESULT is missing"},
    {"report none.lua", 4, "cannot read none.lua: No such file or directory"},
    {"report none.h5", 4, "cannot read none.h5: No such file or directory"},
    {"report falling.lua -o /nowhere/p.html", 4, "cannot write /nowhere/p.html: No such file or directory"},
    {"report falling.lua -o .", 4, "Is a directory"},
    {"report falling.lua --model falling.lua", 2, "--model is for a result in CSV"},
    {"report empty.csv", 4, "empty.csv"},
    {"report empty.h5", 4, "empty.h5"},
    {"report text.h5", 4, "text.h5 is not an HDF5 file"},
    {"report back.csv", 4, "does not follow"},
    {"report rows.csv --until 2", 2, "--until is for a model that is run, and rows.csv is a result"},
    {"report rows.csv --set v=2", 2, "--set is for a model"},
    {"report rows.csv --grid v=1:2:3", 2, "--grid is for a model"},
    {"report falling.lua --grid w=1:2:3", 2, "no parameter or field is called 'w'"},
    {"report falling.lua --grid ball.mas=1:2:3", 2, "'ball' has no number 'mas'; did you mean 'ball.mass'?"},
    {"report falling.lua --grid v=1*s:2*s:3", 2, "wants FROM:TO:COUNT"},
    {"report falling.lua --grid v=1*s,2*s", 2, "values must be numbers that increase, in m/s"},
    {"report falling.lua --grid v=1,2 --measure ball.x -o p.html", 2, "has a value in each row"},
    {"report falling.lua --grid v=1:2", 2, "wants FROM:TO:COUNT"},
    {"report falling.lua --grid v=1:2:3:lin", 2, "wants FROM:TO:COUNT"},
    {"report falling.lua --grid v=2:1:3", 2, "FROM less than TO"},
    {"report falling.lua --grid v=0:1:3:log", 2, "both positive"},
    {"report falling.lua --grid v=1:2:1", 2, "COUNT must be 2"},
    {"report falling.lua --grid v=1:2:1e9", 2, "COUNT must be 2"},
    {"report falling.lua --grid v=1:2:nan", 2, "wants FROM:TO:COUNT"},
    {"report falling.lua --grid v=1,x", 2, "values must be numbers"},
    {"report falling.lua --grid v=2,1", 2, "numbers that increase"},
    {"report falling.lua --grid v=1:2:3 --grid v=1:2:3", 2, "given twice"},
    {"report falling.lua --grid v=11,12", 2, "must be at most 9 m/s, not 12"},
    {"report falling.lua --rows 1", 2, "--rows must be at least 2"},
};

/* A ball that lies on the floor all the time, one that never reaches it, and a joint of curves: no events, but crosses. */
static void contacts_without_events_are_there(void **state)
{
  static trial t;
  write_file(*state, "rest.lua",
             "planar {}\n"
             "local a = body 'a' { mass = 1, inertia = 1e-3, y = 0.0499 }\n"
             "local b = body 'b' { mass = 1, inertia = 1e-3, y = 1 }\n"
             "local c = body 'c' { mass = 1, inertia = 1e-3, y = 0.05, x = 0.1, vx = 0.1 }\n"
             "local floor = shape 'floor' { ground, line { {2, 0}, {-2, 0} } }\n"
             "local soft = linear { stiffness = 1 }\n"
             "contact 'lies' { floor, shape 'ra' { a, circle { radius = 0.05 } }, law = soft }\n"
             "contact 'flies' { floor, shape 'rb' { b, circle { radius = 0.05 } }, law = soft }\n"
             "curve_joint 'slides' { floor, shape 'rc' { c, circle { radius = 0.05 } } }\n"
             "simulate { duration = 0.1 }\n");
  assert_int_equal(try_pawl(state, &t, "report rest.lua -o rest.html")->status, 0);
  page p = read_page(state, "rest.html");
  assert_has(p.meta, "\"contacts\"");
  static const char *const wanted[][2] = {{"lies", "pressed"}, {"flies", "open"}, {"slides", "sliding"}};
  for (int i = 0; i < 3; i++) {
    char line[256];
    const char *name = wanted[i][0];
    snprintf(line, sizeof line, "\"part\":\"%s\",\"modes\":[[0,\"%s\"]],\"x\":\"%s.x\",\"y\":\"%s.y\",", name,
             wanted[i][1], name, name);
    char *plain = p.meta, *to = p.meta;
    if (i == 0) /* without blanks and ends of lines */
      for (; *plain; plain++)
        if (*plain != ' ' && *plain != '\n')
          *to++ = *plain;
    if (i == 0)
      *to = 0;
    assert_has(p.meta, line);
  }
  free(p.all);
}

/* A block that slides and comes to rest on two corners: its lane is by its channel, all of whose numbers have a word. By
 * time-stepping there are no events, and the modes are those of the rows. */
static void modes_of_the_channel_have_words(void **state)
{
  static trial t;
  write_file(*state, "sole.lua",
             "planar { gravity = {0, -9.81} }\n"
             "local b = body 'b' { mass = 1, inertia = 2e-3, y = 0.05, vx = 1 }\n"
             "local floor = shape 'floor' { ground, segment { {1, 0}, {-1, 0} } }\n"
             "local o = shape 'o' { b, polygon { {-0.1, -0.05}, {0.1, -0.05}, {0.1, 0.05}, {-0.1, 0.05} } }\n"
             "contact 'sole' { floor, o, law = rigid {}, friction = 0.3 }\nsimulate { duration = 1 }\n");
  assert_int_equal(try_pawl(state, &t, "report sole.lua -o p.html")->status, 0);
  page p = read_page(state, "p.html");
  assert_has(p.meta, "\"words\": [\"open\", \"pressed\", \"sticking\", \"sliding +\", \"sliding -\"]");
  free(p.all);
  assert_int_equal(try_pawl(state, &t, "report sole.lua --method stepping -o p.html")->status, 0);
  p = read_page(state, "p.html");
  assert_has(p.meta, "\"part\": \"sole\", \"modes\": [[0, \"open\"], [0.001, \"");
  assert_lacks(p.meta, "\"unknown\"");
  free(p.all);
}

static void what_is_wrong_is_said(void **state)
{
  static trial t;
  write_file(*state, "falling.lua", falling);
  write_file(*state, "empty.csv", "");
  write_file(*state, "empty.h5", "");
  write_file(*state, "text.h5", "time,a\n0,1\n");
  write_file(*state, "back.csv", "time,a\n0,1\n2,2\n1,3\n");
  write_file(*state, "rows.csv", "time,a\n0,1\n");
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    try_pawl(state, &t, wrong[i].arguments);
    if (t.status != wrong[i].status || !strstr(t.err, wrong[i].says))
      fail_msg("pawl %s: status %d, wanted %d with '%s':\n%s", wrong[i].arguments, t.status, wrong[i].status,
               wrong[i].says, t.err);
  }
  assert_int_equal(shell(*state, "! ls *.part 2>/dev/null"), 0); /* nothing is left behind */
}

/* What is read is never written over, and what was there stays when the new page fails. */
static void inputs_and_old_pages_survive(void **state)
{
  static trial t;
  char text[512];
  write_file(*state, "falling.lua", falling);
  assert_int_equal(
      shell(*state, "mkdir folder && cp falling.lua folder/model.lua && ln -s falling.lua link.lua"), 0);
  static const char *const over[] = {"report falling.lua -o falling.lua", "report falling.lua -o link.lua",
                                     "report folder -o folder/model.lua"};
  for (int i = 0; i < 3; i++) {
    assert_int_equal(try_pawl(state, &t, over[i])->status, 2);
    assert_has(t.err, "is what is read: it is not overwritten");
  }
  read_back(*state, "falling.lua", text, sizeof text);
  assert_string_equal(text, falling);
  write_file(*state, "old.html", "old");
  assert_int_equal(try_pawl(state, &t, "report falling.lua --set v=99 -o old.html")->status, 2);
  read_back(*state, "old.html", text, sizeof text);
  assert_string_equal(text, "old");
  if (access("/dev/full", W_OK) == 0) {
    assert_int_equal(try_pawl(state, &t, "report falling.lua -o /dev/full")->status, 4);
    assert_has(t.err, "cannot write /dev/full: ");
  }
}

/* The motion until the failure is shown, and the failure is said. */
static void a_run_that_fails_leaves_its_page(void **state)
{
  static trial t;
  write_file(*state, "stops.lua",
             "planar {}\nlocal b = body 'b' { mass = 1, inertia = 1 }\nlocal r = revolute 'r' { ground, b }\n"
             "motor 'm' { r, torque = function(t) if t > 0.5 then error 'enough' end return 1 end }\n"
             "simulate { duration = 1 }\n");
  assert_int_equal(try_pawl(state, &t, "report stops.lua -o p.html")->status, 1);
  assert_has(t.err, "enough");
  assert_has(t.err, "p.html shows the motion until then");
  page p = read_page(state, "p.html");
  assert_has(p.meta, "enough");
  free(p.all);
}

/* Names from a model are texts, whatever they are. */
static void names_cannot_leave_their_place(void **state)
{
  static trial t;
  write_file(*state, "x.lua",
             "planar {}\nlocal b = body '</script><script>alert(1)</script>' { mass = 1, inertia = 1 }\n"
             "body 'a&\"b' { mass = 1, inertia = 1 }\nsimulate { duration = 1 }\n-- </script><!--\n");
  try_pawl(state, &t, "report x.lua -o p.html");
  if (t.status == 0) { /* a name may also be refused */
    page p = read_page(state, "p.html");
    assert_has(p.meta, "\\u003c/script\\u003e");
    free(p.all);
  } else
    assert_int_equal(t.status, 1);
}

/* Rows that are all at one time are no events: the bound holds. */
static void a_bound_on_rows_holds(void **state)
{
  static trial t;
  char path[128];
  snprintf(path, sizeof path, "%s/same.csv", (const char *)*state);
  FILE *file = fopen(path, "wb");
  fputs("time,a\n", file);
  for (int i = 0; i < 30000; i++)
    fprintf(file, "0,%d\n", i);
  fclose(file);
  assert_int_equal(try_pawl(state, &t, "report same.csv -o p.html --rows 100")->status, 0);
  page p = read_page(state, "p.html");
  assert_has(p.meta, "The page holds 100 of the 30000 rows of the result.");
  free(p.all);
}

/* Long results are thinned: the first row, the last and both rows of an event stay. */
static void long_results_are_thinned(void **state)
{
  static trial t;
  char path[128];
  snprintf(path, sizeof path, "%s/long.csv", (const char *)*state);
  FILE *file = fopen(path, "wb");
  fputs("time,a\n", file);
  for (int i = 0; i < 30000; i++)
    fprintf(file, "%d,%d\n%s", i, i, i == 12345 ? "12345,-1\n" : "");
  fclose(file);
  assert_int_equal(try_pawl(state, &t, "report long.csv -o p.html --rows 101")->status, 0);
  page p = read_page(state, "p.html");
  assert_has(p.meta, "The page holds 103 of the 30001 rows of the result.");
  assert_has(p.meta, "\"count\": 103");
  double before = -1;
  bool jump = false;
  for (size_t i = 0; i < 103; i++) {
    double time = number(&p, i), a = number(&p, 103 + i);
    jump = jump || (time == before && time == 12345 && a == -1);
    assert_true(time >= before);
    before = time;
  }
  assert_true(number(&p, 0) == 0 && before == 29999 && jump);
  free(p.all);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_model_becomes_a_page),
                                     cmocka_unit_test(a_result_becomes_the_same_page),
                                     cmocka_unit_test(a_csv_file_has_numbers_only),
                                     cmocka_unit_test(a_grid_of_runs),
                                     cmocka_unit_test(contacts_without_events_are_there),
                                     cmocka_unit_test(modes_of_the_channel_have_words),
                                     cmocka_unit_test(what_is_wrong_is_said),
                                     cmocka_unit_test(inputs_and_old_pages_survive),
                                     cmocka_unit_test(a_run_that_fails_leaves_its_page),
                                     cmocka_unit_test(names_cannot_leave_their_place),
                                     cmocka_unit_test(a_bound_on_rows_holds),
                                     cmocka_unit_test(long_results_are_thinned)};
  return cmocka_run_group_tests(tests, open_folder, remove_folder);
}
