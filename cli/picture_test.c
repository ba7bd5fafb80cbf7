/* pawl picture as users call it: kinds of files, times, events, paths, plots, and everything that can be wrong. */
#define _XOPEN_SOURCE 700
#include <math.h>

#include "result/result.h"
#include "trial.h"

static const char *const swing =
    "planar { gravity = {0, -9.81} }\n"
    "local arm = body 'arm' { mass = 1, inertia = 0.1, com = {0.5, 0} }\n"
    "revolute 'hinge' { ground, arm, angle = 0.3 }\n"
    "spring 'coil' { ground:at{0, 1}, arm:at{1, 0}, stiffness = 20, length = 0.5 }\n"
    "marker 'tip' { arm:at{1, 0} }\n"
    "simulate { duration = 1, output = 0.01 }\n";
static const char *const ball =
    "spatial { gravity = {0, 0, -9.81} }\n"
    "local b = body 'bob' { mass = 1, inertia = {0.1, 0.1, 0.1}, com = {1, 0, 0} }\n"
    "spherical 's' { ground, b }\n"
    "simulate { duration = 0.5, output = 0.01 }\n";

static char text[1 << 20];

static const char *file(void **state, const char *name)
{
  read_back(*state, name, text, sizeof text);
  return text;
}

static bool exists(void **state, const char *name)
{
  char path[128];
  snprintf(path, sizeof path, "%s/%s", (const char *)*state, name);
  return access(path, F_OK) == 0;
}

static int times(const char *in, const char *word)
{
  int n = 0;
  for (const char *s = strstr(in, word); s; s = strstr(s + 1, word))
    n++;
  return n;
}

static int open_models(void **state)
{
  if (open_folder(state) != 0)
    return -1;
  write_file(*state, "swing.lua", swing);
  write_file(*state, "ball.lua", ball);
  return 0;
}

/* ---- files ---- */

static void every_kind_of_file(void **state)
{
  static const char *const kinds[][2] = {{"a.svg", "<svg "}, {"a.png", "\x89PNG"}, {"a.pdf", "%PDF-"}};
  trial t;
  for (int i = 0; i < 3; i++) {
    char call[128];
    snprintf(call, sizeof call, "picture swing.lua -o %s --frames 3", kinds[i][0]);
    try_pawl(state, &t, call);
    if (t.status != 0)
      fail_msg("%s", t.err);
    assert_has(t.out, kinds[i][0]);
    assert_memory_equal(file(state, kinds[i][0]), kinds[i][1], strlen(kinds[i][1]));
    assert_string_equal(t.err, "");
  }
  assert_int_equal(try_pawl(state, &t, "picture swing.lua -o x.gif")->status, 2);
  assert_has(t.err, "cannot tell how to write 'x.gif': a picture ends in .svg, .png or .pdf");
  assert_int_equal(try_pawl(state, &t, "picture swing.lua")->status, 2);
  assert_has(t.err, "picture: say where it goes: -o FILE.svg, .png or .pdf");
}

static void sizes_are_kept(void **state)
{
  trial t;
  try_pawl(state, &t, "picture swing.lua -o a.png --width 300 --scale 2 --quiet");
  assert_string_equal(t.out, "");
  const unsigned char *png = (const unsigned char *)file(state, "a.png");
  int wide = png[18] << 8 | png[19], high = png[22] << 8 | png[23];
  assert_true(wide <= 600 && high <= 450 && (wide == 600 || high == 450));
  assert_int_equal(try_pawl(state, &t, "picture swing.lua -o a.png --width 16000 --scale 16")->status, 2);
  assert_has(t.err, "too large");
  assert_int_equal(try_pawl(state, &t, "picture swing.lua -o a.png --width 1")->status, 2);
}

