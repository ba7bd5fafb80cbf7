/* Impacts and rests that are known in closed form: bouncing balls up to and beyond the limit of their bounces, dry friction,
 * strings that go slack, a wall that is hit in every period, rocking blocks, cradles. Runs of Siconos in `references`
 * are compared where that folder is there. */
#define _XOPEN_SOURCE 700
#include "result/result.h"
#include "step/siconos_rows_test.h"

enum { LOGGED = 4000 };

typedef struct {
  int count;
  pawl_event at[LOGGED];
} event_log;

static void keep(void *context, const pawl_event *event)
{
  event_log *log = context;
  if (log->count < LOGGED)
    log->at[log->count++] = *event;
}

static void listen(session s, event_log *log)
{
  log->count = 0;
  s.run->tells.on_event = keep;
  s.run->tells.listener = log;
}

static session open_with(const char *path, const pawl_setting *set, int count)
{
  pawl_model *model = NULL;
  pawl_error error = {0};
  pawl_reading how = {set, count, NULL};
  if (pawl_model_read(&model, path, &how, &error) != PAWL_OK)
    fail_msg("%s: %s", error.where, error.text);
  return opened(model, NULL);
}

static bool is(const char *text, const char *wanted)
{
  return strcmp(text, wanted) == 0;
}

/* ---- the ball ---- */

typedef struct {
  double e, height, mass, gravity;
} ball;

static session open_ball(const ball *b)
{
  static char text[4][32];
  const double number[] = {b->e, b->height, b->mass, b->gravity};
  static const char *const names[] = {"e", "height", "mass", "gravity"};
  pawl_setting set[4];
  for (int i = 0; i < 4; i++) {
    snprintf(text[i], sizeof text[i], "%.17g", number[i]);
    set[i] = (pawl_setting){names[i], text[i]};
  }
  return open_with("models/bouncing-ball", set, 4);
}

/* Impact k = 0, 1, … is at t1 (1 + 2 e (1 - e^k)/(1 - e)), and goes up by e^(2 k + 2) of the drop. All times in t1. */
static double check_impacts(const event_log *log, const ball *b, double t1, int *checked)
{
  double worst = 0, high = b->e * b->e, since = 1, flight = 2 * b->e;
  for (int i = 0; i < log->count && is(log->at[i].reason, "impact"); i++) {
    worst = fmax(worst, fabs(log->at[i].time / t1 - since));
    ++*checked;
    if (high < 1e-9)
      break;
    since += flight;
    flight *= b->e;
    high *= b->e * b->e;
  }
  return worst * t1;
}

/* What 1e-12 s is for the ball of 1 m on the earth, in its own time. */
static double second_of(const ball *b)
{
  return sqrt(b->height / 1 * 9.81 / b->gravity);
}

static void one_ball(const ball *b, double *worst_impact, double *worst_limit, double *worst_rest,
                     int *checked)
{
  static event_log heard;
  session s = open_ball(b);
  double t1 = sqrt(2 * b->height / b->gravity), limit = t1 * (1 + b->e) / (1 - b->e), second = second_of(b);
  listen(s, &heard);
  go(s, 1.01 * limit + 1000 * second);
  assert_true(heard.count > 1);
  int before = *checked;
  *worst_impact = fmax(*worst_impact, check_impacts(&heard, b, t1, checked) / second);
  assert_true(*checked - before >= floor(log(1e-9) / (2 * log(b->e))));
  const pawl_event *last = heard.at + heard.count - 1;
  assert_string_equal(last->reason, "accumulation");
  assert_true(fabs(last->first - t1) < 1e-12 * second);
  assert_true(last->count == heard.count);
  *worst_limit = fmax(*worst_limit, fabs(last->limit - limit) / second);
  *worst_rest = fmax(*worst_rest, fabs(see(s, "ball", -1, "y")) / b->height);
  assert_true(fabs(see(s, "ball", -1, "vy")) < 1e-15 * b->gravity * t1);
  assert_true(fabs(see(s, "bounce", -1, "normal_force") / (b->mass * b->gravity) - 1) < 1e-12);
  leave(s);
}

