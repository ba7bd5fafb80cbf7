/* Small mechanisms that are easy to get wrong: each must be right, or be refused with its sentence. Where polygons meet: a ramp that
 * ends in a floor, a turning drum, seams, a slot. What is pinched, what hardly has inertia, what has two starts.
 *                                                                                              theory.md, 7.11 and 9.9 */
#include "base/chance.h"
#include "base/soak_test.h"
#include "step/sessions_test.h"

static const double PI = 3.14159265358979323846;

static double even(unsigned long long *seed, double low, double high)
{
  return low + (high - low) * (0.5 + 0.5 * pawl_chance(seed));
}

/* ---- runs ---- */

enum { SETTINGS = 6 };

/* Parameters of a model, as they are set on the command line. */
typedef struct {
  const char *name;
  double value;
} given;

static pawl_status try_open(session *s, const char *text, const given *set, double tolerance,
                            pawl_error *error)
{
  char value[SETTINGS][32];
  pawl_setting setting[SETTINGS];
  pawl_reading how = {setting, 0, NULL};
  pawl_run_options options = {NULL, tolerance, -1};
  for (; set && set->name; set++, how.setting_count++) {
    assert_true(how.setting_count < SETTINGS);
    snprintf(value[how.setting_count], sizeof *value, "%.17g", set->value);
    setting[how.setting_count] = (pawl_setting){set->name, value[how.setting_count]};
  }
  *s = (session){NULL, NULL};
  pawl_status status = pawl_model_parse(&s->model, text, "test", &how, error);
  return status == PAWL_OK ? pawl_run_open(&s->run, s->model, &options, error) : status;
}

static session open_with(const char *text, const given *set, double tolerance)
{
  session s;
  pawl_error error = {0};
  if (try_open(&s, text, set, tolerance, &error) != PAWL_OK)
    fail_msg("%s: %s\n%s", error.where, error.text, text);
  return s;
}

static double end_of(const char *text, const given *set, double tolerance, const char *part,
                     const char *channel)
{
  session s = open_with(text, set, tolerance);
  go(s, s.model->plan.duration);
  double value = see(s, part, -1, channel);
  leave(s);
  return value;
}

static void is_refused(const char *text, const given *set, pawl_status status, const char *sentence)
{
  session s;
  pawl_error error = {0};
  pawl_status got = try_open(&s, text, set, NAN, &error);
  if (got == PAWL_OK)
    got = pawl_run_until(s.run, s.model->plan.duration, &error);
  if (got != status || !strstr(error.text, sentence) || strncmp(error.where, "test:", 5) != 0)
    fail_msg("status %d, %s: %s", (int)got, error.where, error.text);
  leave(s);
}

typedef struct {
  double x, y, angle;
} pose;

static pose pose_of(session s, const char *body)
{
  return (pose){see(s, body, -1, "x"), see(s, body, -1, "y"), see(s, body, -1, "angle")};
}

/* Of a box of this size, a corner. */
static void corner_of(const pose *p, double width, double height, int i, double *x, double *y)
{
  double a = (i == 0 || i == 3 ? -0.5 : 0.5) * width, b = (i < 2 ? -0.5 : 0.5) * height;
  *x = p->x + cos(p->angle) * a - sin(p->angle) * b;
  *y = p->y + sin(p->angle) * a + cos(p->angle) * b;
}

/* ---- a box slides down a ramp into the floor, to the left (m = 1) or to the right ---- */

