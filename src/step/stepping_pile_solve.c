/* Pushes of an island: sweeps of Gauss–Seidel over its touches, each solved exactly with the speeds of
 * its two bodies as they are, from the pushes of the last step; small islands are finished by Newton's
 * method. */
#include <math.h>

#include "base/tolerances.h"
#include "geometry/plane.h"
#include "step/stepping_pile.h"

enum { FEW = 10 };

static inline void push(pawl_pile *p, const pawl_pile_touch *t, double N, double T, bool joined)
{
  if (joined)
    pawl_pile_push_joined(p, p->speed, t, N, T);
  else
    pawl_pile_push(p->speed, t, N, T);
}

/* Of what moves one way only, normal and tangential rates go together: which way it slides is not for friction to say, and where it
 * does not slide it needs none. */
static void push_one_way(const pawl_pile_touch *t, double b, double c, double *n, double *s)
{
  double slide = c - t->W[1] * b / t->W[0], lean = slide > 0 ? -t->mu : t->mu, k = t->W[0] + lean * t->W[1];
  bool slides = fabs(slide) > PAWL_UNMOVED * (fabs(c) + fabs(b)) && k > 0;
  *n = -b / (slides ? k : t->W[0]);
  *s = slides ? lean * *n : 0;
}

/* The pushes of one touch: open, sticking, or sliding one way; its bodies' speeds go along. Returns the
 * largest change of a rate. */
static inline double visit(pawl_pile *p, pawl_pile_touch *t, bool joined)
{
  double rate[2], N = t->push[0], T = t->push[1], n = 0, s = 0;
  pawl_pile_rates(rate, t, p->speed);
  if (joined)
    rate[1] += p->note[t - p->touch].belt;
  double b = rate[0] - t->bound - (t->W[0] * N + t->W[1] * T), c = rate[1] - (t->W[1] * N + t->W[2] * T);
  if (joined && b < 0 && t->inverse == 0)
    push_one_way(t, b, c, &n, &s);
  else if (b < 0) {
    n = (t->W[1] * c - t->W[2] * b) * t->inverse;
    s = (t->W[1] * b - t->W[0] * c) * t->inverse;
    if (!(n >= 0 && fabs(s) <= t->mu * n)) {
      double lean = s > 0 ? t->mu : -t->mu, k = t->W[0] + lean * t->W[1];
      n = k > 0 ? -b / k : -b / t->W[0];
      s = lean * n;
    }
  }
  double dN = n - N, dT = s - T;
  if (dN == 0 && dT == 0)
    return 0;
  t->push[0] = n, t->push[1] = s;
  push(p, t, dN, dT, joined);
  return greater(fabs(dN) * t->W[0], fabs(dT) * t->W[2]);
}

static void warm_start(pawl_pile *p, const pawl_island *l)
{
  for (int k = l->begin; k < l->end; k++) {
    const pawl_pile_touch *t = p->touch + p->net.order[k];
    push(p, t, t->push[0], t->push[1], l->joined);
  }
}

static double sweep(pawl_pile *p, const pawl_island *l, bool back)
{
  double most = 0;
  for (int k = 0; l->joined && k < l->end - l->begin; k++)
    most = greater(most, visit(p, p->touch + p->net.order[back ? l->end - 1 - k : l->begin + k], true));
  if (l->joined)
    return most;
  if (back)
    for (int k = l->end - 1; k >= l->begin; k--)
      most = greater(most, visit(p, p->touch + p->net.order[k], false));
  else
    for (int k = l->begin; k < l->end; k++)
      most = greater(most, visit(p, p->touch + p->net.order[k], false));
  return most;
}

/* What a rate may change by in the last sweep: a part of what forces change in the step, or without
 * forces of the largest rate. */
static double goal_of(const pawl_pile *p, const pawl_island *l, double h)
{
  double most = 0, fast = 0;
  for (int k = l->begin; k < l->end; k++) {
    const pawl_pile_touch *t = p->touch + p->net.order[k];
    for (int i = 0; i < 2; i++) {
      const pawl_pile_move *a = p->rate + t->body[i];
      most = greater(most, greater(fabs(a->x), fabs(a->y)));
    }
    fast = greater(fast, fabs(p->note[p->net.order[k]].before[0]));
  }
  return p->options.tolerance * (most > 0 ? h * most : fast);
}

/* The step in which an island was last finished by Newton's method, kept with one of its bodies. */
static int *polished_of(const pawl_pile *p, const pawl_island *l)
{
  const int *body = p->touch[p->net.order[l->begin]].body;
  return p->net.polished + (body[0] ? body[0] : body[1]);
}

