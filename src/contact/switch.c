/* Which modes follow at an event (event.c): what parts is open, and for all others together the problem of section 8 is solved with
 *      theory.md, 9.4
 *
 *     y = W λ + b,   b the rates of gap rate and sliding without held forces
 *
 * in which the mode that has just ended is barred: at its end it is as right as the one that follows. */
#include <string.h>

#include "base/error.h"
#include "base/tolerances.h"
#include "contact/impact.h"

#define MOST_ANEW 1000 /* more events in a row than that are counted as these */

bool pawl_contact_switches(const pawl_contact_pair *pair)
{
  return !pair->kind->is_rail &&
         (pawl_rigid_of(&pair->fields->law) || pawl_coulomb_of(&pair->fields->friction));
}

const char *pawl_contact_word(const pawl_contact_pair *pair, pawl_touch_mode mode, pawl_rub_mode rub)
{
  static const char *const words[] = {"pressed", "sticking", "sliding +", "sliding -"};
  if (pair->kind->words)
    return mode == PAWL_OPEN ? pair->kind->words->open : pair->kind->words->pressed;
  if (mode != PAWL_PRESSED || pair->kind->is_rail)
    return mode == PAWL_OPEN ? "open" : mode == PAWL_PRESSED ? "pressed" : "released";
  return words[rub];
}

/* ---- the instant ---- */

/* Directions, W, velocities and free rates at the state. */
pawl_status pawl_switch_look(pawl_system *s, pawl_switching *x)
{
  for (int i = 0; i < s->contact->hold_count; i++)
    if (s->contact->hold[i].given) /* its friction is looked for: none of it yet */
      s->contact->pair[s->contact->hold[i].pair].point[s->contact->hold[i].point].mode.tangent =
          PAWL_RUB_NONE;
  pawl_request free = {x->t, x->q, x->v, x->base, x->work, .held = PAWL_HELD_OFF};
  pawl_status status = pawl_system_motion(s, &free, x->a, x->power);
  if (status != PAWL_OK)
    return status;
  if (!pawl_held_directions(s))
    return PAWL_BAD_NUMBERS;
  if (!pawl_held_coefficients(s, false))
    return s->error.status;
  pawl_held_free(s, x->a);
  pawl_held_respond(s);
  pawl_held_servos(s);
  pawl_held_condense(s);
  return pawl_switch_room_couple(x->room, s) ? PAWL_OK : s->error.status;
}

/* ---- modes ---- */

static int mode_before(const pawl_held *h, const pawl_contact_point *p)
{
  static const int held[] = {PAWL_MODE_PRESSED, PAWL_MODE_STICK, PAWL_MODE_PLUS, PAWL_MODE_MINUS};
  static const int given[] = {PAWL_MODE_OPEN, PAWL_MODE_HELD_STICK, PAWL_MODE_HELD_PLUS,
                              PAWL_MODE_HELD_MINUS};
  if (p->mode.was_normal != PAWL_PRESSED)
    return PAWL_MODE_OPEN;
  if (h->locked)
    return h->given ? PAWL_MODE_OPEN : PAWL_MODE_PRESSED;
  if (h->by_formula)
    return h->lean > 0 ? PAWL_MODE_MINUS : PAWL_MODE_PLUS;
  return h->given ? given[p->mode.was_tangent] : held[p->mode.was_tangent];
}

/* `still`, of the speed that is its unit: what slides more slowly rests. */
static void set_touch(const pawl_system *s, const pawl_switching *x, int i, double still)
{
  pawl_switch_room *o = x->room;
  const pawl_held *h = s->contact->hold + i;
  const pawl_contact_point *p = point_of(s, i);
  double slide = h->velocity[PAWL_T], slow = fmax(still * speed_of(s, i), p->row.blur[PAWL_T]);
  bool slips = p->mode.barred & 1 << PAWL_MODE_STICK; /* to the side that friction holds it back from */
  double way = slips ? -p->mode.torn : slide;
  bool stuck = p->mode.was_tangent == PAWL_RUB_STICK && !x->struck; /* an impact may tear it off */
  bool rests = !slips && (p->mode.barred || fabs(slide) <= slow || stuck);
  o->kind[i] = (unsigned char)(!h->rubs || h->locked ? PAWL_FRICTIONLESS
                               : rests               ? PAWL_AT_REST
                               : way > 0             ? PAWL_SLIDES_PLUS
                                                     : PAWL_SLIDES_MINUS);
  if (h->by_formula && !h->locked)
    o->kind[i] = h->lean > 0 ? PAWL_SLIDES_MINUS : PAWL_SLIDES_PLUS;
  o->kind[i] |= h->given ? PAWL_GIVEN : 0;
  o->mu[i] = h->mu;
  o->mu_static[i] = h->mu_static;
  o->floor[i] = h->given ? h->force[PAWL_N] : 0;
  o->barred[i] = p->mode.barred;
  o->mode[i] = (unsigned char)mode_before(h, p);
  if (slips)
    o->mode[i] = (unsigned char)(h->given ? (way > 0 ? PAWL_MODE_HELD_PLUS : PAWL_MODE_HELD_MINUS)
                                          : (way > 0 ? PAWL_MODE_PLUS : PAWL_MODE_MINUS));
  o->force[2 * i] = p->mode.rest[PAWL_N]; /* where many begin */
  o->force[2 * i + 1] = p->mode.rest[PAWL_T];
  o->b[2 * i] = h->free[PAWL_N];
  o->b[2 * i + 1] = h->free[PAWL_T];
}