static const char ramp[] =
    "planar { gravity = {0, -9.81} }\n"
    "local m, a, v, mu = parameter 'm' { 1 }, parameter 'a' { pi/4 }, parameter 'v' { 0.5 }, parameter 'mu' "
    "{ 0.2 }\n"
    "local w, h = parameter 'w' { 0.1 }, parameter 'h' { 0.06 }\n"
    "local c, s, r = math.cos(a), math.sin(a), 0.3\n"
    "local top = {m*c, s}\n"
    "local way = shape 'way' { ground, polyline(m > 0 and { top, {0, 0}, {-9, 0} } or { {9, 0}, {0, 0}, top "
    "}) }\n"
    "local b = box 'b' { mass = 1, width = w, height = h, angle = m*a, vx = -m*v*c, vy = -v*s,\n"
    "  x = m*(r*c - h/2*s), y = r*s + h/2*c }\n"
    "local s = shape 's' { b, polygon { {-w/2, -h/2}, {w/2, -h/2}, {w/2, h/2}, {-w/2, h/2} } }\n"
    "contact 'c' { way, s, law = rigid {}, friction = mu }\n"
    "simulate { duration = 1 }\n";

typedef struct {
  double angle, speed, mu, width, height;
} slope;

enum { LOOKS = 20 };

/* Where it is at every look; how deep below ramp or floor at worst. */
static double slide(const slope *k, double m, pose at[LOOKS])
{
  const given set[] = {{"m", m},        {"a", k->angle},  {"v", k->speed}, {"mu", k->mu},
                       {"w", k->width}, {"h", k->height}, {NULL, 0}};
  session s = open_with(ramp, set, NAN);
  double worst = 0, x, y;
  for (int i = 0; i < LOOKS; i++) {
    go(s, (i + 1.0) / LOOKS);
    at[i] = pose_of(s, "b");
    for (int k4 = 0; k4 < 4; k4++) {
      corner_of(at + i, k->width, k->height, k4, &x, &y);
      worst = fmax(worst, fmax(-y, m * x * sin(k->angle) - y * cos(k->angle)));
    }
  }
  leave(s);
  return worst;
}

static void ramps_end_in_a_floor(void **state)
{
  (void)state;
  unsigned long long seed = 3;
  double deep = 0, apart = 0;
  int deepest = -1, which = -1;
  for (int i = 0; i < soak_or(1000, 60, 12); i++) {
    slope k = {PI / 4, 0.5, 0.2, 0.1, 0.06};
    if (i > 0)
      k = (slope){even(&seed, 12, 80) * PI / 180, even(&seed, 0.1, 2), even(&seed, 0, 0.5),
                  even(&seed, 0.04, 0.3), even(&seed, 0.02, 0.3)};
    pose left[LOOKS], right[LOOKS];
    note(&deep, &deepest, slide(&k, 1, left), i);
    note(&deep, &deepest, slide(&k, -1, right), i);
    for (int j = 0; j < LOOKS; j++) {
      note(&apart, &which, fabs(left[j].x + right[j].x), i);
      note(&apart, &which, fabs(left[j].y - right[j].y), i);
      note(&apart, &which, fabs(left[j].angle + right[j].angle), i);
    }
    assert_true(i > 0 || apart < 1e-9);
  }
  print_message("ramps: deepest %.1e m (%d), mirror images apart by %.1e (%d)\n", deep, deepest, apart,
                which);
  assert_true(deep < 1e-9);
  assert_true(apart <
              1e-7); /* ten tolerances: some land on edges, and which way they fall is not known better */
}

/* ---- a box in a turning drum of n sides ---- */

static const char drum[] =
    "planar { gravity = {0, -9.81} }\n"
    "local n, turn = parameter 'n' { 8 }, parameter 'turn' { 2, unit = 'rad/s' }\n"
    "local drum = base 'drum' { angle = function(t) return turn*t end }\n"
    "local corners = {}\n"
    "for i = 1, n do corners[i] = {0.3*math.cos(-2*pi*(i - 1)/n), 0.3*math.sin(-2*pi*(i - 1)/n)} end\n"
    "local wall = shape 'wall' { drum, polygon(corners) }\n"
    "local b = box 'b' { mass = 1, width = 0.1, height = 0.06, y = -0.1 }\n"
    "local s = shape 's' { b, polygon { {-0.05, -0.03}, {0.05, -0.03}, {0.05, 0.03}, {-0.05, 0.03} } }\n"
    "contact 'c' { wall, s, law = rigid { restitution = 0 }, friction = 0.4 }\n"
    "simulate { duration = 5 }\n";

