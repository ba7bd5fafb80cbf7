/* Contact problems in space: one contact against its closed form in every mode; many, judged from scratch; planar ones that stand in
 * space, tangents that are turned, directions that are known; what has no solution. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/soak_test.h"
#include "contact/random_test.h"

enum { MOST = 8, ROWS = 3 * MOST, ROOM = 8 };

typedef struct {
  pawl_problem p;
  double W[ROWS * ROWS], b[ROWS], mu[MOST], mu_stick[MOST], own[MOST], floor[MOST], way[2 * MOST];
  unsigned char kind[MOST];
} space_problem;

typedef struct {
  pawl_solver solver;
  pawl_solution found;
  double force[ROWS], rate[ROWS];
  unsigned char mode[MOST];
  pawl_motion motion[ROOM];
  double memory[60000];
} bench;

static bench *solve(const pawl_problem *p)
{
  static bench b;
  assert_true(pawl_solver_bytes_of(3, MOST, MOST) <= sizeof b.memory);
  assert_null(pawl_problem_fault(p));
  pawl_solver_place_of(&b.solver, 3, MOST, MOST, b.memory);
  memset(b.mode, 0, sizeof b.mode);
  pawl_solve_options options = {.count = true, .motion = b.motion, .room = ROOM};
  b.found = pawl_problem_solve(b.force, b.rate, b.mode, p, &options, &b.solver);
  return &b;
}

/* W = J Jᵀ on `d` coordinates; b = J a, so that there is a solution. */
static void make(space_problem *t, int n, int d, double mu, unsigned long long *seed)
{
  double J[ROWS][TEST_COORDINATES + ROWS], a[TEST_COORDINATES + ROWS];
  memset(t, 0, sizeof *t);
  t->p = (pawl_problem){.n = n, .dim = 3, .W = t->W, .b = t->b, .mu = t->mu};
  for (int k = 0; k < d; k++)
    a[k] = pawl_chance(seed);
  for (int r = 0; r < 3 * n; r++)
    for (int k = 0; k < d; k++) {
      J[r][k] = pawl_chance(seed);
      t->b[r] += J[r][k] * a[k];
    }
  for (int r = 0; r < 3 * n; r++)
    for (int c = 0; c < 3 * n; c++)
      for (int k = 0; k < d; k++)
        t->W[r * 3 * n + c] += J[r][k] * J[c][k];
  for (int i = 0; i < n; i++)
    t->mu[i] = mu * (1 + 0.5 * pawl_chance(seed));
}

static void add_product(double *b, const pawl_problem *p, const double *force, double sign)
{
  int m = 3 * p->n;
  for (int r = 0; r < m; r++)
    for (int c = 0; c < m; c++)
      b[r] += sign * p->W[r * m + c] * force[c];
}

/* What (2) and (3) of theory.md, 8.1 ask of one contact and do not get: without modes, natural units or any of the library's functions. */
static double broken(const pawl_problem *p, int i, const double *f, const double *y)
{
  double mu = p->mu[i], held = p->mu_stick ? p->mu_stick[i] : mu, own = p->own && f[0] > 0 ? p->own[i] : 0;
  double floor = p->floor ? p->floor[i] : 0, force = hypot(f[1], f[2]), speed = hypot(y[1], y[2]);
  double along = f[1] * y[1] + f[2] * y[2], cross = f[1] * y[2] - f[2] * y[1];
  double worst = fmax(fmax(floor - f[0], -y[0]), fmin(fabs(f[0] - floor), fabs(y[0])));
  double stick = fmax(speed, force - held * f[0] - own);
  double slide = fmax(fabs(force - mu * f[0] - own), fmax(along, fabs(cross)) / fmax(force + speed, 1e-300));
  return fmax(worst, fmin(stick, slide));
}

static double worst_of(const pawl_problem *p, const double *force)
{
  double y[ROWS] = {0}, worst = 0, size = 0;
  memcpy(y, p->b, 3 * (size_t)p->n * sizeof *y);
  add_product(y, p, force, 1);
  for (int i = 0; i < p->n; i++)
    worst = fmax(worst, broken(p, i, force + 3 * i, y + 3 * i));
  for (int r = 0; r < 3 * p->n; r++)
    size = fmax(size, fmax(fabs(p->b[r]), fabs(force[r])));
  return worst / size;
}

