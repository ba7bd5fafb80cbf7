/* Laws that forces along a line and along a joint's coordinate share.      theory.md, 5.1, 5.2, 5.11
 *   pull        F(s) = k s + p,  or a characteristic + p;        E = ∫ F ds from s = 0
 *   resistance  F(v) = c v,      or a characteristic that opposes the motion
 *   series      F = k s,  s' = v - k s/c: a spring of stretch s behind a damper      theory.md, 5.10
 *   s-curve     1.5 x - 0.5 x³ between -1 and 1, ±1 outside */
#ifndef PAWL_PARTS_FORCE_LAWS_H
#define PAWL_PARTS_FORCE_LAWS_H

#include "base/curve.h"
#include "parts/part.h"

/* What pulls back when something is stretched by s; k is NaN when there is a curve. */
typedef struct {
  double k, preload;
  const pawl_curve *curve;
} pawl_pull;

static inline double pawl_pull_at(const pawl_pull *p, double s, double *energy)
{
  double y[3] = {p->k * s};
  *energy = 0.5 * p->k * s * s;
  if (p->curve) {
    pawl_curve_at(p->curve, s, y);
    *energy = pawl_curve_integral(p->curve, s) - pawl_curve_integral(p->curve, 0);
  }
  *energy += p->preload * s;
  return y[0] + p->preload;
}

/* What opposes a rate; c is NaN when there is a curve. Given for rates from 0 up, a curve holds in both directions.
 * Whatever the curve does beyond its points, it never drives. */
typedef struct {
  double c;
  const pawl_curve *curve;
} pawl_resistance;

static inline double pawl_resistance_at(const pawl_resistance *r, double v)
{
  if (!r->curve)
    return r->c * v;
  bool mirrored = v < 0 && r->curve->piece[1].from >= 0;
  double y[3];
  pawl_curve_at(r->curve, mirrored ? -v : v, y);
  double F = mirrored ? -y[0] : y[0];
  return v > 0 ? fmax(F, 0) : v < 0 ? fmin(F, 0) : 0;
}

/* Whether a curve is nothing at rest and has the sign of the rate at all its points. */
static inline bool pawl_resists(const pawl_curve *curve)
{
  double at_rest[3], largest = 0;
  bool opposes = true;
  for (int i = 1; i <= curve->count; i++) {
    largest = fmax(largest, fabs(curve->piece[i].c[0]));
    opposes = opposes && curve->piece[i].from * curve->piece[i].c[0] >= 0;
  }
  pawl_curve_at(curve, 0, at_rest);
  return opposes && fabs(at_rest[0]) <= 1e-9 * largest;
}

/* A spring and a damper one behind the other. The state is the stretch of the spring, not the damper's length: without a start
 * value nothing pulls, and at rest the state does not depend on where the rest is. */
typedef struct {
  double k, c, stretch; /* stretch: at the start */
} pawl_series;

static inline const char *pawl_series_wrong(const pawl_series *p)
{
  return p->c > 0 ? NULL : "'damping' must be more than 0, or the spring hangs on nothing";
}

/* What pulls back at a stretch, while the ends part with `rate`. */
static inline double pawl_series_at(const pawl_series *p, double stretch, double rate, pawl_load *out)
{
  double pull = p->k * stretch;
  out->energy = 0.5 * pull * stretch;
  out->power = -pull * pull / p->c;
  out->state_rate[0] = rate - pull / p->c;
  return pull;
}

/* clang-format off */
#define PAWL_SERIES_CHANNELS(unit) \
  {"stretch", unit, PAWL_SEEN(state[0]), PAWL_AT_POSITION, "stretch of the spring"}, \
  {"energy", "J", PAWL_SEEN(energy), PAWL_AT_POSITION, "energy stored in the spring"}, \
  {"power", "W", PAWL_SEEN(power), PAWL_AT_FORCE, "power of the damper (negative: taken from the mechanism)"}, \
  {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "work of the damper since the start"}
/* clang-format on */

static inline double pawl_s_curve(double x)
{
  return x >= 1 ? 1 : x <= -1 ? -1 : x * (1.5 - 0.5 * x * x);
}

#endif
