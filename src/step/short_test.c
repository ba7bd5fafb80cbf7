/* What begins and ends inside one step: pushes, strokes, fields, windows of 1e-4 to 0.4 of the run at random instants, on
 * bodies at rest, moving, in contact. None that is wider than two rows is missed; of closed forms, none at all.
 *                                                                                              theory.md, 6.6 */
#include "base/chance.h"
#include "base/soak_test.h"
#include "step/sessions_test.h"

#ifdef __SANITIZE_ADDRESS__
enum { TRIES = 6 };
#else
enum { TRIES = 40 };
#endif

/* Between low and high, evenly in the logarithm. */
static double pick(unsigned long long *seed, double low, double high)
{
  return low * pow(high / low, 0.5 + 0.5 * pawl_chance(seed));
}

static double even(unsigned long long *seed, double low, double high)
{
  return low + (high - low) * (0.5 + 0.5 * pawl_chance(seed));
}

/* A channel at the end of a run. */
static double end_of(const char *text, int method, const char *channel)
{
  pawl_run_options options = {NULL, NAN, method};
  session s = open_text(text, &options);
  go(s, s.model->plan.duration);
  double value = pawl_run_read(s.run, pawl_run_find(s.run, channel));
  leave(s);
  return value;
}

/* ---- pushes: x(T) = v T + F/m (w (T - a) - w²/2) of one from a to a + w ---- */

enum { RUN = 10, ROWS = 1000 };

static const char *const pushed[] = {
    /* by a motor, a force, a signal, on a floor that is rigid or gives way, own equations */
    "local j = prismatic \"x\" { ground, body \"w\" { mass = 2 }, speed = v0 }\n"
    "motor \"push\" { j, force = push }\n",
    "local b = point_mass \"x\" { mass = 2, vx = v0 }\n"
    "force \"push\" { b, fx = push }\n",
    "local j = prismatic \"x\" { ground, body \"w\" { mass = 2 }, speed = v0 }\n"
    "formula \"said\" { push }\n"
    "motor \"push\" { j, force = \"said\" }\n",
    "local b = body \"x\" { mass = 2, inertia = 1, vx = v0, y = 1 }\n"
    "contact \"floor\" { shape \"f\" { ground, line { {1, 0}, {-1, 0} } }, shape \"c\" { b, circle { radius "
    "= "
    "1 } }, law = rigid {} }\n"
    "force \"push\" { b, fx = push, fy = -20 }\n",
    "local b = body \"x\" { mass = 2, inertia = 1, vx = v0, y = 0.998 }\n"
    "contact \"floor\" { shape \"f\" { ground, line { {1, 0}, {-1, 0} } }, shape \"c\" { b, circle { radius "
    "= "
    "1 } }, law = linear { stiffness = 1e4 } }\n"
    "force \"push\" { b, fx = push, fy = -20 }\n",
    "local b = lagrangian \"x\" { coordinates = {\"x\"}, units = {\"m\"}, speed = {v0}, mass = { {2} },\n"
    "  force = function(q, v, t) return {push(t)} end }\n",
};
enum { PUSHED = sizeof pushed / sizeof *pushed };
static const char *const pushed_channel[PUSHED] = {"x.position", "x.x", "x.position", "x.x", "x.x", "x.x"};

static double push(int kind, double a, double w, double speed, int method)
{
  char text[TEXT];
  snprintf(text, sizeof text,
           "planar {}\nlocal v0 = %.17g\nlocal function push(t) if t > %.17g and t < %.17g then return 3 end "
           "return 0 end\n%ssimulate { duration = %d }\n",
           speed, a, a + w, pushed[kind], RUN);
  return end_of(text, method, pushed_channel[kind]);
}