/* b that makes given forces and rates the answer: open, sticking, sliding in any direction; a floor that holds, friction so low that there is no other answer;
 * but where it has a part of its own or is more at rest: then it is judged from scratch. */
static void one_contact_in_every_mode(void **state)
{
  (void)state;
  unsigned long long seed = 3;
  int seen[8] = {0};
  for (int i = 0; i < soak_or(200000, 20000, 2000); i++) {
    space_problem t;
    int what = i % 3;
    make(&t, 1, 5, 0.1, &seed);
    double angle = 4 * pawl_chance(&seed), size = 0.3 + fabs(pawl_chance(&seed)),
           part = fabs(pawl_chance(&seed));
    bool held = i % 2, given = i % 4 == 3;
    if (i % 8 >= 6) {
      t.own[0] = 0.1 * size;
      t.p.own = t.own;
    }
    if (i % 16 >= 8) {
      t.mu_stick[0] = 1.5 * t.mu[0];
      t.p.mu_stick = t.mu_stick;
    }
    double limit = t.mu[0] * size + t.own[0], y[3] = {held || what == 0 ? size : 0, 0, 0}, f[3] = {0};
    double share = what == 1 ? 0.99 * part : 1, speed = what == 1 ? 0 : size * part + 1e-3;
    if (held) {
      t.floor[0] = size;
      t.p.floor = t.floor;
      t.kind[0] = given ? PAWL_AT_REST | PAWL_GIVEN : PAWL_AT_REST;
      t.p.kind = t.kind;
    }
    if (given)
      y[0] = 3 * pawl_chance(&seed);
    if (held || what > 0) {
      f[0] = size;
      f[1] = -share * limit * cos(angle);
      f[2] = -share * limit * sin(angle);
      y[1] = speed * cos(angle);
      y[2] = speed * sin(angle);
    }
    memcpy(t.b, y, sizeof y);
    add_product(t.b, &t.p, f, -1);
    bench *s = solve(&t.p);
    assert_true(pawl_is_solved(s->found.by) && s->found.residual < 1e-10);
    seen[s->mode[0]]++;
    bool is_one = !t.p.mu_stick && (!t.p.own || given);
    for (int r = 0; is_one && r < 3; r++)
      assert_true(fabs(s->force[r] - f[r]) < 1e-9 && fabs(s->rate[r] - y[r]) < 1e-9);
    assert_true(given || worst_of(&t.p, s->force) < 1e-10);
  }
  assert_true(seen[PAWL_MODE_OPEN] > 0 && seen[PAWL_MODE_STICK] > 0 && seen[PAWL_MODE_SLIP] > 0);
  assert_true(seen[PAWL_MODE_HELD_STICK] > 0 && seen[PAWL_MODE_HELD_SLIP] > 0);
}

/* Coupled contacts, redundant ones among them, from scratch. */
static void many_contacts_solve_their_problem(void **state)
{
  (void)state;
  unsigned long long seed = 8;
  for (int i = 0; i < soak_or(100000, 4000, 400); i++) {
    space_problem t;
    int n = 2 + i % (MOST - 1),
        d = i % 3 == 0 ? 2 + test_choose(&seed, 3 * n) : 3 * n + test_choose(&seed, 4);
    make(&t, n, d, i % 5 == 0 ? 0 : 0.1 + 0.2 * (i % 4), &seed);
    bench *s = solve(&t.p);
    if (!pawl_is_solved(s->found.by) || !(worst_of(&t.p, s->force) < 1e-8))
      printf("%d: %d contacts on %d, %s, %g %g\n", i, n, d, pawl_solved_by_name(s->found.by),
             s->found.residual, worst_of(&t.p, s->force));
    assert_true(pawl_is_solved(s->found.by) && worst_of(&t.p, s->force) < 1e-8);
  }
}