static void balls_bounce_to_their_limit(void **state)
{
  (void)state;
  ball cases[26] = {{0.5, 1, 1, 9.81}, {0.9, 1, 1, 9.81}};
  unsigned long long seed = 3;
  for (int i = 2; i < 26; i++)
    cases[i] = (ball){i % 2 ? 0.5 : uniform(&seed, 0.05, 0.95), decades(&seed, 3), decades(&seed, 3),
                      9.81 * decades(&seed, 2)};
  double impact = 0, limit = 0, rest = 0;
  int checked = 0;
  for (int i = 0; i < 26; i++) {
    one_ball(cases + i, &impact, &limit, &rest, &checked);
    if (i == 1)
      print_message(
          "e = 0.5 and 0.9: %d impacts off by %.1e s, the limit by %.1e s, rest by %.1e of the drop\n",
          checked, impact, limit, rest);
    if (!(impact < 1e-12 && limit < 1e-9 && rest < 1e-12))
      fail_msg("e = %g, height %g m, mass %g kg, g = %g: %.2e, %.2e, %.2e", cases[i].e, cases[i].height,
               cases[i].mass, cases[i].gravity, impact, limit, rest);
  }
  print_message("siblings: %d impacts off by %.1e, limits by %.1e, rest by %.1e\n", checked, impact, limit,
                rest);
}

/* Two runs, and a third that is saved and goes on elsewhere: one log, bit for bit. */
static void balls_are_the_same_every_time(void **state)
{
  (void)state;
  static event_log log[3];
  const ball b = {0.9, 1, 1, 9.81};
  for (int i = 0; i < 3; i++) {
    session s = open_ball(&b);
    listen(s, log + i);
    go(s, 2.3456);
    if (i == 2) {
      double *saved = calloc(pawl_run_state_size(s.run), sizeof *saved);
      pawl_error error = {0};
      pawl_run_get_state(s.run, saved);
      session other = open_ball(&b);
      other.run->tells.on_event = keep;
      other.run->tells.listener = log + i;
      assert_int_equal(pawl_run_set_state(other.run, saved, &error), PAWL_OK);
      leave(s);
      s = other;
      free(saved);
    }
    go(s, 10);
    leave(s);
  }
  for (int i = 1; i < 3; i++) {
    assert_int_equal(log[i].count, log[0].count);
    for (int k = 0; k < log[0].count; k++)
      for (const pawl_event_number *n = pawl_event_numbers; n->name; n++) {
        double a = pawl_event_get(log[0].at + k, n), c = pawl_event_get(log[i].at + k, n);
        if (memcmp(&a, &c, sizeof a) != 0 && !(isnan(a) && isnan(c)))
          fail_msg("run %d, event %d, %s: %.17g, %.17g", i, k, n->name, a, c);
      }
    for (int k = 0; k < log[0].count; k++)
      assert_memory_equal(&log[i].at[k].time, &log[0].at[k].time, sizeof(double));
  }
}

/* Runs that are told to stop at the impact, or as little as doubles can say before or after it, go on from there. */
static void a_impact_at_the_end(void **state)
{
  (void)state;
  const ball b = {0.9, 1, 1, 9.81};
  for (int i = -6; i <= 6; i++) {
    session s = open_ball(&b);
    double t = sqrt(2 / 9.81);
    for (int k = 0; k < abs(i); k++)
      t = nextafter(t, i < 0 ? 0 : 1);
    go(s, t);
    go(s, 1);
    double since = 1 - sqrt(2 / 9.81), y = since * (0.9 * sqrt(2 * 9.81) - 9.81 * since / 2);
    assert_true(fabs(see(s, "ball", -1, "y") - y) < 1e-12);
    leave(s);
  }
}

/* ---- runs of Siconos ---- */

static bool read_row(FILE *file, double *row, int columns)
{
  for (int i = 0; i < columns; i++)
    if (fscanf(file, "%lf", row + i) != 1)
      return false;
  return true;
}

/* The channels against columns 1, 2 … of all rows, but those of events, which are there twice: before and after. Writes the
 * largest differences. */
