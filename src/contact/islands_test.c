/* Problems side by side: each has the answer that it has alone, to the bit, and what is said of one names its own contacts. */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "base/soak_test.h"
#include "contact/random_test.h"

enum { ROOM = 16 };

/* A problem with its answer. */
typedef struct {
  test_problem t;
  double force[2 * TEST_MOST], rate[2 * TEST_MOST];
  unsigned char mode[TEST_MOST];
  pawl_motion motion[ROOM];
  pawl_solution found;
} bench;

static pawl_solver *solver(void)
{
  static pawl_solver s;
  static double memory[20000];
  assert_true(pawl_solver_bytes(TEST_MOST) <= sizeof memory);
  pawl_solver_place(&s, TEST_MOST, memory);
  return &s;
}

static pawl_solve_options options(bench *b, bool warm)
{
  return (pawl_solve_options){
      .warm = warm, .count = true, .exhaust = true, .motion = b->motion, .room = ROOM};
}

/* Of other masses and other loads than its neighbours. */
static void draw(bench *b, int n, double size, unsigned long long *seed)
{
  test_random(&b->t, test_choose(seed, CLASSES), n, seed);
  double mass = pow(10, 3 * pawl_chance(seed)), load = size * pow(10, 2 * pawl_chance(seed));
  for (int k = 0; k < 4 * n * n; k++)
    b->t.W[k] /= mass;
  for (int i = 0; i < n; i++) {
    b->t.b[2 * i] *= load / mass;
    b->t.b[2 * i + 1] *= load / mass;
    b->t.floor[i] *= load;
    b->t.own[i] *= load;
    b->t.own_stick[i] *= load;
    b->mode[i] = (unsigned char)test_choose(seed, 8);
  }
}

/* Contacts of `parts`, in turn as `owner` says. */
static void mix(bench *whole, const bench *part, const int *owner, int n)
{
  int at[TEST_MOST], next[2] = {0};
  memset(whole, 0, sizeof *whole);
  whole->t.p = (pawl_problem){.n = n,
                              .W = whole->t.W,
                              .b = whole->t.b,
                              .mu = whole->t.mu,
                              .mu_stick = whole->t.mu_stick,
                              .own = whole->t.own,
                              .own_stick = whole->t.own_stick,
                              .kind = whole->t.kind,
                              .floor = whole->t.floor};
  for (int i = 0; i < n; i++) {
    const bench *p = part + owner[i];
    int k = at[i] = next[owner[i]]++;
    memcpy(whole->t.b + 2 * i, p->t.b + 2 * k, 2 * sizeof(double));
    whole->t.mu[i] = p->t.mu[k];
    whole->t.mu_stick[i] = p->t.p.mu_stick ? p->t.mu_stick[k] : p->t.mu[k];
    whole->t.own[i] = p->t.own[k];
    whole->t.own_stick[i] = p->t.p.own_stick ? p->t.own_stick[k] : p->t.own[k];
    whole->t.kind[i] = p->t.p.kind ? p->t.kind[k] : PAWL_AT_REST;
    whole->t.floor[i] = p->t.floor[k];
    whole->mode[i] = p->mode[k];
  }
  for (int r = 0; r < 2 * n; r++)
    for (int c = 0; c < 2 * n; c++) {
      int a = owner[r / 2], m = 2 * part[a].t.p.n;
      whole->t.W[r * 2 * n + c] =
          a == owner[c / 2] ? part[a].t.W[(2 * at[r / 2] + r % 2) * m + 2 * at[c / 2] + c % 2] : 0;
    }
}

/* Two problems, and both in one, in any order. Returns whose contact comes first. */
static int draw_two(bench *whole, bench *part, int *owner, double second, unsigned long long *seed)
{
  int left[2] = {1 + test_choose(seed, 4), 1 + test_choose(seed, 4)}, n = left[0] + left[1];
  for (int a = 0; a < 2; a++)
    draw(part + a, left[a], a ? second : 1, seed);
  for (int i = 0; i < n; i++) {
    owner[i] = test_choose(seed, left[0] + left[1]) >= left[0];
    left[owner[i]]--;
  }
  mix(whole, part, owner, n);
  return owner[0];
}

static void solve_alone(bench *part, bool warm)
{
  pawl_solve_options o = options(part, warm);
  /* as they are in the whole */
  part->t.p.floor = part->t.floor;
  part->t.p.own = part->t.own;
  pawl_solver *s = solver();
  part->found = pawl_problem_solve(part->force, part->rate, part->mode, &part->t.p, &o, s);
  assert_int_equal(pawl_island_size(s, part->t.p.n, 0), part->t.p.n);
}

static pawl_solver *solve_whole(bench *whole, bool warm)
{
  pawl_solve_options o = options(whole, warm);
  pawl_solver *s = solver();
  whole->found = pawl_problem_solve(whole->force, whole->rate, whole->mode, &whole->t.p, &o, s);
  return s;
}

