/* Flat spots: shapes whose curvature vanishes where they touch, so that D = 0 there. They are found and
 * followed like any others, and with a number of searches that does not grow as the gap closes. */
#define _XOPEN_SOURCE 700
#include "step/sessions_test.h"

static const char face[] = "polygon { {-14*mm, 0}, {14*mm, 0}, {14*mm, 30*mm}, {-14*mm, 30*mm} }";
static const char dome[] =
    "chain { nurbs { degree = 3, points = { {14*mm, -10*mm}, {14*mm, -4*mm}, {10*mm, 0}, {0, 0}, {-10*mm, "
    "0}, "
    "{-14*mm, -4*mm}, {-14*mm, -10*mm} } }, segment { {-14*mm, -10*mm}, {14*mm, -10*mm} }, closed = true }";
static const char quartic[] =
    "chain { curve { function(u) return -u, -1e6*u*u*u*u end, from = -14*mm, to = 14*mm }, "
    "line { {-14*mm, -1e6*(14*mm)^4}, {14*mm, -1e6*(14*mm)^4} }, closed = true }";
static const char bezier[] =
    "chain { nurbs { degree = 4, points = { {14*mm, -10*mm}, {7*mm, 5*mm}, {0, -10*mm}, "
    "{-7*mm, 5*mm}, {-14*mm, -10*mm} } }, "
    "segment { {-14*mm, -10*mm}, {14*mm, -10*mm} }, closed = true }";
static const char super3[] = "superellipse { a = 14*mm, b = 10*mm, exponent = 3 }";
static const char super4[] = "superellipse { a = 14*mm, b = 10*mm, exponent = 4 }";
static const char super8[] = "superellipse { a = 14*mm, b = 10*mm, exponent = 8 }";
static const char super100[] = "superellipse { a = 14*mm, b = 10*mm, exponent = 100 }";
static const char waves[] = "sinus_ellipse { a = 14*mm, b = 10*mm, amplitude = 1*mm, waves = 8 }";

/* Comes down on a guide, 1 kg at 1 m/s on 1 MN/m: in touch for half a period, and back as fast as it came. */
static void try_guided(const char *tip, double high, const char *seat, double deep, double tilt,
                       double *worst, long *searches)
{
  static const double pi = 3.14159265358979323846;
  char text[2048];
  snprintf(text, sizeof text,
           "planar { gravity = {0, 0} }\nlocal b = body 'b' { mass = 1, inertia = 1e-3 }\n"
           "prismatic 'guide' { ground, b, axis = {0, 1}, position = 0, speed = 1 }\n"
           "contact 'hit' { shape 'tip' { b, %s }, shape 'seat' { ground:at{0, %.17g, angle = %.17g}, %s },\n"
           "  law = linear { stiffness = 1e6 } }\nsimulate { duration = 0.03, tolerance = 1e-10 }\n",
           tip, 12e-3 + high + deep, tilt, seat);
  session s = open_text(text, NULL);
  go(s, 0.03);
  double until = 0.012 + pi * 1e-3; /* a tilt by less than 1e-6 lifts nothing */
  *worst = fmax(*worst, fabs(see(s, "guide", -1, "speed") + 1));
  *worst = fmax(*worst, fabs(see(s, "guide", -1, "position") - (0.012 - (0.03 - until))) / 0.012);
  *searches = s.run->books.searches > *searches ? s.run->books.searches : *searches;
  assert_int_equal(s.run->books.events, 2);
  assert_true(s.run->books.looks < 1000);
  leave(s);
}

static void flat_spots_are_found(void **state)
{
  (void)state;
  static const struct {
    const char *tip;
    double high; /* of its top over its origin */
  } tips[] = {{dome, 0},       {quartic, 0},    {bezier, -2.5e-3}, {super3, 10e-3},
              {super4, 10e-3}, {super8, 10e-3}, {super100, 10e-3}};
  static const double tilts[] = {0, 1e-12, -1e-9};
  double worst = 0;
  long searches = 0;
  for (size_t i = 0; i < sizeof tips / sizeof *tips; i++)
    for (int j = 0; j < 3; j++)
      try_guided(tips[i].tip, tips[i].high, face, 0, tilts[j], &worst, &searches);
  /* flat spots on each other */
  try_guided(dome, 0, dome, 0, 3.14159265358979323846, &worst, &searches);
  try_guided(super4, 10e-3, super4, 10e-3, 0, &worst, &searches);
  try_guided(super8, 10e-3, super4, 10e-3, 0, &worst, &searches);
  try_guided(quartic, 0, super8, 10e-3, 0, &worst, &searches);
  print_message("flat spots: motion off by %.1e, at most %ld searches\n", worst, searches);
  assert_true(worst < 1e-8 && searches < 20);
}

