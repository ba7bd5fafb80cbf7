/* The cam and follower of models/cam-follower: the support function of the ellipse, and Lagrange's equation of the one
 * freedom, integrated apart from the library:
 *
 *     M(p) p'' + M'(p) p'^2/2 + V'(p) = 0,   M = m1 r² + m2 h'²,   V = m1 g r sin p + m2 g h,   N = m2 (g + h'' p'² + h' p'') */
#include "base/soak_test.h"
#include "step/cams_reference_test.h"
#include "step/sessions_test.h"

/* All, in `make test`, and with sanitizers. */
#define VARIANTS soak_or(50, 12, 4)

typedef struct {
  double a, b, arm, weight, lifted, angle, speed, gravity;
} cam;

static const cam of_model = {0.2, 0.1, 0.3, 1, 0.5, 0.523598775598298873077, 0, 9.81};

typedef struct {
  long double h, contact, force, bend; /* bend: p'' */
} lifted_by;

static lifted_by reduced(const cam *c, long double p, long double w)
{
  long double h[3], m2 = c->lifted, r = c->arm, g = c->gravity;
  support(c->b, c->a, p, h); /* from the vertical: the half axes change places */
  long double M = c->weight * r * r + m2 * h[1] * h[1];
  long double bend = -(m2 * h[1] * h[2] * w * w + c->weight * g * r * cosl(p) + m2 * g * h[1]) / M;
  return (lifted_by){h[0], h[1], m2 * (g + h[2] * w * w + h[1] * bend), bend};
}

/* One step of the classical method; fine steps make it exact to long double. */
static void reduced_step(const cam *c, long double *p, long double *w, long double h)
{
  long double k[4], v[4], share[] = {0, 0.5L, 0.5L, 1};
  for (int i = 0; i < 4; i++) {
    long double at = *p + (i ? share[i] * h * v[i - 1] : 0);
    v[i] = *w + (i ? share[i] * h * k[i - 1] : 0);
    k[i] = reduced(c, at, v[i]).bend;
  }
  *p += h / 6 * (v[0] + 2 * v[1] + 2 * v[2] + v[3]);
  *w += h / 6 * (k[0] + 2 * k[1] + 2 * k[2] + k[3]);
}

enum { FINE = 200000 }; /* steps per unit of time */

/* To the end; the instant at which the follower would part, if there is none yet. */
static void reduced_until(const cam *c, long double *t, long double end, long double *p, long double *w,
                          long double *lifts)
{
  int n = (int)ceill((end - *t) * FINE - 1e-6L);
  long double h = (end - *t) / n, from = *t;
  for (int i = 0; i < n; i++) {
    long double before[2] = {*p, *w}, low = 0, high = h;
    reduced_step(c, p, w, h);
    if (!isnan(*lifts) || reduced(c, *p, *w).force >= 0)
      continue;
    while (high - low > 1e-17L) {
      long double middle = (low + high) / 2, q = before[0], u = before[1];
      reduced_step(c, &q, &u, middle);
      if (reduced(c, q, u).force < 0)
        high = middle;
      else
        low = middle;
    }
    *lifts = from + i * h + high;
  }
  *t = end;
}

static void write_cam(char text[TEXT], const cam *c, const test_units *u, double tolerance)
{
  double L = u->length, M = u->mass, T = u->time, g = c->gravity * L / (T * T);
  *text = 0;
  say(text, "planar { gravity = {%.17g, %.17g} }\nlocal base = ground:at{0, 0, angle = %.17g}\n",
      g * sin(u->turn), -g * cos(u->turn), u->turn);
  say(text, "local wheel = body 'wheel' { mass = %.17g, inertia = 0, com = {%.17g, 0} }\n", c->weight * M,
      c->arm * L);
  say(text, "local plunger = body 'plunger' { mass = %.17g, inertia = %.17g }\n", c->lifted * M,
      0.01 * c->lifted * M * L * L);
  say(text, "revolute 'cam' { base, wheel, angle = %.17g, speed = %.17g, prefer = true }\n", c->angle,
      c->speed / T);
  say(text, "prismatic 'guide' { base, plunger, axis = {0, 1}, position = %.17g }\n",
      0.7 * (c->a + c->b) * L);
  say(text,
      "curve_joint 'follower' { shape 'rim' { wheel, ellipse { a = %.17g, b = %.17g } },\n"
      "  shape 'foot' { plunger, line { {%.17g, 0}, {%.17g, 0} } } }\n",
      c->a * L, c->b * L, -2 * c->a * L, 2 * c->a * L);
  say(text, "simulate { duration = %.17g, tolerance = %g }\n", 2 * T, tolerance);
}

typedef struct {
  double lift, touch, motion, converged, force, lifts;
} cam_off;

static void worse(double *worst, double off)
{
  *worst = off <= *worst ? *worst : off; /* NaN stays */
}

