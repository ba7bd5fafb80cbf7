/* Forces that are not unique: of all modes that fit the rates found, those with most forces in them, and of all their forces
 * those farthest from every limit.      theory.md, 9.4 */
#include <string.h>

#include "base/tolerances.h"
#include "contact/contact.h"

#define UNBOUNDED 100 /* loads */

/* The mode with more forces in it that fits the same rates: what slips with a rate of zero sticks as well, and what is open
 * without parting is pressed as well. */
static unsigned char fuller(const pawl_problem *p, int i, int mode, const double *rate, const double *unit,
                            double tie, bool presses)
{
  int kind = p->kind ? p->kind[i] & 3 : PAWL_AT_REST, tangent = mode >> 1;
  bool given = p->kind && p->kind[i] & PAWL_GIVEN, still = fabs(rate[2 * i + 1]) * unit[2 * i + 1] <= tie;
  unsigned barred = p->barred ? p->barred[i] : 0;
  bool slips = tangent == PAWL_TANGENT_PLUS || tangent == PAWL_TANGENT_MINUS;
  int to = mode;
  if (slips && kind == PAWL_AT_REST && still)
    to = (mode & 1) | PAWL_TANGENT_STICK << 1;
  else if (presses && mode == PAWL_MODE_OPEN && !given && fabs(rate[2 * i]) * unit[2 * i] <= tie)
    to = kind == PAWL_FRICTIONLESS                                               ? PAWL_MODE_PRESSED
         : kind == PAWL_SLIDES_PLUS                                              ? PAWL_MODE_PLUS
         : kind == PAWL_SLIDES_MINUS                                             ? PAWL_MODE_MINUS
         : pawl_problem_mu_stick(p, i) == 0 && pawl_problem_own_stick(p, i) == 0 ? PAWL_MODE_PRESSED
         : still                                                                 ? PAWL_MODE_STICK
         : rate[2 * i + 1] > 0                                                   ? PAWL_MODE_PLUS
                                                                                 : PAWL_MODE_MINUS;
  return (unsigned char)(barred >> to & 1 ? mode : to);
}

static double largest(const double *force, const double *unit, int n)
{
  double most = 0;
  for (int i = 0; i < 2 * n; i++)
    most = fmax(most, fabs(force[i]) / unit[i]);
  return most;
}

/* What wedges itself may be pressed together as hard as one likes, and farthest from all limits means without end: between the forces found
 * and those, which is as good, only as far as the load itself is large. */
static void hold_back(double *better, double *rate, const pawl_problem_island *l, const double *unit)
{
  int n = l->p.n;
  double load = largest(l->force, unit, n), most = largest(better, unit, n);
  for (int i = 0; most > UNBOUNDED * load && i < 2 * n; i++) {
    better[i] = l->force[i] + load / most * (better[i] - l->force[i]);
    rate[i] = l->rate[i] + load / most * (rate[i] - l->rate[i]);
  }
}

/* False: with these modes there are no other forces. */
static bool widen_with(pawl_problem_island *l, bool presses, pawl_mode_family *family, pawl_solver *s,
                       unsigned char *mode, double *better, double *rate)
{
  const pawl_problem *p = &l->p;
  bool any = false;
  family->beside_idle = !presses;
  double tie = 100 * PAWL_PROBLEM_TIE * pawl_problem_size(p, s->unit, l->force);
  for (int i = 0; i < p->n; i++) {
    mode[i] = fuller(p, i, l->mode[i], l->rate, s->unit, tie, presses);
    any |= mode[i] != l->mode[i];
  }
  if ((!any && p->n < 2) || !pawl_modes_solve(better, rate, family, p, mode, s) ||
      family->margin < (any ? PAWL_PROBLEM_TIE : 0) || (!any && family->freedom == 0))
    return false;
  hold_back(better, rate, l, s->unit);
  double before = pawl_problem_misfit(s->rate, p, s->unit, l->force, l->mode),
         after = pawl_problem_misfit(s->rate, p, s->unit, better, mode);
  if (after > PAWL_PROBLEM_SOLVED &&
      after > before) /* nearly singular: the path's own are right, and these are not */
    return false;
  memcpy(l->mode, mode, (size_t)p->n);
  memcpy(l->force, better, sizeof(double) * 2 * (size_t)p->n);
  memcpy(l->rate, rate, sizeof(double) * 2 * (size_t)p->n);
  return true;
}

static bool widen(pawl_problem_island *l, bool presses, pawl_mode_family *family, pawl_switch_room *o)
{
  size_t mark = o->scratch.used, n = (size_t)l->p.n;
  unsigned char *mode = PAWL_LEND(&o->scratch, n, unsigned char);
  double *better = PAWL_LEND(&o->scratch, 2 * n, double), *rate = PAWL_LEND(&o->scratch, 2 * n, double);
  bool good = widen_with(l, presses, family, &o->solver, mode, better, rate);
  o->scratch.used = mark;
  return good;
}

/* Of many touches each by itself is told. */
static bool spread_many(pawl_switch_room *o, const pawl_problem *problem, int island, double *force,
                        pawl_mode_family *family)
{
  size_t mark = o->scratch.used;
  bool *unlike = PAWL_LEND(&o->scratch, problem->n, bool);
  pawl_problem_island l;
  pawl_island_take(&l, force, o->rate, o->mode, problem, &o->solver, island);
  bool many = pawl_large_spread(l.force, l.rate, l.mode, &l.p, unlike, &family->moves, &o->solver);
  if (many)
    pawl_island_put(force, o->rate, o->mode, &l, problem, &o->solver, island);
  for (int i = 0, k = 0; many && i < problem->n; i++)
    if (o->solver.island[i] == island)
      family->loose[i] = family->normal[i] = unlike[k++];
  o->scratch.used = mark;
  return many;
}

/* Of several touches of one body all do the same, and where forces are not unique they are those farthest from all limits,
 * not those that a path ended at. Where touches that carry nothing can carry nothing, those that do still may share in many ways. */
bool pawl_spread_forces(pawl_switch_room *o, const pawl_problem *problem, int island, double *force,
                        pawl_mode_family *family)
{
  pawl_solver *s = &o->solver;
  if (s->of[island].slight ||
      pawl_problem_dim(problem) == 3) /* sets of modes as linear systems are of the plane */
    return false;
  if (pawl_is_large(s, problem, island))
    return !family->each && spread_many(o, problem, island, force, family);
  size_t mark = o->scratch.used;
  int *group = PAWL_LEND(&o->scratch, problem->n, int);
  bool *loose = PAWL_LEND(&o->scratch, problem->n, bool), *normal = PAWL_LEND(&o->scratch, problem->n, bool);
  pawl_problem_island l;
  pawl_island_take(&l, force, o->rate, o->mode, problem, s, island);
  pawl_mode_family own = {.each = family->each, .group = group, .loose = loose, .normal = normal};
  for (int i = 0, k = 0; i < problem->n; i++)
    if (s->island[i] == island)
      group[k++] = family->group[i];
  pawl_problem_units(s->unit, &l.p);
  bool many = (widen(&l, true, &own, o) || widen(&l, false, &own, o)) && own.margin > PAWL_PROBLEM_TIE;
  pawl_island_put(force, o->rate, o->mode, &l, problem, s, island);
  family->moves = own.moves;
  for (int i = 0, k = 0; i < problem->n; i++)
    if (s->island[i] == island) {
      family->loose[i] = loose[k];
      family->normal[i] = normal[k++];
    }
  o->scratch.used = mark;
  return many;
}
