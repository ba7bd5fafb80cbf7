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
  return !pair->kind->is_rail && (pawl_rigid_of(&pair->fields->law) || pawl_is_dry(&pair->fields->friction));
}

const char *pawl_contact_word(const pawl_contact_pair *pair, pawl_touch_mode mode, pawl_rub_mode rub,
                              const double *way, int dim)
{
  static const char *const words[][PAWL_RUB_NUMBERS] = {{"pressed", "sticking", "sliding +", "sliding -"},
                                                        {"pressed", "sticking", "sliding", ""}};
  if (pair->kind->words)
    return mode == PAWL_OPEN ? pair->kind->words->open : pair->kind->words->pressed;
  if (mode != PAWL_PRESSED || pair->kind->is_rail)
    return mode == PAWL_OPEN ? "open" : mode == PAWL_PRESSED ? "pressed" : "released";
  return words[dim == 3][pawl_rub_number(rub, way, dim)];
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
    pawl_switch_press_on(s, x);
  if (pulls) {
    pawl_problem problem = pawl_switch_problem(s, x, PAWL_STILL);
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

/* Where a mode slips to: in the plane it says so; in space the direction was known, or its force is against it. False: nowhere. */
static bool find_way(const pawl_switch_room *o, const pawl_held *h, int i, double way[PAWL_TANGENTS])
{
  const int d = o->solver.dim, k = h->dim - 1;
  const double *force = o->force + d * i + PAWL_T, *rate = o->rate + d * i + PAWL_T;
  if (d == 2 || o->mode[i] >> 1 != PAWL_TANGENT_SLIP) {
    way[0] = pawl_slip_sign(d == 2 ? o->mode[i] : 0);
    return way[0] != 0;
  }
  bool is_known = (o->kind[i] & 3) == PAWL_SLIDES_ALONG, is_pulled = pawl_tangent_length(force, k) > 0;
  for (int a = 0; a < k; a++)
    way[a] = is_known ? o->way[2 * i + a] : is_pulled ? -force[a] : rate[a];
  return pawl_tangent_length(way, k) > 0;
}

static void set_rub(const pawl_system *s, const pawl_switch_room *o, int i)
{
  const pawl_held *h = s->contact->hold + i;
  pawl_touch_frozen *to = &point_of(s, i)->mode;
  const double *slide = h->velocity + PAWL_T, *rate = o->rate + o->solver.dim * i + PAWL_T;
  const int k = h->dim - 1;
  double way[PAWL_TANGENTS] = {0};
  to->tangent = PAWL_RUB_NONE;
  if (to->normal == PAWL_OPEN || !h->rubs || h->by_formula)
    return;
  bool slips = find_way(o, h, i, way);
  if (o->mode[i] >> 1 ==
      PAWL_TANGENT_NONE) { /* without a normal force no friction either: as it begins to move */
    bool moves = pawl_tangent_length(slide, k) > PAWL_STILL * speed_of(s, i);
    slips = moves || pawl_tangent_length(rate, k) > still_rate_of(s, i);
    memcpy(way, moves ? slide : rate, sizeof *way * (size_t)k);
  }
  if (slips)
    pawl_rub_along(to, way, h->dim);
  else
    to->tangent = PAWL_RUB_STICK;
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

/* Where an island has no modes, what ended may begin anew when another of its touches ends at the same instant: two feet of which one
 * stops. And (`slow`) what slides as slowly as errors make it move may be at rest. */
static void ease(const pawl_system *s, const pawl_switching *x, int island, bool slow)
{
  pawl_switch_room *o = x->room;
  for (int i = 0; i < s->contact->hold_count; i++)
    if (o->solver.island[i] == island) {
      if (slow)
        pawl_switch_set(s, x, i, PAWL_DRIFT);
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
  pawl_problem problem = pawl_switch_problem(s, x, PAWL_STILL);
  if (x->on_problem)
    x->on_problem(x->listener, x->t, &problem, "acceleration");
  bool fits = pawl_fits_find(s, x, &problem, fit);
  pawl_fits_leave(s, o);
  bool anew = pawl_switch_stick_on(s, o, &problem);
  if (!anew && !problem.W)
    problem = pawl_switch_problem(s, x, PAWL_STILL);
  if (!anew) {
    pawl_solution found = solve_modes(s, x, &problem, list);
    while (!pawl_is_solved(found.by) && fits && drop_fit(s, x, found.island, fit)) {
      pawl_switch_problem(s, x, PAWL_STILL);
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
      pawl_switch_note_loose(s, x, &problem, k);
    pawl_switch_even_faces(s, o, &problem);
    if (!pawl_switch_is_fulfilled(o, &problem, o->mode))
      return say_none(s, x, false, error);
  } else
    pawl_switch_even_faces(s, o, &problem);
  if (fits) {
    pawl_fits_shut(s, o, fit);
    pawl_fits_note(s, x, fit);
  }
  for (int i = 0; i < s->contact->hold_count; i++) {
    const pawl_held *h = s->contact->hold + i;
    pawl_contact_point *p = point_of(s, i);
    if (!h->given)
      p->mode.normal = o->mode[i] & 1 ? PAWL_PRESSED : PAWL_OPEN;
    set_rub(s, o, i);
    hold_place(s, x, h->pair, p);
    for (int a = 0; a < o->solver.dim; a++)
      p->mode.rest[a] = o->force[o->solver.dim * i + a];
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