/* How far corners of the box are beyond a side of the drum, at worst. */
static double beyond_drum(const pose *p, int n, double turned)
{
  double worst = -INFINITY, x, y;
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < n; k++) {
      double normal = turned + (2 * k + 1) * PI / n;
      corner_of(p, 0.1, 0.06, i, &x, &y);
      worst = fmax(worst, x * cos(normal) + y * sin(normal) - 0.3 * cos(PI / n));
    }
  return worst;
}

static double tumble(int n, double turn, int looks, double end, pose *at)
{
  const given set[] = {{"n", n}, {"turn", turn}, {NULL, 0}};
  session s = open_with(drum, set, NAN);
  double worst = 0;
  for (int i = 0; i < looks; i++) {
    double t = end * (i + 1) / looks;
    go(s, t);
    at[i] = pose_of(s, "b");
    worst = fmax(worst, beyond_drum(at + i, n, turn * t));
  }
  leave(s);
  return worst;
}

/* A drum with an even number of sides is its own mirror image. */
static void drums_keep_their_box(void **state)
{
  (void)state;
  enum { MOST = 500 };
  double end = soak_or(10, 5, 1), deep = 0, apart = 0;
  int looks = 100 * (int)end, deepest = -1, which = -1;
  static pose one[2 * MOST], other[2 * MOST];
  assert_true(looks <= 2 * MOST);
  for (int n = 3; n <= 12; n++) {
    note(&deep, &deepest, tumble(n, 2, looks, end, one), n);
    note(&deep, &deepest, tumble(n, -2, looks, end, other), n);
    for (int i = 0; n % 2 == 0 && i < looks; i++) {
      note(&apart, &which, fabs(one[i].x + other[i].x), n);
      note(&apart, &which, fabs(one[i].y - other[i].y), n);
    }
  }
  print_message("drums: deepest %.1e m (n = %d), mirror images apart by %.1e (n = %d)\n", deep, deepest,
                apart, which);
  assert_true(deep < 1e-9);
  assert_true(apart < 1e-9);
}

/* ---- a heavy ball on a light one on a floor ---- */

static const char pinched[] =
    "planar { gravity = {0, -9.81} }\n"
    "local ratio, m = parameter 'ratio' { 100 }, parameter 'm' { 1 }\n"
    "local floor = shape 'floor' { ground, line { {1, 0}, {-1, 0} } }\n"
    "local a = cylinder 'a' { mass = 1e-3, radius = 0.01, y = 0.01 }\n"
    "local b = cylinder 'b' { mass = 1e-3*ratio, radius = 0.1, y = 0.22, x = 0.001*m }\n"
    "local sa, sb = shape 'sa' { a, circle { radius = 0.01 } }, shape 'sb' { b, circle { radius = 0.1 } }\n"
    "contact 'fa' { floor, sa, law = rigid { restitution = 0.5 }, friction = 0.3 }\n"
    "contact 'ab' { sa, sb, law = rigid { restitution = 0.5 }, friction = 0.3 }\n"
    "step 'hold' { from = 9.81e-3*ratio, to = 0, start = 10 }\n"
    "force 'crane' { b, fy = 'hold.value' }\n"
    "simulate { duration = 10.432, output = 1e-3, tolerance = 1e-6 }\n";

