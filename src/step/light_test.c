/* Bodies without mass inside loops: the tree is cut where that can be solved, and the motion is that of a massless rod. */
#include "base/chance.h"
#include "step/sessions_test.h"

static const pawl_run_options sharp = {NULL, 1e-11, -1};

static double roll(unsigned long long *seed, double from, double to)
{
  return from + (to - from) * 0.5 * (1 + pawl_chance(seed));
}

/* Between a crank and a rocker or a piston a bar without mass: as a rod, or as a body with its two pins, in two orders and
 * with next to no mass. */
static const char *const bars[] = {
    "rod \"bar\" { crank:at{a, 0}, pin, length = b }\n",
    "local bar = body \"bar\" { mass = 0, inertia = 0 }\n"
    "revolute \"A\" { crank:at{a, 0}, bar }\nrevolute \"B\" { bar:at{b, 0}, pin }\n",
    "local bar = body \"bar\" { mass = 0, inertia = 0 }\n"
    "revolute \"B\" { pin, bar:at{b, 0} }\nrevolute \"A\" { bar, crank:at{a, 0} }\n",
    "local bar = body \"bar\" { mass = 1e-9, inertia = 1e-11*d^2, com = {b/2, 0} }\n"
    "revolute \"A\" { crank:at{a, 0}, bar }\nrevolute \"B\" { bar:at{b, 0}, pin }\n",
};
static const char *const ends[] = {"local pin = last:at{c, 0}\nrevolute \"end\" { ground:at{d, 0}, last }\n",
                                   "local pin = last\nprismatic \"end\" { ground, last }\n"};

static session open_bar(unsigned long long seed, int bar, double *size)
{
  char text[2048];
  double d = roll(&seed, 0.5, 0.9) * pow(10, floor(roll(&seed, -2, 3)));
  *size = d;
  snprintf(text, sizeof text,
           "planar { gravity = {0, -9.81} }\nlocal a, b, c, d = %.17g, %.17g, %.17g, %.17g\n"
           "local crank = body \"crank\" { mass = 1, inertia = 0.1*d^2, com = {a/2, 0} }\n"
           "local last = body \"last\" { mass = %.17g, inertia = 0.02*d^2, com = {d/10, 0} }\n"
           "revolute \"O\" { ground, crank, angle = %.17g, speed = 3 }\n%s%ssimulate { duration = 0.4 }\n",
           roll(&seed, 0.15, 0.25) * d, roll(&seed, 0.8, 1.2) * d, roll(&seed, 0.8, 1.2) * d, d,
           roll(&seed, 0.2, 2), roll(&seed, -3, 3), ends[seed % 2], bars[bar]);
  return open_text(text, &sharp);
}

static void a_bar_is_a_rod(void **state)
{
  (void)state;
  double worst = 0, size;
  int compared = 0;
  for (int k = 1; k <= 24; k++) {
    session rod = open_bar((unsigned long long)k * 977, 0, &size);
    double x = see(rod, "last", -1, "x"), angle = see(rod, "last", -1, "angle");
    go(rod, 0.4);
    for (int bar = 1; bar < 4; bar++) {
      session s = open_bar((unsigned long long)k * 977, bar, &size);
      bool same = fabs(see(s, "last", -1, "x") - x) < 1e-6 * size &&
                  fabs(remainder(see(s, "last", -1, "angle") - angle, 6.283185307179586)) < 1e-6;
      go(s, 0.4);
      compared += same; /* else the loop closes the other way */
      if (same && bar < 3)
        worst = fmax(worst, fabs(see(s, "O", -1, "angle") - see(rod, "O", -1, "angle")));
      else if (same)
        assert_true(fabs(see(s, "O", -1, "angle") - see(rod, "O", -1, "angle")) < 1e-5);
      assert_true(s.run->books.steps < 20 * (rod.run->books.steps + 10));
      assert_true(s.run->books.worst_ledger < 1e-8);
      leave(s);
    }
    leave(rod);
  }
  print_message("%d compared, apart by %.1e\n", compared, worst);
  assert_true(compared > 40 && worst < 1e-8);
}

/* With a start position at every joint but one, or at all: none makes a tree that cannot be solved. Places are those of a crank that is where
 * its own angle says. */
