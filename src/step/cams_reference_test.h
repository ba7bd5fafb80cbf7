/* An ellipse that falls onto a fixed one, integrated apart from the library, in long double. Touching is by support
 * functions: with the common normal n(φ) from the lower to the upper one,
 *
 *     G(φ) = n·d - h1(φ - α) - h2(φ + π - θ),   h(ψ)² = a² cos²ψ + b² sin²ψ,      gap = max G,   t·d = h1' + h2'
 *
 * d from centre to centre; no parameters of curves, no minimum distance. IMPACT acts at the middle of both points. */
#ifndef PAWL_STEP_CAMS_REFERENCE_TEST_H
#define PAWL_STEP_CAMS_REFERENCE_TEST_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

typedef struct {
  double a1, b1, a2, b2;    /* half axes: 1 below, fixed at the origin; 2 above */
  double tilt, x, y, angle; /* of the lower one; start of the upper one */
  double mass, inertia, gravity;
  double stiffness, damping, depth;
} drop;

/* How the law goes on during a step: not at all, with the ramp of its damping or above it, or clipped at 0. */
typedef enum { IN_AIR, ON_RAMP, ON_TOP, CLIPPED } drop_mode;

typedef struct {
  const drop *data;
  drop_mode mode;
  long double phi; /* of the normal, where Newton's method begins */
} dropping;

typedef struct {
  long double depth, rate, force; /* force: of the law, also where it would pull */
  long double n[2], p[2];
} drop_touch;

static inline void support(long double a, long double b, long double psi, long double *h)
{
  long double c = cosl(psi), s = sinl(psi), q = b * b - a * a;
  h[0] = sqrtl(a * a * c * c + b * b * s * s);
  h[1] = q * s * c / h[0];
  h[2] = (q * (c * c - s * s) - h[1] * h[1]) / h[0];
}

static inline long double law_of(const drop *d, drop_mode mode, long double depth, long double rate)
{
  long double size = fabsl(depth), s = depth / (long double)d->depth;
  long double ramp = mode == ON_TOP || (mode == CLIPPED && s > 1) ? 1 : s * s * (3 - 2 * s);
  return d->stiffness * depth * sqrtl(size) + d->damping * ramp * rate;
}

/* y = (x, y, angle, their rates) */
static inline drop_touch touch_of(dropping *r, const long double *y)
{
  const drop *d = r->data;
  long double h1[3] = {0}, h2[3] = {0}, n[2] = {0};
  bool found = false; /* Newton's method doubles the digits: one more look after a small step */
  for (int i = 0; i < 60; i++) {
    n[0] = cosl(r->phi);
    n[1] = sinl(r->phi);
    support(d->a1, d->b1, r->phi - d->tilt, h1);
    support(d->a2, d->b2, r->phi - y[2], h2); /* the same on both sides */
    if (found)
      break;
    long double slope = n[0] * y[1] - n[1] * y[0] - h1[1] - h2[1];
    long double bend = -(n[0] * y[0] + n[1] * y[1]) - h1[2] - h2[2], step = -slope / bend;
    r->phi += fmaxl(-0.3L, fminl(step, 0.3L));
    found = fabsl(step) < 1e-10L;
  }
  drop_touch t = {.n = {n[0], n[1]}};
  long double gap = n[0] * y[0] + n[1] * y[1] - h1[0] - h2[0];
  t.depth = -gap;
  for (int i = 0; i < 2; i++) {
    long double along = i == 0 ? -n[1] : n[0];
    t.p[i] = (h1[0] + gap / 2) * n[i] + h1[1] * along;
  }
  t.rate = -(n[0] * (y[3] - y[5] * (t.p[1] - y[1])) + n[1] * (y[4] + y[5] * (t.p[0] - y[0])));
  t.force = law_of(d, r->mode, t.depth, t.rate);
  return t;
}

static inline void drop_slope(dropping *r, const long double *y, long double *dy)
{
  const drop *d = r->data;
  long double F = 0;
  drop_touch t = {0};
  if (r->mode == ON_RAMP || r->mode == ON_TOP) {
    t = touch_of(r, y);
    F = t.force;
  }
  for (int i = 0; i < 3; i++)
    dy[i] = y[3 + i];
  dy[3] = F * t.n[0] / d->mass;
  dy[4] = F * t.n[1] / d->mass - d->gravity;
  dy[5] = F * ((t.p[0] - y[0]) * t.n[1] - (t.p[1] - y[1]) * t.n[0]) / d->inertia;
}

/* One step of the modified midpoint rule, extrapolated to order 12. */
static inline void drop_step(dropping *r, const long double *from, long double H, long double *to)
{
  enum { N = 6, ORDERS = 6 };
  long double T[ORDERS][N], f[N], before[N], now[N], kept = r->phi;
  for (int k = 0; k < ORDERS; k++) {
    int substeps = 2 * (k + 1);
    long double h = H / substeps;
    r->phi = kept;
    memcpy(before, from, sizeof before);
    drop_slope(r, before, f);
    for (int i = 0; i < N; i++)
      now[i] = before[i] + h * f[i];
    for (int s = 1; s < substeps; s++) {
      drop_slope(r, now, f);
      for (int i = 0; i < N; i++) {
        long double next = before[i] + 2 * h * f[i];
        before[i] = now[i];
        now[i] = next;
      }
    }
    drop_slope(r, now, f);
    for (int i = 0; i < N; i++)
      T[k][i] = 0.5L * (before[i] + now[i] + h * f[i]);
  }
  for (int j = 1; j < ORDERS; j++)
    for (int k = ORDERS - 1; k >= j; k--) {
      long double ratio = (long double)(k + 1) / (long double)(k - j + 1);
      for (int i = 0; i < N; i++)
        T[k][i] += (T[k][i] - T[k - 1][i]) / (ratio * ratio - 1);
    }
  memcpy(to, T[ORDERS - 1], sizeof T[0]);
}

