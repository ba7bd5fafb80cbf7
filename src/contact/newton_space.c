/* Large problems in space: Newton's method of Alart and Curnier on the natural map, with sweeps of Gauss–Seidel where it gets lost.
 *
 * In natural units, with x = u - v and m = (μ λ_N + c)/s_T,
 *     F_N = v_N of what is pressed, x_N > u_f, else u_N - u_f
 *     F_T = v_T of what sticks, |x_T| <= m;   u_T - m x_T/|x_T| of what slides;   u_T + m σ of what slides already
 * F is as good as smooth: a step solves
 *     [(1 - D) + D W - E] du = -F,   D = 1 where F is v, and (m/|x_T|) (1 - d dᵀ) of what slides along d,   E = μ d in the column of N
 * by blocks of three. Contacts that share loads make it singular, and are given a compliance as in the plane:
 *     v = W u + b + ε (u - u°),
 * which does nothing once u stays at u°.      theory.md, 8.6, 8.10 */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "contact/block_lu.h"
#include "contact/disc.h"
#include "contact/problem.h"
#include "contact/terms.h"

enum {
  PATIENCE = 12,
  SWEEPS = 10,
  ROUNDS = 200,
  D = PAWL_DIMENSIONS,
  BLOCK = PAWL_DIMENSIONS * PAWL_DIMENSIONS
};

typedef struct {
  const pawl_problem *p;
  double *unit, *centre, *best;  /* s; u°; forces           */
  double *residual, *spare, *at; /* F; -; the rates' v      */
  double *slope;                 /* BLOCK for each contact: D, whose place N, T is E's */
  int *start, *column;           /* of the blocks of W; of a dense W: all */
  pawl_block_lu lu;
  bool direct; /* the factors have room */
  double soft; /* ε                     */
} newton;

/* A dense W has all blocks, and their list. */
size_t pawl_space_bytes(int n, int fill)
{
  size_t m = (size_t)n;
  return (6 * D * m + BLOCK * m) * sizeof(double) + pawl_block_lu_bytes(D, n, fill * n) +
         (fill < n ? 0 : m + 2 + m * m) * sizeof(int);
}

static void place(newton *k, const pawl_problem *p, int fill, void *memory)
{
  size_t m = D * (size_t)p->n;
  double *at = memory, **all[] = {&k->unit, &k->centre, &k->best, &k->residual, &k->spare, &k->at};
  *k = (newton){.p = p};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++, at += m)
    *all[i] = at;
  k->slope = at, at += BLOCK * (size_t)p->n;
  pawl_block_lu_place(&k->lu, D, p->n, fill * p->n, at);
  k->start = (int *)((char *)at + pawl_block_lu_bytes(D, p->n, fill * p->n));
  k->column = k->start + p->n + 1;
}

/* Where W has blocks. */
static bool plan(newton *k)
{
  const pawl_problem *p = k->p;
  if (p->rows)
    return pawl_block_lu_plan(&k->lu, p->rows->start, p->rows->column);
  for (int i = 0; i <= p->n; i++)
    k->start[i] = i * p->n;
  for (int e = 0; e < p->n * p->n; e++)
    k->column[e] = e % p->n;
  return pawl_block_lu_plan(&k->lu, k->start, k->column);
}

/* F and D of friction at rest: u and v in natural units, `stride` 3 between rows of D. */
static void rub(double *F, double *slope, const double *u, const double *v, pawl_disc most, double share,
                bool may_stick)
{
  double x[2] = {u[0] - v[0], u[1] - v[1]}, length = pawl_tangent_length(x, 2);
  if (may_stick && most.holds > 0 && length <= most.holds) {
    for (int a = 0; a < 2; a++) {
      F[a] = v[a];
      slope[D * (a + 1) + a + 1] = 1;
    }
    return;
  }
  double way[2], turn = length > most.slides ? most.slides / length : 1;
  pawl_tangent_direction(way, x, 2);
  for (int a = 0; a < 2; a++) {
    F[a] = u[a] - most.slides * way[a];
    slope[D * (a + 1)] = share * way[a];
    for (int b = 0; b < 2 && most.slides > 0; b++)
      slope[D * (a + 1) + b + 1] = turn * ((a == b) - way[a] * way[b]);
  }
}

