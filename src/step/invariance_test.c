/* What must not change the motion: the kernel a planar model runs through, the units of length, mass and time,
 * and how many runs a process has made. The worst case of every row is printed. */
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

enum { DOFS = 64 };

/* ---- planar models through the spatial kernel ---- */

/* Springs, dampers, guides, free bodies, rods and a driven joint in loops and trees. */
static const char *const texts[] = {
    /* a bob on a spring below a sliding cart, its hinge with a torsion spring */
    "planar { gravity = {0, -9.81} }\n"
    "local cart = body 'cart' { mass = 2, inertia = 0.3, com = {0.1, 0.05} }\n"
    "local arm = body 'arm' { mass = 0.7, inertia = 0.05, com = {0.4, 0.1} }\n"
    "local bob = body 'bob' { mass = 0.4, inertia = 0.01, com = {0.02, 0.01} }\n"
    "prismatic 'guide' { ground:at{0.2, 0.1, angle = 0.4}, cart:at{0.1, 0, angle = -0.2}, position = 0.3, "
    "speed = 1 }\n"
    "local hinge = revolute 'hinge' { cart:at{0, -0.2, angle = 1}, arm:at{-0.1, 0}, angle = -0.7, speed = 2 "
    "}\n"
    "free 'flight' { arm:at{0.8, 0, angle = 0.3}, bob:at{0, 0.05}, x = 0.2, y = -0.3, angle = 0.5, vx = 1, "
    "omega = -3 }\n"
    "spring 's1' { arm:at{0.8, 0}, bob, stiffness = 30, damping = 0.4, length = 0.2 }\n"
    "spring 's2' { ground, cart, stiffness = 50, damping = 1, length = 0.1 }\n"
    "torsion 'twist' { hinge, stiffness = 3, damping = 0.05, angle = -0.5 }\n"
    "force 'push' { bob:at{0.05, 0}, fx = 0.3, fy = -0.2, axes = 'body' }\n"
    "simulate { duration = 1, tolerance = 1e-12 }\n",
    /* a slider-crank with a rod in parallel to a spring */
    "planar { gravity = {0, -9.81} }\n"
    "local crank = body 'crank' { mass = 1, inertia = 0.02, com = {0.1, 0} }\n"
    "local link = body 'link' { mass = 1.5, inertia = 0.1, com = {0.35, 0.02} }\n"
    "local piston = body 'piston' { mass = 2, inertia = 0.05 }\n"
    "local bob = body 'bob' { mass = 0.5, inertia = 0.02, x = 0.6, y = -0.5 }\n"
    "local O = revolute 'O' { ground, crank, angle = 0.8, speed = 3 }\n"
    "revolute 'A' { crank:at{0.2, 0}, link, angle = -1 }\n"
    "revolute 'B' { link:at{0.7, 0}, piston }\n"
    "prismatic 'guide' { ground:at{0.2, 0}, piston, position = 0.6 }\n"
    "rod 'string' { piston:at{0, -0.1}, bob:at{0.05, 0}, length = 0.4 }\n"
    "spring 'return' { ground:at{1.5, 0}, piston, stiffness = 40, damping = 2, length = 0.5 }\n"
    "motor 'drive' { O, torque = 0.5 }\n"
    "simulate { duration = 1, tolerance = 1e-12 }\n",
    /* two free bodies tied by a spring, one welded to a third */
    "planar { gravity = {0.3, -2} }\n"
    "local a = body 'a' { mass = 1, inertia = 0.2, com = {0.1, 0}, x = 0.5, y = 0.2, angle = 0.3, vx = 1, "
    "omega = 2 }\n"
    "local b = body 'b' { mass = 2, inertia = 0.1, x = -0.5, y = 0.1, vy = -1, omega = 4 }\n"
    "local c = body 'c' { mass = 0.3, inertia = 0.01, com = {0, 0.1} }\n"
    "weld 'glue' { b:at{0.2, 0.1, angle = 1}, c }\n"
    "spring 'tie' { a:at{0, 0.2}, c:at{0.1, 0.1}, stiffness = 20, damping = 0.3, length = 0.6 }\n"
    "torque 'spin' { a, tz = 0.4 }\n"
    "simulate { duration = 1, tolerance = 1e-12 }\n"};