static void a_failure_leaves_what_was_there(void **state)
{
  trial t;
  write_file(*state, "keep.svg", "mine");
  assert_int_equal(try_pawl(state, &t, "picture swing.lua -o keep.svg --at 9")->status, 2);
  assert_string_equal(file(state, "keep.svg"), "mine");
  assert_false(exists(state, "keep.svg.part"));
  assert_int_equal(try_pawl(state, &t, "picture swing.lua -o nowhere/x.svg")->status, 4);
  assert_has(t.err, "cannot write nowhere/x.svg: No such file or directory");
  assert_int_equal(try_pawl(state, &t, "picture swing.lua -o . ")->status, 2);
}

/* Where no font can be found there are no letters, but a picture. */
static void no_fonts_are_no_failure(void **state)
{
  trial t;
  write_file(*state, "fonts.conf",
             "<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig></fontconfig>");
  shell(*state, "env FONTCONFIG_FILE=fonts.conf XDG_CACHE_HOME=. HOME=. \"$PAWL\" picture swing.lua -o f.png "
                "--frames 2 "
                ">.out 2>.err; echo $? >.code");
  assert_string_equal(file(state, ".code"), "0\n");
  assert_memory_equal(file(state, "f.png"), "\x89PNG", 4);
  (void)t;
}

/* ---- times ---- */

static void times_are_written_below(void **state)
{
  trial t;
  try_pawl(state, &t, "picture swing.lua -o a.svg --at 0,0.25,1");
  assert_int_equal(t.status, 0);
  assert_has(file(state, "a.svg"), ">t = 0.00 s</text>");
  assert_has(text, ">t = 0.25 s</text>");
  assert_has(text, ">t = 1.00 s</text>");
  try_pawl(state, &t, "picture swing.lua -o a.svg --at 0.0001,0.00015,0.5"); /* told apart at all scales */
  assert_has(file(state, "a.svg"), ">t = 0.00010 s</text>");
  assert_has(text, ">t = 0.00015 s</text>");
  try_pawl(state, &t, "picture swing.lua -o a.svg --frames 5 --until 0.04");
  assert_has(file(state, "a.svg"), ">t = 30 ms</text>");
  try_pawl(state, &t, "picture swing.lua -o a.svg");
  assert_lacks(file(state, "a.svg"), "t = ");
  try_pawl(state, &t, "picture swing.lua -o a.svg --frames 3 --overlay");
  assert_has(file(state, "a.svg"), ">t = 0.0, 0.5, 1.0 s</text>");
  assert_int_equal(times(text, "<g opacity="), 2);
  try_pawl(state, &t, "picture swing.lua -o a.svg --frames 200 --overlay --arrows none");
  assert_has(file(state, "a.svg"), "t = 0.000 … 1.000 s</text>");
}

/* The bodies are where the channels say: the marker's cross has its middle at the tip. */
static void places_are_those_of_the_run(void **state)
{
  trial t;
  try_pawl(state, &t, "run swing.lua --out r.h5 --quiet");
  assert_int_equal(t.status, 0);
  try_pawl(state, &t, "picture r.h5 -o a.svg --at 0.7");
  assert_string_equal(t.err, "");
  try_pawl(state, &t, "picture swing.lua -o b.svg --at 0.7");
  char *first = strdup(file(state, "a.svg"));
  file(state, "b.svg");
  /* the same but for the title */
  assert_string_equal(strstr(first, "</title>"), strstr(text, "</title>"));
  free(first);
}