static void against(session s, const char *file_name, int columns, const char *const *channel,
                    const double *factor, double *worst)
{
  FILE *file = open_reference(file_name);
  double row[16], next[16], before = -1;
  int rows = 0;
  bool more = file && read_row(file, next, columns);
  while (more) {
    memcpy(row, next, sizeof row);
    more = read_row(file, next, columns);
    bool twice = row[0] == before || (more && row[0] == next[0]);
    before = row[0];
    if (twice)
      continue;
    go(s, row[0]);
    rows++;
    for (int i = 1; i < columns; i++) {
      double here = channel[i] ? factor[i] * pawl_run_read(s.run, pawl_run_find(s.run, channel[i])) : row[i];
      worst[i] = fmax(worst[i], fabs(here - row[i]));
    }
  }
  assert_true(!file || rows > 100);
  if (file)
    fclose(file);
}

static void balls_of_siconos(void **state)
{
  (void)state;
  static const char *const channel[] = {NULL, "ball.y", "ball.vy", NULL, NULL, NULL, NULL};
  static const char *const resting[] = {NULL, "ball.y", "ball.vy", NULL, "bounce.normal_force"};
  const double factor[] = {1, 1, 1, 1, 1, 1, 1};
  double worst[7] = {0};
  const ball high = {0.9, 1, 1, 9.81}, dull = {0, 1, 1, 9.81};
  session s = open_ball(&high);
  against(s, "BouncingBallED", 7, channel, factor, worst);
  leave(s);
  print_message("BouncingBallED: places off by %.1e m, speeds by %.1e m/s\n", worst[1], worst[2]);
  assert_true(worst[1] < 1e-9 && worst[2] < 1e-8);
  worst[1] = worst[2] = 0;
  s = open_ball(&dull);
  against(s, "BouncingBallED-withRestingContact", 5, resting, factor, worst);
  leave(s);
  print_message("with resting contact: places off by %.1e m, speeds by %.1e m/s, forces by %.1e N\n",
                worst[1], worst[2], worst[4]);
  assert_true(worst[1] < 1e-9 && worst[2] < 1e-8 && worst[4] < 1e-9);
}

/* ---- strings ---- */

/* A mass on a string of length 1 m in own equations, y upwards: gap = 1 - |r|. */
static session open_string(double x, double y, double vx, double vy, double e)
{
  char text[640];
  snprintf(
      text, sizeof text,
      "planar {}\nlocal bob = lagrangian 'bob' { coordinates = {'x', 'y'}, units = {'m', 'm'},\n"
      "  start = {%.17g, %.17g}, speed = {%.17g, %.17g}, mass = { {1, 0}, {0, 1} }, force = {0, -9.81} }\n"
      "gap 'string' { bob, gap = function(q) return 1 - (q.x^2 + q.y^2)^0.5 end,\n"
      "  law = rigid { restitution = %.17g } }\nsimulate { duration = 10, tolerance = 1e-12 }\n",
      x, y, vx, vy, e);
  return open_text(text, NULL);
}

/* SimplePendulumED: let go at 60 degrees, the string stays tight; its y is downwards, its multiplier that of |r|². */
static void a_string_of_siconos(void **state)
{
  (void)state;
  static const char *const channel[] = {NULL, "bob.x", "bob.y", "bob.x_speed", "bob.y_speed",
                                        NULL, NULL,    NULL,    NULL,          "string.normal_force"};
  const double factor[] = {1, 1, -1, 1, -1, 1, 1, 1, 1, 0.5};
  double worst[10] = {0};
  session s = open_string(sqrt(3) / 2, -0.5, 0, 0, 0);
  against(s, "SimplePendulumED_Lsodar", 10, channel, factor, worst);
  print_message("SimplePendulumED: places off by %.1e and %.1e m, speeds by %.1e m/s, tension by %.1e\n",
                worst[1], worst[2], fmax(worst[3], worst[4]), worst[9]);
  assert_true(worst[1] < 1e-9 && worst[2] < 1e-9 && worst[3] < 1e-8 && worst[4] < 1e-8 && worst[9] < 1e-8);
  leave(s);
}

/* From below with v0² = 3.5 g l the string goes slack where cos θ = (2 - 3.5)/3, the mass flies along a parabola, and the
 * string takes its speed along r when it is tight again. */