/* All rows are finite and of the scene's size, none has an overlap, and the last is at the end to the bit. */
static void roll(double ratio, double m, double end[2])
{
  const given set[] = {{"ratio", ratio}, {"m", m}, {NULL, 0}};
  session s = open_with(pinched, set, NAN);
  pawl_error error = {0};
  int count = pawl_run_channel_count(s.run), rows = 0;
  double *value = calloc((size_t)count, sizeof *value);
  assert_non_null(value);
  int ax = pawl_run_find(s.run, "a.x"), bx = pawl_run_find(s.run, "b.x");
  int ay = pawl_run_find(s.run, "a.y"), by = pawl_run_find(s.run, "b.y");
  while (s.run->t < 10.432) {
    assert_int_equal(pawl_run_step(s.run, 10.432, &error), PAWL_OK);
    for (; rows <= 10432 && rows * 1e-3 <= s.run->t; rows++) {
      assert_int_equal(pawl_run_output(s.run, fmin(rows * 1e-3, s.run->t), value, &error), PAWL_OK);
      for (int i = 0; i < count; i++)
        if (!isfinite(value[i]))
          fail_msg("ratio %g: %s is %g in row %d", ratio, pawl_run_channel_name(s.run, i), value[i], rows);
      assert_true(fabs(value[ax]) < 1 && fabs(value[bx]) < 1 && value[by] < 0.221);
      assert_true(value[ay] > 0.01 - 1e-9 &&
                  hypot(value[bx] - value[ax], value[by] - value[ay]) > 0.11 - 1e-9);
    }
  }
  assert_true(s.run->t == 10.432);
  end[0] = see(s, "a", -1, "x");
  end[1] = see(s, "b", -1, "x");
  leave(s);
  free(value);
}

static void a_light_ball_is_pinched(void **state)
{
  (void)state;
  const double ratios[] = {100, 1e4, 1, 10, 1e3, 1e6};
  for (int i = 0; i < soak_or(6, 6, 2); i++) {
    double right[2], left[2];
    roll(ratios[i], 1, right);
    roll(ratios[i], -1, left);
    print_message("pinched, ratio %g: x = %.9f, %.9f m and %.9f, %.9f\n", ratios[i], right[0], right[1],
                  left[0], left[1]);
    assert_true(right[0] < 0 && right[1] > 1e-3);
    assert_true(fabs(right[0] + left[0]) < 1e-9 && fabs(right[1] + left[1]) < 1e-9);
  }
}

/* ---- seams and slots ---- */

static const char seam[] =
    "planar { gravity = {0, -9.81} }\n"
    "local m = parameter 'm' { 1 }\n"
    "local f1 = shape 'f1' { ground, polygon { {-1, -0.1}, {0, -0.1}, {0, 0}, {-1, 0} } }\n"
    "local f2 = shape 'f2' { ground, polygon { {0, -0.1}, {1, -0.1}, {1, 0}, {0, 0} } }\n"
    "local b = box 'b' { mass = 0.2, width = 0.06, height = 0.02, y = 0.01, x = -0.1*m, vx = m }\n"
    "local s = shape 's' { b, polygon { {-0.03, -0.01}, {0.03, -0.01}, {0.03, 0.01}, {-0.03, 0.01} } }\n"
    "contact 'c1' { f1, s, law = rigid {}, friction = 0.1 }\n"
    "contact 'c2' { f2, s, law = rigid {}, friction = 0.1 }\n"
    "simulate { duration = 0.4 }\n";

/* -0.1 + v t - mu g t²/2 */
static void seams_stop_nothing(void **state)
{
  (void)state;
  const double tolerances[] = {1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12};
  double worst = 0;
  for (size_t i = 0; i < sizeof tolerances / sizeof *tolerances; i++)
    for (int m = -1; m <= 1; m += 2) {
      const given set[] = {{"m", m}, {NULL, 0}};
      worst = fmax(worst, fabs(m * end_of(seam, set, tolerances[i], "b", "x") - 0.22152));
    }
  print_message("seams: off by %.1e m\n", worst);
  assert_true(worst < 1e-9);
}

static const char slot[] =
    "planar { gravity = {0, -9.81} }\n"
    "local m = parameter 'm' { 1 }\n"
    "local slot = shape 'slot' { ground, polyline { {0.1, 0}, {0.0101, 0}, {0.0101, -0.08}, {-0.0101, "
    "-0.08},\n"
    "  {-0.0101, 0}, {-0.1, 0} } }\n"
    "local b = box 'b' { mass = 0.2, width = 0.06, height = 0.02, y = 0.01, x = -0.065*m, vx = 0.6*m }\n"
    "local s = shape 's' { b, polygon { {-0.03, -0.01}, {0.03, -0.01}, {0.03, 0.01}, {-0.03, 0.01} } }\n"
    "contact 'c' { slot, s, law = rigid {}, friction = 0.2 }\n"
    "simulate { duration = 0.3 }\n";