static bool is_answer_of(const bench *whole, const bench *part, const int *owner, int a)
{
  bool same = true;
  for (int i = 0, k = 0; i < whole->t.p.n; i++)
    if (owner[i] == a) {
      same &= memcmp(whole->force + 2 * i, part->force + 2 * k, 2 * sizeof(double)) == 0 &&
              memcmp(whole->rate + 2 * i, part->rate + 2 * k, 2 * sizeof(double)) == 0 &&
              whole->mode[i] == part->mode[k];
      k++;
    }
  return same;
}

static bool is_list_of(const bench *whole, const bench *part)
{
  for (int i = 0; i < part->found.motions && i < ROOM; i++)
    if (memcmp(whole->motion[i].rate, part->motion[i].rate, 2 * (size_t)part->t.p.n * sizeof(double)) != 0)
      return false;
  return true;
}

static void each_as_alone(void **state)
{
  (void)state;
  static bench whole, part[2];
  unsigned long long seed = 11;
  int none = 0, several = 0, both = 0, owner[TEST_MOST];
  for (int tries = 0; tries < soak_or(100000, 20000, 4000); tries++) {
    bool warm = tries % 2;
    int first = draw_two(&whole, part, owner, 1, &seed);
    for (int a = 0; a < 2; a++)
      solve_alone(part + a, warm);
    const pawl_solver *s = solve_whole(&whole, warm);
    const bench *one = part + first, *other = part + !first;
    for (int i = 0; i < whole.t.p.n; i++)
      assert_int_equal(s->island[i], owner[i] != first);
    if (!pawl_is_solved(one->found.by) || !pawl_is_solved(other->found.by)) {
      int island = pawl_is_solved(one->found.by);
      const bench *without = island ? other : one;
      assert_true(whole.found.by == without->found.by && whole.found.island == island);
      assert_true(s->of[island].motions == 0 && whole.found.motions == 0);
      none++;
      continue;
    }
    for (int a = 0; a < 2; a++)
      assert_true(is_answer_of(&whole, part + a, owner, a));
    assert_int_equal(whole.found.motions, one->found.motions * other->found.motions);
    assert_int_equal(whole.found.sets, one->found.sets * other->found.sets);
    assert_true(whole.found.residual <= 1e-8);
    assert_true(whole.found.forces_free == (one->found.forces_free || other->found.forces_free));
    int island = one->found.motions < 2 && other->found.motions > 1;
    assert_int_equal(whole.found.island, island);
    if (whole.found.motions > 1)
      assert_true(is_list_of(&whole, island ? other : one));
    several += whole.found.motions > 1;
    both += one->found.motions > 1 && other->found.motions > 1;
  }
  assert_true(none > 100 && several > 100 && both > 10);
}

/* Entries of W that are rounding couple nothing; ten times as much as counts as rounding does. */
static void rounding_couples_nothing(void **state)
{
  (void)state;
  static bench whole, part[2];
  unsigned long long seed = 12;
  int owner[TEST_MOST];
  for (int tries = 0; tries < 1000; tries++) {
    draw_two(&whole, part, owner, 1, &seed);
    int n = whole.t.p.n, i = 0, j = 0;
    while (owner[j] == owner[0])
      j++;
    double unit[2 * TEST_MOST];
    pawl_problem_units(unit, &whole.t.p);
    double *entry = whole.t.W + 2 * i * 2 * n + 2 * j, one = 1 / (unit[2 * i] * unit[2 * j]);
    *entry = 0.9e-14 * one;
    const pawl_solver *s = solve_whole(&whole, false);
    assert_int_not_equal(s->island[i], s->island[j]);
    *entry = 1.1e-14 * one;
    s = solve_whole(&whole, false);
    assert_int_equal(pawl_island_size(s, n, 0), n);
  }
}

/* Velocities that are rounding, of what rests while an impact falls elsewhere, have no verdict: no forces do. */
static void rounding_has_no_verdict(void **state)
{
  (void)state;
  static bench whole, part[2];
  unsigned long long seed = 13;
  int none = 0, several = 0, owner[TEST_MOST];
  for (int tries = 0; tries < 4000; tries++) {
    draw_two(&whole, part, owner, 1e-18, &seed);
    for (int a = 0; a < 2; a++)
      solve_alone(part + a, false);
    solve_whole(&whole, false);
    double unit[2 * TEST_MOST];
    pawl_problem_units(unit, &part[0].t.p);
    if (part[0].found.by == PAWL_NO_SOLUTION || pawl_problem_size(&part[0].t.p, unit, NULL) < 1e-6)
      continue; /* or it is rounding, too */
    assert_true(pawl_is_solved(whole.found.by) && whole.found.residual <= 1e-8);
    assert_int_equal(whole.found.motions, part[0].found.motions);
    none += part[1].found.by == PAWL_NO_SOLUTION;
    several += part[1].found.motions > 1;
  }
  assert_true(none > 100 && several > 100);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_as_alone),
      cmocka_unit_test(rounding_couples_nothing),
      cmocka_unit_test(rounding_has_no_verdict),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