static void bad_times_are_sentences(void **state)
{
  static const struct {
    const char *call, *says;
  } bad[] = {{"--at 2", "--at 2: the motion is from t = 0 to 1 s"},
             {"--at=-0.1", "--at -0.1: the motion is from t = 0 to 1 s"},
             {"--at 0,,1", "--at wants times with commas between them, not ''"},
             {"--at x", "--at wants times"},
             {"--at nan", "--at wants times"},
             {"--frames 0", "--frames must be at least 1, not 0"},
             {"--frames 2.5", "--frames wants a whole number, not 2.5"},
             {"--frames 3 --at 0", "--at, --frames and --events all say when"},
             {"--columns 0", "--columns must be at least 1"},
             {"--events", "--events: swing.lua holds no events"},
             {"--view top", "--view is for models in space, and swing.lua is planar"},
             {"--trace tap", "--trace: there is no part 'tap'; did you mean 'tip'?"},
             {"--trace hinge", "--trace: there is no place (x and y) recorded of 'hinge'"},
             {"--trace ''", "--trace: there is no part ''"},
             {"--units deg", "--units is for --plot"},
             {"--mark 0.5", "--mark is for --plot"},
             {"--since 0.5", "--since is for --plot; drawings are made --at their times"},
             {"--model swing.lua", "--model is for a result in CSV"},
             {"--fraems 3", "picture has no option --fraems; did you mean --frames?"}};
  trial t;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    char call[256];
    snprintf(call, sizeof call, "picture swing.lua -o a.svg %s", bad[i].call);
    assert_int_equal(try_pawl(state, &t, call)->status, 2);
    assert_has(t.err, bad[i].says);
  }
}

/* ---- events ---- */

static void write_events(void **state, const char *name, int count)
{
  const pawl_channel channels[] = {
      {"arm.x", "m", "arm", ""}, {"arm.y", "m", "arm", ""}, {"arm.angle", "rad", "arm", ""}};
  const pawl_stored_model model = {"swing.lua", swing, NULL, 0, NULL, 0};
  pawl_writer *w = NULL;
  pawl_error e = {0};
  char path[128];
  snprintf(path, sizeof path, "%s/%s", (const char *)*state, name);
  assert_int_equal(pawl_writer_open(&w, path, channels, 3, 0, NULL, &e), PAWL_OK);
  pawl_writer_model(w, &model, NULL, NULL, 0, &e);
  for (int i = 0; i <= 10; i++)
    pawl_writer_row(w, 0.1 * i, (const double[]){0, 0, 0.1 * i}, &e);
  for (int i = 0; i < count; i++)
    for (int twice = 0; twice < 2; twice++) {
      const pawl_event event = {0.9 * i / count, "landing", "open", i % 2 ? "open" : "sliding",
                                "impact",        1,         0};
      pawl_writer_event(w, &event, &e);
    }
  assert_int_equal(pawl_writer_close(w, true, &e), PAWL_OK);
}

static void events_are_moments(void **state)
{
  trial t;
  write_events(state, "few.h5", 3);
  try_pawl(state, &t, "picture few.h5 -o a.svg --events");
  assert_string_equal(t.err, "");
  assert_int_equal(times(file(state, "a.svg"), "t = 0."), 3);
  assert_has(text, ">t = 0.3 s: landing open</text>");
  write_events(state, "many.h5", 50);
  try_pawl(state, &t, "picture many.h5 -o a.svg --events");
  assert_int_equal(t.status, 0);
  assert_has(t.err, "of 50 events 12 are drawn");
  assert_int_equal(times(file(state, "a.svg"), "t = 0."), 12);
  try_pawl(state, &t, "picture many.h5 -o a.svg --plot arm.angle");
  assert_true(times(file(state, "a.svg"), "stroke-dasharray") == 50);
}

/* ---- space ---- */

static void views_of_space(void **state)
{
  static const char *const views[] = {"front", "side", "top", "oblique", "30,20", "-45,-10.5"};
  trial t;
  char *seen[6];
  for (int i = 0; i < 6; i++) {
    char call[128];
    snprintf(call, sizeof call, "picture ball.lua -o v.svg --at 0.2 --trace bob --arrows all --view=%s",
             views[i]);
    try_pawl(state, &t, call);
    if (t.status != 0)
      fail_msg("%s", t.err);
    seen[i] = strdup(file(state, "v.svg"));
    for (int k = 0; k < i; k++)
      assert_string_not_equal(seen[i], seen[k]);
  }
  for (int i = 0; i < 6; i++)
    free(seen[i]);
  assert_int_equal(try_pawl(state, &t, "picture ball.lua -o v.svg --view above")->status, 2);
  assert_has(t.err,
             "--view wants front, side, top, oblique, or two angles in degrees such as 30,20, not 'above'");
  assert_int_equal(try_pawl(state, &t, "picture ball.lua -o v.svg --view 1,x")->status, 2);
}

