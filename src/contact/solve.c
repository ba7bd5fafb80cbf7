/* The driver, for contacts that are coupled: the modes that were right last time; Lemke's method, which is fast and nearly always
 * arrives; all modes, which proves; Gauss–Seidel with Newton. Every answer is judged by the misfit of its own modes,
 * and "no solution" is said only where all modes were tried.      theory.md, 8 */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "contact/problem.h"

const char *pawl_solved_by_name(pawl_solved_by by)
{
  static const char *const names[] = {"known modes", "Lemke",       "enumeration",
                                      "iteration",   "no solution", "not found"};
  return names[by];
}

/* Forces that a solver offers are taken if they solve the problem with the modes that it tells: these go on. */
static bool accept(pawl_solution *solution, pawl_solved_by by, double *rate, const unsigned char *mode,
                   const double *force, const pawl_problem *p, const pawl_solver *s)
{
  double residual = pawl_problem_misfit(rate, p, s->unit, force, mode);
  if (!(residual <= PAWL_PROBLEM_SOLVED))
    return false;
  solution->by = by;
  solution->residual = residual;
  return true;
}

/* The tries of Lemke's method: other covering vectors lead along other paths. */
static bool try_lemke(pawl_solution *solution, double *force, double *rate, unsigned char *mode,
                      const pawl_problem *p, int attempts, pawl_solver *s)
{
  for (int attempt = 0; attempt < attempts; attempt++)
    if (pawl_problem_lemke(force, rate, mode, p, attempt, s) == PAWL_LCP_SOLVED &&
        accept(solution, PAWL_BY_LEMKE, s->rate, mode, force, p, s))
      return true;
  return false;
}

static bool differs(const pawl_motion *motion, const double *rate, const pawl_problem *p,
                    const pawl_solver *s)
{
  double size = pawl_problem_size(p, s->unit, motion->force);
  for (int r = 0; r < 2 * p->n; r++)
    if (fabs(motion->rate[r] - rate[r]) * s->unit[r] > PAWL_PROBLEM_SAME * size)
      return true;
  return false;
}

/* Counts the solutions; an answer that is known stays, unless of several the clearest is wanted; without one the clearest is taken. */
static void count_motions(pawl_solution *solution, double *force, double *rate, unsigned char *mode,
                          const pawl_problem *p, bool known, bool clearest, pawl_motion *list, int room,
                          pawl_solver *s)
{
  bool few = p->n <= PAWL_ENUMERATE_MOST;
  pawl_enumeration all = few ? pawl_enumerate(list, room, p, s) : pawl_enumerate_paths(list, room, p, s);
  if (!few && all.motions < 2 && !all.continuum) /* which proves nothing */
    return;
  int listed = all.motions < room ? all.motions : room;
  solution->motions = all.motions;
  solution->sets = all.sets;
  solution->continuum = all.continuum;
  known = known && !(clearest && (all.motions > 1 || all.continuum));
  for (int i = 0; known && i < listed; i++)
    if (!differs(list + i, rate, p, s))
      solution->chosen = i;
  if (listed > 0)
    solution->forces_free = list[solution->chosen].family;
  if (known)
    return;
  if (all.motions <= 0) {
    solution->by = PAWL_NO_SOLUTION;
    return;
  }
  memcpy(force, list[0].force, 2 * (size_t)p->n * sizeof *force);
  memcpy(rate, list[0].rate, 2 * (size_t)p->n * sizeof *rate);
  memcpy(mode, list[0].mode, (size_t)p->n);
  solution->by = PAWL_BY_ENUMERATION;
  solution->residual = pawl_problem_misfit(s->rate, p, s->unit, force, mode);
}

/* Everything stays as it is: what rests sticks, what slides is pressed. Flat bodies on each other have so many equal forces that
 * paths from limit to limit get lost among them, and this is what they mostly do. */
static bool try_rest(pawl_solution *solution, double *force, double *rate, unsigned char *mode,
                     const pawl_problem *p, pawl_solver *s)
{
  static const unsigned char wanted[] = {PAWL_MODE_STICK,      PAWL_MODE_PLUS,       PAWL_MODE_MINUS,
                                         PAWL_MODE_PRESSED,    PAWL_MODE_HELD_STICK, PAWL_MODE_HELD_PLUS,
                                         PAWL_MODE_HELD_MINUS, PAWL_MODE_OPEN};
  for (int i = 0; i < p->n; i++)
    for (size_t k = 0; k < sizeof wanted; k++)
      if (pawl_problem_modes(p, i) >> wanted[k] & 1) {
        mode[i] = wanted[k];
        break;
      }
  pawl_mode_family family = {0};
  return pawl_modes_solve(force, rate, &family, p, mode, s) &&
         accept(solution, PAWL_BY_ITERATION, s->rate, mode, force, p, s);
}

/* What is left where all modes are too many: from no forces, as far as it comes. */
static bool iterate(pawl_solution *solution, double *force, double *rate, unsigned char *mode,
                    const pawl_problem *p, pawl_solver *s)
{
  memset(force, 0, 2 * (size_t)p->n * sizeof *force);
  for (int round = 0; round < 50; round++) {
    pawl_gauss_seidel(force, p, s->unit, 20 + 10 * round);
    pawl_problem_rates(rate, p, force);
    pawl_problem_read_modes(mode, NULL, p, s->unit, force, rate);
    if (pawl_modes_check(s->try_force, s->try_rate, p, mode, s)) {
      memcpy(force, s->try_force, 2 * (size_t)p->n * sizeof *force);
      memcpy(rate, s->try_rate, 2 * (size_t)p->n * sizeof *rate);
    }
    if (accept(solution, PAWL_BY_ITERATION, s->rate, mode, force, p, s))
      return true;
  }
  return false;
}

pawl_solution pawl_island_solve(double *force, double *rate, unsigned char *mode, const pawl_problem *p,
                                const pawl_solve_options *options, pawl_solver *s)
{
  if (pawl_problem_dim(p) == 3)
    return pawl_space_solve(force, rate, mode, p, options, s);
  pawl_solution solution = {.by = PAWL_NOT_FOUND, .motions = -1, .sets = -1, .residual = INFINITY};
  const pawl_solve_options plain = {0}, *o = options ? options : &plain;
  pawl_motion own[8], *list = o->motion ? o->motion : own;
  int room = o->motion ? o->room : 8;
  bool few = p->n <= PAWL_ENUMERATE_MOST;
  pawl_problem_units(s->unit, p);
  bool known = o->warm && pawl_modes_check(force, rate, p, mode, s) &&
               accept(&solution, PAWL_BY_MODES, s->rate, mode, force, p, s);
  known = known || try_lemke(&solution, force, rate, mode, p, few ? 1 : 4, s);
  bool clearest = o->clearest && solution.by == PAWL_BY_LEMKE;
  if (few ? !known || o->count : clearest)
    count_motions(&solution, force, rate, mode, p, known, clearest, list, room, s);
  else if (!known && !try_rest(&solution, force, rate, mode, p, s) &&
           !iterate(&solution, force, rate, mode, p, s) && o->exhaust) {
    solution.by = pawl_enumerate_clear(force, rate, mode, p, s);
    if (solution.by == PAWL_BY_ENUMERATION)
      solution.residual = pawl_problem_misfit(s->rate, p, s->unit, force, mode);
  }
  return solution;
}