enum { TEXTS = sizeof texts / sizeof *texts, MACHINES = 3 };

static session open_case(int i, const pawl_run_options *options)
{
  if (i < TEXTS)
    return open_text(texts[i], options);
  machine m = i == TEXTS       ? chain_machine(5)
              : i == TEXTS + 1 ? four_bar_machine(3, 1, 1, -1.5, 3)
                               : andrews_machine();
  m.duration = fmin(m.duration, 1);
  return open_machine(&m, &as_written, options);
}

/* A state that the constraints allow, somewhere about the start; false: none was found, or a singular one. */
static bool random_state(session s, unsigned long long *seed, double *q, double *v)
{
  pawl_system *x = &s.run->system;
  pawl_error error = {0};
  bool loops = x->tree.row_count > 0;
  for (int d = 0; d < x->tree.dof_count; d++) {
    q[d] = x->q_start[d] + uniform(seed, -1, 1) * x->unit[d] * (loops ? 0.4 : 3);
    v[d] = uniform(seed, -3, 3) * x->unit[d] / x->scale.time;
  }
  if (!loops)
    return true;
  if (pawl_assemble_positions(x, 0, q, x->base_start, &error) != PAWL_OK ||
      pawl_assemble_velocities(x, 0, q, v, x->base_start, &error) != PAWL_OK)
    return false;
  assert_int_equal(pawl_project(x, 0, q, v, x->base_start), PAWL_OK);
  int block;
  return x->ops->smallest_pivot(x->kernel, &block) > 1e-3;
}

/* Largest difference of two accelerations over their largest component, lengths and angles each in their unit;
 * over the model's own acceleration where they happen to be less. */
static double relative_difference(const pawl_system *x, const double *a, const double *b)
{
  double most = 0, size = 1 / (x->scale.time * x->scale.time);
  for (int d = 0; d < x->tree.dof_count; d++) {
    most = fmax(most, fabs(a[d] - b[d]) / x->unit[d]);
    size = fmax(size, fabs(a[d]) / x->unit[d]);
  }
  return most / size;
}

/* The worst of `tries` states, and how many of them were good for a comparison. */
static double accelerations_apart(session planar, session spatial, int tries, int *samples)
{
  double q[DOFS], v[DOFS], a[DOFS], b[DOFS], power[DOFS], worst = 0;
  pawl_system *x = &planar.run->system, *y = &spatial.run->system;
  unsigned long long seed = 1;
  assert_true(x->tree.dof_count <= DOFS && x->tree.dof_count == y->tree.dof_count);
  *samples = 0;
  for (int i = 0; i < tries; i++) {
    if (!random_state(planar, &seed, q, v))
      continue;
    assert_int_equal(pawl_system_motion(x, 0, q, v, x->base_start, NULL, a, power), PAWL_OK);
    assert_int_equal(pawl_system_motion(y, 0, q, v, y->base_start, NULL, b, power), PAWL_OK);
    worst = fmax(worst, relative_difference(x, a, b));
    ++*samples;
  }
  return worst;
}

/* Coordinates and velocities at the end, in their units. */
static double motions_apart(session planar, session spatial)
{
  const pawl_system *x = &planar.run->system;
  double worst = 0, end = planar.model->plan.duration;
  go(planar, end);
  go(spatial, end);
  for (int i = 0; i < planar.run->n; i++) {
    double size = fmax(planar.run->scale[i], fabs(planar.run->y[i]));
    if (i < x->tree.dof_count)
      size = planar.run->scale[i];
    worst = fmax(worst, fabs(planar.run->y[i] - spatial.run->y[i]) / size);
  }
  return worst;
}