/* The walls and the bottom of the slot are far behind the block, and no touch is with them. */
static void slots_are_passed(void **state)
{
  (void)state;
  for (int m = -1; m <= 1; m += 2) {
    const given set[] = {{"m", m}, {NULL, 0}};
    session s = open_with(slot, set, NAN);
    for (int i = 1; i <= 300; i++) {
      go(s, 1e-3 * i);
      assert_true(fabs(see(s, "c", -1, "penetration")) < 1e-9);
      assert_true(fabs(see(s, "b", -1, "y") - 0.01) < 1e-9);
    }
    assert_true(fabs(m * see(s, "b", -1, "x") - (-0.065 + 0.18 - 0.5 * 0.2 * 9.81 * 0.09)) < 1e-9);
    for (int k = 0; k < s.run->system.contact->count; k++)
      assert_true(s.run->system.contact->pair[k].log.deepest < 1e-9 &&
                  s.run->system.contact->pair[k].log.late < 1e-9);
    leave(s);
  }
}

/* ---- refused ---- */

static void points_do_not_meet_points(void **state)
{
  (void)state;
  is_refused("planar {}\n"
             "local a, b = point_mass 'a' { mass = 1 }, point_mass 'b' { mass = 2 }\n"
             "prismatic 'ra' { ground, a, position = 0, speed = 1 }\n"
             "prismatic 'rb' { ground, b, position = 1, speed = -1 }\n"
             "contact 'c' { shape 'va' { a, vertex {} }, shape 'vb' { b, vertex {} }, law = rigid { "
             "restitution = 1 } }\n"
             "simulate { duration = 1 }\n",
             NULL, PAWL_BAD_MODEL, "are single points: without any size they would pass through each other");
}

/* A rod slides on its tip. Of length l = 1, mass 1 and inertia 1/3 it has no motion without an impact where
 * 1 + 3 cos th (cos th - mu sin th) < 0 and sin th w² < g. */
static void rods_without_a_mode_are_refused(void **state)
{
  (void)state;
  static const char text[] =
      "planar { gravity = {0, -9.81} }\n"
      "local mu, w, th, v = parameter 'mu' { 1.4 }, parameter 'w' { 4 }, parameter 'th' { 1 }, parameter 'v' "
      "{ -1 }\n"
      "local m = parameter 'm' { 1 }\n"
      "local c, s = math.cos(th), math.sin(th)\n"
      "local rod = body 'rod' { mass = 1, inertia = 1/3, x = m*c, y = s, angle = m > 0 and th or pi - th,\n"
      "  vx = m*(v - w*s), vy = w*c, omega = m*w }\n"
      "contact 'c' { shape 'floor' { ground, line { {50, 0}, {-50, 0} } }, shape 'tip' { rod:at{-1, 0}, "
      "vertex {} },\n"
      "  law = rigid {}, friction = mu }\n"
      "simulate { duration = 1e-3 }\n";
  unsigned long long seed = 5;
  int none = 0;
  for (int i = 0; i < 40; i++) {
    double th = even(&seed, 0.6, 1.4), mu = even(&seed, 0.2, 3);
    double p = 1 + 3 * cos(th) * (cos(th) - mu * sin(th));
    given set[] = {{"th", th}, {"mu", mu}, {"v", -1}, {"w", 0}, {"m", i % 2 ? -1 : 1}, {NULL, 0}};
    if (fabs(p) < 0.05)
      continue;
    if (p < 0)
      is_refused(text, set, PAWL_BAD_NUMBERS, "no mode of contact \"c\" is possible at t = 0 s");
    else
      assert_true(fabs(end_of(text, set, NAN, "c", "gap")) < 1e-9);
    none += p < 0;
  }
  assert_true(none > 3 && none < 37);
}