static void pushes_are_felt(void **state)
{
  (void)state;
  unsigned long long seed = 7;
  static const int methods[] = {-1, PAWL_METHOD_DOPRI5, PAWL_METHOD_DOP853, PAWL_METHOD_BDF};
  double worst = 0;
  for (int i = 0; i < TRIES; i++)
    for (int kind = 0; kind < PUSHED; kind++) {
      int method = methods[i % 4];
      double w = pick(&seed, 2.0 / ROWS, 0.4) * RUN, a = even(&seed, 0, RUN - w),
             speed = i % 3 == 0 ? 0 : even(&seed, -2, 2);
      double x = speed * RUN + 1.5 * (w * (RUN - a) - 0.5 * w * w), got = push(kind, a, w, speed, method);
      if (!(fabs(got - x) < 1e-6 * (fabs(x) + 1)))
        fail_msg("kind %d by %d, from %.9g for %.9g s at %g m/s: %.12g, wanted %.12g", kind, method, a, w,
                 speed, got, x);
      worst = fmax(worst, fabs(got - x) / (fabs(x) + 1));
    }
  print_message("%d pushes: worst off by %.2g\n", TRIES * PUSHED, worst);
}

/* Functions without comparisons are recorded, and no less narrow for that: a push F exp(-((t - a)/w)²), and a drag of the same form
 * along the way; either changes the speed by F w √π/m. What pulls back a little is linear, and does not hide them. */
static void recorded_pushes_are_felt(void **state)
{
  (void)state;
  unsigned long long seed = 23;
  double worst = 0;
  for (int i = 0; i < TRIES; i++) {
    char text[TEXT];
    bool drags = i % 2;
    double speed = even(&seed, 0.5, 2) * (drags ? 1 : i % 3), way = drags ? speed : 1;
    double w = pick(&seed, 2.0 / ROWS, 0.05) * RUN * way, a = even(&seed, 0.3, 0.5) * RUN * way;
    double gain = even(&seed, 0.1, 0.5) * (drags ? -speed : 1),
           F = 2 * gain / (w * sqrt(3.14159265358979323846));
    snprintf(
        text, sizeof text,
        "planar {}\nlocal F, a, w = %.17g, %.17g, %.17g\n"
        "lagrangian \"x\" { coordinates = {\"x\", \"z\"}, units = {\"m\", \"m\"}, speed = {%.17g, 0}, mass = "
        "{ {2, 0}, {0, 1} },\n"
        "  force = function(q, v, t) return {F*math.exp(-((%s - a)/w)^2)%s, -q.z} end }\n"
        "simulate { duration = %d }\n",
        F, a, w, speed, drags ? "q.x" : "t", drags ? "*v.x" : "", RUN);
    /* m v' = F(x) v: the speed changes by the integral of F over the way, over m */
    double want = speed + gain, got = end_of(text, i % 4 < 2 ? -1 : PAWL_METHOD_DOPRI5, "x.x_speed");
    if (!(fabs(got - want) < 1e-6))
      fail_msg("%s of %.9g from %.9g, %.9g wide: %.12g, wanted %.12g", drags ? "drag" : "push", F, a, w, got,
               want);
    worst = fmax(worst, fabs(got - want));
  }
  print_message("%d recorded pushes and drags: worst off by %.2g\n", TRIES, worst);
}

/* The result is the same, bit for bit, whether rows are asked for or not. */
static void rows_change_nothing(void **state)
{
  (void)state;
  static const char text[] =
      "planar {}\nlocal j = prismatic \"x\" { ground, body \"w\" { mass = 2 } }\n"
      "motor \"push\" { j, force = function(t) if t > 3.4 and t < 5.9 then return 1 end return 0 end }\n"
      "simulate { duration = 10 }\n";
  session a = open_text(text, NULL), b = open_text(text, NULL);
  pawl_error error = {0};
  double *values = calloc((size_t)pawl_run_channel_count(b.run), sizeof *values);
  assert_non_null(values);
  go(a, 10);
  for (int row = 0; b.run->t < 10;) {
    assert_int_equal(pawl_run_step(b.run, 10, &error), PAWL_OK);
    for (; row * 0.01 <= b.run->t; row++)
      assert_int_equal(pawl_run_output(b.run, row * 0.01, values, &error), PAWL_OK);
  }
  assert_memory_equal(a.run->y, b.run->y, sizeof(double) * (size_t)a.run->n);
  assert_true(fabs(see(a, "x", -1, "position") - 13.375 / 2) < 1e-7);
  free(values);
  leave(a);
  leave(b);
}

