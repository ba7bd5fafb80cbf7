/* Exact fits as problems: blocks, wedges and discs between walls, with loads, speeds and sizes drawn from seeds. Of every pair of
 * touches that are opposite each other one has no force, and what is found solves the whole problem. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/chance.h"
#include "contact/contact.h"

enum { MOST = 8 };

typedef struct {
  pawl_problem p;
  double W[4 * MOST * MOST], b[2 * MOST], mu[MOST];
  unsigned char kind[MOST];
  pawl_fit fit[MOST];
  double force[2 * MOST], rate[2 * MOST];
} scene;

static pawl_switch_room room;
static pawl_arena arena;

static int set_up(void **state)
{
  (void)state;
  pawl_arena_open(&arena, NULL);
  return pawl_switch_room_fit(&room, &arena, 2, PAWL_HELD_FEW) ? 0 : 1;
}

static int tear_down(void **state)
{
  (void)state;
  pawl_arena_close(&arena);
  return 0;
}

/* A free body of mass m and inertia J, with touches at (x, y) and normals at angles; it moves with (u, w) and is loaded with
 * accelerations a. */
typedef struct {
  double m, J, u[3], a[3];
} block;

static void set(scene *s, const block *k, int n, const double (*at)[2], const double *angle, const double *mu)
{
  double row[2 * MOST][3];
  const double inverse[3] = {1 / k->m, 1 / k->m, 1 / k->J};
  for (int i = 0; i < n; i++) {
    double c = cos(angle[i]), d = sin(angle[i]);
    const double way[2][2] = {{c, d}, {-d, c}};
    for (int e = 0; e < 2; e++) {
      double *r = row[2 * i + e];
      r[0] = way[e][0];
      r[1] = way[e][1];
      r[2] = at[i][0] * way[e][1] - at[i][1] * way[e][0];
    }
    double slide = 0;
    for (int q = 0; q < 3; q++)
      slide += row[2 * i + 1][q] * k->u[q];
    s->mu[i] = mu[i];
    s->kind[i] = (unsigned char)(mu[i] == 0  ? PAWL_FRICTIONLESS
                                 : slide > 0 ? PAWL_SLIDES_PLUS
                                 : slide < 0 ? PAWL_SLIDES_MINUS
                                             : PAWL_AT_REST);
  }
  for (int r = 0; r < 2 * n; r++) {
    s->b[r] = 0;
    for (int q = 0; q < 3; q++)
      s->b[r] += row[r][q] * k->a[q];
    for (int c = 0; c < 2 * n; c++) {
      s->W[r * 2 * n + c] = 0;
      for (int q = 0; q < 3; q++)
        s->W[r * 2 * n + c] += row[r][q] * inverse[q] * row[c][q];
    }
  }
  s->p = (pawl_problem){.n = n, .W = s->W, .b = s->b, .mu = s->mu, .kind = s->kind};
}

/* Solves without what is idle, and checks the whole. */
static bool solve(scene *s)
{
  unsigned char kind[MOST], mode[MOST] = {0};
  double unit[2 * MOST], rate[2 * MOST];
  if (!pawl_clamps_release(&room, &s->p, 0, s->fit))
    return false;
  pawl_problem rest = s->p;
  rest.kind = kind;
  for (int i = 0; i < s->p.n; i++)
    kind[i] = s->fit[i] == PAWL_FIT_IDLE ? PAWL_FRICTIONLESS | PAWL_GIVEN : s->kind[i];
  pawl_solution found = pawl_problem_solve(s->force, s->rate, mode, &rest, NULL, &room.solver);
  assert_true(found.by != PAWL_NO_SOLUTION && found.by != PAWL_NOT_FOUND);
  pawl_problem_units(unit, &s->p);
  assert_true(pawl_problem_residual(rate, &s->p, unit, s->force) <= PAWL_PROBLEM_SOLVED);
  return true;
}

static const double up = 1.5707963267948966, down = -1.5707963267948966;

/* A block of half sizes a, b in a slot: floor left and right, ceiling left and right. */
static void set_block(scene *s, const block *k, double a, double b, const double mu[4])
{
  const double at[4][2] = {{-a, -b}, {a, -b}, {-a, b}, {a, b}}, angle[4] = {up, up, down, down};
  set(s, k, 4, at, angle, mu);
}

static void a_block_is_held_back_by_its_weight(void **state)
{
  (void)state;
  scene s;
  for (int i = 0; i < 12; i++) {
    double size = pow(10, -6 + i % 4 * 3), m = 0.1 + i, mu = 0.05 + 0.07 * i, way = i & 1 ? 1 : -1,
           g = i & 2 ? -9.81 : 9.81;
    const double all[4] = {mu, mu, mu, mu};
    block k = {m, m * size * size / 20, {way, 0, 0}, {0, -g, 0}};
    set_block(&s, &k, size, 0.3 * size, all);
    assert_true(solve(&s));
    double drag = 0;
    for (int j = 0; j < 4; j++) {
      drag += fabs(s.force[2 * j + 1]);
      bool bears = (j < 2) == (g > 0);
      assert_int_equal(s.fit[j] == PAWL_FIT_IDLE, !bears);
    }
    assert_true(fabs(drag - mu * m * 9.81) < 1e-9 * m);
  }
}