/* ---- starts ---- */

static const char *const four_bars[] = {
    "revolute 'O' { ground, crank, angle = m*phi }\nrevolute 'C' { ground:at{d, 0}, rocker }\n"
    "revolute 'B' { coupler:at{b, 0}, rocker:at{c, 0} }\n",
    "revolute 'O' { crank, ground, angle = -m*phi }\nrevolute 'C' { rocker, ground:at{d, 0} }\n"
    "revolute 'B' { rocker:at{c, 0}, coupler:at{b, 0} }\n"};

/* The order of frames does not choose between the two ways in which loops close, and that there are two is said. */
static void frames_do_not_choose_the_assembly(void **state)
{
  (void)state;
  unsigned long long seed = 9;
  for (int i = 0; i < 20; i++) {
    double a = i ? even(&seed, 0.2, 0.35) : 0.3601055723263647,
           b = i ? even(&seed, 0.55, 0.7) : 0.6480833464929561,
           c = i ? even(&seed, 0.5, 0.6) : 0.5501127814967675,
           d = i ? even(&seed, 0.7, 0.8) : 0.7634087713882025,
           phi = i ? even(&seed, -3, 3) : -2.372726656801034, place[2][2];
    for (int k = 0; k < 2; k++) {
      char text[TEXT];
      snprintf(
          text, sizeof text,
          "planar { gravity = {0, -9.81} }\nlocal a, b, c, d, phi, m = %.17g, %.17g, %.17g, %.17g, %.17g, 1\n"
          "local crank = body 'crank' { mass = 1, inertia = 0.01, com = {a/2, a/10} }\n"
          "local coupler = body 'coupler' { mass = 1, inertia = 0.035, com = {b/2, b/10} }\n"
          "local rocker = body 'rocker' { mass = 1, inertia = 0.025, com = {c/2, c/10} }\n"
          "revolute 'A' { crank:at{a, 0}, coupler }\n%s"
          "marker 'P' { coupler:at{b/2, 0.3*b} }\nsimulate { duration = 0.01 }\n",
          a, b, c, d, phi, four_bars[k]);
      session s = open_text(text, NULL);
      assert_true(s.run->system.start.assembly.count == 2 && !s.run->system.start.assembly.told);
      place[k][0] = see(s, "P", -1, "x");
      place[k][1] = see(s, "P", -1, "y");
      leave(s);
    }
    assert_true(fabs(place[0][0] - place[1][0]) < 1e-12 && fabs(place[0][1] - place[1][1]) < 1e-12);
  }
}

/* A wheel stands where it was put, with its arm at the angle that was written. */
static void wheels_start_where_they_are(void **state)
{
  (void)state;
  for (int i = -8; i <= 8; i++) {
    char text[TEXT];
    snprintf(text, sizeof text,
             "planar { gravity = {0, -9.81} }\nlocal w = body 'w' { mass = 1, inertia = 0.1 }\n"
             "rolling 'roll' { ground, w, radius = 0.3 }\n"
             "local arm = body 'arm' { mass = 2, inertia = 0.2, com = {1, 0} }\n"
             "revolute 'r' { w, arm, angle = %d*deg }\nsimulate { duration = 0.1 }\n",
             20 * i);
    session s = open_text(text, NULL);
    assert_true(fabs(see(s, "w", -1, "x")) < 1e-14 && fabs(see(s, "w", -1, "y") - 0.3) < 1e-14);
    assert_true(fabs(see(s, "r", -1, "angle") - 20 * i * PI / 180) < 1e-14);
    leave(s);
  }
}

/* ---- kinetic energy as a function: as good as the same multiplied out ---- */