/* ---- strokes: a pusher goes forth by A and back in the time w, and strikes a body that is less than A/2 away. Without
 * restitution they go on together until the pusher is fastest, at w/4: the body leaves A/2 with that speed ---- */

static const char *const struck[] = {
    /* a base by signals, by a function; a driven body; a gap of own equations */
    "step \"forth\" { to = A, start = a, duration = w/2, order = 5 }\n"
    "step \"back\" { to = -A, start = a + w/2, duration = w/2, order = 5 }\n"
    "sum \"stroke\" { \"forth\", \"back\" }\n"
    "local pusher = base \"pusher\" { x = \"stroke\" }\n",
    "local pusher = base \"pusher\" { x = stroke }\n",
    "step \"forth\" { to = A, start = a, duration = w/2, order = 5 }\n"
    "step \"back\" { to = -A, start = a + w/2, duration = w/2, order = 5 }\n"
    "sum \"stroke\" { \"forth\", \"back\" }\n"
    "local pusher = body \"pusher\" { mass = 1 }\n"
    "motor \"drive\" { prismatic \"rail\" { ground, pusher }, position = \"stroke\" }\n",
    "local b = lagrangian \"x\" { coordinates = {\"x\"}, units = {\"m\"}, start = {x0}, speed = {v0}, mass = "
    "{ {2} } }\n"
    "gap \"hit\" { b, gap = function(q, t) return q.x - stroke(t) end, law = rigid {} }\n",
};
enum { STRUCK = sizeof struck / sizeof *struck };

static const char struck_body[] =
    "local b = body \"w\" { mass = 2, inertia = 1 }\n"
    "prismatic \"x\" { ground, b, position = x0, speed = v0 }\n"
    "contact \"hit\" { shape \"face\" { pusher:at{-0.1, 0}, segment { {0, -1}, {0, 1} } },\n"
    "  shape \"head\" { b, circle { radius = 0.1 } }, law = rigid {} }\n";

static void strokes_strike(void **state)
{
  (void)state;
  unsigned long long seed = 11;
  double worst = 0;
  for (int i = 0; i < TRIES; i++)
    for (int kind = 0; kind < STRUCK; kind++) {
      char text[TEXT];
      bool said = kind == 1 || kind == 3, smooth = !said;
      double w = pick(&seed, said ? 2.0 / ROWS : 1e-4, 0.4) * RUN, a = even(&seed, 0, RUN - w);
      double A = even(&seed, 0.2, 0.5), d = even(&seed, 0.1, 0.8) * A / 2,
             speed = i % 3 == 0 ? 0 : -even(&seed, 0, 0.05 * d / w);
      double out = (smooth ? 3.75 : 3.14159265358979323846) * A / w;
      double x = A / 2 + out * (RUN - a - w / 4);
      snprintf(text, sizeof text,
               "planar {}\nlocal A, a, w, x0, v0 = %.17g, %.17g, %.17g, %.17g, %.17g\n"
               "local function stroke(t)\n"
               "  if t > a and t < a + w then return A*math.sin(math.pi*(t - a)/w)^2 end\n  return 0*t\nend\n"
               "%s%ssimulate { duration = %d }\n",
               A, a, w, d - speed * a, speed, struck[kind], kind == 3 ? "" : struck_body, RUN);
      double got = end_of(text, -1, kind == 3 ? "x.x" : "x.position");
      if (!(fabs(got - x) < 1e-6 * (x + 1)))
        fail_msg("kind %d, stroke of %.9g from %.9g for %.9g s, %.9g away at %g m/s: %.12g, wanted %.12g\n%s",
                 kind, A, a, w, d, speed, got, x, text);
      worst = fmax(worst, fabs(got - x) / (x + 1));
    }
  print_message("%d strokes: worst off by %.2g\n", TRIES * STRUCK, worst);
}