/* The tangents of each contact turned by an angle of its own. */
static void turn(space_problem *to, const space_problem *from, const double *angle)
{
  int n = from->p.n, m = 3 * n;
  double R[ROWS][3];
  *to = *from;
  to->p.W = to->W;
  to->p.b = to->b;
  to->p.mu = to->mu;
  to->p.kind = from->p.kind ? to->kind : NULL;
  to->p.way = from->p.way ? to->way : NULL;
  for (int r = 0; r < m; r++) {
    double c = cos(angle[r / 3]), s = sin(angle[r / 3]);
    const double rows[3][3] = {{1, 0, 0}, {0, c, s}, {0, -s, c}};
    memcpy(R[r], rows[r % 3], sizeof R[r]);
  }
  for (int r = 0; r < m; r++) {
    to->b[r] = 0;
    for (int a = 0; a < 3; a++)
      to->b[r] += R[r][a] * from->b[r - r % 3 + a];
    for (int q = 0; q < m; q++) {
      double *w = to->W + r * m + q;
      *w = 0;
      for (int k = 0; k < 9; k++)
        *w += R[r][k / 3] * R[q][k % 3] * from->W[(r - r % 3 + k / 3) * m + q - q % 3 + k % 3];
    }
  }
  for (int i = 0; i < n; i++)
    for (int a = 0; a < 2; a++)
      to->way[2 * i + a] =
          R[3 * i + 1 + a][1] * from->way[2 * i] + R[3 * i + 1 + a][2] * from->way[2 * i + 1];
}

/* Rates of one against those of another that is turned by the angles. */
static double unlike(const double *one, const double *two, const double *angle, int n)
{
  double most = 0;
  for (int i = 0; i < n; i++) {
    const double *a = one + 3 * i, *b = two + 3 * i;
    double c = cos(angle[i]), s = sin(angle[i]);
    most = fmax(most, fabs(a[0] - b[0]));
    most = fmax(most, hypot(c * a[1] + s * a[2] - b[1], -s * a[1] + c * a[2] - b[2]));
  }
  return most;
}

static void turned_tangents_change_nothing(void **state)
{
  (void)state;
  unsigned long long seed = 21;
  for (int i = 0; i < soak_or(50000, 3000, 300); i++) {
    space_problem t, other;
    int n = 1 + i % MOST;
    double angle[MOST], first[ROWS];
    make(&t, n, 3 * n + test_choose(&seed, 4), 0.2, &seed);
    for (int k = 0; k < n; k++)
      angle[k] = 4 * pawl_chance(&seed);
    turn(&other, &t, angle);
    memcpy(first, solve(&t.p)->rate, sizeof first);
    unsigned char mode[MOST];
    bench *s = solve(&t.p);
    memcpy(mode, s->mode, sizeof mode);
    s = solve(&other.p);
    assert_true(pawl_is_solved(s->found.by) && unlike(first, s->rate, angle, n) < 1e-8);
    assert_memory_equal(mode, s->mode, (size_t)n);
  }
}

/* A planar problem, whose contacts have a second tangent along which nothing pushes and that nothing else moves, all turned. Its rows
 * differ by up to e⁸, so that friction is anything in natural units: a few in 50,000 are not found, and none is said to have no solution. */
static void lift(space_problem *to, const test_problem *from, const double *angle)
{
  static space_problem straight;
  int n = from->p.n;
  memset(&straight, 0, sizeof straight);
  straight.p = (pawl_problem){.n = n, .dim = 3, .W = straight.W, .b = straight.b, .mu = straight.mu};
  for (int r = 0; r < 3 * n; r++) {
    int row = 2 * (r / 3) + r % 3;
    straight.b[r] = r % 3 < 2 ? from->b[row] : 0;
    for (int q = 0; q < 3 * n; q++)
      straight.W[3 * n * r + q] =
          r % 3 < 2 && q % 3 < 2 ? from->W[2 * n * row + 2 * (q / 3) + q % 3] : r == q;
  }
  memcpy(straight.mu, from->mu, sizeof from->mu[0] * (size_t)n);
  if (from->p.kind) {
    straight.p.kind = straight.kind;
    for (int i = 0; i < n; i++) {
      int kind = from->kind[i] & 3;
      straight.kind[i] = (unsigned char)(kind == PAWL_SLIDES_MINUS ? PAWL_SLIDES_ALONG : kind);
      straight.way[2 * i] = kind == PAWL_SLIDES_MINUS ? -1 : 1;
    }
    straight.p.way = straight.way;
  }
  turn(to, &straight, angle);
}