static void a_string_goes_slack(void **state)
{
  (void)state;
  static event_log log;
  const double g = 9.81, cosine = -0.5, sine = sqrt(0.75), v = sqrt(0.5 * g);
  session s = open_string(0, -1, sqrt(3.5 * g), 0, 0.3);
  listen(s, &log);
  go(s, 2);
  assert_true(log.count >= 2);
  assert_string_equal(log.at[0].reason, "would pull");
  assert_string_equal(log.at[1].reason, "impact");
  leave(s);
  s = open_string(0, -1, sqrt(3.5 * g), 0, 0.3);
  go(s, log.at[0].time);
  assert_true(fabs(see(s, "bob", -1, "x") - sine) < 1e-9 && fabs(see(s, "bob", -1, "y") + cosine) < 1e-9);
  /* From there: x = sine + cosine v t, y = -cosine + sine v t - g t²/2, and |r| = 1 again at t = 4 sine v/g. */
  double flight = 4 * sine * v / g;
  print_message("slack at %.12f s, tight after %.3e s more than the parabola says\n", log.at[0].time,
                log.at[1].time - log.at[0].time - flight);
  assert_true(fabs(log.at[1].time - log.at[0].time - flight) < 1e-9);
  assert_true(fabs(log.at[1].rate_after / log.at[1].rate_before + 0.3) < 1e-12);
  leave(s);
}

/* ---- friction ---- */

static void a_block_comes_to_rest(void **state)
{
  (void)state;
  static event_log log;
  session s = open_with("models/friction-oscillator", NULL, 0);
  const double end = 15 - sqrt(205), first = atan2(6, 13);
  listen(s, &log);
  go(s, 40);
  assert_int_equal(log.count, 8);
  double worst = 0;
  for (int i = 0; i < 8; i++)
    worst = fmax(worst, fabs(log.at[i].time - first - i * acos(-1)));
  assert_string_equal(log.at[7].to, "sticking");
  print_message("friction oscillator: turns off by %.1e s, rest by %.1e m\n", worst,
                fabs(see(s, "block", -1, "x") - end));
  assert_true(worst < 1e-11 && fabs(see(s, "block", -1, "x") - end) < 1e-11);
  go(s, 1000);
  assert_true(fabs(see(s, "block", -1, "x") - end) < 1e-11);
  leave(s);
}

/* Siconos' run has steps of 0.01 s, and errs by as much of an amplitude of 14 m. */
static void a_block_of_siconos(void **state)
{
  (void)state;
  static const char *const channel[] = {NULL, "block.x", NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL};
  const double factor[10] = {1, 1};
  double worst[10] = {0};
  session s = open_with("models/friction-oscillator", NULL, 0);
  against(s, "FrictionOscillator_every5", 10, channel, factor, worst);
  print_message("FrictionOscillator: places off by %.1e m\n", worst[1]);
  assert_true(worst[1] < 0.01 * 14);
  leave(s);
}

/* ---- blocks and cradles ---- */

/* Without friction the corner slides away below the centre, which falls straight: half of what falls is known. */
static void a_block_falls_on_its_other_corner(void **state)
{
  (void)state;
  static event_log log;
  session s = open_with("models/rocking-block", NULL, 0);
  listen(s, &log);
  go(s, 0.6);
  const pawl_event *hit = log.at;
  while (hit < log.at + log.count && !(hit->rate_before < 0))
    hit++;
  assert_true(hit < log.at + log.count);
  print_message("rocking block: first impact off by %.1e s and %.1e rad/s\n",
                fabs(hit->time - 0.5874779745739), fabs(hit->rate_before + 4.1307600933799));
  assert_true(fabs(hit->time - 0.5874779745739) < 1e-11);
  assert_true(fabs(hit->rate_before + 4.1307600933799) < 1e-10); /* 1 m from the corner that it turns about */
  leave(s);
}

