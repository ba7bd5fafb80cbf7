/* An island of many contacts, W by blocks: Newton's method and sweeps of Gauss–Seidel from the forces that it is given, and then once more
 * in the modes that these show, to rounding. What is found is judged as everything is, by the misfit of its own modes.
 * theory.md, 8.6 and 8.7 */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "contact/problem.h"
#include "contact/terms.h"

enum { FILL = 40 }; /* blocks of the factors for each contact                                    */
enum { MOST_SWEEPS = 400 };
/* Where forces are not unique, normal ones are looked for from this share of the mean force on, friction from this share inside of its limits;
 * and by so much of the mean force they are well inside. */
#define FIRST 0.3
#define INSIDE 0.2
#define ENOUGH 0.05
/* In the mean so far inside of that there is little to gain, and others are looked for once, to see whether there are any. */
#define WELL_INSIDE 0.7
/* What is no better than by rounding would be taken or not by chance. */
#define CLEARLY 0.01
enum { ROUNDS = 4 };
/* Of the fastest approach of an impact: what approaches or parts by less is at rest, and is pressed by so much, to begin with. */
#define RESTS 1e-3
#define A_LITTLE 1e-2

static size_t round_up(size_t bytes)
{
  return (bytes + 63) & ~(size_t)63;
}

static size_t sparse_bytes(int dim, int most)
{
  return dim == 3 ? pawl_space_bytes(most, FILL) : pawl_sparse_bytes(most, FILL);
}

size_t pawl_large_bytes(int dim, int most, int blocks)
{
  size_t m = (size_t)most, k = (size_t)blocks, d = (size_t)dim, real = sizeof(double);
  return round_up((m + 1) * sizeof(int)) + round_up(k * sizeof(int)) + round_up(m * sizeof(int)) +
         round_up(d * d * k * real) + 2 * round_up(d * m * real) + 2 * round_up(m) + 2 * round_up(m * real) +
         sparse_bytes(dim, most);
}

void pawl_large_place(pawl_large *l, int dim, int most, int blocks, void *memory)
{
  size_t m = (size_t)most, k = (size_t)blocks, d = (size_t)dim, real = sizeof(double);
  char *at = memory;
  *l = (pawl_large){.most = most, .blocks = blocks, .fill = FILL};
  l->start = (int *)at, at += round_up((m + 1) * sizeof(int));
  l->column = (int *)at, at += round_up(k * sizeof(int));
  l->number = (int *)at, at += round_up(m * sizeof(int));
  l->value = (double *)at, at += round_up(d * d * k * real);
  l->best = (double *)at, at += round_up(d * m * real);
  l->trial = (double *)at, at += round_up(d * m * real);
  l->mode = (unsigned char *)at, at += round_up(m);
  l->before = (unsigned char *)at, at += round_up(m);
  l->mu = (double *)at, at += round_up(m * real);
  l->own = (double *)at, at += round_up(m * real);
  l->sparse = at;
}

static double misfit(const pawl_problem *p, const double *force, const unsigned char *mode, pawl_solver *s)
{
  return pawl_problem_misfit(s->rate, p, s->unit, force, mode);
}

/* From the forces that there are. */
static double improve(double *force, double *rate, unsigned char *mode, const pawl_problem *p,
                      double tolerance, int sweeps, double soft, pawl_solver *s)
{
  pawl_sparse_report report;
  const pawl_sparse_options options = {tolerance,           sweeps, s->large->fill,
                                       PAWL_PROBLEM_SOLVED, soft,   s->large->planned};
  pawl_sparse_solve(force, rate, mode, &report, p, &options, s->large->sparse);
  s->large->planned |= report.planned;
  return misfit(p, force, mode, s);
}

/* What is zero by the modes is exactly zero. */
static void clear_rates(double *rate, const pawl_problem *p, const unsigned char *mode)
{
  int d = pawl_problem_dim(p);
  for (int i = 0; i < p->n; i++) {
    if (mode[i] & 1)
      rate[d * i] = 0;
    for (int r = 1; mode[i] >> 1 == PAWL_TANGENT_STICK && r < d; r++)
      rate[d * i + r] = 0;
  }
}