static void planar_problems_in_space(void **state)
{
  (void)state;
  static double memory[20000];
  unsigned long long seed = 34;
  int compared = 0, missed = 0, all = soak_or(50000, 3000, 300);
  pawl_solver planar;
  pawl_solver_place(&planar, MOST, memory);
  for (int i = 0; i < all; i++) {
    test_problem t;
    space_problem other;
    int n = 1 + i % 4;
    double angle[MOST], force[2 * MOST], rate[2 * MOST], lifted[ROWS] = {0};
    unsigned char mode[MOST];
    test_random(&t, GENERIC, n, &seed);
    for (int k = 0; k < n; k++) {
      angle[k] = 4 * pawl_chance(&seed);
      t.mu[k] *= 0.25;
    }
    lift(&other, &t, angle);
    pawl_solve_options options = {.count = true};
    pawl_solution found = pawl_problem_solve(force, rate, mode, &t.p, &options, &planar);
    bench *s = solve(&other.p);
    assert_true(s->found.by != PAWL_NO_SOLUTION && pawl_is_solved(found.by));
    if (!pawl_is_solved(s->found.by)) {
      missed++;
      continue;
    }
    if (found.motions != 1)
      continue;
    double size = 0;
    for (int r = 0; r < 2 * n; r++)
      size = fmax(size, fabs(t.b[r]));
    for (int r = 0; r < 3 * n; r++)
      lifted[r] = r % 3 < 2 ? rate[2 * (r / 3) + r % 3] : 0;
    assert_true(unlike(lifted, s->rate, angle, n) < 1e-7 * size);
    compared++;
  }
  assert_true(compared > 0.9 * all && missed <= all / 5000);
}

/* Where all directions are known, verdicts and counts are those of the plane: Painlevé's rod, and others of its kind. */
static void known_directions(void **state)
{
  (void)state;
  static double memory[20000];
  unsigned long long seed = 55;
  int counts[3] = {0};
  pawl_solver planar;
  pawl_solver_place(&planar, MOST, memory);
  for (int i = 0; i < soak_or(50000, 3000, 1500); i++) {
    test_problem t;
    space_problem other;
    int n = 1 + i % 3;
    double angle[MOST], force[2 * MOST], rate[2 * MOST];
    unsigned char mode[MOST];
    test_random(&t, STEEP, n, &seed);
    t.p = (pawl_problem){.n = n, .W = t.W, .b = t.b, .mu = t.mu, .kind = t.kind};
    for (int k = 0; k < n; k++) {
      angle[k] = 4 * pawl_chance(&seed);
      t.kind[k] = (unsigned char)(1 + test_choose(&seed, 3));
    }
    lift(&other, &t, angle);
    pawl_solve_options options = {.count = true};
    pawl_solution found = pawl_problem_solve(force, rate, mode, &t.p, &options, &planar);
    bench *s = solve(&other.p);
    assert_true((s->found.by == PAWL_NO_SOLUTION) == (found.by == PAWL_NO_SOLUTION));
    assert_int_equal(s->found.motions, found.motions);
    assert_true(found.by == PAWL_NO_SOLUTION || s->found.residual < 1e-9);
    counts[found.motions < 2 ? found.motions : 2]++;
  }
  assert_true(counts[0] > 50 && counts[1] > 50 && counts[2] > 50);
}

