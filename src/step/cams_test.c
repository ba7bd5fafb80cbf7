/* The bouncing cams of models/bouncing-cams: ellipses, the same as NURBS in several ways, and apart from the library; and
 * siblings of other sizes, poses and numbers. */
#include <float.h>

#include "base/soak_test.h"
#include "step/cams_reference_test.h"
#include "step/sessions_test.h"

/* All, in `make test`, and with sanitizers. */
#define VARIANTS soak_or(50, 12, 4)
#define REFERENCES soak_or(20, 5, 1)
#define ROWS soak_or(100, 100, 20)

#define DEGREE 0.017453292519943295769

/* ---- bouncing cams ---- */

static const drop as_in_model = {.a1 = 0.2,
                                 .b1 = 0.08,
                                 .a2 = 0.1,
                                 .b2 = 0.05,
                                 .tilt = 20 * DEGREE,
                                 .x = 0.02,
                                 .y = 0.25,
                                 .angle = 30 * DEGREE,
                                 .mass = 1,
                                 .inertia = (0.1 * 0.1 + 0.05 * 0.05) / 4,
                                 .gravity = 9.81,
                                 .stiffness = 1e6,
                                 .damping = 200,
                                 .depth = 1e-4};

/* The ways to write an ellipse. 'ellipse' itself is four arcs inside; the others are not. */
static const char *const written[] = {
    "local function egg(a, b) return ellipse { a = a, b = b } end\n",
    /* three arcs of a third each: the corners of an equilateral triangle have the weight 1/2 */
    "local function egg(a, b)\n"
    "  local q, p = math.sqrt(3)/2, {}\n"
    "  for i, u in ipairs { {0, -1, 1}, {2*q, -1, 0.5}, {q, 0.5, 1}, {0, 2, 0.5}, {-q, 0.5, 1}, {-2*q, -1, "
    "0.5},\n"
    "    {0, -1, 1} } do p[i] = {a*u[1], b*u[2], w = u[3]} end\n"
    "  return nurbs { degree = 2, closed = true, points = p, knots = {0, 0, 0, 1, 1, 2, 2, 3, 3, 3} }\n"
    "end\n",
    /* the usual nine points, begun at the top */
    "local function egg(a, b)\n"
    "  local w, p = math.sqrt(0.5), {}\n"
    "  for i, u in ipairs { {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1} } "
    "do\n"
    "    p[i] = {a*u[1], b*u[2], w = i % 2 == 0 and w or 1}\n"
    "  end\n"
    "  return nurbs { degree = 2, closed = true, points = p, knots = {0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4} }\n"
    "end\n",
    /* half ellipses as cubics: the quadratic of a half circle has a weight 0, its cubic has not */
    "local function egg(a, b)\n"
    "  local p = {}\n"
    "  for i, u in ipairs { {1, 0, 1}, {1, 2, 1/3}, {-1, 2, 1/3}, {-1, 0, 1}, {-1, -2, 1/3}, {1, -2, 1/3},\n"
    "    {1, 0, 1} } do p[i] = {a*u[1], b*u[2], w = u[3]} end\n"
    "  return nurbs { closed = true, points = p, knots = {0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2} }\n"
    "end\n",
    /* clockwise, and turned inside out again */
    "local function egg(a, b)\n"
    "  local w, p = math.sqrt(0.5), {}\n"
    "  for i, u in ipairs { {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0} } "
    "do\n"
    "    p[i] = {a*u[1], b*u[2], w = i % 2 == 0 and w or 1}\n"
    "  end\n"
    "  return nurbs { degree = 2, closed = true, points = p, knots = {0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4} }\n"
    "end\n"
    "local flip = true\n"};

enum { WAYS = sizeof written / sizeof *written };

