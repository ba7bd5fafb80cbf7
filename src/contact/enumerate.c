/* All sets of modes, tried one after the other: which solutions there are, and whether they differ.
 *
 * Two sets may give the same rates: at a tie (a sticking contact at its limit also slips with y_T = 0), or
 * where forces are not unique. What counts is the motion, so solutions are told apart by their rates. A
 * set that gives none, singular or not, is excluded for certain; so when all fail there is no solution.      theory.md, 8 */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "contact/problem.h"

/* The next set in the order of an odometer; false after the last. */
static bool next_set(unsigned char *mode, const unsigned *allowed, int n)
{
  for (int i = 0; i < n; i++) {
    while (++mode[i] < 8)
      if (allowed[i] >> mode[i] & 1)
        return true;
    for (mode[i] = 0; !(allowed[i] >> mode[i] & 1);)
      mode[i]++;
  }
  return false;
}

static bool first_set(unsigned char *mode, unsigned *allowed, const pawl_problem *p)
{
  for (int i = 0; i < p->n; i++) {
    allowed[i] = pawl_problem_modes(p, i);
    if (!allowed[i])
      return false;
    for (mode[i] = 0; !(allowed[i] >> mode[i] & 1);)
      mode[i]++;
  }
  return true;
}

/* Rates that say nothing about the motion are left out: y_T without friction still tells where contacts
 * go. */
static bool same_motion(const pawl_motion *one, const pawl_motion *two, const double *unit, double size,
                        int n)
{
  for (int r = 0; r < 2 * n; r++)
    if (fabs(one->rate[r] - two->rate[r]) * unit[r] > PAWL_PROBLEM_SAME * size)
      return false;
  return true;
}

static double size_of(const pawl_problem *p, const pawl_solver *s, const pawl_motion *one,
                      const pawl_motion *two)
{
  return fmax(pawl_problem_size(p, s->unit, one->force), pawl_problem_size(p, s->unit, two->force));
}

static bool same_forces(const pawl_motion *one, const pawl_motion *two, const double *unit, double size,
                        int n)
{
  for (int r = 0; r < 2 * n; r++)
    if (fabs(one->force[r] - two->force[r]) > PAWL_PROBLEM_SAME * size * unit[r])
      return false;
  return true;
}

/* Neither by rounding nor by the order of contacts. */
static bool is_clearer(const pawl_motion *one, const pawl_motion *two)
{
  double more = one->margin - two->margin;
  return fabs(more) > PAWL_PROBLEM_TIE ? more > 0 : one->load < (1 - PAWL_PROBLEM_SAME) * two->load;
}

/* Joins a motion that is known, whose clearest set of modes is kept; or adds it. */
static void enter(pawl_motion *list, int room, pawl_enumeration *all, const pawl_motion *found,
                  const pawl_problem *p, const pawl_solver *s)
{
  int known = all->motions < room ? all->motions : room;
  all->sets++;
  for (int i = 0; i < known; i++) {
    double size = size_of(p, s, list + i, found);
    if (!same_motion(list + i, found, s->unit, size, p->n))
      continue;
    int sets = list[i].sets + 1;
    bool family = list[i].family || found->family || !same_forces(list + i, found, s->unit, size, p->n);
    bool moves = list[i].moves || found->moves;
    if (is_clearer(found, list + i))
      list[i] = *found;
    list[i].sets = sets;
    list[i].family = family;
    list[i].moves = moves;
    return;
  }
  int at = known < room ? known : 0;
  for (int i = 1; known == room && i < room; i++)
    at = is_clearer(list + at, list + i) ? i : at;
  if (known < room || is_clearer(found, list + at))
    list[at] = *found;
  all->motions++;
}

/* The clearest first; sorting by insertion. */
static void sort(pawl_motion *list, int count)
{
  for (int i = 1; i < count; i++) {
    pawl_motion one = list[i];
    int j = i;
    for (; j > 0 && is_clearer(&one, list + j - 1); j--)
      list[j] = list[j - 1];
    list[j] = one;
  }
}

/* Near a singular set rounding of forces is large, and inequalities are read with that in mind; what is
 * accepted so must still have a small residual, unless (`loose`) nothing else is left. */
