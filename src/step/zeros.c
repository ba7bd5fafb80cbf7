/* The first zero of all margins in an interval of a step.
 *
 * Margins that change their sign have a zero, and so may those that only turn back: a cubic through both ends tells. It is
 * bracketed on the dense output to 1e-9 of the step, which the landing brings to rounding (advance.c); to two neighbouring
 * numbers where it cannot.      theory.md, 7.9 */
#include "base/tolerances.h"
#include "step/scan.h"

/* Where the parabola t(f) through three points of a margin comes to zero, as a share of the way from b to a; 0.5 where it
 * would not be trusted (Chandrupatla 1997). c is what was an end before. */
static double share_of(double a, double fa, double b, double fb, double c, double fc)
{
  double chi = (b - a) / (c - a), phi = (fb - fa) / (fc - fa);
  if (!(phi * phi < chi && (1 - phi) * (1 - phi) < 1 - chi))
    return 0.5;
  return fb / (fa - fb) * (fc / (fa - fc)) + (c - b) / (a - b) * (fb / (fc - fb)) * (fa / (fc - fa));
}

/* How near a zero has to be found: as near as numbers are, but for what the landing on it mends (advance.c). */
static double near_enough(const pawl_scan *x, int margin)
{
  return x->exact || pawl_run_by_bdf(x->r) || margin == PAWL_MARGIN_FEATURE
             ? 0
             : PAWL_ZERO_NEAR * (x->end - x->begin);
}

/* A margin that is zero at the begin is positive right behind it, by how much is not known: what is thrown off begins so. NaN: it is not
 * there. */
static double behind(double fa)
{
  return fa > 0 || isnan(fa) ? fa : INFINITY;
}

/* The zero of a margin between two instants at which it has different signs (or is not there at one of them, which counts
 * as positive), until they are near enough. The time returned is on the far side. Where one that was there is not there in between, it is
 * torn. */
static double find_zero(pawl_scan *x, double a, double fa, double b, double fb, int pair, int point,
                        int margin)
{
  double near = a, f_near = fa, far = b, f_far = fb; /* `far` is the one that was found last */
  double share = isfinite(fa) ? fb / (fb - fa) : 0.5, enough = near_enough(x, margin);
  for (int i = 0; i < 200 && fabs(near - far) > enough; i++) {
    double t = far + share * (near - far);
    if (fabs(t - far) < 0.5 * enough) /* to its other side */
      t = far + (near > far ? 0.5 : -0.5) * enough;
    if (t == far) /* as near as numbers are */
      t = nextafter(far, near);
    else if (t == near)
      t = nextafter(near, far);
    if (t == near || t == far)
      break;
    double f = pawl_scan_margin(x, t, pair, point, margin).value, c, fc;
    if (isnan(f) && !isnan(fa))
      x->torn = fmin(x->torn, t);
    bool as_far = (f > 0 || isnan(f)) == (f_far > 0 || isnan(f_far));
    c = as_far ? far : near, fc = as_far ? f_far : f_near;
    if (!as_far)
      near = far, f_near = f_far;
    far = t, f_far = f;
    share = i % 8 == 7 ? 0.5 : share_of(near, f_near, far, f_far, c, fc);
    if (!(share > 0 && share < 1))
      share = 0.5;
  }
  return fmax(near, far);
}

