/* Planar models through the spatial kernel: the same accelerations at random states, the same motion over 1 s.
 * The worst case of every row is printed. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/error.h"
#include "step/sessions_test.h"
#include "step/siblings_test.h"

#ifdef __SANITIZE_ADDRESS__
enum { SAMPLES = 100, VARIANTS = 4 };
#else
enum { SAMPLES = 1000, VARIANTS = 50 };
#endif

enum { DOFS = 128 };

/* ---- models of springs, dampers, guides, free bodies, rods and a motor, in loops and trees ---- */

/* Every number goes through a function that gives it its unit; varied when there is a seed. L, M, T, turn, seed
 * are written before it. */
static const char prelude[] =
    "local function vary(x)\n"
    "  if seed == 0 then return x end\n"
    "  seed = seed * 16807 % 2147483647\n"
    "  return x * (0.8 + 0.4 * seed / 2147483647)\n"
    "end\n"
    "local function unit(size) return function(x) return vary(x) * size end end\n"
    "local angle, length, speed, rate = vary, unit(L), unit(L / T), unit(1 / T)\n"
    "local mass, inertia, pull, moment = unit(M), unit(M * L^2), unit(M * L / T^2), unit(M * L^2 / T^2)\n"
    "local stiffness, damping, twisting = unit(M / T^2), unit(M / T), unit(M * L^2 / T)\n"
    "local function turned(x, y)\n"
    "  local c, s = math.cos(turn), math.sin(turn)\n"
    "  return c * x - s * y, s * x + c * y\n"
    "end\n"
    "local down = vary(9.81) * L / T^2\n"
    "local gx, gy = turned(0, -down)\n"
    "planar { gravity = {gx, gy} }\n"
    "local base = ground:at{0, 0, angle = turn}\n"
    "simulate { duration = T, tolerance = 1e-12 }\n";

static const char *const texts[] = {
    /* a bob on a spring below a sliding cart, its hinge with a torsion spring */
    "local cart = body 'cart' { mass = mass(2), inertia = inertia(0.3), com = {length(0.1), length(0.05)} }\n"
    "local arm = body 'arm' { mass = mass(0.7), inertia = inertia(0.05), com = {length(0.4), length(0.1)} }\n"
    "local bob = body 'bob' { mass = mass(0.4), inertia = inertia(0.01), com = {length(0.02), length(0.01)} "
    "}\n"
    "prismatic 'guide' { base:at{length(0.2), length(0.1), angle = angle(0.4)},\n"
    "  cart:at{length(0.1), 0, angle = angle(-0.2)}, position = length(0.3), speed = speed(1) }\n"
    "local hinge = revolute 'hinge' { cart:at{0, length(-0.2), angle = angle(1)}, arm:at{length(-0.1), 0},\n"
    "  angle = angle(-0.7), speed = rate(2) }\n"
    "local tip = length(0.8)\n"
    "free 'flight' { arm:at{tip, 0, angle = angle(0.3)}, bob:at{0, length(0.05)}, x = length(0.2),\n"
    "  y = length(-0.3), angle = angle(0.5), vx = speed(1), omega = rate(-3) }\n"
    "spring 's1' { arm:at{tip, 0}, bob, stiffness = stiffness(30), damping = damping(0.4),\n"
    "  length = length(0.2) }\n"
    "spring 's2' { base, cart, stiffness = stiffness(50), damping = damping(1), length = length(0.1) }\n"
    "torsion 'twist' { hinge, stiffness = moment(3), damping = twisting(0.05), angle = angle(-0.5) }\n"
    "force 'push' { bob:at{length(0.05), 0}, fx = pull(0.3), fy = pull(-0.2), axes = 'body' }\n",
    /* a slider-crank, a bob on a rod, a spring */
    "local crank = body 'crank' { mass = mass(1), inertia = inertia(0.02), com = {length(0.1), 0} }\n"
    "local link = body 'link' { mass = mass(1.5), inertia = inertia(0.1), com = {length(0.35), length(0.02)} "
    "}\n"
    "local piston = body 'piston' { mass = mass(2), inertia = inertia(0.05) }\n"
    "local x, y = turned(length(0.6), length(-0.5))\n"
    "local bob = body 'bob' { mass = mass(0.5), inertia = inertia(0.02), x = x, y = y }\n"
    "local O = revolute 'O' { base, crank, angle = angle(0.8), speed = rate(3) }\n"
    "revolute 'A' { crank:at{length(0.2), 0}, link, angle = -1 }\n"
    "revolute 'B' { link:at{length(0.7), 0}, piston }\n"
    "prismatic 'guide' { base:at{length(0.2), 0}, piston, position = 0.6 * L }\n"
    "rod 'string' { piston:at{0, length(-0.1)}, bob:at{length(0.05), 0}, length = length(0.4) }\n"
    "spring 'return' { base:at{length(1.5), 0}, piston, stiffness = stiffness(40), damping = damping(2),\n"
    "  length = length(0.5) }\n"
    "motor 'drive' { O, torque = moment(0.5) }\n",
    /* two free bodies tied by a spring, one welded to a third */
    "local ax, ay = turned(length(0.5), length(0.2))\n"
    "local bx, by = turned(length(-0.5), length(0.1))\n"
    "local avx, avy = turned(speed(1), 0)\n"
    "local bvx, bvy = turned(0, speed(-1))\n"
    "local a = body 'a' { mass = mass(1), inertia = inertia(0.2), com = {length(0.1), 0}, x = ax, y = ay,\n"
    "  angle = turn + angle(0.3), vx = avx, vy = avy, omega = rate(2) }\n"
    "local b = body 'b' { mass = mass(2), inertia = inertia(0.1), x = bx, y = by, angle = turn, vx = bvx,\n"
    "  vy = bvy, omega = rate(4) }\n"
    "local c = body 'c' { mass = mass(0.3), inertia = inertia(0.01), com = {0, length(0.1)} }\n"
    "weld 'glue' { b:at{length(0.2), length(0.1), angle = angle(1)}, c }\n"
    "spring 'tie' { a:at{0, length(0.2)}, c:at{length(0.1), length(0.1)}, stiffness = stiffness(20),\n"
    "  damping = damping(0.3), length = length(0.6) }\n"
    "torque 'spin' { a, tz = moment(0.4) }\n"};