/* The same W as blocks, in islands that one driver takes by themselves, and by Newton's method at once: forces are unique. */
static void blocks_and_islands(void **state)
{
  (void)state;
  static double force[2 * ROWS], rate[2 * ROWS];
  unsigned long long seed = 89;
  for (int i = 0; i < soak_or(2000, 200, 30); i++) {
    space_problem t, u, both;
    int n = 1 + i % (MOST / 2), start[MOST + 1] = {0}, column[MOST * MOST];
    double value[9 * MOST * MOST];
    unsigned char mode[MOST];
    make(&t, n, 3 * n + 2, 0.2, &seed);
    make(&u, n, 3 * n + 2, 0.2, &seed);
    memset(&both, 0, sizeof both);
    for (int r = 0, k = 0; r < 2 * n; r++) {
      const space_problem *from = r % 2 ? &u : &t; /* in turn */
      memcpy(both.b + 3 * r, from->b + 3 * (r / 2), 3 * sizeof *both.b);
      both.mu[r] = from->mu[r / 2];
      for (int c = r % 2; c < 2 * n; c += 2, k++) {
        column[k] = c;
        for (int a = 0; a < 9; a++)
          value[9 * k + a] = from->W[(3 * (r / 2) + a / 3) * 3 * n + 3 * (c / 2) + a % 3];
      }
      start[r + 1] = k;
    }
    const pawl_block_rows rows = {start, column, value};
    both.p = (pawl_problem){.n = 2 * n, .dim = 3, .rows = &rows, .b = both.b, .mu = both.mu};
    assert_null(pawl_problem_fault(&both.p));
    void *memory = malloc(pawl_space_bytes(2 * n, 2 * n));
    pawl_sparse_report report;
    memset(force, 0, sizeof force);
    assert_true(pawl_sparse_solve(force, rate, mode, &report, &both.p,
                                  &(pawl_sparse_options){.tolerance = 1e-12, .fill = 2 * n}, memory));
    free(memory);
    for (int k = 0; k < 2; k++) {
      bench *s = solve(k ? &u.p : &t.p);
      for (int q = 0; q < 3 * n; q++)
        assert_true(fabs(s->rate[q] - rate[3 * (2 * (q / 3) + k) + q % 3]) < 1e-8);
    }
  }
}

/* Islands of dense problems: each has a solution of its own, and one that has none says so by itself. */
static void islands_of_a_dense_problem(void **state)
{
  (void)state;
  double W[36] = {0}, mu[2] = {0.5, 3}, way[4] = {0, 0, -0.6, -0.8};
  const double b[6] = {-1, 0.3, 0.4, -1, 0, 0};
  const unsigned char kind[2] = {PAWL_AT_REST, PAWL_SLIDES_ALONG};
  for (int r = 0; r < 6; r++)
    W[7 * r] = 1;
  pawl_problem p = {.n = 2, .dim = 3, .W = W, .b = b, .mu = mu, .kind = kind, .way = way};
  bench *s = solve(&p);
  assert_true(s->found.by == PAWL_BY_ITERATION && s->mode[0] == PAWL_MODE_STICK &&
              s->mode[1] == PAWL_MODE_SLIP);
  assert_true(fabs(s->force[4] - 1.8) < 1e-14 && fabs(s->force[5] - 2.4) < 1e-14);
  W[6 * 3 + 4] = W[6 * 4 + 3] = -0.3; /* W_NT along the direction is 0.5: p = 1 - 3 · 0.5 */
  W[6 * 3 + 5] = W[6 * 5 + 3] = -0.4;
  s = solve(&p);
  assert_true(s->found.by == PAWL_NO_SOLUTION && s->found.island == 1 && s->mode[0] == PAWL_MODE_STICK);
}

static void faults_have_sentences(void **state)
{
  (void)state;
  const double W[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, b[3] = {-1, 0, 0}, mu = 0.3;
  double way[2] = {1, 1};
  unsigned char kind = PAWL_SLIDES_MINUS;
  pawl_problem p = {.n = 1, .dim = 3, .W = W, .b = b, .mu = &mu, .kind = &kind};
  assert_string_equal(pawl_problem_fault(&p),
                      "in space a contact slides along a direction, not plus or minus");
  kind = PAWL_SLIDES_ALONG;
  assert_string_equal(pawl_problem_fault(&p), "a direction of sliding is no unit vector");
  p.way = way;
  assert_string_equal(pawl_problem_fault(&p), "a direction of sliding is no unit vector");
  way[0] = 0;
  assert_null(pawl_problem_fault(&p));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_contact_in_every_mode),
      cmocka_unit_test(many_contacts_solve_their_problem),
      cmocka_unit_test(turned_tangents_change_nothing),
      cmocka_unit_test(planar_problems_in_space),
      cmocka_unit_test(known_directions),
      cmocka_unit_test(blocks_and_islands),
      cmocka_unit_test(islands_of_a_dense_problem),
      cmocka_unit_test(faults_have_sentences),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