/* Down to rounding, if that is to be had; else as it was. */
static double polish(double *force, double *rate, unsigned char *mode, const pawl_problem *p, double before,
                     pawl_solver *s)
{
  pawl_large *l = s->large;
  size_t bytes = (size_t)(pawl_problem_dim(p) * p->n) * sizeof *force;
  memcpy(l->best, force, bytes);
  memcpy(l->mode, mode, (size_t)p->n);
  double after = improve(force, rate, mode, p, PAWL_PROBLEM_ROUNDING, 1, PAWL_SOFT, s);
  if (after <= before)
    return after;
  memcpy(force, l->best, bytes);
  memcpy(mode, l->mode, (size_t)p->n);
  pawl_problem_rates(rate, p, force);
  return before;
}

/* Of modes that fit alike those that were there before go on: what slid, and is at its limit, would come to it again at once if it stuck. */
static void keep_modes(unsigned char *mode, const unsigned char *before, const pawl_problem *p,
                       const double *force, const double *rate, pawl_solver *s)
{
  double slack = PAWL_PROBLEM_TIE * pawl_problem_size(p, s->unit, force);
  int d = pawl_problem_dim(p);
  for (int i = 0; i < p->n; i++)
    if (pawl_problem_mode_misfit(p, i, before[i], s->unit + d * i, force + d * i, rate + d * i) <= slack)
      mode[i] = before[i];
}

/* What is at rest beside an impact is more likely to be pressed than not: by a little of what approaches, so that these are the modes that
 * Newton's method begins with. (From no forces at all an impact goes through a pile touch by touch: 94 steps in the mean instead of 34.) */
static void begin_pressed(double *force, const pawl_problem *p, const pawl_solver *s)
{
  double most = 0;
  int d = pawl_problem_dim(p);
  memset(force, 0, (size_t)(d * p->n) * sizeof *force);
  for (int i = 0; i < p->n; i++)
    if (!is_given(p, i))
      most = larger(most, -p->b[d * i] * s->unit[d * i]);
  for (int i = 0; i < p->n; i++)
    if (!is_given(p, i) && p->b[d * i] * s->unit[d * i] < RESTS * most)
      force[d * i] = larger(floor_of(p, i), A_LITTLE * most * s->unit[d * i]);
}

/* Where a solution is looked for: nearby, and at once; from what there was before; from what may be pressed; from nothing. */
typedef enum { NEARBY, BEFORE, PRESSED, NOTHING, BEGINS } begin;

static void begin_at(begin from, double *force, const pawl_problem *p, pawl_solver *s)
{
  size_t bytes = (size_t)(pawl_problem_dim(p) * p->n) * sizeof *force;
  if (from == NEARBY)
    memcpy(s->large->trial, force, bytes);
  else if (from == BEFORE)
    memcpy(force, s->large->trial, bytes);
  else if (from == PRESSED)
    begin_pressed(force, p, s);
  else
    memset(force, 0, bytes);
}

pawl_solution pawl_large_solve(double *force, double *rate, unsigned char *mode, const pawl_problem *p,
                               const pawl_solve_options *options, pawl_solver *s)
{
  pawl_solution solution = {.by = PAWL_NOT_FOUND, .motions = -1, .sets = -1, .residual = INFINITY};
  bool warm = options && options->warm;
  pawl_problem_units(s->unit, p);
  memcpy(s->large->before, mode, (size_t)p->n);
  s->large->planned = false;
  for (begin from = warm ? NEARBY : PRESSED; from < BEGINS; from++) {
    begin_at(from, force, p, s);
    solution.residual =
        improve(force, rate, mode, p, 0, from == NEARBY ? 1 : MOST_SWEEPS, from == NEARBY ? PAWL_SOFT : 0, s);
    if (solution.residual <= PAWL_PROBLEM_SOLVED)
      break;
  }
  if (!(solution.residual <= PAWL_PROBLEM_SOLVED))
    return solution;
  solution.residual = polish(force, rate, mode, p, solution.residual, s);
  if (warm)
    keep_modes(mode, s->large->before, p, force, rate, s);
  solution.residual = misfit(p, force, mode, s);
  clear_rates(rate, p, mode);
  solution.by = PAWL_BY_ITERATION;
  return solution;
}