static const char *const text_names[] = {"cart and bob", "slider-crank", "two free bodies"};
static const char *const text_sibling_names[] = {"siblings of cart and bob", "siblings of the slider-crank",
                                                 "siblings of two free bodies"};

enum { TEXTS = sizeof texts / sizeof *texts };

static session open_varied(const char *text, const test_units *u, int seed, const pawl_run_options *options)
{
  char whole[TEXT];
  snprintf(whole, sizeof whole, "local L, M, T, turn, seed = %.17g, %.17g, %.17g, %.17g, %d\n%s%s", u->length,
           u->mass, u->time, u->turn, seed, prelude, text);
  return open_text(whole, options);
}

/* ---- accelerations ---- */

/* A state that the constraints allow, somewhere about the start; false: none was found, or a singular one. */
static bool random_state(session s, unsigned long long *seed, double *q, double *v)
{
  pawl_system *x = &s.run->system;
  bool loops = x->tree.row_count > 0;
  for (int d = 0; d < x->tree.dof_count; d++) {
    q[d] = x->start.q[d] + uniform(seed, -1, 1) * x->dof.unit[d] * (loops ? 1 : 3);
    v[d] = uniform(seed, -3, 3) * x->dof.unit[d] / x->scale.time;
  }
  if (!loops)
    return true;
  if (!pawl_close_loops(x, 0, q, x->start.base))
    return false;
  assert_int_equal(pawl_project(x, 0, q, v, x->start.base), PAWL_OK);
  int block;
  return x->ops->smallest_pivot(x->kernel, &block) > 1e-3;
}

static void accelerate(session s, const double *q, const double *v, double *a)
{
  double power[DOFS];
  pawl_system *x = &s.run->system;
  assert_int_equal(pawl_system_motion(x, &(pawl_request){0, q, v, x->start.base}, a, power), PAWL_OK);
}

/* What a would be without constraints, at rest or not, in another field of gravity. */
static void accelerate_free(session s, const double *q, const double *v, pawl_vec gravity, double *a)
{
  double kept[DOFS], *weight = s.run->system.tree.weight;
  pawl_vec *own = &s.run->model->world.gravity, kept_gravity = *own;
  size_t rows = (size_t)s.run->system.tree.row_count;
  assert_true(rows <= DOFS);
  memcpy(kept, weight, rows * sizeof *kept);
  memset(weight, 0, rows * sizeof *kept);
  *own = gravity;
  accelerate(s, q, v, a);
  *own = kept_gravity;
  memcpy(weight, kept, rows * sizeof *kept);
}

/* The sum of magnitudes of what gravity, loads, velocities and constraints make of the acceleration a. Gravity
 * counts in full wherever it points: near equilibrium its effect is the cosine of an angle that has been rounded. */