/* What keeps its sign while the mode lasts: positive inside. */
static inline long double margin_of(dropping *r, const long double *y, int which)
{
  drop_touch t = touch_of(r, y);
  if (r->mode == IN_AIR)
    return which == 0 ? -t.depth : 1;
  if (which == 0)
    return t.depth;
  if (which == 1)
    return r->mode == ON_RAMP ? r->data->depth - t.depth : r->mode == ON_TOP ? t.depth - r->data->depth : 1;
  if (r->mode != CLIPPED)
    return t.force;
  return -law_of(r->data, CLIPPED, fmaxl(t.depth, 1e-12L),
                 t.rate); /* it may push once more before they part */
}

static inline drop_mode mode_after(const dropping *r, int which, long double depth)
{
  if (which == 0)
    return r->mode == IN_AIR ? ON_RAMP : IN_AIR;
  if (which == 1)
    return r->mode == ON_RAMP ? ON_TOP : ON_RAMP;
  return r->mode != CLIPPED ? CLIPPED : depth > r->data->depth ? ON_TOP : ON_RAMP;
}

/* The margin that a step makes negative; -1: none. One that begins at 0 has only just been passed. */
static inline int broken(dropping *r, const long double *from, const long double *to, int passed)
{
  for (int which = 2; which >= 0; which--)
    if (margin_of(r, to, which) < 0 && (which != passed || margin_of(r, from, which) > 0))
      return which;
  return -1;
}

/* By two halves and one whole step; the step after a touch is short, since the force begins with δ^1.5. */
static inline long double step_error(dropping *r, const long double *y, long double h, long double *to)
{
  long double whole[6], half[6], worst = 0, kept = r->phi;
  drop_step(r, y, h, whole);
  r->phi = kept;
  drop_step(r, y, h / 2, half);
  drop_step(r, half, h / 2, to);
  for (int i = 0; i < 6; i++)
    worst = fmaxl(worst, fabsl(to[i] - whole[i]));
  return worst;
}

/* The first instant after a step at which a margin is broken, by bisection; `to` is the state there. */
static inline long double locate(dropping *r, const long double *y, long double take, int passed,
                                 long double *to)
{
  long double low = 0, high = take, phi = r->phi;
  for (int i = 0; i < 80 && high - low > 1e-18L; i++) {
    long double middle = (low + high) / 2;
    r->phi = phi;
    step_error(r, y, middle, to);
    if (broken(r, y, to, passed) >= 0)
      high = middle;
    else
      low = middle;
  }
  r->phi = phi;
  step_error(r, y, high, to);
  return high;
}

typedef struct {
  dropping now;
  long double t, y[6], first; /* first: when they touched first; NaN before */
  int passed, changes;        /* the margin that was passed last, until it is away from 0 */
} fall;

static inline fall begin_fall(const drop *d)
{
  return (fall){.now = {d, IN_AIR, acosl(-1) / 2}, .y = {d->x, d->y, d->angle}, .first = NAN, .passed = -1};
}

/* The end of a step that has broken a margin. Returns how long it took. */
static inline long double change_mode(fall *f, long double take, int which, long double *to)
{
  dropping *r = &f->now;
  take = locate(r, f->y, take, f->passed, to);
  if (isnan(f->first))
    f->first = f->t + take;
  r->mode = mode_after(r, which, touch_of(r, to).depth);
  f->passed = which;
  f->changes++;
  return take;
}

/* To the time `end`; a step may err by `good`. */
static inline void follow_fall(fall *f, long double end, long double good)
{
  const long double most = 2.5e-4L; /* a short touch is not stepped over */
  long double h = 1e-6L, to[6];
  while (f->t < end) {
    long double left = end - f->t, take = fminl(fminl(h, most), left), phi = f->now.phi;
    long double error = step_error(&f->now, f->y, take, to);
    long double next = take * fminl(4, 0.9L * powl(good / fmaxl(error, 1e-30L), 1 / 12.0L));
    int which = broken(&f->now, f->y, to, f->passed);
    if (error > good && take > 1e-12L) {
      f->now.phi = phi;
      h = fmaxl(next, 0.2L * take);
      continue;
    }
    bool last = take == left && which < 0;
    h = which < 0 ? next : 1e-9L; /* the force begins with δ^1.5 */
    f->now.phi = which < 0 ? f->now.phi : phi;
    if (which >= 0)
      take = change_mode(f, take, which, to);
    else if (f->passed >= 0 && margin_of(&f->now, to, f->passed) > 0)
      f->passed = -1;
    memcpy(f->y, to, sizeof to);
    f->t = last ? end : f->t + take;
  }
}

#endif