static void sleighs_by_kinetic_energy(void **state)
{
  (void)state;
  static const char *const energies[] = {
      "kinetic = function(q, v)\n"
      "  local vx, vy = v.x - a*math.sin(q.phi)*v.phi, v.y + a*math.cos(q.phi)*v.phi\n"
      "  return (vx^2 + vy^2)/2 + v.phi^2/2 end",
      "kinetic = function(q, v)\n"
      "  return (v.x^2 + v.y^2)/2 + a*v.phi*(v.y*math.cos(q.phi) - v.x*math.sin(q.phi)) + (1 + "
      "a^2)*v.phi^2/2 end"};
  double end[2][3];
  long steps[2];
  for (int k = 0; k < 2; k++) {
    char text[TEXT];
    snprintf(
        text, sizeof text,
        "planar {}\nlocal a = 0.5\n"
        "local sk = lagrangian 'sk' { coordinates = {'x', 'y', 'phi'}, units = {'m', 'm', 'rad'}, speed = "
        "{-2, 0, "
        "0.65},\n%s }\n"
        "constraint 'blade' { sk, rate = function(q) return {-math.sin(q.phi), math.cos(q.phi), 0} end }\n"
        "simulate { duration = 5, tolerance = 1e-12, output = 0.1 }\n",
        energies[k]);
    session s = open_text(text, NULL);
    go(s, 5);
    end[k][0] = see(s, "sk", -1, "x");
    end[k][1] = see(s, "sk", -1, "y");
    end[k][2] = see(s, "sk", -1, "phi");
    steps[k] = s.run->books.steps;
    leave(s);
  }
  print_message("sleigh: %ld and %ld steps\n", steps[0], steps[1]);
  assert_true(steps[0] < 200 && labs(steps[0] - steps[1]) < 20);
  for (int i = 0; i < 3; i++)
    assert_true(fabs(end[0][i] - end[1][i]) < 1e-10);
}

/* ---- profiles that hardly have play ---- */

static void gears_mesh(void **state)
{
  (void)state;
  static const char text[] =
      "planar {}\nlocal z1, z2, n = parameter 'z1' { 20 }, parameter 'z2' { 40 }, 300*rpm\n"
      "local a, b = body 'a' { mass = 1, inertia = 1e-3 }, body 'b' { mass = 1, inertia = 2e-3 }\n"
      "revolute 'ja' { ground, a, speed = n }\n"
      "revolute 'jb' { ground:at{(z1 + z2)/2*5*mm + 0.3*mm, 0}, b, angle = pi + pi/z2, speed = -n*z1/z2 }\n"
      "local ga = shape 'ga' { a, gear_profile { teeth = z1, module = 5*mm } }\n"
      "local gb = shape 'gb' { b, gear_profile { teeth = z2, module = 5*mm } }\n"
      "contact 'mesh' { ga, gb, law = rigid { restitution = 0.3 } }\n"
      "motor 'm' { 'ja', torque = function(t, s) return 2*(n - s['ja.speed']) end }\n"
      "joint_damper 'd' { 'jb', damping = 0.02 }\n"
      "simulate { duration = 0.2 }\n";
  session s = open_with(text, NULL, NAN);
  double end = soak_or(200, 20, 5) * 1e-3, n = 10 * PI;
  for (int i = 1; i <= 20; i++) {
    go(s, end * i / 20);
    /* a tooth is 2 pi/20 apart from the next, and the play is less than a tenth of that */
    double slip =
        (see(s, "ja", -1, "angle") + 2 * (see(s, "jb", -1, "angle") - PI - PI / 40)) * 20 / (2 * PI);
    if (!(fabs(slip) < 0.1) || !(see(s, "mesh", -1, "gap") > -1e-9))
      fail_msg("t = %g: slipped by %g teeth", s.run->t, slip);
  }
  assert_true(fabs(see(s, "ja", -1, "speed") - n) < 0.05 * n);
  assert_true(s.run->books.worst_ledger < 1e-8);
  leave(s);
}

