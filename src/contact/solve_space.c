/* The driver in space, for contacts that are coupled. Where all that has friction slides already, each contact is in the plane of its
 * normal and its direction, and the planar specialists say all that there is to say; one contact by itself is solved exactly; the rest is
 * left to Newton's method and Gauss–Seidel. Every answer is judged by the misfit of its own modes.      theory.md, 8.10 */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "contact/disc.h"
#include "contact/problem.h"
#include "contact/terms.h"

/* A touch of the plane in a problem of space: along its second tangent nothing moves. */
static bool has_one_tangent(const pawl_problem *p, int i)
{
  const ptrdiff_t m = PAWL_DIMENSIONS * (ptrdiff_t)p->n, r = PAWL_DIMENSIONS * (ptrdiff_t)i + 2;
  bool none = p->b[r] == 0;
  for (ptrdiff_t c = 0; none && c < m; c++)
    none = p->W[r * m + c] == 0 && p->W[c * m + r] == 0;
  return none;
}

static bool is_in_planes(const pawl_problem *p)
{
  for (int i = 0; i < p->n; i++)
    if (kind_of(p, i) == PAWL_AT_REST && !has_one_tangent(p, i))
      return false;
  return true;
}

/* Row or column r of a contact's plane, along space's three: the normal, or the direction of sliding, or the only tangent. */
static void axis_of(double e[PAWL_DIMENSIONS], const pawl_problem *p, int r)
{
  int i = r / 2;
  bool slides = kind_of(p, i) == PAWL_SLIDES_ALONG;
  e[0] = r % 2 == 0;
  e[1] = r % 2 == 0 ? 0 : slides ? p->way[2 * i] : 1;
  e[2] = r % 2 == 0 ? 0 : slides ? p->way[2 * i + 1] : 0;
}

/* The problem in these planes; of a dense W. */
static pawl_problem flatten(const pawl_problem *p, pawl_solver *s)
{
  int n = p->n, m = 2 * n, full = PAWL_DIMENSIONS * n;
  double *W = s->flat, *b = W + (ptrdiff_t)m * m;
  for (int r = 0; r < m; r++) {
    double e[PAWL_DIMENSIONS], f[PAWL_DIMENSIONS];
    axis_of(e, p, r);
    b[r] = 0;
    for (int a = 0; a < PAWL_DIMENSIONS; a++)
      b[r] += e[a] * p->b[PAWL_DIMENSIONS * (r / 2) + a];
    for (int c = 0; c < m; c++) {
      double *w = W + (ptrdiff_t)r * m + c;
      axis_of(f, p, c);
      *w = 0;
      for (int k = 0; k < PAWL_DIMENSIONS * PAWL_DIMENSIONS; k++)
        *w += e[k / PAWL_DIMENSIONS] * f[k % PAWL_DIMENSIONS] *
              p->W[(ptrdiff_t)(PAWL_DIMENSIONS * (r / 2) + k / PAWL_DIMENSIONS) * full +
                   PAWL_DIMENSIONS * (c / 2) + k % PAWL_DIMENSIONS];
    }
  }
  pawl_problem flat = *p;
  flat.dim = 2;
  flat.W = W;
  flat.b = b;
  flat.way = NULL;
  return flat;
}

static void put_flat(double *force, const double *flat, const pawl_problem *p)
{
  for (int i = 0; i < p->n; i++) {
    double e[PAWL_DIMENSIONS];
    axis_of(e, p, 2 * i + 1);
    force[PAWL_DIMENSIONS * i] = flat[2 * i];
    for (int a = 1; a < PAWL_DIMENSIONS; a++)
      force[PAWL_DIMENSIONS * i + a] = flat[2 * i + 1] * e[a];
  }
}

static pawl_solution solve_in_planes(double *force, double *rate, unsigned char *mode, const pawl_problem *p,
                                     const pawl_solve_options *options, pawl_solver *s)
{
  pawl_problem flat = flatten(p, s);
  double *f = s->flat + 4 * (ptrdiff_t)p->n * p->n + 2 * p->n, *y = f + 2 * p->n;
  for (int i = 0; i < p->n; i++) /* of what was at rest the force says which way it slipped */
    if (mode[i] >> 1 == PAWL_TANGENT_SLIP && kind_of(p, i) == PAWL_AT_REST &&
        force[PAWL_DIMENSIONS * i + 1] > 0)
      mode[i] = (unsigned char)(PAWL_TANGENT_MINUS << 1 | (mode[i] & 1));
  pawl_solution found = pawl_island_solve(f, y, mode, &flat, options, s);
  put_flat(force, f, p);
  pawl_problem_units(s->unit, p);
  pawl_problem_rates(rate, p, force);
  for (int i = 0; i < p->n; i++) {
    rate[PAWL_DIMENSIONS * i] = y[2 * i];
    if (mode[i] >> 1 == PAWL_TANGENT_STICK)
      rate[PAWL_DIMENSIONS * i + 1] = 0;
    if (mode[i] >> 1 == PAWL_TANGENT_MINUS)
      mode[i] = (unsigned char)(PAWL_TANGENT_SLIP << 1 | (mode[i] & 1));
  }
  return found;
}