/* ---- plots ---- */

static void plots_have_panels_by_unit(void **state)
{
  trial t;
  try_pawl(state, &t, "picture swing.lua -o p.svg --plot hinge.angle,hinge.speed,tip.x,tip.y");
  assert_string_equal(t.err, "");
  assert_int_equal(times(file(state, "p.svg"), ">t, s</text>"), 1);
  assert_has(text, ">rad</text>");
  assert_has(text, ">rad/s</text>");
  assert_has(text, ">m</text>");
  assert_has(text, ">hinge.angle</text>");
  try_pawl(state, &t, "picture swing.lua -o p.svg --plot hinge.angle,hinge.speed --units rpm,deg,ms");
  assert_has(file(state, "p.svg"), ">deg</text>");
  assert_has(text, ">rpm</text>");
  assert_has(text, ">t, ms</text>");
  try_pawl(state, &t, "picture swing.lua -o p.svg --plot hinge.speed:hinge.angle");
  assert_has(file(state, "p.svg"), ">hinge.angle, rad</text>");
  try_pawl(state, &t, "picture swing.lua -o p.png --plot 'hinge,energy.*' --theme dark");
  assert_string_equal(t.err, "");
  assert_memory_equal(file(state, "p.png"), "\x89PNG", 4);
}

/* The numbers below the axis are those of the window; events outside of it are not marked. */
static void plots_have_a_window(void **state)
{
  trial t;
  assert_int_equal(try_pawl(state, &t, "run swing.lua --quiet --out w.h5")->status, 0);
  try_pawl(state, &t, "picture swing.lua -o whole.svg --plot hinge.angle");
  assert_has(file(state, "whole.svg"), ">0.2</text>");
  static const char *const calls[] = {"swing.lua --since 0.62 --until 0.78",
                                      "w.h5 --since 0.62 --until 0.78"};
  static char first[1 << 18];
  for (int i = 0; i < 2; i++) {
    char call[128];
    snprintf(call, sizeof call, "picture %s -o window.svg --plot hinge.angle", calls[i]);
    try_pawl(state, &t, call);
    assert_string_equal(t.err, "");
    assert_int_equal(t.status, 0);
    assert_has(file(state, "window.svg"), ">0.62</text>");
    assert_has(text, ">0.78</text>");
    assert_lacks(text, ">0.2</text>");
    assert_lacks(text, ">0.8</text>");
    if (i == 0)
      snprintf(first, sizeof first, "%s", strstr(text, "<path"));
  }
  assert_string_equal(first, strstr(text, "<path")); /* of a run and of its result alike */
  assert_int_equal(try_pawl(state, &t, "picture w.h5 -o a.svg --plot hinge --since 0.5 --until 0.4")->status,
                   2);
  assert_string_equal(t.err,
                      "pawl: --since 0.5: the motion is from t = 0 to 1 s, and has no row up to --until\n");
  assert_int_equal(try_pawl(state, &t, "picture w.h5 -o a.svg --until 0.4")->status, 2);
  assert_string_equal(t.err, "pawl: --until is for a model that is run, and w.h5 is a result\n");
}

/* Instants are numbered on every curve, over time and over each other. */
static void plots_have_marks(void **state)
{
  trial t;
  try_pawl(state, &t, "picture swing.lua -o plain.svg --plot hinge.angle,hinge.speed:hinge.angle");
  int dots = times(file(state, "plain.svg"), "<circle");
  try_pawl(state, &t,
           "picture swing.lua -o p.svg --plot hinge.angle,hinge.speed:hinge.angle --mark 0.25,0.5,1");
  assert_string_equal(t.err, "");
  assert_int_equal(times(file(state, "p.svg"), "<circle"), dots + 6);
  assert_int_equal(times(text, ">3</text>") - times(file(state, "plain.svg"), ">3</text>"), 2);
}