/* F and D of one contact. */
static void branch(double *F, double *slope, const pawl_problem *p, int i, const double *s, const double *u,
                   const double *v)
{
  pawl_contact_kind kind = kind_of(p, i);
  double floor = floor_of(p, i) / s[0], normal = larger(u[0], 0) * s[0];
  bool pressed = !is_given(p, i) && u[0] - v[0] > floor;
  memset(slope, 0, BLOCK * sizeof *slope);
  F[0] = pressed ? v[0] : u[0] - floor;
  slope[0] = pressed;
  double own = pressed || floor > 0 ? 1 : 0, share = u[0] > 0 ? pawl_problem_mu(p, i) * s[0] / s[1] : 0;
  pawl_disc most = {(pawl_problem_mu(p, i) * normal + own * pawl_problem_own(p, i)) / s[1],
                    (pawl_problem_mu_stick(p, i) * normal + own * pawl_problem_own_stick(p, i)) / s[1]};
  if (kind == PAWL_AT_REST) {
    const unsigned sticks = 1u << PAWL_MODE_STICK | 1u << PAWL_MODE_HELD_STICK;
    rub(F + 1, slope, u + 1, v + 1, most, share, pawl_problem_modes(p, i) & sticks);
    return;
  }
  for (int a = 0; a < 2; a++) {
    double way = kind == PAWL_SLIDES_ALONG ? p->way[2 * i + a] : 0;
    F[1 + a] = u[1 + a] + most.slides * way;
    slope[D * (a + 1)] = -share * way;
  }
}

/* F at the forces, and its length. */
static double merit(newton *k, const double *force)
{
  const pawl_problem *p = k->p;
  double sum = 0;
  pawl_problem_rates(k->at, p, force);
  for (int i = 0; i < p->n; i++) {
    const double *s = k->unit + D * i;
    double u[D], v[D];
    for (int a = 0; a < D; a++) {
      u[a] = force[D * i + a] / s[a];
      v[a] = k->at[D * i + a] * s[a] + k->soft * (u[a] - k->centre[D * i + a] / s[a]);
    }
    branch(k->residual + D * i, k->slope + BLOCK * i, p, i, s, u, v);
    for (int a = 0; a < D; a++)
      sum += k->residual[D * i + a] * k->residual[D * i + a];
  }
  return sqrt(sum);
}

/* Block e of W, in natural units. */
static void take_block(double *w, const newton *k, int i, int j, int e)
{
  const pawl_problem *p = k->p;
  for (int a = 0; a < D; a++)
    for (int b = 0; b < D; b++) {
      double own = p->rows ? p->rows->value[BLOCK * (size_t)e + (size_t)(D * a + b)]
                           : p->W[(size_t)(D * i + a) * (size_t)(D * p->n) + (size_t)(D * j + b)];
      w[D * a + b] = own * k->unit[D * i + a] * k->unit[D * j + b] + (i == j && a == b ? k->soft : 0);
    }
}

/* (1 - D) + D W - E, one block of it. */
static void system_block(double *g, const newton *k, int i, int j, const double *w)
{
  const double *slope = k->slope + BLOCK * i;
  for (int b = 0; b < D; b++) {
    g[b] = slope[0] * w[b] + (i == j && b == 0 ? 1 - slope[0] : 0);
    for (int a = 1; a < D; a++) {
      const double *row = slope + D * a;
      g[D * a + b] = row[1] * w[D + b] + row[2] * w[2 * D + b];
      if (i == j)
        g[D * a + b] += (a == b) - row[b];
    }
  }
}

