/* Events: the first instant of a step at which the mode of a touch ends.
 *
 * The step is looked through in intervals so short that nothing can touch in them that is not watched. In each, margins
 * (contact/contact.h) that change their sign have a zero, and so may those that only turn back: a cubic through both ends
 * tells. The first zero is found on the dense output until its bracket is two neighbouring numbers; then the step is made
 * anew to end there.      theory.md, 7.9 */
#include <float.h>

#include "step/run.h"

/* Speeds may grow inside an interval; what they have grown to is checked at its end. */
#define SPARE 1.25
#define MOST_SEARCHES 200 /* in one step: a longer way is cut off there, so that every step comes to an end */

typedef struct {
  pawl_run *r;
  double begin, end;          /* of the step                 */
  const double *first, *last; /* the states there            */
  bool dense;                 /* dense output is ready       */
  double torn;                /* where a touch was not found that is there at both ends of an interval */
} scan;

/* ---- looking ---- */

bool pawl_scan_place(pawl_run *r, double t, const double *y)
{
  pawl_system *s = &r->system;
  s->work_now = y + 2 * s->tree.dof_count;
  return pawl_system_rows(s, t, y, y + s->tree.dof_count, r->base) == PAWL_OK;
}

/* The system at a time of the step: its begin, its end, or between. */
static bool place_at(scan *x, double t)
{
  pawl_run *r = x->r;
  r->books.looks++;
  if (t <= x->begin)
    return pawl_scan_place(r, x->begin, x->first);
  if (t >= x->end)
    return pawl_scan_place(r, x->end, x->last);
  if (r->is_stiff)
    return pawl_stiff_dense(r->stiff, t, r->out) && pawl_scan_place(r, t, r->out);
  if (!x->dense && pawl_rk_dense_prepare(&r->rk) != 0)
    return false;
  x->dense = true;
  pawl_rk_dense(&r->rk, (t - r->rk.t) / r->rk.h, r->out);
  return pawl_scan_place(r, t, r->out);
}

/* An open touch that has come to where another one is pressed, over a joint of the curves, is no second one. */
static bool is_double(const pawl_system *s, const pawl_contact_pair *pair, const pawl_contact_point *p)
{
  for (int i = 0; i < pair->count; i++) {
    const pawl_contact_point *q = pair->point + i;
    double dx = p->now.x[0].x - q->now.x[0].x, dy = p->now.x[0].y - q->now.x[0].y;
    if (q != p && q->mode != PAWL_OPEN && q->found != PAWL_LOST &&
        fabs(dx) + fabs(dy) < 1e-9 * s->scale.length &&
        fabs(p->now.gap - q->now.gap) < 1e-9 * s->scale.length)
      return true;
  }
  return false;
}

/* A gap changes no faster than the shapes move: one that does has come to another place. */
static bool has_jumped(const pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                       const pawl_contact_point *p)
{
  double way = 2 * pawl_contact_speed(pair, m) * fabs(s->now - p->time);
  return fabs(p->now.gap - p->touch.gap) > way + 1e-9 * s->scale.length;
}

/* Follows one touch to the instant that is placed; what is pressed comes first. */
void pawl_scan_follow(const pawl_system *s, pawl_contact_pair *pair, const pawl_shape_motion *m,
                      pawl_contact_point *p)
{
  pawl_contact_follow(s, pair, m, p, p->mode != PAWL_OPEN);
  if (p->mode == PAWL_OPEN && p->found != PAWL_LOST && p->now.gap < 1e-9 * s->scale.length &&
      ((p->now.gap < 0 && has_jumped(s, pair, m, p)) || is_double(s, pair, p)))
    p->found = PAWL_LOST;
}

static void follow_closed(const pawl_system *s, pawl_contact_pair *pair, const pawl_shape_motion *m)
{
  for (int i = 0; i < pair->count; i++)
    if (pair->point[i].mode != PAWL_OPEN)
      pawl_scan_follow(s, pair, m, pair->point + i);
}

