/* Peaks of a run: the largest force of a pair and its largest depth lie between steps. Looked for where the force rises at
 * the begin of an interval and falls at its end, and is not far from the largest so far.      theory.md, 7.9 */
#include "step/scan.h"

/* The force of a pair at an instant of the step, over all its touches, and how deep it is. */
static double force_at(pawl_scan *x, double t, pawl_contact_pair *pair)
{
  pawl_system *s = &x->r->system;
  pawl_shape_motion m;
  double sum = 0;
  if (!pawl_scan_at(x, t))
    return 0;
  pawl_contact_motion(s, pair, &m);
  pawl_scan_follow_closed(s, pair, &m);
  for (int i = 0; i < pair->count; i++) {
    pawl_contact_point *p = pair->point + i;
    if (p->mode.normal == PAWL_OPEN || p->track.found == PAWL_LOST)
      continue;
    pawl_contact_press(s, pair, &m, p, NULL);
    sum += p->row.normal;
    if (-p->track.now.gap > pair->log.deepest) {
      pair->log.deepest = -p->track.now.gap;
      pair->log.peak_time[1] = t;
    }
  }
  if (sum > pair->log.peak_force) {
    pair->log.peak_force = sum;
    pair->log.peak_time[0] = t;
  }
  return sum;
}

/* The largest force of a hit lies between steps: by golden sections. */
static void note_peak(pawl_scan *x, double a, double b, pawl_contact_pair *pair)
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
  const pawl_contact_pair *pair = r->system.contact->pair + k;
  double sum = 0;
  for (int i = 0; i < pair->count; i++)
    if (pair->point[i].mode.normal == PAWL_PRESSED)
      sum += fmax(r->scan.margin[end][(k * PAWL_TOUCHES + i) * PAWL_MARGINS + PAWL_MARGIN_FORCE].value, 0);
  return sum;
}

/* Touches of laws that go deeper at a and come back at b. */
static void note_depth(pawl_scan *x, double a, double b, int k)
{
  pawl_contact_pair *pair = x->r->system.contact->pair + k;
  if (pair->kind->is_rail || pawl_rigid_of(&pair->fields->law))
    return;
  for (int i = 0; i < pair->count; i++) {
    int at = (k * PAWL_TOUCHES + i) * PAWL_MARGINS + PAWL_MARGIN_GAP;
    const pawl_margin *ma = x->r->scan.margin[0] + at, *mb = x->r->scan.margin[1] + at;
    if (pair->point[i].mode.normal == PAWL_OPEN || !(ma->rate > 0 && mb->rate < 0) ||
        fmax(ma->value, mb->value) < 0.7 * pair->log.deepest)
      continue;
    double t = a + pawl_scan_lowest(b - a, -ma->value, -ma->rate, -mb->value, -mb->rate);
    if (t > a && t < b)
      force_at(x, t, pair);
  }
}

/* Of the pairs that may have a peak, those whose force is larger at t than at an end of the interval. */
static void sift(pawl_scan *x, double t, int end)
{
  pawl_run *r = x->r;
  for (int k = 0; k < r->system.contact->count; k++)
    if (r->scan.may_peak[k])
      r->scan.may_peak[k] = force_at(x, t, r->system.contact->pair + k) > force_of(r, k, end);
}

void pawl_scan_peaks(pawl_scan *x, double a, double b)
{
  pawl_run *r = x->r;
  const pawl_contact_pair *pair = r->system.contact->pair;
  double near = 0.01 * (b - a);
  for (int k = 0; k < r->system.contact->count; k++)
    r->scan.may_peak[k] =
        !pair[k].kind->is_rail && fmax(force_of(r, k, 0), force_of(r, k, 1)) > 0.7 * pair[k].log.peak_force;
  sift(x, a + near, 0);
  sift(x, b - near, 1);
  for (int k = 0; k < r->system.contact->count; k++) {
    if (r->scan.may_peak[k])
      note_peak(x, a, b, r->system.contact->pair + k);
    note_depth(x, a, b, k);
  }
}