static void two_kernels(void **state)
{
  (void)state;
  static const char *const names[] = {"cart and bob", "slider-crank", "two free bodies",
                                      "chain",        "four-bars",    "andrews"};
  const pawl_run_options other = {&pawl_kernel_spatial, NAN, -1};
  double worst_acceleration = 0, worst_motion = 0;
  for (int i = 0; i < TEXTS + MACHINES; i++) {
    int samples;
    session planar = open_case(i, NULL), spatial = open_case(i, &other);
    double accelerations = accelerations_apart(planar, spatial, SAMPLES, &samples),
           motion = motions_apart(planar, spatial);
    leave(planar);
    leave(spatial);
    print_message("  planar and spatial kernel, %s: accelerations apart by %.1e at %d states, motion by "
                  "%.1e; allowed 1e-12 "
                  "and 1e-11\n",
                  names[i], accelerations, samples, motion);
    assert_true(samples > SAMPLES / 2);
    worst_acceleration = fmax(worst_acceleration, accelerations);
    worst_motion = fmax(worst_motion, motion);
  }
  assert_true(worst_acceleration <= 1e-12);
  assert_true(worst_motion <= 1e-11);
}

static void two_kernels_on_siblings(void **state)
{
  (void)state;
  const pawl_run_options other = {&pawl_kernel_spatial, NAN, -1};
  double accelerations = 0, motion = 0;
  int which_acceleration = 0, which_motion = 0, samples;
  unsigned long long seed = 7;
  for (int i = 0; i < VARIANTS; i++) {
    machine m = random_machine(&seed, i, true);
    test_units u = random_units(&seed);
    m.duration = fmin(m.duration, 1);
    session planar = open_machine(&m, &u, NULL), spatial = open_machine(&m, &u, &other);
    note(&accelerations, &which_acceleration, accelerations_apart(planar, spatial, SAMPLES / 50, &samples),
         i);
    note(&motion, &which_motion, motions_apart(planar, spatial), i);
    leave(planar);
    leave(spatial);
  }
  print_message(
      "  planar and spatial kernel, siblings: accelerations apart by %.1e (number %d), motion by %.1e "
      "(number %d); allowed 1e-12 and 1e-11\n",
      accelerations, which_acceleration, motion, which_motion);
  assert_true(accelerations <= 1e-12);
  assert_true(motion <= 1e-11);
}

/* ---- similar machines ---- */

static machine similar_machine(int kind)
{
  switch (kind) {
  case 0:
    return pendulum_machine();
  case 1:
    return chain_machine(8);
  case 2:
    return four_bar_machine(3, 1, 1, -1.5, 3);
  default:
    return andrews_machine();
  }
}

static const char *const similar_names[] = {"pendulum", "chain", "four-bars", "andrews"};

/* What a component of the state is multiplied by when the units are. */
static double factor_of(const pawl_run *r, int i, const test_units *u)
{
  int n = r->system.tree.dof_count;
  if (i >= 2 * n)
    return u->mass * u->length * u->length / (u->time * u->time);
  double size = r->system.slides[i % n] ? u->length : 1;
  return i < n ? size : size / u->time;
}

typedef struct {
  double apart; /* relative */
  int bits;     /* components that are not exactly the same */
} likeness;

static likeness compare_units(const machine *m, const test_units *u)
{
  likeness worst = {0, 0};
  session a = open_machine(m, &as_written, NULL), b = open_machine(m, u, NULL);
  go(a, m->duration);
  go(b, m->duration * u->time);
  assert_int_equal(a.run->n, b.run->n);
  for (int i = 0; i < a.run->n; i++) {
    double scaled = b.run->y[i] / factor_of(a.run, i, u), own = a.run->y[i];
    worst.bits += scaled != own;
    worst.apart = fmax(worst.apart, fabs(scaled - own) / fmax(fabs(own), a.run->scale[i]));
  }
  worst.bits += a.run->books.steps != b.run->books.steps || a.run->books.rejected != b.run->books.rejected;
  leave(a);
  leave(b);
  return worst;
}