/* The margins of all touches at the instant that is placed. False: one that is closed cannot be followed. */
static bool read_margins(pawl_run *r, pawl_margin *margin)
{
  pawl_system *s = &r->system;
  bool good = true;
  for (int k = 0; k < s->contact_count; k++) {
    pawl_contact_pair *pair = s->contacts + k;
    pawl_shape_motion m;
    if (pair->count)
      pawl_contact_motion(s, pair, &m);
    follow_closed(s, pair, &m);
    for (int i = 0; i < pair->count; i++) {
      pawl_contact_point *p = pair->point + i;
      pawl_margin *to = margin + (k * PAWL_TOUCHES + i) * PAWL_MARGINS;
      if (p->mode == PAWL_OPEN)
        pawl_scan_follow(s, pair, &m, p);
      good = good && (p->found != PAWL_LOST || p->mode == PAWL_OPEN);
      if (p->found != PAWL_LOST)
        pawl_contact_margins(s, pair, &m, p, to);
      for (int j = 0; p->found == PAWL_LOST && j < PAWL_MARGINS; j++)
        to[j] = (pawl_margin){NAN, NAN};
    }
  }
  return good;
}

static bool look(scan *x, double t, pawl_margin *margin)
{
  return place_at(x, t) && read_margins(x->r, margin);
}

/* One margin at a time; NaN: the touch is not there. */
static pawl_margin margin_at(scan *x, double t, int pair, int point, int margin)
{
  pawl_system *s = &x->r->system;
  pawl_contact_pair *c = s->contacts + pair;
  pawl_contact_point *p = c->point + point;
  pawl_shape_motion m;
  pawl_margin all[PAWL_MARGINS];
  if (!place_at(x, t))
    return (pawl_margin){NAN, NAN};
  pawl_contact_motion(s, c, &m);
  if (p->mode == PAWL_OPEN)
    follow_closed(s, c, &m);
  pawl_scan_follow(s, c, &m, p);
  if (p->found == PAWL_LOST)
    return (pawl_margin){NAN, NAN};
  pawl_contact_margins(s, c, &m, p, all);
  return all[margin];
}

static double look_at(scan *x, double t, int pair, int point, int margin)
{
  return margin_at(x, t, pair, point, margin).value;
}

/* ---- zeros ---- */

/* The zero of a margin between a, where it is positive (or not there), and b, where it is not: false position with the
 * kept end's value halved, and halves of the interval where that is slow. The time returned is on the far side. */
static double find_zero(scan *x, double a, double fa, double b, double fb, int pair, int point, int margin)
{
  int side = 0;
  for (int i = 0; i < 200; i++) {
    double middle = 0.5 * (a + b), t = isfinite(fa) && i % 4 != 3 ? b - fb * (b - a) / (fb - fa) : middle;
    if (!(t > a && t < b))
      t = middle;
    if (!(t > a && t < b))
      return b; /* neighbouring numbers */
    double f = look_at(x, t, pair, point, margin);
    if (isnan(f) && isfinite(fa))
      x->torn = fmin(x->torn, t);
    if (f > 0 || isnan(f)) {
      a = t;
      fa = f;
      fb *= side == 1 ? 0.5 : 1;
      side = 1;
    } else {
      b = t;
      fb = f;
      fa *= side == -1 ? 0.5 : 1;
      side = -1;
    }
  }
  return b;
}

/* Where a cubic with these values and slopes at both ends of [0, h] is lowest inside; NaN: not inside. */
static double lowest(double h, double f0, double d0, double f1, double d1)
{
  double slope = (f1 - f0) / h, a = (d0 + d1 - 2 * slope) / (h * h), b = (3 * slope - 2 * d0 - d1) / h;
  double root = b * b - 3 * a * d0;
  if (!(root >= 0))
    return NAN;
  double t =
      b >= 0 ? -d0 / (b + sqrt(root)) : (-b + sqrt(root)) / (3 * a); /* where the slope rises through zero */
  return t > 0 && t < h ? t : NAN;
}

/* A margin that is positive at both ends but falls at the first and rises at the last may have been negative between. */
static double find_dip(scan *x, double a, const pawl_margin *at_a, double b, const pawl_margin *at_b,
                       int pair, int point, int margin)
{
  pawl_margin first = *at_a, last = *at_b;
  double from = a, to = b;
  for (int i = 0; i < 30 && first.rate < 0 && last.rate > 0; i++) {
    double t = from + lowest(to - from, first.value, first.rate, last.value, last.rate);
    if (!(t > from && t < to))
      t = 0.5 * (from + to);
    /* below the lower of both tangents it cannot come while it bends one way */
    double low = first.value + first.rate * (to - from);
    if (!(t > from && t < to) || low > 0)
      return INFINITY;
    pawl_margin here = margin_at(x, t, pair, point, margin);
    if (here.value < 0)
      return find_zero(x, a, at_a->value, t, here.value, pair, point, margin);
    if (!(here.value >= 0)) {
      x->torn = fmin(x->torn, t);
      return INFINITY;
    }
    if (here.rate < 0)
      from = t, first = here;
    else
      to = t, last = here;
  }
  return INFINITY;
}