/* Housner: a slender block that does not slip and does not bounce keeps 1 - 3/2 sin²α of its rate, tan α = width/height. */
static void a_slender_block_rocks_as_housner_says(void **state)
{
  (void)state;
  static event_log log;
  const pawl_setting set[] = {{"mu", "5"}, {"e", "0"}, {"width", "0.3"}, {"height", "1"}, {"tilt", "0.2"}};
  const double keeps = 1 - 1.5 * 0.09 / 1.09;
  session s = open_with("models/rocking-block", set, 5);
  listen(s, &log);
  go(s, 4);
  double before = NAN, worst = 0;
  int impacts = 0;
  for (int i = 0; i < log.count; i++) {
    if (!is(log.at[i].reason, "impact"))
      continue;
    if (impacts++)
      worst = fmax(worst, fabs(log.at[i].rate_before / before - keeps));
    before = log.at[i].rate_before;
  }
  print_message("Housner's block: %d impacts, %.1e off\n", impacts, worst);
  assert_true(impacts > 10 && worst < 1e-10);
  leave(s);
}

/* With a little room between them balls hit one after the other, and only as many as came leave; without, all at once, and
 * the first of n goes back with (2 - n)/n of its speed while the others leave with 2/n. */
static void cradles(void **state)
{
  (void)state;
  static const char *const counts[] = {"2", "3", "5", "8"};
  for (int k = 0; k < 4; k++)
    for (int at_once = 0; at_once < 2; at_once++) {
      const pawl_setting set[] = {{"n", counts[k]}, {"gap", at_once ? "0" : "1e-9"}};
      session s = open_with("models/newtons-cradle", set, 2);
      int n = atoi(counts[k]);
      double speed = 0, worst = 0;
      go(s, 0.228);
      speed = see(s, "ball", 1, "omega");
      go(s, 0.2288);
      for (int i = 1; i <= n; i++) {
        double wanted = at_once ? (i == 1 ? (2.0 - n) / n : 2.0 / n) : i == n ? 1 : 0;
        worst = fmax(worst, fabs(see(s, "ball", i, "omega") / speed - wanted));
      }
      if (!(worst < 2e-3)) /* they swing a little between the two instants */
        fail_msg("%d balls %s: %.2e", n, at_once ? "at once" : "in a row", worst);
      leave(s);
    }
}

/* Three masses on a line, the first comes with 1 m/s: one impact after the other, each as of two alone; or all in one, by W P = (2, 0) with
 * W = {3/2, -1/2; -1/2, 3/4}: P = (12/7, 8/7). */
static void one_after_the_other(void **state)
{
  (void)state;
  static const double after[2][3] = {{-1.0 / 3, -2.0 / 9, 4.0 / 9}, {-5.0 / 7, 2.0 / 7, 2.0 / 7}};
  for (int k = 0; k < 2; k++) {
    char text[1000];
    snprintf(text, sizeof text,
             "planar {}\nlocal p = lagrangian \"p\" { coordinates = {\"a\", \"b\", \"c\"}, units = {\"m\", "
             "\"m\", \"m\"},\n"
             "  start = {-0.1, 0, 0}, speed = {1, 0, 0}, mass = { {1, 0, 0}, {0, 2, 0}, {0, 0, 4} } }\n"
             "gap \"ab\" { p, gap = 0, normal = {-1, 1, 0}, law = rigid { restitution = 1 } }\n"
             "gap \"bc\" { p, gap = 0, normal = {0, -1, 1}, law = rigid { restitution = 1 } }\n"
             "simulate { duration = 0.2%s }\n",
             k ? "" : ", impacts = \"sequential\"");
    session s = open_text(text, NULL);
    go(s, 0.2);
    double v[3] = {see(s, "p", -1, "a_speed"), see(s, "p", -1, "b_speed"), see(s, "p", -1, "c_speed")};
    for (int i = 0; i < 3; i++)
      assert_true(fabs(v[i] - after[k][i]) < 1e-12);
    leave(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_after_the_other),
      cmocka_unit_test(balls_bounce_to_their_limit),
      cmocka_unit_test(balls_are_the_same_every_time),
      cmocka_unit_test(a_impact_at_the_end),
      cmocka_unit_test(balls_of_siconos),
      cmocka_unit_test(a_string_of_siconos),
      cmocka_unit_test(a_string_goes_slack),
      cmocka_unit_test(a_block_comes_to_rest),
      cmocka_unit_test(a_block_of_siconos),
      cmocka_unit_test(a_block_falls_on_its_other_corner),
      cmocka_unit_test(a_slender_block_rocks_as_housner_says),
      cmocka_unit_test(cradles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