/* Whether forces along a direction may be there: the rate is none. */
static bool is_still(const double *rate, const pawl_solver *s, int r, double slow)
{
  return fabs(rate[r]) * s->unit[r] <= slow;
}

/* The mean of the normal forces of what is pressed. */
static double mean_force(const pawl_problem *p, const double *force)
{
  double sum = 0;
  int count = 0;
  for (int i = 0; i < p->n; i++)
    if (!is_given(p, i) && force[2 * i] > 0) {
      sum += force[2 * i];
      count++;
    }
  return count ? sum / count : 0;
}

/* The most that friction holds at rest. */
static double most_of(const pawl_problem *p, int i, double normal)
{
  return pawl_problem_mu_stick(p, i) * normal + pawl_problem_own_stick(p, i);
}

/* Forces moved away from their limits, wherever the rates allow that they have others. */
static void move_inside(double *force, const pawl_problem *p, const double *rate, double least, double slow,
                        const pawl_solver *s)
{
  for (int i = 0; i < p->n; i++) {
    double *f = force + 2 * i;
    bool rests = kind_of(p, i) == PAWL_AT_REST && is_still(rate, s, 2 * i + 1, slow);
    if (is_given(p, i) || !is_still(rate, s, 2 * i, slow) || (p->barred && p->barred[i]))
      continue;
    double before = f[0], most;
    f[0] = larger(f[0], floor_of(p, i) + least);
    most = (1 - INSIDE) * pawl_problem_mu_stick(p, i) * f[0] + (1 - INSIDE) * pawl_problem_own_stick(p, i);
    if (rests)
      f[1] = f[1] > most ? most : f[1] < -most ? -most : f[1];
    else if (before > 0)
      f[1] *= f[0] / before;
    else
      f[1] = 0;
  }
}

/* How far inside of their limits forces are, of what may have forces: in the mean, each counted up to ENOUGH of the mean force. One that is
 * near its own whatever the others are must not leave them at theirs. */
static double how_inside(const pawl_problem *p, const double *force, const double *rate, double mean,
                         double slow, const pawl_solver *s)
{
  double sum = 0;
  int count = 0;
  for (int i = 0; i < p->n; i++) {
    const double *f = force + 2 * i;
    bool rests = kind_of(p, i) == PAWL_AT_REST && is_still(rate, s, 2 * i + 1, slow);
    if (is_given(p, i) || !is_still(rate, s, 2 * i, slow) || (p->barred && p->barred[i]))
      continue;
    double least = f[0] / mean;
    if (rests && most_of(p, i, mean) > 0)
      least = smaller(least, (most_of(p, i, f[0]) - fabs(f[1])) / mean);
    sum += smaller(least, ENOUGH) / ENOUGH;
    count++;
  }
  return count ? sum / count : 1;
}

static bool same_rates(const double *a, const double *b, const pawl_problem *p, double size,
                       const pawl_solver *s)
{
  for (int r = 0; r < 2 * p->n; r++)
    if (fabs(a[r] - b[r]) * s->unit[r] > PAWL_PROBLEM_SAME * size)
      return false;
  return true;
}

/* What rests has a share less of its friction. */
static void hold_back(pawl_problem *less, const pawl_problem *p, const double *rate, double share,
                      double slow, pawl_solver *s)
{
  for (int i = 0; i < p->n; i++) {
    bool rests = kind_of(p, i) == PAWL_AT_REST && is_still(rate, s, 2 * i + 1, slow);
    s->large->mu[i] = rests ? (1 - share) * pawl_problem_mu_stick(p, i) : pawl_problem_mu(p, i);
    s->large->own[i] = rests ? (1 - share) * pawl_problem_own_stick(p, i) : pawl_problem_own(p, i);
  }
  *less = *p;
  less->mu = s->large->mu;
  less->mu_stick = NULL;
  less->own = p->own ? s->large->own : NULL;
  less->own_stick = NULL;
}