static void write_drop(char text[TEXT], const drop *d, const test_units *u, int way, double tolerance)
{
  double L = u->length, M = u->mass, T = u->time, force = M * L / (T * T), c = cos(u->turn), s = sin(u->turn);
  *text = 0;
  say(text, "local flip = false\n%s", written[way]);
  say(text, "planar { gravity = {%.17g, %.17g} }\n", s * d->gravity * L / (T * T),
      -c * d->gravity * L / (T * T));
  say(text,
      "local upper = body 'upper' { mass = %.17g, inertia = %.17g, x = %.17g, y = %.17g, angle = %.17g }\n",
      d->mass * M, d->inertia * M * L * L, (c * d->x - s * d->y) * L, (s * d->x + c * d->y) * L,
      d->angle + u->turn);
  say(text,
      "contact 'hit' { shape 'lower' { ground:at{0, 0, angle = %.17g}, egg(%.17g, %.17g), flip = flip },\n"
      "  shape 'rim' { upper, egg(%.17g, %.17g), flip = flip },\n"
      "  law = impact { stiffness = %.17g, exponent = 1.5, damping = %.17g, depth = %.17g } }\n",
      d->tilt + u->turn, d->a1 * L, d->b1 * L, d->a2 * L, d->b2 * L, d->stiffness * force / pow(L, 1.5),
      d->damping * M / T, d->depth * L);
  say(text, "simulate { duration = %.17g, tolerance = %g }\n", T, tolerance);
}

static session open_drop(const drop *d, const test_units *u, int way)
{
  char text[TEXT];
  write_drop(text, d, u, way, 1e-11);
  return open_text(text, NULL);
}

/* Place, angle and their rates, in the numbers of the data. */
static void read_upper(session s, const test_units *u, double *y)
{
  double c = cos(u->turn), si = sin(u->turn), L = u->length, T = u->time;
  double px = see(s, "upper", -1, "x"), py = see(s, "upper", -1, "y"), vx = see(s, "upper", -1, "vx"),
         vy = see(s, "upper", -1, "vy");
  y[0] = (c * px + si * py) / L;
  y[1] = (c * py - si * px) / L;
  y[2] = see(s, "upper", -1, "angle") - u->turn;
  y[3] = (c * vx + si * vy) * T / L;
  y[4] = (c * vy - si * vx) * T / L;
  y[5] = see(s, "upper", -1, "omega") * T;
}

static double largest_difference(const double *a, const double *b)
{
  double worst = 0;
  for (int i = 0; i < 6; i++) {
    double apart = fabs(a[i] - b[i]);
    worst = apart <= worst ? worst : apart;
  }
  return worst;
}

/* Over 1 s, at ROWS instants. Both sessions end here; each must have touched. */
static double drops_apart(session a, session b, const test_units *u, double *ledger)
{
  double worst = 0, x[6], y[6];
  for (int i = 1; i <= ROWS; i++) {
    go(a, i * u->time / ROWS);
    go(b, i * u->time / ROWS);
    read_upper(a, u, x);
    read_upper(b, u, y);
    double apart = largest_difference(x, y);
    worst = apart <= worst ? worst : apart;
  }
  *ledger = fmax(*ledger, fmax(a.run->books.worst_ledger, b.run->books.worst_ledger));
  assert_true(a.run->system.contact->pair[0].log.peak_force > 0 &&
              b.run->system.contact->pair[0].log.peak_force > 0);
  leave(a);
  leave(b);
  return worst;
}

/* The ellipses against support functions, apart from the library. */
static double drop_off(const drop *d, const test_units *u, double *first)
{
  char text[TEXT];
  write_drop(text, d, u, 0, 1e-12);
  session s = open_text(text, NULL);
  fall f = begin_fall(d);
  double worst = 0, x[6], y[6];
  for (int i = 1; i <= 10; i++) {
    go(s, i * u->time / 10);
    follow_fall(&f, i / 10.0L, 1e-15L);
    read_upper(s, u, x);
    for (int k = 0; k < 6; k++)
      y[k] = (double)f.y[k];
    double apart = largest_difference(x, y);
    worst = apart <= worst ? worst : apart;
  }
  *first = (double)f.first;
  leave(s);
  return worst;
}