/* A hammer that hangs is struck once by a base and swings through, held against steps of 0.1 ms. */
static void hammers_swing(void **state)
{
  (void)state;
  static const char text[] =
      "planar { gravity = {0, -9.81} }\n"
      "local hammer = body \"hammer\" { mass = 1, inertia = 0.02, com = {0, -0.5} }\n"
      "revolute \"pin\" { ground, hammer }\n"
      "lookup \"stroke\" { curve = characteristic { {0, -0.5}, {1, -0.5}, {2, -0.5}, {3, -0.5}, {4, -0.5}, "
      "{4.5, -0.5},\n"
      "  {4.7, 0.3}, {4.9, -0.5}, {5.2, -0.5}, {6, -0.5}, {7, -0.5}, {10, -0.5}, between = \"akima\" } }\n"
      "local pusher = base \"pusher\" { x = \"stroke\" }\n"
      "local head = shape \"head\" { hammer:at{0, -0.5}, circle { radius = 0.1 } }\n"
      "local face = shape \"face\" { pusher, segment { {0, -1}, {0, 0} } }\n"
      "contact \"hit\" { head, face, law = rigid {} }\n"
      "simulate { duration = 4.8, step = 1e-4 }\n";
  double events = end_of(text, -1, "pin.angle"), stepped = end_of(text, PAWL_METHOD_STEPPING, "pin.angle");
  print_message("hammer at 4.8 s: %.9f rad by events, %.9f by stepping\n", events, stepped);
  assert_true(events > 1 && fabs(events - stepped) < 1e-3 * events);
}

/* ---- windows: what goes at 1 m/s stops where a constraint begins to hold ---- */

static void windows_are_met(void **state)
{
  (void)state;
  unsigned long long seed = 13;
  static const char *const of[] = {"q.y", "t"};
  double worst = 0;
  for (int i = 0; i < 2 * TRIES; i++) {
    char text[TEXT];
    double w = pick(&seed, 2.0 / ROWS, 0.4) * RUN, a = even(&seed, 0.001 * RUN, RUN - w);
    snprintf(
        text, sizeof text,
        "planar {}\nlocal b = lagrangian \"b\" { coordinates = {\"y\"}, units = {\"m\"}, speed = {1}, mass = "
        "{ {1} } }\n"
        "constraint \"catch\" { b, rate = {1}, when = function(q, v, t) return %.17g^2 - (%s - %.17g)^2 end "
        "}\n"
        "simulate { duration = %d }\n",
        w / 2, of[i % 2], a + w / 2, RUN);
    double got = end_of(text, i % 4 < 2 ? -1 : PAWL_METHOD_DOPRI5, "b.y");
    if (!(fabs(got - a) < 1e-9 * RUN))
      fail_msg("window of %s from %.9g for %.9g: %.12g", of[i % 2], a, w, got);
    worst = fmax(worst, fabs(got - a));
  }
  print_message("%d windows: worst off by %.2g\n", 2 * TRIES, worst);
}

/* ---- fields: a body of 2 kg passes a triangle of force, w wide, that takes a part of its energy ---- */

static const char *const passed[] = {
    /* along a joint, between points, by a signal, by a function of the model */
    "joint_spring \"field\" { \"x\", rest = a, force = characteristic { {0, 0}, {w/2, F}, {w, 0}, beyond = "
    "\"hold\" } }\n",
    "spring \"field\" { ground:at{-20, 0}, w1, length = 20 + a,\n"
    "  force = characteristic { {0, 0}, {w/2, F}, {w, 0}, beyond = \"hold\" } }\n",
    "line_force \"field\" { ground:at{-20, 0}, w1,\n"
    "  law = characteristic { {20 + a, 0}, {20 + a + w/2, -F}, {20 + a + w, 0}, beyond = \"hold\" } }\n",
    "lookup \"said\" { of = \"x.position\", curve = characteristic { {a, 0}, {a + w/2, -F}, {a + w, 0}, "
    "beyond = \"hold\" } "
    "}\n"
    "motor \"field\" { \"x\", force = \"said\" }\n",
    "motor \"field\" { \"x\", force = function(t, s)\n"
    "  local u = (s[\"x.position\"] - a)/w\n"
    "  return u > 0 and u < 1 and -F*(1 - math.abs(2*u - 1)) or 0 end }\n",
};
enum { PASSED = sizeof passed / sizeof *passed };