/* Free to turn: the touch runs along a flat side at a rate that has no bound. */
static void flat_sides_rock(void **state)
{
  (void)state;
  static const struct {
    const char *rim;
    double angle, rate;
  } falls[] = {{super4, 0, 0}, {super4, 0.3, 0}, {super4, 0.001, 5}, {super8, 0.3, 0}, {waves, 0.1, 1}};
  double worst = 0;
  long searches = 0;
  for (size_t i = 0; i < sizeof falls / sizeof *falls; i++) {
    char text[1024];
    snprintf(text, sizeof text,
             "planar { gravity = {0, -9.81} }\n"
             "local b = body 'b' { mass = 1, inertia = 1e-4, y = 0.03, angle = %g, omega = %g }\n"
             "contact 'hit' { shape 'rim' { b, %s },\n"
             "  shape 'floor' { ground, polygon { {-0.2, -0.05}, {0.2, -0.05}, {0.2, 0}, {-0.2, 0} } },\n"
             "  law = restitution { e = 0.5, stiffness = 1e6 } }\nsimulate { duration = 0.5 }\n",
             falls[i].angle, falls[i].rate, falls[i].rim);
    session s = open_text(text, NULL);
    for (int k = 1; k <= 50; k++) {
      go(s, 0.01 * k);
      see(s, "b", -1, "y");
    }
    worst = fmax(worst, s.run->books.worst_ledger);
    searches = s.run->books.searches > searches ? s.run->books.searches : searches;
    assert_true(see(s, "b", -1, "y") > 5e-3 && s.run->system.contact->pair[0].log.deepest < 5e-3);
    leave(s);
  }
  print_message("flat sides: ledger %.1e, at most %ld searches\n", worst, searches);
  assert_true(worst < 1e-7 && searches < 200);
}

/* Rolling over a flat spot takes a force like t^(-2/3): rigid shapes end there with a sentence about it, of a law or in steps they go on. */
static void rolling_over_a_flat_spot_is_told(void **state)
{
  (void)state;
  static const struct {
    double exponent, mu;
  } cases[] = {{4, 0}, {3, 0.2}, {6, 0.2}, {6, 2}, {20, 0}, {20, 0.2}};
  static const double sizes[] = {1, -1, 1e-5, -1e3}; /* negative: mirrored */
  static const char *const ways[] = {
      "law = rigid {}", "law = linear { stiffness = 1e6*math.abs(L)/L^2, damping = 1e3 }", "law = rigid {}"};
  for (int i = 0; i < 6 * 4 * 3; i++) {
    char text[1024];
    int c = i / 12, way = i % 3;
    double L = sizes[i / 3 % 4];
    if (way > 0 && (c > 0 || i / 3 % 4 > 1))
      continue;
    snprintf(text, sizeof text,
             "local L = %.17g\nplanar { gravity = {0, -9.81*math.abs(L)} }\nlocal l = math.abs(L)\n"
             "local floor = shape 'floor' { ground, line { {3*l, 0}, {-3*l, 0} } }\n"
             "local b = body 'b' { mass = 1, inertia = 0.02*l^2, y = 0.12*l, angle = 0.1*L/l }\n"
             "local s = shape 's' { b, superellipse { a = 0.2*l, b = 0.1*l, exponent = %g } }\n"
             "contact 'c' { floor, s, %s, friction = %g }\nsimulate { duration = 0.3%s }\n",
             L, cases[c].exponent, ways[way], cases[c].mu,
             way == 2 ? ", method = 'stepping', step = 1e-4" : "");
    session s = open_text(text, NULL);
    pawl_error error = {0};
    pawl_status status = pawl_run_until(s.run, 0.3, &error);
    if (way > 0)
      assert_int_equal(status, PAWL_OK);
    else {
      assert_int_equal(status, PAWL_BAD_NUMBERS);
      if (!strstr(error.text, "one shape rolls over the other where neither is curved"))
        fail_msg("exponent %g, friction %g, size %g: %s", cases[c].exponent, cases[c].mu, L, error.text);
      assert_string_equal(error.where, "test:7");
    }
    leave(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(flat_spots_are_found),
                                     cmocka_unit_test(flat_sides_rock),
                                     cmocka_unit_test(rolling_over_a_flat_spot_is_told)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
