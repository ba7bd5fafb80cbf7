/* Where forces at an event are not unique: which of them keep modes that would end, and what is told of it.      theory.md, 9.4 */
#include <string.h>

#include "base/tolerances.h"
#include "contact/impact.h"

/* Forces of the problem inside of their limits, of many touches; where they decide the motion that is told. False: there are none. */
static bool find_inside(pawl_system *s, pawl_switch_room *o, const pawl_problem *problem)
{
  size_t mark = o->scratch.used;
  const pawl_solve_options options = {.warm = true};
  pawl_solution found = pawl_problem_solve(o->force, o->rate, o->mode, problem, &options, &o->solver);
  bool solved = pawl_is_solved(found.by);
  pawl_mode_family family = {.group = PAWL_LEND(&o->scratch, s->contact->hold_count, int),
                             .loose = PAWL_LEND(&o->scratch, s->contact->hold_count, bool),
                             .normal = PAWL_LEND(&o->scratch, s->contact->hold_count, bool)};
  for (int k = 0; solved && k < o->solver.islands; k++)
    if (pawl_spread_forces(o, problem, k, o->force, &family) && family.moves)
      for (int i = 0; i < s->contact->hold_count; i++)
        if (family.normal[i])
          pawl_doubt_note(s->contact->pair + s->contact->hold[i].pair, PAWL_DOUBT_MOTION, s->at.t);
  o->scratch.used = mark;
  return solved;
}

/* What a touch is to be pressed by, at least, to be away from its limit: a share of what the two shapes press each other by, which may be next
 * to nothing, where it has others to share that with. */
static double least_of(const pawl_system *s, const pawl_switch_room *o, int i, double mean)
{
  int pair = s->contact->hold[i].pair, first = i, count = 0;
  double sum = 0;
  while (first > 0 && s->contact->hold[first - 1].pair == pair)
    first--;
  for (int j = first; j < s->contact->hold_count && s->contact->hold[j].pair == pair; j++, count++)
    sum += fabs(o->force[2 * j]);
  return PAWL_FORCE_AWAY * (count > 1 ? fmax(fmin(sum, mean), PAWL_FORCE_UNLIKE * mean) : mean);
}

/* Of many touches what is about to pull stays, where forces are not unique and there are such as press it. */
void pawl_switch_press_on(pawl_system *s, const pawl_switching *x)
{
  pawl_switch_room *o = x->room;
  pawl_problem problem = pawl_switch_problem(s, x, PAWL_STILL);
  double mean = 0;
  for (int i = 0; i < s->contact->hold_count; i++)
    o->barred[i] &= (unsigned char)(o->barred[i] & 1 << PAWL_MODE_PRESSED ? 0 : 0xff);
  if (!find_inside(s, o, &problem))
    return;
  bool any = false;
  for (int i = 0; i < s->contact->hold_count; i++)
    mean += fabs(o->force[o->solver.dim * i]) / s->contact->hold_count;
  for (int i = 0; i < s->contact->hold_count; i++) {
    pawl_contact_point *p = point_of(s, i);
    bool stays = p->mode.barred & 1 << PAWL_MODE_PRESSED && o->mode[i] & 1 &&
                 o->force[o->solver.dim * i] > least_of(s, o, i, mean);
    any |= stays;
    if (stays)
      p->mode.barred = 0;
  }
  for (int i = 0; any && i < s->contact->hold_count; i++) /* from where forces are looked for */
    for (int a = 0; a < o->solver.dim; a++)
      point_of(s, i)->mode.rest[a] = o->force[o->solver.dim * i + a];
}

/* A brake that is let go, or about to be or to be pressed: it has no limit that others could be kept away from. */
static bool holds_nothing(const pawl_problem *problem, int i, const double *unit)
{
  return pawl_problem_mu_stick(problem, i) * problem->floor[i] + pawl_problem_own_stick(problem, i) <=
         PAWL_PROBLEM_TIE * pawl_problem_size(problem, unit, NULL) * unit[pawl_problem_dim(problem) * i + 1];
}

/* Where forces are not unique, those that were taken can come to a limit while others would not: the same modes with forces
 * far from their limits, each as far as can be: one that is near its own, whatever the others are, must not leave them at theirs,
 * where they come to it again in no time. */