static bool try_set(pawl_motion *found, pawl_enumeration *all, const pawl_problem *p, bool loose,
                    pawl_solver *s)
{
  pawl_mode_family family = {0};
  all->tried++;
  bool valid = pawl_modes_solve(found->force, found->rate, &family, p, found->mode, s);
  if (!valid ||
      (!loose && pawl_problem_misfit(s->rate, p, s->unit, found->force, found->mode) > PAWL_PROBLEM_SOLVED))
    return false;
  all->singular += family.freedom > 0;
  found->sets = 1;
  found->family = family.freedom > 0 && family.margin > PAWL_PROBLEM_TIE;
  found->moves = family.moves && family.margin > PAWL_PROBLEM_TIE;
  found->margin = family.margin;
  found->load = 0;
  for (int r = 0; r < 2 * p->n; r++)
    found->load += found->force[r] / s->unit[r] * found->force[r] / s->unit[r];
  return true;
}

static void try_all(pawl_motion *motion, int room, pawl_enumeration *all, const pawl_problem *p, bool loose,
                    pawl_solver *s)
{
  pawl_motion found;
  unsigned allowed[PAWL_ENUMERATE_MOST];
  memset(&found, 0, sizeof found);
  if (!first_set(found.mode, allowed, p))
    return;
  do {
    if (try_set(&found, all, p, loose, s))
      enter(motion, room, all, &found, p, s);
  } while (next_set(found.mode, allowed, p->n));
}

static pawl_enumeration finish(pawl_motion *motion, int room, pawl_enumeration all)
{
  int known = all.motions < room ? all.motions : room;
  for (int i = 0; i < known; i++) {
    motion[i].tie = motion[i].margin <= PAWL_PROBLEM_TIE;
    all.continuum |= motion[i].moves;
  }
  sort(motion, known);
  return all;
}

pawl_enumeration pawl_enumerate(pawl_motion *motion, int room, const pawl_problem *p, pawl_solver *s)
{
  pawl_enumeration all = {0};
  pawl_problem_units(s->unit, p);
  if (p->n > PAWL_ENUMERATE_MOST) {
    all.motions = -1;
    return all;
  }
  try_all(motion, room, &all, p, false, s);
  if (all.motions == 0)
    try_all(motion, room, &all, p, true, s);
  return finish(motion, room, all);
}

pawl_enumeration pawl_enumerate_paths(pawl_motion *motion, int room, const pawl_problem *p, pawl_solver *s)
{
  enum { PATHS = 8 };
  pawl_enumeration all = {0};
  pawl_motion found;
  memset(&found, 0, sizeof found);
  pawl_problem_units(s->unit, p);
  for (int i = 0; i < PATHS && p->n <= PAWL_ENUMERATE_LAST; i++)
    if (pawl_problem_lemke(found.force, found.rate, found.mode, p, i, s) == PAWL_LCP_SOLVED &&
        try_set(&found, &all, p, false, s))
      enter(motion, room, &all, &found, p, s);
  return finish(motion, room, all);
}

/* How many sets there are, as a number that does not overflow. */
static double count_sets(const pawl_problem *p)
{
  double sets = 1;
  for (int i = 0; i < p->n; i++) {
    int modes = 0;
    for (unsigned allowed = pawl_problem_modes(p, i); allowed; allowed &= allowed - 1)
      modes++;
    sets *= modes;
  }
  return sets;
}

pawl_solved_by pawl_enumerate_clear(double *force, double *rate, unsigned char *mode, const pawl_problem *p,
                                    pawl_solver *s)
{
  double f[2 * PAWL_ENUMERATE_LAST], y[2 * PAWL_ENUMERATE_LAST], most = -INFINITY;
  unsigned char set[PAWL_ENUMERATE_LAST];
  unsigned allowed[PAWL_ENUMERATE_LAST];
  if (p->n > PAWL_ENUMERATE_LAST || count_sets(p) > PAWL_ENUMERATE_SETS)
    return PAWL_NOT_FOUND;
  pawl_problem_units(s->unit, p);
  if (!first_set(set, allowed, p))
    return PAWL_NO_SOLUTION;
  do {
    pawl_mode_family family = {0};
    if (!pawl_modes_solve(f, y, &family, p, set, s) || family.margin <= most ||
        pawl_problem_misfit(s->rate, p, s->unit, f, set) > PAWL_PROBLEM_SOLVED)
      continue;
    most = family.margin;
    memcpy(force, f, 2 * (size_t)p->n * sizeof *f);
    memcpy(rate, y, 2 * (size_t)p->n * sizeof *y);
    memcpy(mode, set, (size_t)p->n);
  } while (most <= PAWL_PROBLEM_TIE && next_set(set, allowed, p->n));
  return most > -INFINITY ? PAWL_BY_ENUMERATION : PAWL_NO_SOLUTION;
}
