/* Planar algebra: motions (w, x, y) and forces (t, x, y) at a link's own origin, in world axes; no rotations
 * anywhere.      theory.md, 2.2
 * Articulated inertia: the 6 numbers of   t = tt w + tx x + ty y,   fx = tx w + xx x + xy y,   fy = ty w + xy x + yy y. */
#ifndef PAWL_SYSTEM_ALGEBRA_PLANAR_H
#define PAWL_SYSTEM_ALGEBRA_PLANAR_H

#include "base/vec.h"

typedef struct {
  double w, x, y;
} motion;

typedef struct {
  double t, x, y;
} force;

typedef struct {
  double tt, tx, ty, xx, xy, yy;
} inertia;

/* The arm from a link's origin to its child's. */
typedef struct {
  double x, y;
} arm;

static inline double power(force f, motion v)
{
  return f.t * v.w + f.x * v.x + f.y * v.y;
}

static inline motion motion_plus(motion a, motion b)
{
  return (motion){a.w + b.w, a.x + b.x, a.y + b.y};
}

static inline motion motion_axpy(double s, motion a, motion b) /* s a + b */
{
  return (motion){s * a.w + b.w, s * a.x + b.x, s * a.y + b.y};
}

static inline void force_axpy(double s, force a, force *b) /* b += s a */
{
  b->t += s * a.t;
  b->x += s * a.x;
  b->y += s * a.y;
}

/* The same motion at the origin r further. */
static inline motion motion_out(motion v, arm r)
{
  return (motion){v.w, v.x - v.w * r.y, v.y + v.w * r.x};
}

/* The same force at the origin r nearer. */
static inline force force_in(force f, arm r)
{
  return (force){f.t + r.x * f.y - r.y * f.x, f.x, f.y};
}

static inline force inertia_times(const inertia *I, motion a)
{
  return (force){I->tt * a.w + I->tx * a.x + I->ty * a.y, I->tx * a.w + I->xx * a.x + I->xy * a.y,
                 I->ty * a.w + I->xy * a.x + I->yy * a.y};
}

static inline void inertia_add(inertia *I, const inertia *A)
{
  I->tt += A->tt;
  I->tx += A->tx;
  I->ty += A->ty;
  I->xx += A->xx;
  I->xy += A->xy;
  I->yy += A->yy;
}

/* I += s U U^T */
static inline void inertia_rank_one(inertia *I, double s, force U)
{
  double a = s * U.t, b = s * U.x, c = s * U.y;
  I->tt += a * U.t;
  I->tx += a * U.x;
  I->ty += a * U.y;
  I->xx += b * U.x;
  I->xy += b * U.y;
  I->yy += c * U.y;
}

/* I += s (A B^T + B A^T) */
static inline void inertia_rank_two(inertia *I, double s, force A, force B)
{
  I->tt += 2 * s * A.t * B.t;
  I->tx += s * (A.t * B.x + B.t * A.x);
  I->ty += s * (A.t * B.y + B.t * A.y);
  I->xx += 2 * s * A.x * B.x;
  I->xy += s * (A.x * B.y + B.x * A.y);
  I->yy += 2 * s * A.y * B.y;
}

/* What S·I S could be at most. */
static inline double inertia_bound(const inertia *I, motion S)
{
  return I->tt * S.w * S.w + (I->xx + I->yy) * (S.x * S.x + S.y * S.y);
}

/* parent += X^T I X with the shift X by r. */
static inline void inertia_in(inertia *parent, const inertia *I, arm r)
{
  double tx = I->tx - r.y * I->xx + r.x * I->xy;
  double ty = I->ty - r.y * I->xy + r.x * I->yy;
  parent->tt += I->tt - r.y * I->tx + r.x * I->ty - r.y * tx + r.x * ty;
  parent->tx += tx;
  parent->ty += ty;
  parent->xx += I->xx;
  parent->xy += I->xy;
  parent->yy += I->yy;
}

static inline arm arm_of(pawl_vec r)
{
  return (arm){r.x, r.y};
}

static inline motion motion_of(pawl_vec w, pawl_vec v)
{
  return (motion){w.z, v.x, v.y};
}

static inline force force_of(pawl_vec t, pawl_vec f)
{
  return (force){t.z, f.x, f.y};
}

static inline pawl_vec angular(motion m)
{
  return (pawl_vec){0, 0, m.w};
}

static inline pawl_vec linear(motion m)
{
  return (pawl_vec){m.x, m.y, 0};
}

static inline pawl_vec torque_of(force f)
{
  return (pawl_vec){0, 0, f.t};
}

static inline pawl_vec pull_of(force f)
{
  return (pawl_vec){f.x, f.y, 0};
}

#endif