/* A touch that parts may pull for a moment in between, by its damping: its force is looked at where the rate of a cubic
 * would be. */
static double find_pull(scan *x, double a, const pawl_margin *at_a, double b, const pawl_margin *at_b,
                        int pair, int point)
{
  int gap = (pair * PAWL_TOUCHES + point) * PAWL_MARGINS + PAWL_MARGIN_GAP;
  const pawl_contact_point *p = x->r->system.contacts[pair].point + point;
  bool damped = at_b->value < 0.7 * p->elastic; /* else next to nothing holds it back */
  if (p->mode != PAWL_PRESSED || !(x->r->margin[1][gap].rate < 0) || !damped)
    return INFINITY;
  for (int i = 1; i <= 3; i++) {
    double t = a + 0.25 * i * (b - a), f = look_at(x, t, pair, point, PAWL_MARGIN_FORCE);
    if (f < 0)
      return find_zero(x, a, at_a->value, t, f, pair, point, PAWL_MARGIN_FORCE);
  }
  return INFINITY;
}

/* The first zero between a and b; r->zero_* say whose. */
static double first_zero(scan *x, double a, double b)
{
  pawl_run *r = x->r;
  const pawl_system *s = &r->system;
  double first = INFINITY;
  for (int k = 0; k < s->contact_count; k++)
    for (int i = 0; i < s->contacts[k].count; i++)
      for (int j = 0; j < PAWL_MARGINS; j++) {
        int at = (k * PAWL_TOUCHES + i) * PAWL_MARGINS + j;
        const pawl_margin *ma = r->margin[0] + at, *mb = r->margin[1] + at;
        double t = INFINITY;
        if (mb->value < 0)
          t = find_zero(x, a, ma->value > 0 ? ma->value : NAN, b, mb->value, k, i, j);
        else if (mb->value >= 0 && ma->value > 0)
          t = j == PAWL_MARGIN_FORCE ? find_pull(x, a, ma, b, mb, k, i) : find_dip(x, a, ma, b, mb, k, i, j);
        if (t < first) {
          first = t;
          r->zero_pair = k;
          r->zero_point = i;
          r->zero_margin = j;
        }
      }
  return first;
}

/* ---- peaks ---- */

/* The force of a pair at an instant of the step, over all its touches, and how deep it is. */
static double force_at(scan *x, double t, pawl_contact_pair *pair)
{
  pawl_system *s = &x->r->system;
  pawl_shape_motion m;
  double sum = 0;
  if (!place_at(x, t))
    return 0;
  pawl_contact_motion(s, pair, &m);
  follow_closed(s, pair, &m);
  for (int i = 0; i < pair->count; i++) {
    pawl_contact_point *p = pair->point + i;
    if (p->mode == PAWL_OPEN || p->found == PAWL_LOST)
      continue;
    pawl_contact_press(s, pair, &m, p, NULL);
    sum += p->normal;
    pair->deepest = fmax(pair->deepest, -p->now.gap);
  }
  pair->peak_force = fmax(pair->peak_force, sum);
  return sum;
}

/* The largest force of a hit lies between steps: by golden sections. */
static void note_peak(scan *x, double a, double b, pawl_contact_pair *pair)
{
  const double share = 0.6180339887498949;
  double c = b - share * (b - a), d = a + share * (b - a);
  double fc = force_at(x, c, pair), fd = force_at(x, d, pair);
  for (int i = 0; i < 12; i++) {
    if (fc > fd) {
      b = d, d = c, fd = fc;
      c = b - share * (b - a);
      fc = force_at(x, c, pair);
    } else {
      a = c, c = d, fc = fd;
      d = a + share * (b - a);
      fd = force_at(x, d, pair);
    }
  }
}