static bool is_spread_with(pawl_system *s, pawl_switch_room *o, const pawl_problem *problem,
                           unsigned char *kind, unsigned char *mode)
{
  pawl_mode_family family = {.each = true};
  pawl_problem same = *problem;
  double *unit = PAWL_LEND(&o->scratch, o->solver.dim * problem->n, double);
  bool ended = false, loose = false;
  pawl_problem_units(unit, problem);
  same.barred = NULL;
  same.kind = kind;
  for (int i = 0; i < s->contact->hold_count; i++) {
    const pawl_contact_point *p = point_of(s, i);
    ended |= p->mode.barred & 1 << PAWL_MODE_STICK;
    kind[i] = p->mode.was_tangent == PAWL_RUB_STICK ? PAWL_AT_REST | (problem->kind[i] & PAWL_GIVEN)
                                                    : problem->kind[i];
    mode[i] = (unsigned char)pawl_switch_mode_before(s->contact->hold + i, p, o->solver.dim);
    bool nothing = s->contact->hold[i].given && holds_nothing(problem, i, unit);
    loose |= nothing;
    if (p->mode.idle || nothing) {
      kind[i] = nothing ? PAWL_FRICTIONLESS | PAWL_GIVEN : problem->kind[i];
      mode[i] = PAWL_MODE_OPEN;
      continue;
    }
    if (p->mode.was_normal != PAWL_PRESSED || (p->mode.barred && !(p->mode.barred & 1 << PAWL_MODE_STICK)))
      return false;
  }
  if (!ended || !pawl_modes_solve(o->force, o->rate, &family, &same, mode, &o->solver) ||
      (family.freedom == 0 && !loose) || family.moves || family.margin < PAWL_PROBLEM_TIE ||
      !pawl_switch_is_fulfilled(o, &same, mode))
    return false;
  memcpy(o->mode, mode, (size_t)s->contact->hold_count);
  return true;
}

/* Of many touches what has come to its limit must stick on, away from it, whatever becomes of the others. `kind` and `barred`: room. */
static bool is_spread_by_islands(pawl_system *s, pawl_switch_room *o, const pawl_problem *problem,
                                 unsigned char *kind, unsigned char *barred)
{
  pawl_problem same = *problem;
  same.barred = barred;
  same.kind = kind;
  bool ended = false;
  for (int i = 0; i < s->contact->hold_count; i++) {
    bool torn = problem->barred[i] & 1 << PAWL_MODE_STICK;
    kind[i] = torn ? PAWL_AT_REST | (problem->kind[i] & PAWL_GIVEN) : problem->kind[i];
    barred[i] = torn ? 0 : problem->barred[i];
    ended |= torn;
  }
  if (!ended)
    return false;
  if (!find_inside(s, o, &same))
    return false;
  for (int i = 0; i < s->contact->hold_count; i++) {
    bool torn = problem->barred[i] & 1 << PAWL_MODE_STICK, sticks = o->mode[i] >> 1 == PAWL_TANGENT_STICK;
    double limit =
        pawl_problem_mu_stick(problem, i) * o->force[o->solver.dim * i] + pawl_problem_own_stick(problem, i);
    if (torn && !(sticks && pawl_tangent_length(o->force + o->solver.dim * i + 1, o->solver.dim - 1) <
                                (1 - PAWL_FORCE_AWAY) * limit))
      return false;
  }
  return pawl_switch_is_fulfilled(o, &same, o->mode);
}

bool pawl_switch_stick_on(pawl_system *s, pawl_switch_room *o, const pawl_problem *problem)
{
  size_t mark = o->scratch.used;
  unsigned char *kind = PAWL_LEND(&o->scratch, problem->n, unsigned char),
                *mode = PAWL_LEND(&o->scratch, problem->n, unsigned char);
  /* sets of modes as linear systems are of the plane */
  bool is =
      o->solver.dim == 2 && (problem->W ? is_spread_with : is_spread_by_islands)(s, o, problem, kind, mode);
  o->scratch.used = mark;
  return is;
}

/* Contacts whose forces are not unique are told after the run. */
void pawl_switch_note_loose(pawl_system *s, const pawl_switching *x, const pawl_problem *problem, int island)
{
  pawl_scratch *scratch = &x->room->scratch;
  size_t mark = scratch->used;
  int *group = PAWL_LEND(scratch, s->contact->hold_count, int);
  bool *loose = PAWL_LEND(scratch, s->contact->hold_count, bool),
       *normal = PAWL_LEND(scratch, s->contact->hold_count, bool);
  for (int i = 0; i < s->contact->hold_count; i++)
    group[i] = s->contact->hold[i].pair;
  pawl_mode_family family = {.group = group, .loose = loose, .normal = normal};
  bool moves = pawl_spread_forces(x->room, problem, island, x->room->force, &family) && family.moves;
  for (int i = 0; i < s->contact->hold_count; i++)
    if (loose[i] || (moves && normal[i]))
      pawl_doubt_note(s->contact->pair + s->contact->hold[i].pair,
                      moves ? PAWL_DOUBT_MOTION : PAWL_DOUBT_FORCES, x->t);
  scratch->used = mark;
}