/* Whatever loads it, sliding or at rest: nothing is clamped. */
static void loads_of_all_kinds(void **state)
{
  (void)state;
  unsigned long long seed = 5;
  scene s;
  int both = 0;
  for (int i = 0; i < 2000; i++) {
    double mu[4], slide = i % 3 ? pawl_chance(&seed) : 0;
    for (int j = 0; j < 4; j++)
      mu[j] = 0.3 + 0.25 * pawl_chance(&seed);
    block k = {exp(2 * pawl_chance(&seed)), exp(2 * pawl_chance(&seed)), {slide, 0, 0}, {0, 0, 0}};
    for (int q = 0; q < 3; q++)
      k.a[q] = 10 * pawl_chance(&seed);
    set_block(&s, &k, 1 + 0.9 * pawl_chance(&seed), 0.4 + 0.3 * pawl_chance(&seed), mu);
    assert_true(solve(&s));
    for (int j = 0; j < 2; j++)
      assert_true(s.force[2 * j] == 0 || s.force[2 * (j + 2)] == 0);
    both += (s.force[0] > 0 || s.force[2] > 0) && (s.force[4] > 0 || s.force[6] > 0);
  }
  print_message("of 2000 loads %d use both sides\n", both);
  assert_in_range(both, 300, 1700);
}

/* A trapezium between two leaning walls and a lid: three normals that balance. */
static void wedges(void **state)
{
  (void)state;
  unsigned long long seed = 9;
  for (int i = 0; i < 300; i++) {
    double lean = 0.5 + 0.3 * pawl_chance(&seed), mu = 0.2 + 0.15 * pawl_chance(&seed);
    const double at[3][2] = {{-1, -0.2}, {1, -0.2}, {0, 0.5}}, angle[3] = {lean, 2 * up - lean, down},
                 all[3] = {mu, mu, mu};
    block k = {1, 0.4, {0, 0, 0}, {0, 0, 0}};
    scene s;
    for (int q = 0; q < 2; q++)
      k.a[q] = 10 * pawl_chance(&seed);
    set(&s, &k, 3, at, angle, all);
    assert_true(solve(&s));
    assert_true(s.force[0] == 0 || s.force[2] == 0 || s.force[4] == 0);
  }
}

static void what_is_no_fit(void **state)
{
  (void)state;
  const block k = {1, 0.1, {1, 0, 0}, {0, -9.81, 0}};
  const double mu[4] = {0.3, 0.3, 0.3, 0.3}, smooth[4] = {0};
  scene s;
  const double legs[3][2] = {{-1, -1}, {0, -1}, {1, -1}}, floor[3] = {up, up, up};
  set(&s, &k, 3, legs, floor, mu); /* a table: too many legs, and no preload */
  assert_false(pawl_clamps_release(&room, &s.p, 0, s.fit));
  const double groove[2] = {up - 0.7, up + 0.7};
  set(&s, &k, 2, legs, groove, mu);
  assert_false(pawl_clamps_release(&room, &s.p, 0, s.fit));
  const double beside[2][2] = {{-1, -1}, {1, 1}}, opposite[2] = {up, down};
  set(&s, &k, 2, beside, opposite, mu); /* opposite, but not in one line: a couple */
  assert_false(pawl_clamps_release(&room, &s.p, 0, s.fit));
  set_block(&s, &k, 1, 0.5, smooth); /* without friction the motion is unique */
  assert_false(pawl_clamps_release(&room, &s.p, 0, s.fit));
  const double taper[2] = {up, down + 1e-5}, across[2][2] = {{0, -1}, {0, 1}};
  set(&s, &k, 2, across, taper, mu); /* walls that are not parallel open or jam */
  assert_false(pawl_clamps_release(&room, &s.p, 0, s.fit));
}

/* Without loads something must still keep it from moving: as few touches as do that, and the rest is idle. */
static void a_fit_without_loads_stays_shut(void **state)
{
  (void)state;
  const block k = {1, 0.1, {1, 0, 0}, {0, 0, 0}};
  const double mu[4] = {0.3, 0.3, 0.3, 0.3};
  scene s;
  set_block(&s, &k, 1, 0.5, mu);
  assert_true(pawl_clamps_release(&room, &s.p, 1e-10, s.fit));
  for (int i = 0; i < 4; i++)
    assert_int_equal(s.fit[i], i < 2 ? PAWL_FIT_SHUT : PAWL_FIT_IDLE);
  unsigned char barred[4] = {0xff & ~(1 << PAWL_MODE_OPEN), 0, 0, 0};
  s.p.barred = barred; /* the first is about to pull: the one above it takes over */
  assert_true(pawl_clamps_release(&room, &s.p, 1e-10, s.fit));
  assert_int_equal(s.fit[0], PAWL_FIT_IDLE);
  assert_int_equal(s.fit[2], PAWL_FIT_SHUT);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_block_is_held_back_by_its_weight),
      cmocka_unit_test(loads_of_all_kinds),
      cmocka_unit_test(wedges),
      cmocka_unit_test(what_is_no_fit),
      cmocka_unit_test(a_fit_without_loads_stays_shut),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