/* A ball that lies on the floor has a cross where it touches; one in the air has none. */
static void pressed_contacts_have_crosses(void **state)
{
  trial t;
  write_file(
      *state, "fall.lua",
      "planar { gravity = {0, -9.81} }\n"
      "local ball = body 'ball' { mass = 1, inertia = 1e-3, y = 0.06 }\n"
      "contact 'hit' { shape 'floor' { ground, line { {0.2, 0}, {-0.2, 0} } },\n"
      "  shape 'rim' { ball, circle { radius = 0.05 } }, law = linear { stiffness = 1e4, damping = 200 } }\n"
      "simulate { duration = 1, output = 0.01 }\n");
  assert_int_equal(try_pawl(state, &t, "picture fall.lua -o a.svg --at 0.02")->status, 0);
  assert_int_equal(times(file(state, "a.svg"), "#1a6b3c"), 0);
  assert_int_equal(try_pawl(state, &t, "picture fall.lua -o a.svg --at 1")->status, 0);
  assert_int_equal(times(file(state, "a.svg"), "#1a6b3c"), 2);
  assert_int_equal(try_pawl(state, &t, "picture fall.lua -o a.svg --at 0.02,1")->status, 0);
  assert_int_equal(times(file(state, "a.svg"), "#1a6b3c"), 2);
}

static void bad_plots_are_sentences(void **state)
{
  static const struct {
    const char *call, *says;
  } bad[] = {
      {"--plot hing.angle", "--plot: there is no channel or part 'hing.angle'; did you mean 'hinge.angle'?"},
      {"--plot hinge.angle,,", "--plot: there is no channel or part ''"},
      {"--plot hinge.angle:arm", "what stands after the colon means"},
      {"--plot :hinge.angle", "--plot: there is no channel or part ''"},
      {"--plot 'q*'", "--plot: there is no channel or part 'q*'"},
      {"--plot '*,*'", "--plot: more than 64 curves"},
      {"--plot hinge --units furlong", "--units: there is no unit 'furlong'; there are mm cm"},
      {"--plot hinge --overlay", "--overlay is for drawings, not for --plot"},
      {"--plot hinge --frames 2", "--frames is for drawings, not for --plot"},
      {"--plot hinge --since 7", "--since 7: the motion is from t = 0 to 1 s"},
      {"--plot hinge --mark 0.1,x", "--mark wants times with commas between them, not 'x'"},
      {"--plot hinge --mark 1.5", "--mark 1.5: the plot has no row then"},
      {"--plot hinge --since 0.5 --mark 0.4", "--mark 0.4: the plot has no row then"},
      {"--plot hinge --since -1", "--since must be at least 0, not -1"}};
  trial t;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    char call[256];
    snprintf(call, sizeof call, "picture swing.lua -o a.svg %s", bad[i].call);
    assert_int_equal(try_pawl(state, &t, call)->status, 2);
    assert_has(t.err, bad[i].says);
  }
}

