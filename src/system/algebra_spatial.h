/* Spatial algebra: motions (w, v) and forces (t, f) at a link's own origin, in world axes.      theory.md, 2.3
 * Articulated inertia: the 21 numbers of   t = I w + H v,   f = H^T w + M v,   I and M symmetric. */
#ifndef PAWL_SYSTEM_ALGEBRA_SPATIAL_H
#define PAWL_SYSTEM_ALGEBRA_SPATIAL_H

#include "base/vec.h"

typedef struct {
  pawl_vec w, v;
} motion;

typedef struct {
  pawl_vec t, f;
} force;

typedef struct {
  double xx, yy, zz, xy, xz, yz;
} symmetric;

typedef struct {
  symmetric I, M;
  pawl_mat H; /* columns */
} inertia;

typedef pawl_vec arm;

static inline pawl_vec symmetric_times(const symmetric *S, pawl_vec a)
{
  return (pawl_vec){S->xx * a.x + S->xy * a.y + S->xz * a.z, S->xy * a.x + S->yy * a.y + S->yz * a.z,
                    S->xz * a.x + S->yz * a.y + S->zz * a.z};
}

static inline double power(force f, motion v)
{
  return pawl_dot(f.t, v.w) + pawl_dot(f.f, v.v);
}

static inline motion motion_plus(motion a, motion b)
{
  return (motion){pawl_add(a.w, b.w), pawl_add(a.v, b.v)};
}

static inline motion motion_axpy(double s, motion a, motion b) /* s a + b */
{
  return (motion){pawl_add(pawl_times(s, a.w), b.w), pawl_add(pawl_times(s, a.v), b.v)};
}

static inline void force_axpy(double s, force a, force *b) /* b += s a */
{
  b->t = pawl_add(b->t, pawl_times(s, a.t));
  b->f = pawl_add(b->f, pawl_times(s, a.f));
}

static inline motion motion_out(motion m, arm r)
{
  return (motion){m.w, pawl_add(m.v, pawl_cross(m.w, r))};
}

static inline force force_in(force f, arm r)
{
  return (force){pawl_add(f.t, pawl_cross(r, f.f)), f.f};
}

static inline force inertia_times(const inertia *I, motion a)
{
  return (force){pawl_add(symmetric_times(&I->I, a.w), pawl_turn(&I->H, a.v)),
                 pawl_add(pawl_turn_back(&I->H, a.w), symmetric_times(&I->M, a.v))};
}

/* S += s (a b^T + b a^T)/2 */
static inline void symmetric_update(symmetric *S, double s, pawl_vec a, pawl_vec b)
{
  double h = 0.5 * s;
  S->xx += s * a.x * b.x;
  S->yy += s * a.y * b.y;
  S->zz += s * a.z * b.z;
  S->xy += h * (a.x * b.y + a.y * b.x);
  S->xz += h * (a.x * b.z + a.z * b.x);
  S->yz += h * (a.y * b.z + a.z * b.y);
}

/* H += s a b^T */
static inline void outer_update(pawl_mat *H, double s, pawl_vec a, pawl_vec b)
{
  H->x = pawl_add(H->x, pawl_times(s * b.x, a));
  H->y = pawl_add(H->y, pawl_times(s * b.y, a));
  H->z = pawl_add(H->z, pawl_times(s * b.z, a));
}

static inline void symmetric_add(symmetric *S, const symmetric *A)
{
  *S = (symmetric){S->xx + A->xx, S->yy + A->yy, S->zz + A->zz, S->xy + A->xy, S->xz + A->xz, S->yz + A->yz};
}

static inline void inertia_add(inertia *I, const inertia *A)
{
  symmetric_add(&I->I, &A->I);
  symmetric_add(&I->M, &A->M);
  I->H = (pawl_mat){pawl_add(I->H.x, A->H.x), pawl_add(I->H.y, A->H.y), pawl_add(I->H.z, A->H.z)};
}

static inline void inertia_rank_one(inertia *I, double s, force U)
{
  symmetric_update(&I->I, s, U.t, U.t);
  symmetric_update(&I->M, s, U.f, U.f);
  outer_update(&I->H, s, U.t, U.f);
}

static inline void inertia_rank_two(inertia *I, double s, force A, force B)
{
  symmetric_update(&I->I, 2 * s, A.t, B.t);
  symmetric_update(&I->M, 2 * s, A.f, B.f);
  outer_update(&I->H, s, A.t, B.f);
  outer_update(&I->H, s, B.t, A.f);
}

/* What S·I S could be at most. */
static inline double inertia_bound(const inertia *I, motion S)
{
  return (I->I.xx + I->I.yy + I->I.zz) * pawl_dot(S.w, S.w) +
         (I->M.xx + I->M.yy + I->M.zz) * pawl_dot(S.v, S.v);
}

/* parent += X^T I X, X: v' = v + w x r.   H' = H + [r]M,   I' = I - H'[r] + [r]H^T */
static inline void inertia_in(inertia *parent, const inertia *A, arm r)
{
  const symmetric *M = &A->M;
  pawl_mat H = {pawl_add(A->H.x, pawl_cross(r, pawl_v(M->xx, M->xy, M->xz))),
                pawl_add(A->H.y, pawl_cross(r, pawl_v(M->xy, M->yy, M->yz))),
                pawl_add(A->H.z, pawl_cross(r, pawl_v(M->xz, M->yz, M->zz)))};
  /* N = H'[r] + (H[r])^T, its upper half; [r] has the columns (0, z, -y), (-z, 0, x), (y, -x, 0). */
  const pawl_mat *G = &A->H;
  double nxx = r.z * (H.y.x + G->y.x) - r.y * (H.z.x + G->z.x);
  double nyy = r.x * (H.z.y + G->z.y) - r.z * (H.x.y + G->x.y);
  double nzz = r.y * (H.x.z + G->x.z) - r.x * (H.y.z + G->y.z);
  double nxy = r.x * H.z.x - r.z * H.x.x + r.z * G->y.y - r.y * G->z.y;
  double nxz = r.y * H.x.x - r.x * H.y.x + r.z * G->y.z - r.y * G->z.z;
  double nyz = r.y * H.x.y - r.x * H.y.y + r.x * G->z.z - r.z * G->x.z;
  symmetric *I = &parent->I;
  I->xx += A->I.xx - nxx;
  I->yy += A->I.yy - nyy;
  I->zz += A->I.zz - nzz;
  I->xy += A->I.xy - nxy;
  I->xz += A->I.xz - nxz;
  I->yz += A->I.yz - nyz;
  parent->H = (pawl_mat){pawl_add(parent->H.x, H.x), pawl_add(parent->H.y, H.y), pawl_add(parent->H.z, H.z)};
  symmetric_add(&parent->M, M);
}

static inline arm arm_of(pawl_vec r)
{
  return r;
}

static inline motion motion_of(pawl_vec w, pawl_vec v)
{
  return (motion){w, v};
}

static inline force force_of(pawl_vec t, pawl_vec f)
{
  return (force){t, f};
}

static inline pawl_vec angular(motion m)
{
  return m.w;
}

static inline pawl_vec linear(motion m)
{
  return m.v;
}

static inline pawl_vec torque_of(force f)
{
  return f.t;
}

static inline pawl_vec pull_of(force f)
{
  return f.f;
}

#endif