static const char *const starts[][3] = {{", angle = at_A", "", ", position = x"},
                                        {", angle = at_A", ", angle = at_B", ", position = x"},
                                        {"", ", angle = at_B", ", position = x"}};

static session open_started(unsigned long long seed, int which, const char *bar, double *x)
{
  char text[2048];
  double a = roll(&seed, 0.1, 0.4), b = roll(&seed, 0.6, 1.5), t = roll(&seed, -3, 3),
         tilt = asin(-a * sin(t) / b);
  *x = a * cos(t) + b * cos(tilt);
  snprintf(text, sizeof text,
           "planar {}\nlocal a, b, x, at_A, at_B = %.17g, %.17g, %.17g, %.17g, %.17g\n"
           "local crank = body \"crank\" { mass = 1, inertia = 0.02 }\n%s"
           "local last = body \"last\" { mass = 0.5, inertia = 0.01 }\n"
           "revolute \"O\" { ground, crank, angle = %.17g, speed = %.17g }\n",
           a, b, *x, tilt - t, -tilt, bar ? "local bar = body \"bar\" { mass = 0 }\n" : "", t,
           roll(&seed, 3, 12));
  size_t n = strlen(text);
  if (bar)
    snprintf(text + n, sizeof text - n,
             "revolute \"A\" { crank:at{a, 0}, bar%s }\nrevolute \"B\" { bar:at{b, 0}, last%s }\n"
             "prismatic \"end\" { ground, last, axis = {1, 0}%s }\nsimulate { duration = 1 }\n",
             starts[which][0], starts[which][1], starts[which][2]);
  else
    snprintf(text + n, sizeof text - n,
             "rod \"bar\" { crank:at{a, 0}, last, length = b }\n"
             "prismatic \"end\" { ground, last, axis = {1, 0}, position = x }\nsimulate { duration = 1 }\n");
  return open_text(text, &sharp);
}

static void bars_with_start_values_are_rods(void **state)
{
  (void)state;
  double x;
  for (int k = 1; k <= 36; k++) {
    session s = open_started((unsigned long long)k * 1009, k % 3, "bar", &x);
    session rod = open_started((unsigned long long)k * 1009, k % 3, NULL, &x);
    assert_true(fabs(see(s, "end", -1, "position") - x) < 1e-12);
    go(s, 1);
    go(rod, 1);
    assert_true(fabs(see(s, "O", -1, "angle") - see(rod, "O", -1, "angle")) < 1e-8);
    assert_true(s.run->books.worst_ledger < 1e-8);
    leave(s);
    leave(rod);
  }
}

/* Start speeds are not lost for it: then a sentence says what helps. */
static void start_speeds_are_kept(void **state)
{
  (void)state;
  pawl_model *model = NULL;
  pawl_run *run = NULL;
  pawl_error error = {0};
  assert_int_equal(pawl_model_parse(&model,
                                    "planar {}\nlocal crank = body \"crank\" { mass = 1, inertia = 1 }\n"
                                    "local bar = body \"bar\" { mass = 0, inertia = 0 }\n"
                                    "local last = body \"last\" { mass = 1, inertia = 1 }\n"
                                    "revolute \"O\" { ground, crank, angle = 1, speed = 0 }\n"
                                    "revolute \"A\" { crank:at{0.1, 0}, bar, angle = 0 }\n"
                                    "revolute \"B\" { bar:at{1, 0}, last }\n"
                                    "prismatic \"end\" { ground, last, position = 1, speed = 0 }\n"
                                    "simulate { duration = 1 }\n",
                                    "test", NULL, &error),
                   PAWL_OK);
  assert_int_equal(pawl_run_open(&run, model, NULL, &error), PAWL_BAD_MODEL);
  assert_non_null(strstr(error.text,
                         "have no inertia against the motion of joint \"A\"; give mass or inertia, use a "
                         "rod for a massless link, or say by 'prefer = true' which other joints"));
  pawl_run_free(run);
  pawl_model_free(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_bar_is_a_rod),
                                     cmocka_unit_test(bars_with_start_values_are_rods),
                                     cmocka_unit_test(start_speeds_are_kept)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