/* The same of islands that are solved to rounding, which is that of the largest rate that a push takes away: at the foot of a tower, the
 * weight of all of it. */
static double exact_goal_of(const pawl_pile *p, const pawl_island *l, double h)
{
  double least = goal_of(p, l, h), most = 0;
  for (int k = l->begin; k < l->end; k++) {
    const pawl_pile_touch *t = p->touch + p->net.order[k];
    most = greater(most, t->push[0] * t->W[0]);
  }
  return PAWL_PILE_EXACT * greater(least, p->options.tolerance * most);
}

/* From pushes that the speeds have in them. Islands that Newton's method finishes are swept a few times before, as long as that helps, or
 * not at all where the pushes are right already.
 *
 * What is left of speeds goes on: from pushes that stopped what was left of the step before, v⁺ is v + (v - v_before). So what Newton's
 * method has finished once it finishes once more, as well as it can; then both differences are rounding, and pushes are right for many
 * steps. */
static bool solve_island(pawl_pile *p, const pawl_island *l, double h)
{
  int count = l->end - l->begin, sweeps = 0, *polished = polished_of(p, l);
  bool small = count <= p->options.polish, again = small && *polished == p->net.steps - 1;
  double goal = (small ? exact_goal_of : goal_of)(p, l, h) * (again ? PAWL_PILE_AGAIN : 1), most = INFINITY,
         last = INFINITY;
  int limit = small && p->options.sweeps > FEW ? FEW : p->options.sweeps;
  while (sweeps < limit && most > goal && !(small && sweeps > 1 && most > PAWL_PILE_SLOW * last)) {
    last = most;
    most = sweep(p, l, sweeps++ & 1);
  }
  p->report.sweeps += (double)sweeps * count / p->touches;
  if (small && most > goal) {
    *polished = again ? *polished : p->net.steps;
    return pawl_pile_polish_island(p, l);
  }
  p->report.unsolved += most > goal;
  return true;
}

/* What the pushes of an island give to it, w = P·(θ γ⁺ + (1-θ) γ), is not positive when they are solved
 * for; those that a limit of sweeps left, and impacts that Newton's law would make gain, are made smaller
 * by the factor f for which it is 0:
 *     w(f) = f P·(θ γ_free + (1-θ) γ) + f² θ P·W P */
static void audit(pawl_pile *p, const pawl_island *l, double h)
{
  double theta = p->options.theta, given = 0, size = 0, stiff = 0;
  for (int k = l->begin; k < l->end; k++) {
    const pawl_pile_touch *t = p->touch + p->net.order[k];
    const double *before = p->note[p->net.order[k]].before;
    double after[2];
    pawl_pile_rates(after, t, p->speed);
    given += t->push[1] * p->note[p->net.order[k]].belt;
    for (int i = 0; i < 2; i++) {
      given += t->push[i] * (theta * after[i] + (1 - theta) * before[i]);
      size += fabs(t->push[i]);
    }
  }
  if (!(given > PAWL_STEP_ROUNDING * size * goal_of(p, l, h) / p->options.tolerance)) /* rounding */
    return;
  for (int k = l->begin; k < l->end; k++) {
    const pawl_pile_touch *t = p->touch + p->net.order[k];
    const double *before = p->note[p->net.order[k]].before;
    double after[2], forced[2];
    pawl_pile_rates(after, t, p->speed);
    pawl_pile_rates(forced, t, p->rate);
    for (int i = 0; i < 2; i++)
      stiff += t->push[i] * (after[i] - before[i] - h * forced[i]);
  }
  double less = stiff > 0 ? greater(-given / (theta * stiff), -1) : 0;
  for (int k = l->begin; k < l->end; k++) {
    pawl_pile_touch *t = p->touch + p->net.order[k];
    double N = less * t->push[0], T = less * t->push[1];
    push(p, t, N, T, l->joined);
    t->push[0] += N, t->push[1] += T;
  }
  p->report.repaired++;
}

bool pawl_pile_solve(pawl_pile *p, double h)
{
  for (int k = 0; k < p->net.count; k++) {
    if (p->net.island[k].sleeps)
      continue;
    warm_start(p, p->net.island + k);
    if (!solve_island(p, p->net.island + k, h))
      return false;
    audit(p, p->net.island + k, h);
  }
  return true;
}

bool pawl_pile_solve_again(pawl_pile *p, double h)
{
  for (int k = 0; k < p->net.count; k++) {
    if (!p->net.island[k].again)
      continue;
    if (!solve_island(p, p->net.island + k, h))
      return false;
    audit(p, p->net.island + k, h);
  }
  return true;
}
