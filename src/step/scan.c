/* Events: the first instant of a step at which the mode of a touch ends.
 *
 * The step is looked through in intervals so short that nothing can touch in them that is not watched. In each, the first
 * zero of a margin (contact/contact.h) is looked for on the dense output (zeros.c); the step is then made anew to end
 * there.      theory.md, 7.9 */
#include "step/scan.h"

#include <float.h>

#include "base/tolerances.h"

#define INTERVALS 500     /* of a run, at least, while something rests under loads that depend on time */
#define MOST_SEARCHES 200 /* in one step: a longer way is cut off there, so that every step comes to an end */

/* ---- looking ---- */

/* Without forces of what is held, which gaps do not need. */
static bool place_only(pawl_run *r, double t, const double *y)
{
  pawl_system *s = &r->system;
  int n = s->tree.dof_count;
  s->at.work = y + 2 * n;
  return pawl_system_rows(s, t, y, y + n, r->base) == PAWL_OK;
}

bool pawl_scan_place(pawl_run *r, double t, const double *y)
{
  pawl_system *s = &r->system;
  if (s->contact->holds && pawl_held_any(s)) /* their margins are forces */
    return pawl_run_motion(r, t, y) == PAWL_OK;
  s->contact->hold_count = 0;
  return place_only(r, t, y);
}

/* The state at a time between begin and end; NULL: there is none. */
static const double *state_inside(pawl_scan *x, double t)
{
  pawl_run *r = x->r;
  if (pawl_run_by_bdf(r))
    return pawl_stiff_dense(r->stiff, t, r->room.out) ? r->room.out : NULL;
  if (!x->dense && pawl_rk_dense_prepare(&r->rk) != 0)
    return NULL;
  x->dense = true;
  pawl_rk_dense(&r->rk, (t - r->rk.t) / r->rk.h, r->room.out);
  return r->room.out;
}

static bool place_at(pawl_scan *x, double t, bool forces)
{
  if (x->placed && t == x->at && !(forces && x->unforced))
    return true;
  x->r->books.looks++;
  const double *y = t <= x->begin ? x->first : t >= x->end ? x->last : state_inside(x, t);
  x->at = t;
  t = t <= x->begin ? x->begin : t >= x->end ? x->end : t;
  x->placed = y && (forces ? pawl_scan_place : place_only)(x->r, t, y);
  x->unforced = !forces;
  return x->placed;
}

/* The system at a time of the step: its begin, its end, or between. */
bool pawl_scan_at(pawl_scan *x, double t)
{
  return place_at(x, t, true);
}

/* A gap changes no faster than the shapes move: one that does has come to another place. */
static bool has_jumped(const pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                       const pawl_contact_point *p)
{
  double way = 2 * fmax(pair->search.pace, pawl_contact_speed(pair, m)) * fabs(s->at.t - p->track.time);
  return fabs(p->track.now.gap - p->track.touch.gap) > way + PAWL_GAP_SAME * s->scale.length;
}

/* Follows one touch to the instant that is placed; what is pressed comes first. */
void pawl_scan_follow(pawl_system *s, pawl_contact_pair *pair, const pawl_shape_motion *m,
                      pawl_contact_point *p)
{
  pawl_contact_follow(s, pair, m, p, p->mode.normal != PAWL_OPEN);
  if (p->mode.normal == PAWL_OPEN && p->track.found != PAWL_LOST &&
      p->track.now.gap < PAWL_GAP_SAME * s->scale.length &&
      ((p->track.now.gap < 0 && has_jumped(s, pair, m, p)) || pawl_contact_is_taken(s, pair, NULL, p)))
    p->track.found = PAWL_LOST;
}

void pawl_scan_follow_closed(pawl_system *s, pawl_contact_pair *pair, const pawl_shape_motion *m)
{
  for (int i = 0; i < pair->count; i++)
    if (pair->point[i].mode.normal != PAWL_OPEN)
      pawl_scan_follow(s, pair, m, pair->point + i);
}

/* The margins of all touches at the instant that is placed. False: one that is closed cannot be followed. */
static bool read_margins(pawl_run *r, pawl_margin *margin)
{
  pawl_system *s = &r->system;
  bool good = true;
  for (int k = 0; k < s->contact->count; k++) {
    pawl_contact_pair *pair = s->contact->pair + k;
    pawl_shape_motion m;
    if (pair->count)
      pawl_contact_motion(s, pair, &m);
    pawl_scan_follow_closed(s, pair, &m);
    for (int i = 0; i < pair->count; i++) {
      pawl_contact_point *p = pair->point + i;
      pawl_margin *to = margin + (k * PAWL_TOUCHES + i) * PAWL_MARGINS;
      if (p->mode.normal == PAWL_OPEN)
        pawl_scan_follow(s, pair, &m, p);
      good = good && (p->track.found != PAWL_LOST || p->mode.normal == PAWL_OPEN);
      if (p->track.found != PAWL_LOST)
        pawl_contact_margins(s, pair, &m, p, to);
      for (int j = 0; p->track.found == PAWL_LOST && j < PAWL_MARGINS; j++)
        to[j] = (pawl_margin){NAN, NAN};
    }
  }
  return good;
}

