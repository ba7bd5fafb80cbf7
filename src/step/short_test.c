/* What begins and ends inside one step: pushes, strokes, fields, windows of 1e-4 to 0.4 of the run at random instants, on
 * bodies at rest, moving, in contact. None that is wider than two rows is missed; of closed forms, none at all.
 *                                                                                              theory.md, 6.6 */
#include "base/chance.h"
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

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(pushes_are_felt),
                                     cmocka_unit_test(rows_change_nothing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