static pawl_problem set_problem(const pawl_system *s, const pawl_switching *x, double still)
{
  pawl_switch_room *o = x->room;
  for (int i = 0; i < s->contact->hold_count; i++)
    set_touch(s, x, i, still);
  pawl_problem problem = pawl_switch_room_problem(o, s->contact->hold_count, o->b);
  problem.mu_stick = o->mu_static;
  problem.floor = o->floor;
  problem.barred = o->barred;
  return problem;
}

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

/* Of many touches what is about to pull stays, where forces are not unique and there are such as press it. */
static void press_on(pawl_system *s, const pawl_switching *x)
{
  pawl_switch_room *o = x->room;
  pawl_problem problem = set_problem(s, x, PAWL_STILL);
  double mean = 0;
  for (int i = 0; i < s->contact->hold_count; i++)
    o->barred[i] &= (unsigned char)(o->barred[i] & 1 << PAWL_MODE_PRESSED ? 0 : 0xff);
  if (!find_inside(s, o, &problem))
    return;
  for (int i = 0; i < s->contact->hold_count; i++)
    mean += fabs(o->force[2 * i]) / s->contact->hold_count;
  for (int i = 0; i < s->contact->hold_count; i++) {
    pawl_contact_point *p = point_of(s, i);
    if (p->mode.barred & 1 << PAWL_MODE_PRESSED && o->mode[i] & 1 &&
        o->force[2 * i] > PAWL_FORCE_AWAY * mean) {
      p->mode.barred = 0;
      p->mode.rest[PAWL_N] = o->force[2 * i]; /* from where forces are looked for */
      p->mode.rest[PAWL_T] = o->force[2 * i + 1];
    }
  }
}

/* What parts is open; the others stay in the list, and so does what is about to pull where it cannot part, in an exact fit. */
void pawl_switch_release(pawl_system *s, const pawl_switching *x)
{
  size_t mark = x->room->scratch.used;
  pawl_fit *fit = PAWL_LEND(&x->room->scratch, s->contact->hold_count, pawl_fit);
  bool pulls = false;
  for (int i = 0; i < s->contact->hold_count; i++)
    pulls |= point_of(s, i)->mode.barred & 1 << PAWL_MODE_PRESSED;
  if (pulls && !x->room->W)
    press_on(s, x);
  if (pulls) {
    pawl_problem problem = set_problem(s, x, PAWL_STILL);
    pawl_clamps_release(x->room, &problem, still_rate(s), fit);
  }
  for (int i = 0; i < s->contact->hold_count; i++) {
    pawl_contact_point *p = point_of(s, i);
    bool lifted = p->mode.barred & 1 << PAWL_MODE_PRESSED && fit[i] != PAWL_FIT_IDLE;
    double still = fmax(PAWL_STILL * speed_of(s, i), p->row.blur[PAWL_N]);
    if (s->contact->hold[i].given || (!lifted && s->contact->hold[i].velocity[PAWL_N] <= still))
      continue;
    p->mode.normal = PAWL_OPEN;
    p->mode.tangent = PAWL_RUB_NONE;
  }
  x->room->scratch.used = mark;
}

static pawl_rub_mode rub_of(const pawl_system *s, int i, int mode, double rate)
{
  const pawl_held *h = s->contact->hold + i;
  double slide = h->velocity[PAWL_T], way;
  if (!h->rubs || h->by_formula)
    return PAWL_RUB_NONE;
  switch (mode >> 1) {
  case PAWL_TANGENT_STICK:
    return PAWL_RUB_STICK;
  case PAWL_TANGENT_PLUS:
    return PAWL_RUB_PLUS;
  case PAWL_TANGENT_MINUS:
    return PAWL_RUB_MINUS;
  default: /* without a normal force there is no friction either: as it begins to move */
    way = fabs(slide) > PAWL_STILL * speed_of(s, i) ? slide : fabs(rate) > still_rate_of(s, i) ? rate : 0;
    return way > 0 ? PAWL_RUB_PLUS : way < 0 ? PAWL_RUB_MINUS : PAWL_RUB_STICK;
  }
}