bool pawl_scan_look(pawl_scan *x, double t, pawl_margin *margin)
{
  return pawl_scan_at(x, t) && read_margins(x->r, margin);
}

/* One margin at a time; NaN: the touch is not there. */
pawl_margin pawl_scan_margin(pawl_scan *x, double t, int pair, int point, int margin)
{
  pawl_system *s = &x->r->system;
  pawl_contact_pair *c = s->contact->pair + pair;
  pawl_contact_point *p = c->point + point;
  pawl_shape_motion m;
  pawl_margin all[PAWL_MARGINS];
  bool forces = margin != PAWL_MARGIN_GAP || p->mode.normal != PAWL_OPEN || !c->kind->searched;
  if (!place_at(x, t, forces))
    return (pawl_margin){NAN, NAN};
  pawl_contact_motion(s, c, &m);
  if (p->mode.normal == PAWL_OPEN)
    pawl_scan_follow_closed(s, c, &m);
  pawl_scan_follow(s, c, &m, p);
  if (p->track.found == PAWL_LOST)
    return (pawl_margin){NAN, NAN};
  pawl_contact_margins(s, c, &m, p, all);
  return all[margin];
}

/* ---- intervals ---- */

/* Whether an open touch that may have closed was lost before the first zero, or is at the zero of another one: its own may have come
 * before. */
static bool is_torn(pawl_scan *x, double a, double zero)
{
  if (isfinite(x->torn) && x->torn <= zero)
    return true;
  if (!(zero < INFINITY && pawl_scan_look(x, zero, x->r->scan.margin[1]) && pawl_watch_loses(x->r, zero - a)))
    return false;
  x->torn = zero;
  return true;
}

static bool is_gap(const pawl_run *r)
{
  return r->event.margin == PAWL_MARGIN_GAP && !r->system.contact->pair[r->event.pair].kind->both_ways;
}

/* Only gaps have a rate that is known; of other margins it is taken from the dense output right before the zero. NaN: there is none,
 * or the margin jumps there. */
static double slope_before(pawl_scan *x, double zero)
{
  pawl_run *r = x->r;
  double way = PAWL_SLOPE_WAY * (zero - x->begin), f[3];
  if (is_gap(r) || r->event.margin == PAWL_MARGIN_FEATURE || !(zero - way < zero))
    return NAN;
  for (int i = r->plan.timed ? 0 : 1; i < 3; i++)
    f[i] = pawl_scan_margin(x, zero - (2 - i) * way, r->event.pair, r->event.point, r->event.margin).value;
  bool jumps = r->plan.timed && !(fabs(f[2] - 2 * f[1] + f[0]) < 0.5 * fabs(f[2] - f[1]));
  return jumps ? NAN : (f[2] - f[1]) / way;
}

/* From a to at most `b`, shorter until everything in it is watched: what may come, what may be lost, what is hidden; `calm`: from that length on
 * what rests is looked at between, too. False: a touch that is closed is lost in it. */
static bool narrow(pawl_scan *x, double a, double *b, double least, double calm)
{
  pawl_run *r = x->r;
  bool good = pawl_scan_look(x, *b, r->scan.margin[1]);
  while (*b - a > least && (!good || pawl_watch_loses(r, *b - a) || pawl_watch_goes_far(r, *b - a) ||
                            (*b - a > calm && !pawl_scan_is_calm(x, a, *b)) || pawl_watch_hides(r, *b - a))) {
    *b = a + 0.5 * (*b - a);
    good = pawl_scan_look(x, *b, r->scan.margin[1]);
  }
  return good;
}

/* The first zero from a to `b`, which comes nearer where a touch is torn between; INFINITY: there is none. */
static double first_zero(pawl_scan *x, double a, double *b, double least, bool *good)
{
  pawl_run *r = x->r;
  x->torn = INFINITY;
  double zero = *good ? pawl_scan_zero(x, a, *b) : fmax(*b, a);       /* else a closed touch is lost here */
  while (*good && is_torn(x, a, zero) && x->torn - a > 1e3 * least) { /* not so far at once */
    *b = a + 0.5 * (x->torn - a);
    x->torn = INFINITY;
    *good = pawl_scan_look(x, *b, r->scan.margin[1]);
    while (*good && pawl_watch_loses(r, *b - a) &&
           *b - a > least) { /* what may have closed by then must be seen to */
      *b = a + 0.5 * (*b - a);
      *good = pawl_scan_look(x, *b, r->scan.margin[1]);
    }
    zero = *good ? pawl_scan_zero(x, a, *b) : *b;
  }
  for (int i = 0; *good && zero < INFINITY && i < 10 && pawl_scan_look(x, zero, r->scan.margin[1]); i++) {
    double sooner = pawl_scan_sooner(x, a, zero);
    if (!(sooner < zero))
      break;
    zero = sooner;
  }
  return zero;
}