/* The force of a pair at an end of the interval, as its margins say. */
static double force_of(const pawl_run *r, int k, int end)
{
  const pawl_contact_pair *pair = r->system.contacts + k;
  double sum = 0;
  for (int i = 0; i < pair->count; i++)
    if (pair->point[i].mode == PAWL_PRESSED)
      sum += fmax(r->margin[end][(k * PAWL_TOUCHES + i) * PAWL_MARGINS + PAWL_MARGIN_FORCE].value, 0);
  return sum;
}

/* Touches that go deeper at a and come back at b. */
static void note_depth(scan *x, double a, double b, int k)
{
  pawl_contact_pair *pair = x->r->system.contacts + k;
  for (int i = 0; !pair->rail && i < pair->count; i++) {
    int at = (k * PAWL_TOUCHES + i) * PAWL_MARGINS + PAWL_MARGIN_GAP;
    const pawl_margin *ma = x->r->margin[0] + at, *mb = x->r->margin[1] + at;
    if (pair->point[i].mode == PAWL_OPEN || !(ma->rate > 0 && mb->rate < 0) ||
        fmax(ma->value, mb->value) < 0.7 * pair->deepest)
      continue;
    double t = a + lowest(b - a, -ma->value, -ma->rate, -mb->value, -mb->rate);
    if (t > a && t < b)
      force_at(x, t, pair);
  }
}

/* Pairs whose force rises at a and falls at b, and is not far from the largest so far. */
static void note_peaks(scan *x, double a, double b)
{
  pawl_run *r = x->r;
  for (int k = 0; k < r->system.contact_count; k++) {
    pawl_contact_pair *pair = r->system.contacts + k;
    double fa = pair->rail ? 0 : force_of(r, k, 0), fb = pair->rail ? 0 : force_of(r, k, 1),
           near = 0.01 * (b - a);
    if (fmax(fa, fb) > 0.7 * pair->peak_force && force_at(x, a + near, pair) > fa &&
        force_at(x, b - near, pair) > fb)
      note_peak(x, a, b, pair);
    note_depth(x, a, b, k);
  }
}

/* ---- intervals ---- */

/* Whether an open touch could not be followed to here: where it has gone only a search can tell. */
static bool has_lost(const pawl_contact_pair *pair)
{
  for (int i = 0; i < pair->count; i++)
    if (pair->point[i].mode == PAWL_OPEN && pair->point[i].found == PAWL_LOST && !pair->point[i].gone)
      return true;
  return false;
}

/* How far on nothing can touch that is not watched, from the instant that is placed; searches where too little is left. */
static double safe_time(pawl_run *r, double step)
{
  pawl_system *s = &r->system;
  double time = INFINITY;
  for (int k = 0; k < s->contact_count; k++) {
    pawl_contact_pair *pair = s->contacts + k;
    pawl_shape_motion m;
    if (pair->rail)
      continue;
    pawl_contact_motion(s, pair, &m);
    double speed = SPARE * pawl_contact_speed(pair, &m), interest = pawl_contact_interest(pair, speed * step);
    double rest = fmax(pair->beyond - pair->moved, pawl_contact_apart(pair, &m));
    if (has_lost(pair) || rest < 0.5 * fmin(interest, speed * step)) {
      pawl_contact_search(s, pair, &m, interest);
      r->books.searches++;
    }
    time = fmin(time, pawl_contact_reach(pair, &m) / speed);
  }
  return time;
}

/* What the shapes may have moved between two instants; false: more than was safe. */
static bool count_motion(pawl_run *r, double dt, const double *speed_before, const double *reach, bool count)
{
  pawl_system *s = &r->system;
  for (int k = 0; k < s->contact_count; k++) {
    pawl_contact_pair *pair = s->contacts + k;
    pawl_shape_motion m;
    pawl_contact_motion(s, pair, &m);
    double moved = dt * fmax(speed_before[k], pawl_contact_speed(pair, &m));
    if (!count && !pair->rail && moved > reach[k])
      return false;
    if (count)
      pair->moved += moved;
  }
  return true;
}

static void note_motion(const pawl_run *r, double *speed, double *reach)
{
  const pawl_system *s = &r->system;
  for (int k = 0; k < s->contact_count; k++) {
    pawl_shape_motion m;
    pawl_contact_motion(s, s->contacts + k, &m);
    speed[k] = pawl_contact_speed(s->contacts + k, &m);
    reach[k] = pawl_contact_reach(s->contacts + k, &m);
  }
}