static void ellipses_and_nurbs_fall_alike(void **state)
{
  (void)state;
  double ledger = 0, first;
  for (int way = 1; way < WAYS; way++) {
    double apart = drops_apart(open_drop(&as_in_model, &as_written, 0),
                               open_drop(&as_in_model, &as_written, way), &as_written, &ledger);
    print_message("  bouncing cams as ellipses and as NURBS, way %d: apart by %.1e over 1 s; allowed 1e-8\n",
                  way, apart);
    assert_true(apart <= 1e-8);
  }
  double apart = drops_apart(open_file("models/bouncing-cams", NULL, NULL, NULL),
                             open_file("models/bouncing-cams", "shape", "nurbs", NULL), &as_written, &ledger);
  double off = drop_off(&as_in_model, &as_written, &first);
  print_message(
      "  the model's two ways: %.1e; against support functions: %.1e; ledger %.1e; first touch at %.15g s\n",
      apart, off, ledger, first);
  assert_true(apart <= 1e-8);
  assert_true(off <= 1e-8);
  assert_true(ledger <= 1e-10);
}

/* Other cams in other poses, so that they meet: the upper one above the middle of the lower one. */
static drop random_drop(unsigned long long *seed)
{
  drop d = as_in_model;
  double *varied[] = {&d.a1, &d.b1, &d.a2, &d.b2, &d.mass, &d.gravity, &d.stiffness, &d.damping, &d.depth};
  for (size_t i = 0; i < sizeof varied / sizeof *varied; i++)
    *varied[i] = vary(seed, *varied[i]);
  d.inertia = vary(seed, d.mass * (d.a2 * d.a2 + d.b2 * d.b2) / 4);
  d.x = uniform(seed, -0.1, 0.1);
  d.y = uniform(seed, 0.33, 0.4);
  d.angle = uniform(seed, -3, 3);
  d.tilt = uniform(seed, -0.5, 0.5);
  return d;
}

/* What one rounding of a datum makes of the motion of the ellipses. */
static double one_rounding(const drop *d, const test_units *u)
{
  double worst = 0, ledger = 0;
  for (int i = 0; i < 5; i++) {
    drop other = *d;
    double *datum[] = {&other.gravity, &other.mass, &other.stiffness, &other.angle, &other.y};
    *datum[i] *= 1 + DBL_EPSILON;
    worst = fmax(worst, drops_apart(open_drop(d, u, 0), open_drop(&other, u, 0), u, &ledger));
  }
  return worst;
}

/* Where a single rounding of the data moves the ellipses by more than half of what is allowed, the two may differ by
 * four times that; no more than 1 in 20 may be so. */
static void siblings_fall_alike(void **state)
{
  (void)state;
  unsigned long long seed = 5;
  double worst = 0, ledger = 0, off = 0, first;
  int which = -1, delicate = 0;
  for (int k = 0; k < VARIANTS; k++) {
    drop d = random_drop(&seed);
    test_units u = random_units(&seed);
    double apart = drops_apart(open_drop(&d, &u, 0), open_drop(&d, &u, 1 + k % (WAYS - 1)), &u, &ledger);
    double alone = apart > 1e-8 ? one_rounding(&d, &u) : 0;
    if (alone > 0.5e-8) {
      print_message("  siblings of bouncing cams, number %d: apart by %.1e, one rounding by %.1e\n", k, apart,
                    alone);
      assert_true(apart <= 4 * alone);
      delicate++;
    } else
      note(&worst, &which, apart, k);
    if (k < REFERENCES)
      off = fmax(off, drop_off(&d, &u, &first));
  }
  print_message("  %d siblings of bouncing cams: apart by %.1e (number %d), %d delicate, ledger %.1e; %d of "
                "them off by "
                "%.1e against support functions; allowed 1e-8\n",
                VARIANTS, worst, which, delicate, ledger, REFERENCES, off);
  assert_true(20 * delicate <= VARIANTS);
  assert_true(worst <= 1e-8);
  assert_true(off <= 1e-8);
  assert_true(ledger <= 1e-9);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(ellipses_and_nurbs_fall_alike),
                                     cmocka_unit_test(siblings_fall_alike)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