static pawl_status say_none(const pawl_system *s, const pawl_switching *x, bool proven, pawl_error *error)
{
  char names[PAWL_NAMES];
  const pawl_part *part = pawl_unsolved_names(s, x->room, names);
  return pawl_fail(error, PAWL_BAD_NUMBERS, part->where,
                   proven ? "no mode of %s is possible at t = %.9g s: neither open, nor sticking, nor sliding"
                          : "no modes of %s were found at t = %.9g s",
                   names, x->t);
}

/* What was chosen is put into the problem once more, whichever way it was found. */
static bool is_fulfilled(pawl_switch_room *o, const pawl_problem *problem, const unsigned char *mode)
{
  size_t mark = o->scratch.used;
  double *unit = PAWL_LEND(&o->scratch, 2 * problem->n, double);
  pawl_problem_units(unit, problem);
  double misfit = pawl_problem_misfit(o->solver.rate, problem, unit, o->force, mode);
  o->scratch.used = mark;
  return misfit <= PAWL_PROBLEM_SOLVED;
}

/* A brake that is let go, or about to be or to be pressed: it has no limit that others could be kept away from. */
static bool holds_nothing(const pawl_problem *problem, int i, const double *unit)
{
  return pawl_problem_mu_stick(problem, i) * problem->floor[i] <=
         PAWL_PROBLEM_TIE * pawl_problem_size(problem, unit, NULL) * unit[2 * i + 1];
}

/* Where forces are not unique, those that were taken can come to a limit while others would not: the same modes with forces
 * far from their limits, each as far as can be: one that is near its own, whatever the others are, must not leave them at theirs,
 * where they come to it again in no time. */
static bool is_spread_with(pawl_system *s, pawl_switch_room *o, const pawl_problem *problem,
                           unsigned char *kind, unsigned char *mode)
{
  pawl_mode_family family = {.each = true};
  pawl_problem same = *problem;
  double *unit = PAWL_LEND(&o->scratch, 2 * problem->n, double);
  bool ended = false, loose = false;
  pawl_problem_units(unit, problem);
  same.barred = NULL;
  same.kind = kind;
  for (int i = 0; i < s->contact->hold_count; i++) {
    const pawl_contact_point *p = point_of(s, i);
    ended |= p->mode.barred & 1 << PAWL_MODE_STICK;
    kind[i] = p->mode.was_tangent == PAWL_RUB_STICK ? PAWL_AT_REST | (problem->kind[i] & PAWL_GIVEN)
                                                    : problem->kind[i];
    mode[i] = (unsigned char)mode_before(s->contact->hold + i, p);
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
      !is_fulfilled(o, &same, mode))
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
    double limit = pawl_problem_mu_stick(problem, i) * o->force[2 * i];
    if (torn && !(sticks && fabs(o->force[2 * i + 1]) < (1 - PAWL_FORCE_AWAY) * limit))
      return false;
  }
  return is_fulfilled(o, &same, o->mode);
}

static bool is_only_spread(pawl_system *s, pawl_switch_room *o, const pawl_problem *problem)
{
  size_t mark = o->scratch.used;
  unsigned char *kind = PAWL_LEND(&o->scratch, problem->n, unsigned char),
                *mode = PAWL_LEND(&o->scratch, problem->n, unsigned char);
  bool is = (problem->W ? is_spread_with : is_spread_by_islands)(s, o, problem, kind, mode);
  o->scratch.used = mark;
  return is;
}

/* Contacts whose forces are not unique are told after the run. */
static void spread(pawl_system *s, const pawl_switching *x, const pawl_problem *problem, int island)
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

/* Where an island has no modes, what ended may begin anew when another of its touches ends at the same instant: two feet of which one
 * stops. And (`slow`) what slides as slowly as errors make it move may be at rest. */
static void ease(const pawl_system *s, const pawl_switching *x, int island, bool slow)
{
  pawl_switch_room *o = x->room;
  for (int i = 0; i < s->contact->hold_count; i++)
    if (o->solver.island[i] == island) {
      if (slow)
        set_touch(s, x, i, PAWL_DRIFT);
      o->barred[i] = 0;
    }
  if (slow)
    pawl_fits_leave(s, o);
}