/* Open touches are followed from the begin of the interval. */
static void refresh(pawl_run *r)
{
  pawl_system *s = &r->system;
  for (int k = 0; k < s->contact_count; k++) {
    pawl_contact_pair *pair = s->contacts + k;
    pawl_shape_motion m;
    if (pair->rail || !pair->count)
      continue;
    pawl_contact_motion(s, pair, &m);
    pawl_contact_refresh(s, pair, &m);
  }
}

/* Whether an open touch that may have closed by now cannot be followed to here. */
static bool loses(pawl_run *r, double dt)
{
  const pawl_system *s = &r->system;
  for (int k = 0; k < s->contact_count; k++) {
    const pawl_contact_pair *pair = s->contacts + k;
    for (int i = 0; i < pair->count; i++) {
      double gap = r->margin[0][(k * PAWL_TOUCHES + i) * PAWL_MARGINS].value,
             way = 1.25 * dt * r->contact_speed[k];
      if (!pair->rail && pair->point[i].mode == PAWL_OPEN && pair->point[i].found == PAWL_LOST && gap < way &&
          way > 1e-12 * s->scale.length)
        return true;
    }
  }
  return false;
}

double pawl_events_first(pawl_run *r, double begin, const double *first, double end, const double *last)
{
  scan x = {.r = r, .begin = begin, .end = end, .first = first, .last = last};
  double a = begin, least = 1e-13 * (end - begin) + 2 * DBL_EPSILON * fabs(end);
  long searches = r->books.searches;
  r->zero_pair = -1;
  r->cut = false;
  for (int k = 0; k < r->system.contact_count; k++) {
    r->contact_saved[2 * k] = r->system.contacts[k].beyond;
    r->contact_saved[2 * k + 1] = r->system.contacts[k].moved;
  }
  if (!look(&x, a, r->margin[0]))
    return INFINITY;
  while (a < end) {
    double safe = safe_time(r, end - a); /* may have found touches: their margins are read with the others */
    r->cut = a > begin && r->books.searches - searches >= MOST_SEARCHES;
    if (r->cut)
      return a;
    read_margins(r, r->margin[0]);
    refresh(r);
    note_motion(r, r->contact_speed, r->contact_reach);
    double b = fmin(end, a + fmax(safe, least));
    bool good = look(&x, b, r->margin[1]);
    while (b - a > least &&
           (!good || loses(r, b - a) || !count_motion(r, b - a, r->contact_speed, r->contact_reach, false))) {
      b = a + 0.5 * (b - a);
      good = look(&x, b, r->margin[1]);
    }
    x.torn = INFINITY;
    double zero = good ? first_zero(&x, a, b) : fmax(b, a);     /* else a closed touch is lost here */
    while (good && x.torn < zero && x.torn - a > 1e3 * least) { /* not so far at once */
      b = a + 0.5 * (x.torn - a);
      x.torn = INFINITY;
      good = look(&x, b, r->margin[1]);
      zero = good ? first_zero(&x, a, b) : b;
    }
    if (zero < INFINITY) { /* the way to it counts, too */
      place_at(&x, zero);
      count_motion(r, zero - a, r->contact_speed, r->contact_reach, true);
      return zero;
    }
    note_peaks(&x, a, b);
    place_at(&x, b); /* looking for zeros has moved things */
    read_margins(r, r->margin[0]);
    count_motion(r, b - a, r->contact_speed, r->contact_reach, true);
    a = b;
  }
  return INFINITY;
}

void pawl_events_undo(pawl_run *r)
{
  for (int k = 0; k < r->system.contact_count; k++) {
    r->system.contacts[k].beyond = r->contact_saved[2 * k];
    r->system.contacts[k].moved = r->contact_saved[2 * k + 1];
  }
}

double pawl_events_miss(pawl_run *r, double end)
{
  scan x = {.r = r, .begin = -INFINITY, .end = end, .last = r->y1};
  pawl_system *s = &r->system;
  if (r->zero_pair < 0 || r->zero_margin != PAWL_MARGIN_GAP)
    return 0;
  pawl_contact_pair *pair = s->contacts + r->zero_pair;
  const pawl_contact_point *p = pair->point + r->zero_point;
  double f = look_at(&x, end, r->zero_pair, r->zero_point, r->zero_margin);
  double rate = p->side[PAWL_MARGIN_GAP] * p->gap_rate;
  return rate < 0 && isfinite(f) ? -f / rate : 0;
}