static void an_ellipse_rocks_in_its_hole(void **state)
{
  (void)state;
  static const char text[] =
      "planar { gravity = {0, -9.81} }\n"
      "local d, mu = parameter 'd' { 1e-3 }, parameter 'mu' { 0.2 }\n"
      "local b = body 'b' { mass = 1, inertia = 0.002, omega = 0.5, y = -d/2 }\n"
      "local hole = shape 'hole' { ground, ellipse { a = 0.12, b = 0.08 }, flip = true }\n"
      "local e = shape 'e' { b, ellipse { a = 0.12 - d, b = 0.08 - d } }\n"
      "contact 'c' { hole, e, law = rigid {}, friction = mu }\n"
      "simulate { duration = 1 }\n";
  const given set[] = {{"d", 2e-3}, {NULL, 0}};
  session s = open_with(text, set, NAN);
  double end = soak_or(1000, 50, 25) * 1e-3;
  for (int i = 1; i <= 50; i++) {
    go(s, end * i / 50);
    pose p = pose_of(s, "b");
    for (int k = 0; k < 720; k++) {
      double u = 2 * PI * k / 720, a = 0.118 * cos(u), b = 0.078 * sin(u);
      double x = p.x + cos(p.angle) * a - sin(p.angle) * b, y = p.y + sin(p.angle) * a + cos(p.angle) * b;
      assert_true(hypot(x / 0.12, y / 0.08) < 1 + 1e-8);
    }
  }
  assert_true(s.run->books.events > 0 && s.run->books.worst_ledger < 1e-8);
  leave(s);
}

/* ---- other ends ---- */

/* A ball that bounces on a stiff law, and a bar that bounces off an angular stop, lose what they should. */
static void bounces_lose_their_share(void **state)
{
  (void)state;
  static const char ball[] =
      "planar { gravity = {0, -9.81} }\n"
      "local ball = body 'ball' { mass = 0.1, inertia = 1e-4, y = 0.55 }\n"
      "contact 'hit' { shape 'floor' { ground, line { {1, 0}, {-1, 0} } },\n"
      "  shape 'rim' { ball, circle { radius = 50*mm } }, law = restitution { e = 0.8, stiffness = 1e9 } }\n"
      "simulate { duration = 0.575 }\n";
  static const char bar[] = "planar { gravity = {0, -9.81} }\n"
                            "local e, l = parameter 'e' { 0.6 }, 0.5\n"
                            "local bar = body 'bar' { mass = 1, inertia = l^2/12, com = {l/2, 0} }\n"
                            "local hinge = revolute 'hinge' { ground, bar, angle = -20*deg }\n"
                            "stop 'stop' { hinge, min = -110*deg, max = 180*deg, restitution = e }\n"
                            "simulate { duration = 0.5 }\n";
  assert_true(fabs(end_of(ball, NULL, NAN, "ball", "y") - (0.05 + 0.64 * 0.5)) < 1e-3);
  for (int i = 0; i <= 10; i++) {
    const given set[] = {{"e", 0.1 * i}, {NULL, 0}};
    session s = open_with(bar, set, NAN);
    double before = see(s, "energy", -1, "total"), floor = -9.81 * 0.25 * sin(110 * PI / 180);
    go(s, 0.5);
    double lost = before - see(s, "energy", -1, "total"), had = before - floor;
    if (s.run->books.events != 1 || !(fabs(lost - (1 - 0.01 * i * i) * had) < 1e-9))
      fail_msg("e = %g: %.12g J lost of %.12g after %ld events", 0.1 * i, lost, had, s.run->books.events);
    leave(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ramps_end_in_a_floor),
      cmocka_unit_test(drums_keep_their_box),
      cmocka_unit_test(a_light_ball_is_pinched),
      cmocka_unit_test(seams_stop_nothing),
      cmocka_unit_test(slots_are_passed),
      cmocka_unit_test(points_do_not_meet_points),
      cmocka_unit_test(rods_without_a_mode_are_refused),
      cmocka_unit_test(frames_do_not_choose_the_assembly),
      cmocka_unit_test(wheels_start_where_they_are),
      cmocka_unit_test(sleighs_by_kinetic_energy),
      cmocka_unit_test(gears_mesh),
      cmocka_unit_test(an_ellipse_rocks_in_its_hole),
      cmocka_unit_test(bounces_lose_their_share),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