static void powers_of_two(void **state)
{
  (void)state;
  const double tiny = 1.0 / 1024;
  const test_units units[] = {
      {tiny, tiny, tiny, 0}, {tiny, 1, 1, 0}, {1, tiny, 1, 0}, {1, 1, tiny, 0}, {1024, 4096, 1 / 64.0, 0}};
  for (int kind = 0; kind < 4; kind++) {
    machine m = similar_machine(kind);
    int different = 0;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
      different += compare_units(&m, units + i).bits;
    print_message("  similar by powers of two, %s: %d components of the state differ in a bit\n",
                  similar_names[kind], different);
    assert_int_equal(different, 0);
  }
}

static void other_units(void **state)
{
  (void)state;
  const test_units units = {10, 1000, sqrt(10), 0};
  unsigned long long seed = 6;
  for (int kind = 0; kind < 4; kind++) {
    machine m = similar_machine(kind);
    double apart = compare_units(&m, &units).apart, worst = 0;
    for (int i = 0; i < VARIANTS / 4; i++) {
      test_units u = random_units(&seed);
      u.turn = 0;
      worst = fmax(worst, compare_units(&m, &u).apart);
    }
    print_message(
        "  similar by 10, 1000, root of 10, %s: apart by %.1e; by any factors to 1000: %.1e; allowed 1e-9\n",
        similar_names[kind], apart, worst);
    assert_true(fmax(apart, worst) <= 1e-9);
  }
}

static void similar_siblings(void **state)
{
  (void)state;
  const test_units small = {1.0 / 1024, 1.0 / 1024, 1.0 / 1024, 0}, large = {10, 1000, sqrt(10), 0};
  int different = 0, which = 0;
  double worst = 0;
  unsigned long long seed = 8;
  for (int i = 0; i < VARIANTS; i++) {
    machine m = random_machine(&seed, i, true);
    different += compare_units(&m, &small).bits;
    note(&worst, &which, compare_units(&m, &large).apart, i);
  }
  print_message(
      "  similar siblings: by powers of two %d components differ in a bit; by 10, 1000, root of 10 apart by "
      "%.1e (number %d), allowed 1e-9\n",
      different, worst, which);
  assert_int_equal(different, 0);
  assert_true(worst <= 1e-9);
}

/* ---- runs in one process ---- */

static unsigned long long end_hash(const char *path)
{
  session s = open_file(path, NULL, NULL, NULL);
  go(s, s.model->plan.duration);
  unsigned long long hash = pawl_run_hash(s.run);
  leave(s);
  return hash;
}

static void same_hash(void **state)
{
  (void)state;
  static const char *const paths[] = {"models/pendulum",        "models/chain",
                                      "models/n-four-bar",      "models/andrews",
                                      "models/adams-spherical", "models/adams-tran-spring"};
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    unsigned long long alone = end_hash(paths[i]);
    session a = open_file(paths[i], NULL, NULL, NULL), b = open_file(paths[i], NULL, NULL, NULL);
    double end = a.model->plan.duration;
    pawl_error error = {0};
    while (a.run->t < end || b.run->t < end) { /* in turns */
      assert_int_equal(pawl_run_step(a.run, end, &error), PAWL_OK);
      assert_int_equal(pawl_run_step(b.run, end, &error), PAWL_OK);
    }
    assert_true(pawl_run_hash(a.run) == alone && pawl_run_hash(b.run) == alone);
    leave(a);
    leave(b);
  }
  print_message("  two runs in turns and one alone: the same state hash on %zu models\n",
                sizeof paths / sizeof *paths);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(two_kernels),      cmocka_unit_test(two_kernels_on_siblings),
      cmocka_unit_test(powers_of_two),    cmocka_unit_test(other_units),
      cmocka_unit_test(similar_siblings), cmocka_unit_test(same_hash)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