/* What is zero by the modes is exactly zero. */
static void clear_rates(double *rate, const pawl_problem *p, const unsigned char *mode)
{
  for (int i = 0; i < p->n; i++) {
    if (mode[i] & 1)
      rate[PAWL_DIMENSIONS * i] = 0;
    if (mode[i] >> 1 == PAWL_TANGENT_STICK)
      rate[PAWL_DIMENSIONS * i + 1] = rate[PAWL_DIMENSIONS * i + 2] = 0;
  }
}

/* Takes forces that solve the problem with modes that fit them; of modes that fit alike, those that were there before. But what is at rest
 * and may stick does: where forces are not unique, others hold it. */
static bool accept(pawl_solution *solution, double *rate, unsigned char *mode, const unsigned char *before,
                   const double *force, const pawl_problem *p, pawl_solver *s)
{
  double slack = PAWL_PROBLEM_TIE * pawl_problem_size(p, s->unit, force);
  pawl_problem_rates(rate, p, force);
  pawl_problem_read_modes(mode, NULL, p, s->unit, force, rate);
  for (int i = 0; before && i < p->n; i++) {
    int at = PAWL_DIMENSIONS * i;
    bool slips = before[i] >> 1 == PAWL_TANGENT_SLIP && kind_of(p, i) == PAWL_AT_REST;
    if (!slips && pawl_problem_mode_misfit(p, i, before[i], s->unit + at, force + at, rate + at) <= slack)
      mode[i] = before[i];
  }
  double residual = pawl_problem_misfit(s->rate, p, s->unit, force, mode);
  if (!(residual <= PAWL_PROBLEM_SOLVED))
    return false;
  solution->by = PAWL_BY_ITERATION;
  solution->residual = residual;
  clear_rates(rate, p, mode);
  return true;
}

/* One contact by itself. */
static void solve_alone(double *force, const pawl_problem *p)
{
  double W[PAWL_DIMENSIONS * PAWL_DIMENSIONS];
  memcpy(W, p->W, sizeof W);
  pawl_contact_solve(force, p, 0, W, p->b);
}

static void newton(double *force, double *rate, unsigned char *mode, const pawl_problem *p, double soft,
                   double tolerance, pawl_solver *s)
{
  pawl_sparse_report report;
  const pawl_sparse_options own = {tolerance, 0, p->n, 0, soft, false};
  pawl_space_newton(force, rate, mode, &report, p, &own, s->table);
}

/* From no friction on with more and more of it: without there is no step that can get lost, and each goes on from the last. */
static void climb(double *force, double *rate, unsigned char *mode, const pawl_problem *p, int rungs,
                  pawl_solver *s)
{
  double *mu = s->fixed, *mu_stick = mu + p->n, *own = mu_stick + p->n, *own_stick = s->try_force;
  pawl_problem less = *p;
  less.mu = mu;
  less.mu_stick = p->mu_stick ? mu_stick : NULL;
  less.own = p->own ? own : NULL;
  less.own_stick = p->own_stick ? own_stick : NULL;
  memset(force, 0, PAWL_DIMENSIONS * (size_t)p->n * sizeof *force);
  for (int k = 0; k <= rungs; k++) {
    double share = k / (double)rungs;
    for (int i = 0; i < p->n; i++) {
      mu[i] = share * pawl_problem_mu(p, i);
      mu_stick[i] = share * pawl_problem_mu_stick(p, i);
      own[i] = share * pawl_problem_own(p, i);
      own_stick[i] = share * pawl_problem_own_stick(p, i);
    }
    newton(force, rate, mode, k < rungs ? &less : p, PAWL_SOFT,
           k < rungs ? PAWL_PROBLEM_PUSHED : PAWL_PROBLEM_POLISHED, s);
  }
}

pawl_solution pawl_space_solve(double *force, double *rate, unsigned char *mode, const pawl_problem *p,
                               const pawl_solve_options *options, pawl_solver *s)
{
  enum { RUNGS = 8, MOST_RUNGS = 128 };
  pawl_solution solution = {.by = PAWL_NOT_FOUND, .motions = -1, .sets = -1, .residual = INFINITY};
  bool warm = options && options->warm;
  unsigned char *before = s->own_bytes + 3 * p->n, *wanted = warm ? before : NULL;
  if (is_in_planes(p))
    return solve_in_planes(force, rate, mode, p, options, s);
  pawl_problem_units(s->unit, p);
  memcpy(before, mode, (size_t)p->n);
  if (p->n == 1) {
    solve_alone(force, p);
    if (accept(&solution, rate, mode, wanted, force, p, s))
      return solution;
  }
  for (int begin = warm ? 0 : 1; begin < 2; begin++) {
    if (begin == 1)
      memset(force, 0, PAWL_DIMENSIONS * (size_t)p->n * sizeof *force);
    newton(force, rate, mode, p, 0, PAWL_PROBLEM_POLISHED, s);
    if (accept(&solution, rate, mode, wanted, force, p, s))
      return solution;
  }
  for (int rungs = RUNGS; rungs <= MOST_RUNGS; rungs *= 4) {
    climb(force, rate, mode, p, rungs, s);
    if (accept(&solution, rate, mode, wanted, force, p, s))
      break;
  }
  return solution;
}