static void size_of_terms(session s, const double *q, const double *v, const double *a, double *size)
{
  static const double rest[DOFS] = {0};
  double loads[DOFS], still[DOFS], turned[DOFS], moving[DOFS];
  pawl_vec g = s.run->model->world.gravity;
  accelerate_free(s, q, rest, pawl_v(0, 0, 0), loads);
  accelerate_free(s, q, rest, g, still);
  accelerate_free(s, q, rest, pawl_v(-g.y, g.x, 0), turned);
  accelerate_free(s, q, v, g, moving);
  for (int d = 0; d < s.run->system.tree.dof_count; d++)
    size[d] = hypot(still[d] - loads[d], turned[d] - loads[d]) + fabs(loads[d]) + fabs(moving[d] - still[d]) +
              fabs(a[d] - moving[d]);
}

/* Largest difference of two accelerations over their largest component, lengths and angles each in their unit.
 *
 * An acceleration is a sum, M a = gravity + loads + velocity terms + J^T lambda, and near equilibrium or against
 * the constraints it is the small rest of large terms. Each of them has been rounded, so that no two ways to compute
 * a agree to 1e-12 of it where it is less than a hundredth of them: over |a| alone the kernels differ by 1e-11 where
 * four-bars nearly balance, and one of them by 3e-11 from itself with an angle changed in its last bit. There, and
 * there only, the difference is taken over 1/128 of the terms, of which 1e-12 are 35 roundings. */
static double relative_difference(session s, const double *q, const double *v, const double *a,
                                  const double *b)
{
  const double *unit = s.run->system.dof.unit;
  double most = 0, size = 0, terms[DOFS];
  size_of_terms(s, q, v, a, terms);
  for (int d = 0; d < s.run->system.tree.dof_count; d++) {
    most = fmax(most, fabs(a[d] - b[d]) / unit[d]);
    size = fmax(size, fmax(fabs(a[d]), terms[d] / 128) / unit[d]);
  }
  return most / size;
}

static double accelerations_apart(session planar, session spatial)
{
  double q[DOFS], v[DOFS], a[DOFS], b[DOFS], worst = 0;
  unsigned long long seed = 1;
  int n = planar.run->system.tree.dof_count, found = 0;
  assert_true(n <= DOFS && n == spatial.run->system.tree.dof_count);
  for (int tries = 0; found < SAMPLES; tries++) {
    assert_true(tries < 20 * SAMPLES);
    if (!random_state(planar, &seed, q, v))
      continue;
    accelerate(planar, q, v, a);
    accelerate(spatial, q, v, b);
    double apart = relative_difference(planar, q, v, a, b);
    worst = apart <= worst ? worst : apart; /* NaN stays */
    found++;
  }
  return worst;
}

/* ---- motions ---- */

/* At the end, in the units of the model; velocities and works over their own size where that is more. */
static double motions_apart(session planar, session spatial, double end)
{
  const pawl_run *x = planar.run, *y = spatial.run;
  double worst = 0;
  go(planar, end);
  go(spatial, end);
  assert_int_equal(x->n, y->n);
  for (int i = 0; i < x->n; i++) {
    double size = i < x->system.tree.dof_count ? x->room.scale[i] : fmax(x->room.scale[i], fabs(x->y[i]));
    double apart = fabs(x->y[i] - y->y[i]) / size;
    worst = apart <= worst ? worst : apart;
  }
  return worst;
}

/* ---- the rows ---- */

static const pawl_run_options in_space = {&pawl_kernel_spatial, NAN, -1};

typedef struct {
  double acceleration, motion;
  int which_acceleration, which_motion;
} row;

/* Both sessions end here. Returns how far apart the motions are. */
static double compare(row *r, session planar, session spatial, double end, int index)
{
  double motion;
  note(&r->acceleration, &r->which_acceleration, accelerations_apart(planar, spatial), index);
  motion = motions_apart(planar, spatial, end);
  leave(planar);
  leave(spatial);
  return motion;
}

static void judge(const row *r, const char *name)
{
  print_message("  planar and spatial kernel, %s: accelerations apart by %.1e (number %d) at %d states each, "
                "motion by %.1e (number %d); allowed 1e-12 and 1e-11\n",
                name, r->acceleration, r->which_acceleration, SAMPLES, r->motion, r->which_motion);
  assert_true(r->acceleration <= 1e-12);
  assert_true(r->motion <= 1e-11);
}