/* Modes that go on from here. */
static pawl_solution solve_modes(const pawl_system *s, const pawl_switching *x, const pawl_problem *problem,
                                 pawl_motion list[PAWL_MOTIONS])
{
  enum { EASED = 2 };
  pawl_switch_room *o = x->room;
  const pawl_solve_options options = {
      .warm = true, .count = true, .exhaust = true, .motion = list, .room = PAWL_MOTIONS};
  size_t mark = o->scratch.used;
  int *eased = PAWL_LEND(&o->scratch, s->contact->hold_count, int);
  for (;;) {
    pawl_solution found = pawl_problem_solve(o->force, o->rate, o->mode, problem, &options, &o->solver);
    if (pawl_is_solved(found.by) || eased[found.island] == EASED) {
      o->scratch.used = mark;
      return found;
    }
    ease(s, x, found.island, ++eased[found.island] == EASED);
  }
}

/* An island without a solution is only clamped, then. False: it was no more than that. */
static bool drop_fit(const pawl_system *s, const pawl_switching *x, int island, pawl_fit *fit)
{
  bool any = false;
  for (int i = 0; i < s->contact->hold_count; i++)
    if (x->room->solver.island[i] == island) {
      any |= fit[i] != PAWL_FIT_NONE;
      fit[i] = PAWL_FIT_NONE;
      point_of(s, i)->mode.idle = false;
    }
  return any;
}

/* Friction of a joint that begins to stick does so where it is. */
static void hold_place(pawl_system *s, const pawl_switching *x, int pair, pawl_contact_point *p)
{
  bool held = p->mode.was_tangent == PAWL_RUB_STICK && !x->plastic;
  if (!s->contact->pair[pair].kind->always_pressed || p->mode.tangent != PAWL_RUB_STICK || held)
    return;
  s->contact->pair[pair].limit += p->row.strayed;
  p->row.strayed = 0;
}

/* `fit`: room for what is clamped. */
static pawl_status choose_with(pawl_system *s, pawl_switching *x, pawl_fit *fit, pawl_error *error)
{
  pawl_switch_room *o = x->room;
  pawl_motion list[PAWL_MOTIONS];
  pawl_problem problem = set_problem(s, x, PAWL_STILL);
  if (x->on_problem)
    x->on_problem(x->listener, x->t, &problem, "acceleration");
  bool fits = pawl_fits_find(s, x, &problem, fit);
  pawl_fits_leave(s, o);
  bool anew = is_only_spread(s, o, &problem);
  if (!anew && !problem.W)
    problem = set_problem(s, x, PAWL_STILL);
  if (!anew) {
    pawl_solution found = solve_modes(s, x, &problem, list);
    while (!pawl_is_solved(found.by) && fits && drop_fit(s, x, found.island, fit)) {
      set_problem(s, x, PAWL_STILL);
      pawl_fits_leave(s, o);
      found = solve_modes(s, x, &problem, list);
    }
    x->unsolved = x->modeless = false;
    if (!pawl_is_solved(found.by)) {
      int size = pawl_island_size(&o->solver, s->contact->hold_count, found.island);
      x->unsolved = size > PAWL_ENUMERATE_MOST;
      x->modeless = size > 1;
      return say_none(s, x, found.by == PAWL_NO_SOLUTION, error);
    }
    pawl_several_note(s, x, &found, list);
    for (int k = 0; k < o->solver.islands; k++)
      spread(s, x, &problem, k);
    if (!is_fulfilled(o, &problem, o->mode))
      return say_none(s, x, false, error);
  }
  if (fits) {
    pawl_fits_shut(s, o, fit);
    pawl_fits_note(s, x, fit);
  }
  for (int i = 0; i < s->contact->hold_count; i++) {
    const pawl_held *h = s->contact->hold + i;
    pawl_contact_point *p = point_of(s, i);
    if (!h->given)
      p->mode.normal = o->mode[i] & 1 ? PAWL_PRESSED : PAWL_OPEN;
    p->mode.tangent =
        p->mode.normal == PAWL_PRESSED ? rub_of(s, i, o->mode[i], o->rate[2 * i + 1]) : PAWL_RUB_NONE;
    hold_place(s, x, h->pair, p);
    p->mode.rest[PAWL_N] = o->force[2 * i];
    p->mode.rest[PAWL_T] = o->force[2 * i + 1];
    p->mode.spread_anew = !anew ? 0 : p->mode.spread_anew < MOST_ANEW ? p->mode.spread_anew + 1 : MOST_ANEW;
  }
  return PAWL_OK;
}

pawl_status pawl_switch_choose(pawl_system *s, pawl_switching *x, pawl_error *error)
{
  size_t mark = x->room->scratch.used;
  pawl_status status =
      choose_with(s, x, PAWL_LEND(&x->room->scratch, s->contact->hold_count, pawl_fit), error);
  x->room->scratch.used = mark;
  return status;
}