/* The run against what it must be, at one instant; `fine`: the same run with a small tolerance. */
static void compare_cam(session s, session fine, const cam *c, const test_units *u, long double p,
                        long double w, cam_off *off)
{
  double L = u->length, T = u->time, F = c->lifted * u->mass * c->gravity * L / (T * T);
  double angle = see(s, "cam", -1, "angle"), x = see(s, "follower", -1, "x"), y = see(s, "follower", -1, "y");
  lifted_by here = reduced(c, angle, 0), there = reduced(c, p, w);
  worse(&off->lift, fabs(see(s, "guide", -1, "position") / L - (double)here.h));
  worse(&off->touch, fabs((x * cos(u->turn) + y * sin(u->turn)) / L - (double)here.contact));
  worse(&off->touch, fabs((y * cos(u->turn) - x * sin(u->turn)) / L - (double)here.h));
  worse(&off->motion, fabs(angle - (double)p));
  worse(&off->motion, fabs(see(s, "cam", -1, "speed") * T - (double)w));
  worse(&off->motion, fabs(see(s, "guide", -1, "speed") * T / L - (double)(there.contact * w)));
  worse(&off->converged, fabs(angle - see(fine, "cam", -1, "angle")));
  worse(&off->converged, fabs(see(s, "cam", -1, "speed") - see(fine, "cam", -1, "speed")) * T);
  worse(&off->force,
        fabs(see(s, "follower", -1, "normal_force") / F - (double)(there.force / (c->lifted * c->gravity))));
}

static cam_off follow_cam(const cam *c, const test_units *u, double end)
{
  char text[TEXT];
  cam_off off = {0};
  write_cam(text, c, u, 1e-12);
  session s = open_text(text, NULL);
  write_cam(text, c, u, 1e-13);
  session fine = open_text(text, NULL);
  long double t = 0, p = c->angle, w = c->speed, lifts = reduced(c, p, w).force < 0 ? 0 : NAN;
  for (int i = 0; i <= 20; i++) {
    go(s, i * end * u->time / 20);
    go(fine, i * end * u->time / 20);
    if (i > 0)
      reduced_until(c, &t, i * (long double)end / 20, &p, &w, &lifts);
    compare_cam(s, fine, c, u, p, w, &off);
  }
  double seen = s.run->system.contact->pair[0].log.lifts / u->time;
  assert_int_equal(isnan(seen), isnan((double)lifts));
  off.lifts = isnan(seen) ? 0 : fabs(seen - (double)lifts);
  leave(s);
  leave(fine);
  return off;
}

static void judge_cam(const char *what, const cam_off *off)
{
  print_message("  %s: lift off by %.1e, touch %.1e (allowed 1e-10), motion %.1e, against tolerance 1e-13 "
                "%.1e, lift-off "
                "%.1e (1e-9), force %.1e of the weight (1e-8)\n",
                what, off->lift, off->touch, off->motion, off->converged, off->lifts, off->force);
  assert_true(off->lift <= 1e-10 && off->touch <= 1e-10);
  assert_true(off->motion <= 1e-9 && off->converged <= 1e-9 && off->lifts <= 1e-9);
  assert_true(off->force <= 1e-8);
}

static void a_cam_lifts_its_follower(void **state)
{
  (void)state;
  cam_off off = follow_cam(&of_model, &as_written, 2);
  judge_cam("cam and follower", &off);
  cam fast = of_model;
  fast.speed = 12;
  off = follow_cam(&fast, &as_written, 2);
  judge_cam("spun faster", &off);
  long double t = 0, p = of_model.angle, w = 0, lifts = NAN;
  reduced_until(&of_model, &t, 2, &p, &w, &lifts);
  print_message("  at t = 2 s: angle %.15Lg, speed %.15Lg; would lift off at %.12Lg s\n", p, w, lifts);
}

static void siblings_of_the_cam(void **state)
{
  (void)state;
  unsigned long long seed = 8;
  cam_off all = {0};
  int pulling = 0;
  for (int k = 0; k < VARIANTS; k++) {
    cam c = of_model;
    double *varied[] = {&c.a, &c.b, &c.arm, &c.weight, &c.lifted, &c.gravity};
    for (size_t i = 0; i < sizeof varied / sizeof *varied; i++)
      *varied[i] = vary(&seed, *varied[i]);
    c.angle = uniform(&seed, -3, 3);
    c.speed = uniform(&seed, -8, 8);
    test_units u = random_units(&seed);
    cam_off off = follow_cam(&c, &u, 1);
    worse(&all.lift, off.lift);
    worse(&all.touch, off.touch);
    worse(&all.motion, off.motion);
    worse(&all.converged, off.converged);
    worse(&all.force, off.force);
    worse(&all.lifts, off.lifts);
    pulling += off.lifts > 0;
  }
  judge_cam("siblings", &all);
  print_message("  %d of %d would lift off\n", pulling, VARIANTS);
  assert_true(pulling > VARIANTS / 4);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_cam_lifts_its_follower),
                                     cmocka_unit_test(siblings_of_the_cam)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