/* Over 1 s, Andrews' mechanism over its 30 ms: in 1 s it would make 950 turns, and one
 * rounding of its torque would move the end by 6e-10. */
static void models(void **state)
{
  (void)state;
  static const struct {
    const char *title, *path, *name, *value;
    double end;
  } files[] = {{"pendulum", "models/pendulum", NULL, NULL, 1},
               {"chain", "models/chain", NULL, NULL, 1},
               {"n-four-bar, hanging", "models/n-four-bar", "start", "hang", 1},
               {"n-four-bar, upright", "models/n-four-bar", "start", "upright", 1},
               {"n-four-bar, n = 9", "models/n-four-bar", "n", "9", 1},
               {"andrews", "models/andrews", NULL, NULL, 0.03}};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    row r = {0};
    r.motion = compare(&r, open_file(files[i].path, files[i].name, files[i].value, NULL),
                       open_file(files[i].path, files[i].name, files[i].value, &in_space), files[i].end, 0);
    judge(&r, files[i].title);
  }
  for (int i = 0; i < TEXTS; i++) {
    row r = {0};
    r.motion = compare(&r, open_varied(texts[i], &as_written, 0, NULL),
                       open_varied(texts[i], &as_written, 0, &in_space), 1, 0);
    judge(&r, text_names[i]);
  }
}

static void siblings_of_texts(void **state)
{
  (void)state;
  unsigned long long seed = 6;
  for (int i = 0; i < TEXTS; i++) {
    row r = {0};
    for (int k = 0; k < VARIANTS; k++) {
      test_units u = random_units(&seed);
      double motion = compare(&r, open_varied(texts[i], &u, k + 1, NULL),
                              open_varied(texts[i], &u, k + 1, &in_space), u.time, k);
      note(&r.motion, &r.which_motion, motion, k);
    }
    judge(&r, text_sibling_names[i]);
  }
}

enum { KINDS = 5 };

static machine sibling(unsigned long long *seed, int kind, int index)
{
  double length;
  switch (kind) {
  case 0:
    return random_pendulum(seed);
  case 1:
    return random_chain(seed, 1 + index % 8);
  case 2:
    return random_four_bar(seed, 1 + index % 6, true, &length);
  case 3:
    return random_upright_four_bar(seed, 1 + index % 6);
  default:
    return random_andrews(seed);
  }
}

/* What one rounding of a datum makes of the planar motion by itself. */
static double one_rounding(const machine *m, const test_units *u, double end)
{
  double worst = 0;
  for (int i = 0; i < 5; i++) {
    machine other = *m;
    double *datum[] = {&other.gravity, &other.torque, &other.stiffness, &other.pin[0].angle,
                       &other.pin[0].speed};
    *datum[i] *= 1 + DBL_EPSILON;
    session one = open_machine(m, u, NULL), two = open_machine(&other, u, NULL);
    worst = fmax(worst, motions_apart(one, two, end));
    leave(one);
    leave(two);
  }
  return worst;
}

/* A machine that all but stops in an unstable balance magnifies every rounding. Where a single one in its data, by
 * one kernel, moves the end by more than half of what is allowed, the kernels may differ by four times that; no more
 * than 1 in 20 may be so, and each is printed. */
static void siblings_of_machines(void **state)
{
  (void)state;
  static const char *const names[] = {"siblings of the pendulum", "siblings of the chain",
                                      "hanging four-bars", "upright four-bars", "siblings of andrews"};
  unsigned long long seed = 7;
  for (int kind = 0; kind < KINDS; kind++) {
    row r = {0};
    int delicate = 0;
    for (int k = 0; k < VARIANTS; k++) {
      machine m = sibling(&seed, kind, k);
      test_units u = random_units(&seed);
      double end = fmin(m.duration, 1) * u.time;
      double motion = compare(&r, open_machine(&m, &u, NULL), open_machine(&m, &u, &in_space), end, k);
      double alone = motion > 1e-11 ? one_rounding(&m, &u, end) : 0;
      if (alone > 0.5e-11) {
        print_message("  %s, number %d: motion apart by %.1e; one rounding of its data by %.1e\n",
                      names[kind], k, motion, alone);
        assert_true(motion <= 4 * alone);
        delicate++;
      } else
        note(&r.motion, &r.which_motion, motion, k);
    }
    assert_true(20 * delicate <= VARIANTS);
    judge(&r, names[kind]);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(models), cmocka_unit_test(siblings_of_texts),
                                     cmocka_unit_test(siblings_of_machines)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