/* Where it is at the end, by 20,000 steps of order four across the field. */
static double pass(double a, double w, double F, double v)
{
  enum { STEPS = 20000 };
  double x = 0, t = a / v, h = 2 * w / v / STEPS;
  while (x < w && t < RUN) {
    double k[4], l[4], at = x, speed = v;
    for (int i = 0; i < 4; i++) {
      double u = at / w;
      k[i] = speed;
      l[i] = u > 0 && u < 1 ? -F / 2 * (1 - fabs(2 * u - 1)) : 0;
      double c = i < 2 ? 0.5 * h : h;
      at = x + c * k[i];
      speed = v + c * l[i];
    }
    x += h * (k[0] + 2 * k[1] + 2 * k[2] + k[3]) / 6;
    v += h * (l[0] + 2 * l[1] + 2 * l[2] + l[3]) / 6;
    t += h;
  }
  return a + x + v * (RUN - t);
}

static void fields_are_felt(void **state)
{
  (void)state;
  unsigned long long seed = 17;
  double worst = 0;
  for (int i = 0; i < TRIES; i++)
    for (int kind = 0; kind < PASSED; kind++) {
      char text[TEXT];
      double v = even(&seed, 0.5, 2), far = v * RUN;
      double w = pick(&seed, kind == PASSED - 1 ? 2.0 / ROWS : 1e-5, 0.2) * far,
             a = even(&seed, 0.01 * far, 0.6 * far);
      double F = even(&seed, -1, 0.8) * 2 * v * v / w; /* of which 1 would stop it */
      snprintf(text, sizeof text,
               "planar {}\nlocal a, w, F = %.17g, %.17g, %.17g\n"
               "local w1 = body \"w1\" { mass = 2, inertia = 1 }\nprismatic \"x\" { ground, w1, speed = "
               "%.17g }\n%s"
               "simulate { duration = %d }\n",
               a, w, F, v, passed[kind], RUN);
      double x = pass(a, w, F, v), got = end_of(text, i % 2 ? -1 : PAWL_METHOD_DOPRI5, "x.position");
      if (!(fabs(got - x) < 1e-6 * far))
        fail_msg(
            "kind %d, a field of %.9g from %.9g for %.9g m at %g m/s: %.12g, wanted %.12g, %.12g without it",
            kind, F, a, w, v, got, x, far);
      worst = fmax(worst, fabs(got - x) / far);
    }
  print_message("%d fields: worst off by %.2g\n", TRIES * PASSED, worst);
}

/* A point flies past a narrow field with a centre, and hardly leaves its straight line before and after. */
static void magnets_deflect(void **state)
{
  (void)state;
  static const char text[] =
      "planar {}\nlocal a = point_mass \"a\" { mass = 1, x = -5.003, y = 0.02, vx = 4 }\n"
      "spring \"magnet\" { ground, a, length = 0, force = characteristic { {0, 0}, {0.05, 200}, {0.1, 0}, "
      "beyond "
      "= \"hold\" } }\n"
      "simulate { duration = 2, output = 0.1 }\n";
  assert_true(fabs(end_of(text, -1, "a.x") - 2.8939) < 1e-4);
  assert_true(fabs(end_of(text, -1, "a.y") + 0.8958) < 1e-4);
  assert_true(fabs(end_of(text, PAWL_METHOD_DOPRI5, "a.vy") + 1.208) < 1e-3);
}

/* ---- kinks: a place that a function prescribes may have none, be it a motor's or a base's ---- */