/* What slides with less and rested needs all of it. False: there is none. */
static bool give_back(const pawl_problem *p, const double *before, const double *rate, double slow,
                      pawl_solver *s)
{
  bool any = false;
  for (int i = 0; i < p->n; i++) {
    double all = pawl_problem_mu_stick(p, i), own = pawl_problem_own_stick(p, i);
    bool has_all = s->large->mu[i] >= all && s->large->own[i] >= own;
    if (kind_of(p, i) != PAWL_AT_REST || has_all || !is_still(before, s, 2 * i + 1, slow) ||
        is_still(rate, s, 2 * i + 1, slow))
      continue;
    s->large->mu[i] = all;
    s->large->own[i] = own;
    any = true;
  }
  return any;
}

/* Forces of the problem that some less friction has, too: in `trial`, with their rates and modes. */
static bool find_inside(const pawl_problem *p, const double *force, const double *rate,
                        const unsigned char *mode, double share, double mean, double slow, pawl_solver *s)
{
  pawl_large *l = s->large;
  pawl_problem less;
  hold_back(&less, p, rate, share, slow, s);
  for (int round = 0; round < ROUNDS; round++) {
    memcpy(l->trial, force, 2 * (size_t)p->n * sizeof *force);
    memcpy(l->mode, mode, (size_t)p->n);
    move_inside(l->trial, p, rate, FIRST * mean, slow, s);
    improve(l->trial, s->try_rate, l->mode, &less, PAWL_PROBLEM_POLISHED, 1, PAWL_SOFT, s);
    if (!give_back(p, rate, s->try_rate, slow, s))
      break;
  }
  pawl_problem_rates(s->try_rate, p, l->trial);
  pawl_problem_read_modes(l->mode, NULL, p, s->unit, l->trial, s->try_rate);
  return misfit(p, l->trial, l->mode, s) <= PAWL_PROBLEM_SOLVED;
}

/* The forces in `trial` are taken, with their rates and modes. */
static void adopt(double *force, double *rate, unsigned char *mode, const pawl_problem *p, pawl_solver *s)
{
  pawl_large *l = s->large;
  size_t bytes = 2 * (size_t)p->n * sizeof *force;
  memcpy(force, l->trial, bytes);
  memcpy(rate, s->try_rate, bytes);
  memcpy(l->before, mode, (size_t)p->n);
  memcpy(mode, l->mode, (size_t)p->n);
  keep_modes(mode, l->before, p, force, rate, s);
  clear_rates(rate, p, mode);
}

bool pawl_large_spread(double *force, double *rate, unsigned char *mode, const pawl_problem *p, bool *unlike,
                       bool *moves, pawl_solver *s)
{
  static const double shares[] = {0.3, 0.1, 0.03};
  pawl_large *l = s->large;
  bool any = false;
  *moves = l->planned = false;
  memset(unlike, 0, (size_t)p->n);
  pawl_problem_units(s->unit, p);
  double size = pawl_problem_size(p, s->unit, force), slow = 100 * PAWL_PROBLEM_TIE * size,
         mean = mean_force(p, force), now = how_inside(p, force, rate, mean, slow, s);
  size_t tries = now > WELL_INSIDE ? 1 : sizeof shares / sizeof *shares;
  for (size_t k = 0; mean > 0 && now < 1 && k < tries; k++) {
    if (!find_inside(p, force, rate, mode, shares[k], mean, slow, s))
      continue;
    any = true;
    for (int i = 0; i < p->n; i++)
      unlike[i] |= fabs(l->trial[2 * i] - force[2 * i]) > PAWL_FORCE_UNLIKE * mean;
    *moves |= !same_rates(s->try_rate, rate, p, size, s);
    if (how_inside(p, l->trial, rate, mean, slow, s) > now + CLEARLY) {
      adopt(force, rate, mode, p, s);
      break;
    }
  }
  return any;
}