/* One step, in place. */
static void step(double *force, newton *k)
{
  const pawl_problem *p = k->p;
  const int *start = p->rows ? p->rows->start : k->start, *column = p->rows ? p->rows->column : k->column;
  pawl_block_lu_clear(&k->lu);
  for (int i = 0; i < p->n; i++)
    for (int e = start[i]; e < start[i + 1]; e++) {
      double w[BLOCK], g[BLOCK];
      take_block(w, k, i, column[e], e);
      system_block(g, k, i, column[e], w);
      pawl_block_lu_put(&k->lu, e, g);
    }
  pawl_block_lu_factor(&k->lu);
  pawl_block_lu_solve(k->residual, k->spare, &k->lu);
  for (int r = 0; r < D * p->n; r++)
    force[r] -= k->residual[r] * k->unit[r];
}

/* On the softened problem; true when it came to `goal`. Whole steps: the merit may rise for a while, but must fall again. */
static bool inner(double *force, newton *k, double goal, pawl_sparse_report *report)
{
  size_t bytes = D * (size_t)k->p->n * sizeof *force;
  double least = INFINITY;
  for (int patience = PATIENCE; patience > 0; patience--) {
    double now = merit(k, force);
    if (now < 0.9 * least)
      patience = PATIENCE;
    if (now < least) {
      least = now;
      memcpy(k->best, force, bytes);
    }
    if (least <= goal)
      break;
    step(force, k);
    report->steps++;
  }
  memcpy(force, k->best, bytes);
  return least <= goal;
}

static void sweep(double *force, double *rate, newton *k, pawl_sparse_report *report)
{
  pawl_gauss_seidel(force, k->p, k->unit, SWEEPS);
  report->sweeps += SWEEPS;
  report->residual = pawl_problem_residual(rate, k->p, k->unit, force);
}

/* One round about the forces as they are; less compliance after a good one, more and some Gauss–Seidel else. */
static void round_about(double *force, double *rate, newton *k, double tolerance, pawl_sparse_report *report)
{
  const pawl_problem *p = k->p;
  double before = report->residual;
  double goal = fmax(0.05 * before, 0.3 * tolerance) * pawl_problem_size(p, k->unit, force);
  memcpy(k->centre, force, D * (size_t)p->n * sizeof *force);
  bool done = inner(force, k, goal, report);
  report->residual = pawl_problem_residual(rate, p, k->unit, force);
  k->soft = done ? fmax(k->soft * 0.1, PAWL_LEAST_SOFT_NEWTON) : fmin(k->soft * 30, 1);
  if (!done || report->residual > before) {
    if (!(report->residual <= before))
      memcpy(force, k->centre, D * (size_t)p->n * sizeof *force);
    sweep(force, rate, k, report);
  }
}

bool pawl_space_newton(double *force, double *rate, unsigned char *mode, pawl_sparse_report *report,
                       const pawl_problem *p, const pawl_sparse_options *options, void *memory)
{
  newton k;
  double tolerance = options && options->tolerance > 0 ? options->tolerance : PAWL_PROBLEM_SOLVED;
  int limit = options && options->sweeps > 0 ? options->sweeps : 2000;
  place(&k, p, options ? options->fill : 0, memory);
  k.soft = options && options->soft > 0 ? options->soft : PAWL_SOFT_NEWTON;
  pawl_problem_units(k.unit, p);
  *report = (pawl_sparse_report){.residual = pawl_problem_residual(rate, p, k.unit, force)};
  if (report->residual > tolerance)
    report->planned = k.direct = plan(&k);
  for (int round = 0; round < ROUNDS && report->residual > tolerance && report->sweeps < limit; round++)
    if (k.direct)
      round_about(force, rate, &k, tolerance, report);
    else
      sweep(force, rate, &k, report);
  pawl_problem_read_modes(mode, NULL, p, k.unit, force, rate);
  return report->residual <= tolerance;
}