/* The step ends there; the way to it counts, too. */
static double end_at(pawl_scan *x, double a, double zero, bool good)
{
  pawl_run *r = x->r;
  r->event.slope = good ? slope_before(x, zero) : NAN;
  if (good && isnan(r->event.slope) && !is_gap(r))
    zero = pawl_scan_sharpen(x, zero);
  pawl_scan_at(x, zero);
  pawl_watch_count(r, zero - a);
  return zero;
}

/* What searches have left, for pawl_events_undo. */
static void save_searches(pawl_run *r)
{
  for (int k = 0; k < r->system.contact->count; k++) {
    r->scan.saved[2 * k] = r->system.contact->pair[k].search.beyond;
    r->scan.saved[2 * k + 1] = r->system.contact->pair[k].search.moved;
  }
}

double pawl_events_first(pawl_run *r, double begin, const double *first, double end, const double *last)
{
  pawl_scan x = {.r = r, .begin = begin, .end = end, .first = first, .last = last};
  double a = begin, least = PAWL_TIME_GOES_ON * (end - begin) + 2 * DBL_EPSILON * fabs(end),
         span = fmax(r->model->plan.duration, end - begin);
  long searches = r->books.searches;
  r->event.pair = -1;
  r->scan.cut = false;
  save_searches(r);
  if (!pawl_scan_look(&x, a, r->scan.margin[0]))
    return INFINITY;
  double longest = pawl_pace_begin(r, begin, first, end, last);
  while (a < end) {
    pawl_pace_note(r);
    double safe = pawl_watch_time(
        r, end - a); /* of shapes it may have found touches: their margins are read with the others */
    r->scan.cut = a > begin && r->books.searches - searches >= MOST_SEARCHES;
    if (r->scan.cut)
      return a;
    if (r->plan.has_shapes)
      read_margins(r, r->scan.margin[0]);
    pawl_watch_begin(r);
    bool rests = r->plan.timed && r->system.contact->hold_count;
    safe = fmin(rests ? fmin(safe, span / INTERVALS) : safe, longest);
    double b = fmin(end, a + fmax(safe, least));
    bool good = narrow(&x, a, &b, least, rests ? PAWL_LOADS_JUMP * span : INFINITY);
    double zero = first_zero(&x, a, &b, least, &good);
    if (zero < INFINITY)
      return end_at(&x, a, zero, good);
    pawl_scan_peaks(&x, a, b);
    pawl_scan_at(&x, b); /* looking for zeros has moved things */
    read_margins(r, r->scan.margin[0]);
    pawl_watch_count(r, b - a);
    a = b;
  }
  return INFINITY;
}

void pawl_events_undo(pawl_run *r)
{
  for (int k = 0; k < r->system.contact->count; k++) {
    r->system.contact->pair[k].search.beyond = r->scan.saved[2 * k];
    r->system.contact->pair[k].search.moved = r->scan.saved[2 * k + 1];
  }
}

/* By how much one shape turns on the other in that time: while a gap that is none is waited for, its other end comes down. */
static double turned_in(pawl_run *r, const pawl_contact_pair *pair, double time)
{
  pawl_shape_motion m;
  if (!pair->kind->shapes)
    return 0;
  pawl_contact_motion(&r->system, pair, &m);
  return fabs(m.w * time);
}

double pawl_events_miss(pawl_run *r, double end)
{
  pawl_scan x = {.r = r, .begin = -INFINITY, .end = end, .last = r->y1};
  if (r->event.pair < 0 || r->scan.cut)
    return 0;
  const pawl_contact_pair *pair = r->system.contact->pair + r->event.pair;
  const pawl_contact_point *p = pair->point + r->event.point;
  double f = pawl_scan_margin(&x, end, r->event.pair, r->event.point, r->event.margin).value;
  if (p->mode.armed[r->event.margin]) /* zero itself is meant */
    f -= pawl_contact_allowance(&r->system, pair, p, r->event.margin);
  double rate = is_gap(r) ? p->mode.side[PAWL_MARGIN_GAP] * p->row.gap_rate : r->event.slope;
  double miss = rate < 0 && isfinite(f) ? -f / rate : 0;
  bool none = is_gap(r) && fabs(f) <= pawl_contact_band(&r->system, pair, p, PAWL_MARGIN_GAP);
  bool grazes = none && (turned_in(r, pair, miss) > PAWL_GAP_CLOSED ||
                         -rate < PAWL_GRAZES * pawl_pair_unit(&r->system, pair) / r->system.scale.time);
  return grazes ? 0 : miss;
}