static const char *const placed[] = {
    /* what is prescribed as f(t), by whom */
    "local j = prismatic \"j\" { ground, body \"w\" { mass = 1 } }\nmotor \"m\" { j, position = f }\n",
    "local m = base \"m\" { x = f }\n",
    "local m = base \"m\" { y = function(t) return -f(t) end }\n"
    "revolute \"j\" { m, body \"w\" { mass = 1, inertia = 0.1, com = {1, 0} }, angle = 0.2 }\n",
    "local m = base \"m\" { x = 1, angle = f }\n"
    "contact \"c\" { shape \"a\" { m, circle { radius = 0.1 } },\n"
    "  shape \"b\" { body \"w\" { mass = 1, inertia = 1, y = 8 }, circle { radius = 0.1 } }, law = rigid {} "
    "}\n",
};

static void kinks_are_refused(void **state)
{
  (void)state;
  static const struct {
    const char *position;
    double kink; /* NaN: none */
    bool place;
  } case_of[] = {{"math.abs(math.sin(t + 1))", 3.14159265358979323846 - 1, false},
                 {"math.max(0, t - 2)", 2, false},
                 {"1e-2*math.abs(t - 7)", 7, false},
                 {"t < 3 and 0*t or 0*t + 1", 3, true},
                 {"t < 3 and t or t + 0.1", 3, true},
                 {"math.sin(t)^2", NAN, false},
                 {"math.max(0, t - 2)^2", NAN, false},
                 {"math.exp(-(t - 5)^2/0.01)", NAN, false}};
  for (size_t i = 0; i < sizeof case_of / sizeof *case_of; i++)
    for (size_t k = 0; k < sizeof placed / sizeof *placed; k++) {
      char text[TEXT];
      pawl_error error = {0};
      snprintf(text, sizeof text,
               "planar {}\nlocal function f(t) return %s end\n%ssimulate { duration = 10 }\n",
               case_of[i].position, placed[k]);
      session s = open_text(text, NULL);
      pawl_status status = pawl_run_until(s.run, 10, &error);
      if (status != (isnan(case_of[i].kink) ? PAWL_OK : PAWL_BAD_MODEL))
        fail_msg("%s of %d: %d, t = %.9g: %s", case_of[i].position, (int)k, (int)status, s.run->t,
                 error.text);
      const char *why = case_of[i].place ? "\"m\" prescribes a position that jumps"
                                         : "\"m\" prescribes a position whose speed jumps";
      if (status != PAWL_OK && !strstr(error.text, why))
        fail_msg("%s of %d: %s", case_of[i].position, (int)k, error.text);
      assert_true(status == PAWL_OK || fabs(s.run->t - case_of[i].kink) < 1e-6);
      leave(s);
    }
}

/* The last step of a run may be a rounding of time long, where a smooth position passes through zero: that is no kink. */
static void roundings_are_no_kinks(void **state)
{
  (void)state;
  unsigned long long seed = 3;
  for (int i = 0; i < soak_or(2000, 200, 50); i++) {
    double a = pow(10, -2 + pawl_chance(&seed)), w = 30 * pow(10, pawl_chance(&seed));
    double zero = (1 + (int)(10 * (1 + pawl_chance(&seed)))) * 3.14159265358979323846 / w;
    char text[TEXT];
    snprintf(text, sizeof text,
             "planar {}\nbase 'm' { y = function(t) return %.17g*math.sin(%.17g*t) end }\nsimulate { "
             "duration = 10 }\n",
             a, w);
    session s = open_text(text, NULL);
    go(s, zero);
    for (int k = 0; k < 4; k++) {
      for (int ulps = 0; ulps <= k; ulps++)
        zero = nextafter(zero, INFINITY);
      go(s, zero);
    }
    leave(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pushes_are_felt),        cmocka_unit_test(rows_change_nothing),
      cmocka_unit_test(strokes_strike),         cmocka_unit_test(hammers_swing),
      cmocka_unit_test(windows_are_met),        cmocka_unit_test(fields_are_felt),
      cmocka_unit_test(magnets_deflect),        cmocka_unit_test(kinks_are_refused),
      cmocka_unit_test(roundings_are_no_kinks), cmocka_unit_test(recorded_pushes_are_felt),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