/* A file in CSV has numbers, but no looks. */
static void csv_needs_its_model(void **state)
{
  trial t;
  try_pawl(state, &t, "run swing.lua --out r.csv --quiet");
  assert_int_equal(try_pawl(state, &t, "picture r.csv -o a.svg")->status, 2);
  assert_has(t.err, "a drawing needs the model, which r.csv does not hold: name it by --model MODEL");
  assert_int_equal(try_pawl(state, &t, "picture r.csv --model swing.lua -o a.svg --frames 2")->status, 0);
  assert_int_equal(try_pawl(state, &t, "picture r.csv -o a.svg --plot hinge,tip.x")->status, 0);
  assert_has(file(state, "a.svg"), ">hinge.angle</text>");
  write_file(*state, "gaps.csv", "time,a.b\n0,1\n1,nan\n2,inf\n3,4\n");
  assert_int_equal(try_pawl(state, &t, "picture gaps.csv -o a.svg --plot a")->status, 0);
  write_file(*state, "none.csv", "time,a.b\n0,nan\n1,nan\n");
  assert_int_equal(try_pawl(state, &t, "picture none.csv -o a.svg --plot a.b")->status, 0);
  assert_has(file(state, "a.svg"), "a.b (no numbers)");
  write_file(*state, "one.csv", "time,a.b\n0,7\n");
  assert_int_equal(try_pawl(state, &t, "picture one.csv -o a.png --plot a.b")->status, 0);
  try_pawl(state, &t, "run swing.lua --out some.h5 --channels hinge --quiet");
  assert_int_equal(try_pawl(state, &t, "picture some.h5 -o a.svg")->status, 2);
  assert_has(t.err, "some.h5 does not hold where 'arm' is");
  assert_int_equal(try_pawl(state, &t, "picture none.h5 -o a.svg")->status, 4);
}

/* ---- models at the end of what there is ---- */

static void strange_models(void **state)
{
  trial t;
  write_file(*state, "empty.lua", "planar {}\n");
  assert_int_equal(try_pawl(state, &t, "picture empty.lua -o a.svg")->status, 1);
  assert_has(t.err, "the model has no bodies");
  write_file(*state, "nothing.lua",
             "planar { axes = false, look = { visible = false } }\nbody 'a' { mass = 1, inertia = 1 }\n");
  assert_int_equal(try_pawl(state, &t, "picture nothing.lua -o a.svg")->status, 2);
  assert_has(t.err, "nothing.lua draws nothing");
  write_file(*state, "huge.lua",
             "planar {}\nlocal b = body 'a' { mass = 1, inertia = 1, x = 1e100 }\n"
             "drawing 'd' { b, shape = 'box', length = 1e100, width = 1e99 }\n");
  for (int i = 0; i < 3; i++) {
    static const char *const names[] = {"h.svg", "h.png", "h.pdf"};
    char call[64];
    snprintf(call, sizeof call, "picture huge.lua -o %s", names[i]);
    assert_int_equal(try_pawl(state, &t, call)->status, 0);
  }
  write_file(*state, "evil.csv", "time,<script>&\xff\n0,1\n1,2\n");
  assert_int_equal(try_pawl(state, &t, "picture evil.csv -o a.svg --plot '<*'")->status, 0);
  assert_has(file(state, "a.svg"), "&lt;script&gt;&amp;\xEF\xBF\xBD");
  assert_int_equal(try_pawl(state, &t, "picture evil.csv -o a.png --plot '<*'")->status, 0);
  assert_int_equal(try_pawl(state, &t, "picture missing.lua -o a.svg")->status, 4);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_kind_of_file),
      cmocka_unit_test(sizes_are_kept),
      cmocka_unit_test(a_failure_leaves_what_was_there),
      cmocka_unit_test(no_fonts_are_no_failure),
      cmocka_unit_test(times_are_written_below),
      cmocka_unit_test(places_are_those_of_the_run),
      cmocka_unit_test(bad_times_are_sentences),
      cmocka_unit_test(events_are_moments),
      cmocka_unit_test(views_of_space),
      cmocka_unit_test(plots_have_panels_by_unit),
      cmocka_unit_test(plots_have_a_window),
      cmocka_unit_test(plots_have_marks),
      cmocka_unit_test(pressed_contacts_have_crosses),
      cmocka_unit_test(bad_plots_are_sentences),
      cmocka_unit_test(csv_needs_its_model),
      cmocka_unit_test(strange_models),
  };
  return cmocka_run_group_tests(tests, open_models, remove_folder);
}