double pawl_scan_lowest(double h, double f0, double d0, double f1, double d1)
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
static double find_dip(pawl_scan *x, double a, const pawl_margin *at_a, double b, const pawl_margin *at_b,
                       int pair, int point, int margin)
{
  pawl_margin first = *at_a, last = *at_b;
  double from = a, to = b;
  for (int i = 0; i < 30 && first.rate < 0 && last.rate > 0; i++) {
    double t = from + pawl_scan_lowest(to - from, first.value, first.rate, last.value, last.rate);
    if (!(t > from && t < to))
      t = 0.5 * (from + to);
    /* below the lower of both tangents it cannot come while it bends one way */
    double low = first.value + first.rate * (to - from);
    if (!(t > from && t < to) || low > 0)
      return INFINITY;
    pawl_margin here = pawl_scan_margin(x, t, pair, point, margin);
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

/* A gap changes no faster than the shapes move. That of a touch which goes on to other features is not smooth on the way, and its
 * rates at both ends say nothing about what lies between: it is looked at as long as it could have come to zero. */
static double find_between(pawl_scan *x, double a, double fa, double b, double fb, int pair, int point,
                           int depth)
{
  double t = 0.5 * (a + b);
  if (depth == 0 || fa + fb > 1.25 * x->r->scan.speed[pair] * (b - a) || !(t > a && t < b))
    return INFINITY;
  double f = pawl_scan_margin(x, t, pair, point, PAWL_MARGIN_GAP).value;
  if (f < 0)
    return find_zero(x, a, behind(fa), t, f, pair, point, PAWL_MARGIN_GAP);
  if (isnan(f)) {
    x->torn = fmin(x->torn, t);
    return INFINITY;
  }
  double first = find_between(x, a, fa, t, f, pair, point, depth - 1);
  return first < INFINITY ? first : find_between(x, t, f, b, fb, pair, point, depth - 1);
}

/* Positive at both ends. */
static double find_inside(pawl_scan *x, double a, const pawl_margin *ma, double b, const pawl_margin *mb,
                          int pair, int point, int margin)
{
  const pawl_contact_pair *c = x->r->system.contact->pair + pair;
  const pawl_contact_point *p = c->point + point;
  bool handed = margin == PAWL_MARGIN_GAP && p->mode.normal == PAWL_OPEN &&
                p->track.found == PAWL_HANDED_OVER && c->kind->searched;
  double dip = find_dip(x, a, ma, b, mb, pair, point, margin);
  return dip < INFINITY || !handed ? dip : find_between(x, a, ma->value, b, mb->value, pair, point, 8);
}

#define SHORTLY (1 - 1. / 256)

/* A touch that parts may pull for a moment in between, by its damping: its force is looked at where the rate of a cubic
 * would be; and shortly before its gap opens at `opens`, where there is no force any more. */
static double find_pull(pawl_scan *x, double a, const pawl_margin *at_a, double b, const pawl_margin *at_b,
                        double opens, int pair, int point)
{
  int gap = (pair * PAWL_TOUCHES + point) * PAWL_MARGINS + PAWL_MARGIN_GAP;
  const pawl_contact_point *p = x->r->system.contact->pair[pair].point + point;
  bool damped = at_b->value < 0.7 * p->row.elastic; /* else next to nothing holds it back */
  if (p->mode.normal != PAWL_PRESSED || !(x->r->scan.margin[1][gap].rate < 0) || !(damped || opens < b))
    return INFINITY;
  const double share[] = {0.25, 0.5, 0.75, SHORTLY};
  double to = fmin(opens, b);
  for (int i = damped ? 0 : 3; i < 3 + (opens < b); i++) {
    double t = a + share[i] * ((i < 3 ? b : to) - a),
           f = pawl_scan_margin(x, t, pair, point, PAWL_MARGIN_FORCE).value;
    if (f < 0)
      return find_zero(x, a, at_a->value, t, f, pair, point, PAWL_MARGIN_FORCE);
  }
  return INFINITY;
}

/* Whether a margin is a force of something held. */
static bool is_held(const pawl_run *r, int pair, int point, int margin)
{
  const pawl_contact_pair *c = r->system.contact->pair + pair;
  return pawl_contact_allowance(&r->system, c, c->point + point, margin) > 0;
}

static void take_first(pawl_scan *x, double t, double *first, int pair, int point, int margin)
{
  if (!(t < *first))
    return;
  *first = t;
  x->r->event.pair = pair;
  x->r->event.point = point;
  x->r->event.margin = margin;
}

/* ---- forces of what is held, and sliding of what a law or a signal presses: no rate of them is known, they are looked at on the way ---- */

static bool is_looked_at(const pawl_run *r, int pair, int point, int margin)
{
  const pawl_margin *m = r->scan.margin[0] + (pair * PAWL_TOUCHES + point) * PAWL_MARGINS + margin;
  return is_held(r, pair, point, margin) ||
         (margin == PAWL_MARGIN_RUB && isfinite(m->value) && isnan(m->rate));
}

/* Unevenly, so that loads with a period are not always met at the same phase. */
static const double place[2 + PAWL_SAMPLES] = {0, 0.19, 0.47, 0.78, 1};

/* Which of run->margin holds them. */
static const int row[2 + PAWL_SAMPLES] = {0, 2, 3, 4, 1};

/* Looks at the places of an interval that lie before `until`; the others are not known. False: a closed touch is lost. */
static bool sample(pawl_scan *x, double a, double b, double until)
{
  bool good = true;
  if (x->sampled[0] != a || x->sampled[1] != b)
    x->samples = 0;
  x->sampled[0] = a;
  x->sampled[1] = b;
  while (good && x->samples < PAWL_SAMPLES && a + place[1 + x->samples] * (b - a) < until) {
    x->samples++;
    good = pawl_scan_look(x, a + place[x->samples] * (b - a), x->r->scan.margin[row[x->samples]]);
  }
  return good;
}

static void read_samples(const pawl_scan *x, int at, double f[2 + PAWL_SAMPLES])
{
  for (int i = 0; i < 2 + PAWL_SAMPLES; i++)
    f[i] = i > x->samples && i <= PAWL_SAMPLES ? NAN : x->r->scan.margin[row[i]][at].value;
}

/* The parabola through the values at places i, j, k. */
static double parabola(const double *f, int i, int j, int k, double t)
{
  double a = place[i], b = place[j], c = place[k];
  return f[i] * (t - b) * (t - c) / ((a - b) * (a - c)) + f[j] * (t - a) * (t - c) / ((b - a) * (b - c)) +
         f[k] * (t - a) * (t - b) / ((c - a) * (c - b));
}

/* Whether a parabola goes through all five values, or nearly. What does not move has no error that would shorten its steps,
 * while loads on it change with time. */
static bool is_parabola(const double f[2 + PAWL_SAMPLES])
{
  double most = 0;
  for (int i = 0; i < 2 + PAWL_SAMPLES; i++)
    most = fmax(most, fabs(f[i]));
  return !(fabs(parabola(f, 0, 2, 4, place[1]) - f[1]) > 0.05 * most) &&
         !(fabs(parabola(f, 0, 2, 4, place[3]) - f[3]) > 0.05 * most);
}

bool pawl_scan_is_calm(pawl_scan *x, double a, double b)
{
  const pawl_run *r = x->r;
  const pawl_system *s = &r->system;
  double f[2 + PAWL_SAMPLES];
  if (!sample(x, a, b, INFINITY))
    return false;
  for (int k = 0; k < s->contact->count; k++)
    for (int i = 0; i < s->contact->pair[k].count; i++)
      for (int j = 0; j < PAWL_MARGINS; j++)
        if (is_held(r, k, i, j)) {
          read_samples(x, (k * PAWL_TOUCHES + i) * PAWL_MARGINS + j, f);
          if (!is_parabola(f))
            return false;
        }
  return true;
}

/* A margin that may be less between samples than at them: where the parabola through three of them is lowest, if that is near zero. Its
 * lowest place may lie beside the last of them: a margin that comes back until then is the least there. */
static double lowest(const double *f, int i)
{
  double a = place[i - 1] - place[i], b = place[i + 1] - place[i], fa = f[i - 1] - f[i], fb = f[i + 1] - f[i];
  double bend = fa * b - fb * a, t = 0.5 * (fa * b * b - fb * a * a) / bend;
  if (!(bend > 0 && t > a && t < b))
    return NAN;
  double least = fmin(f[i], fmin(f[i - 1], f[i + 1]));
  return parabola(f, i - 1, i, i + 1, place[i] + t) < 0.5 * least ? place[i] + t : NAN;
}

/* What is negative on the way has a zero before. */
static void find_low(pawl_scan *x, double a, double b, const double *f, double *first, int pair, int point,
                     int margin)
{
  for (int i = 1; i <= PAWL_SAMPLES; i++) {
    double t = a + place[i] * (b - a), low = f[i];
    if (low > 0) {
      t = a + lowest(f, i) * (b - a);
      low = t < *first ? pawl_scan_margin(x, t, pair, point, margin).value : NAN;
    }
    if (!(low < 0 && t < *first))
      continue;
    take_first(x, find_zero(x, a, f[0], t, low, pair, point, margin), first, pair, point, margin);
    return;
  }
}

static void find_lows(pawl_scan *x, double a, double b, double *first)
{
  const pawl_run *r = x->r;
  const pawl_system *s = &r->system;
  double f[2 + PAWL_SAMPLES];
  for (int k = 0; k < s->contact->count; k++)
    for (int i = 0; i < s->contact->pair[k].count; i++)
      for (int j = 0; j < PAWL_MARGINS; j++) {
        if (!is_looked_at(r, k, i, j) || !sample(x, a, b, *first))
          continue;
        read_samples(x, (k * PAWL_TOUCHES + i) * PAWL_MARGINS + j, f);
        if (f[0] > 0 && f[1 + PAWL_SAMPLES] >= 0)
          find_low(x, a, b, f, first, k, i, j);
      }
}

/* What rounding is to a gap; 0 for other margins. */
static double rounding_of(const pawl_scan *x, int pair, int point, int margin)
{
  const pawl_contact_pair *c = x->r->system.contact->pair + pair;
  return margin == PAWL_MARGIN_GAP ? pawl_contact_band(&x->r->system, c, c->point + point, PAWL_MARGIN_GAP)
                                   : 0;
}

/* Of a margin that is negative at b; where one is still positive at the first zero so far, or rises there by less than rounding, its own
 * comes later. What begins at zero and rises, as a touch that was thrown off does, comes back later than rounding says: then a counts as
 * clearly positive. */
static double find_crossing(pawl_scan *x, double a, const pawl_margin *at_a, double b, double fb,
                            double first, int pair, int point, int margin)
{
  const pawl_margin none_there = {NAN, NAN};
  double fa = at_a->value, none = rounding_of(x, pair, point, margin);
  pawl_margin there = first < b ? pawl_scan_margin(x, first, pair, point, margin) : none_there;
  bool still_rises = at_a->rate > 0 && there.rate > 0 && there.value > -none;
  if (there.value > 0 || still_rises)
    return INFINITY;
  if (first < b && isnan(there.value) && !isnan(fa)) /* on which side it is then is not known */
    x->torn = fmin(x->torn, first);
  double to = there.value < 0 ? first : b, low = there.value < 0 ? there.value : fb,
         zero = find_zero(x, a, behind(fa), to, low, pair, point, margin);
  bool rises = at_a->rate > 0 && fabs(fa) <= none && at_a->rate * (zero - a) < none;
  return rises ? find_zero(x, a, INFINITY, to, low, pair, point, margin) : zero;
}

double pawl_scan_zero(pawl_scan *x, double a, double b)
{
  const pawl_run *r = x->r;
  const pawl_system *s = &r->system;
  double first = INFINITY, opens = INFINITY;
  for (int k = 0; k < s->contact->count; k++)
    for (int i = 0; i < s->contact->pair[k].count; i++)
      for (int j = 0; j < PAWL_MARGINS; j++) {
        int at = (k * PAWL_TOUCHES + i) * PAWL_MARGINS + j;
        const pawl_margin *ma = r->scan.margin[0] + at, *mb = r->scan.margin[1] + at;
        double t = INFINITY;
        if (mb->value < 0)
          t = find_crossing(x, a, ma, b, mb->value, first, k, i, j);
        else if (mb->value >= 0 && (ma->value > 0 || (ma->value == 0 && ma->rate > 0)) &&
                 !is_looked_at(r, k, i, j))
          t = j == PAWL_MARGIN_FORCE ? find_pull(x, a, ma, b, mb, opens, k, i)
                                     : find_inside(x, a, ma, b, mb, k, i, j);
        opens = j == PAWL_MARGIN_GAP ? t : opens;
        take_first(x, t, &first, k, i, j);
      }
  find_lows(x, a, b, &first);
  return first;
}

/* The zero of run->zero_* as near as numbers are, where the landing cannot mend it. */
double pawl_scan_sharpen(pawl_scan *x, double zero)
{
  const pawl_run *r = x->r;
  int pair = r->event.pair, point = r->event.point, margin = r->event.margin;
  double a = fmax(zero - 2 * near_enough(x, margin), x->begin);
  double fa = pawl_scan_margin(x, a, pair, point, margin).value,
         fb = pawl_scan_margin(x, zero, pair, point, margin).value;
  if (!(fa > 0 && fb < 0))
    return zero;
  x->exact = true;
  zero = find_zero(x, a, fa, zero, fb, pair, point, margin);
  x->exact = false;
  return zero;
}

/* A margin may have dipped below zero before b, and come back and gone again behind it: what is below zero at b, where the first
 * zero was found, has had its own before. Forces of what is held are looked at anew, since of the places in the interval only those before
 * b were of use. */
double pawl_scan_sooner(pawl_scan *x, double a, double b)
{
  pawl_run *r = x->r;
  const pawl_system *s = &r->system;
  const int known = (r->event.pair * PAWL_TOUCHES + r->event.point) * PAWL_MARGINS + r->event.margin;
  double first = b;
  for (int k = 0; k < s->contact->count; k++)
    for (int i = 0; i < s->contact->pair[k].count; i++)
      for (int j = 0; j < PAWL_MARGINS; j++) {
        int at = (k * PAWL_TOUCHES + i) * PAWL_MARGINS + j;
        const pawl_margin *ma = r->scan.margin[0] + at, *mb = r->scan.margin[1] + at;
        double band = pawl_contact_band(s, s->contact->pair + k, s->contact->pair[k].point + i, j);
        bool begins = ma->value > 0 || (ma->value == 0 && ma->rate > 0);
        if (at == known || !begins || !(mb->value < -4 * band)) /* less is rounding, and seen at b */
          continue;
        double t = find_zero(x, a, behind(ma->value), b, mb->value, k, i, j);
        if (t < first) {
          first = t;
          r->event.pair = k;
          r->event.point = i;
          r->event.margin = j;
        }
      }
  find_lows(x, a, b, &first);
  return first;
}
