/* Touches of bodies that joints hold. Of a free body M⁻¹ is 1/m, 1/m, 1/I; a wrench F_k on body k of a mechanism moves each of its bodies,
 *
 *     V_l += R_lk F_k,     R_lk = J_l M⁻¹ J_kᵀ  (3 by 3, loops kept, forces implicit)      theory.md, 10.3
 *
 * so sweeps and Newton's method go on as for free bodies: what a touch does is a wrench on each of its two bodies. */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "step/stepping_pile.h"

/* What pushes do to the body on one side. */
static void wrench_of(double F[3], const pawl_pile_touch *t, int side, double N, double T)
{
  double sign = side ? 1 : -1;
  F[0] = sign * (t->n[0] * N - t->n[1] * T);
  F[1] = sign * (t->n[1] * N + t->n[0] * T);
  F[2] = sign * (t->arm[side][0] * N + t->arm[side][1] * T);
}

static const double *response(const pawl_pile *p, int l, int k)
{
  return p->joined.R + 9 * ((size_t)l * (size_t)p->joined.count + (size_t)k);
}

void pawl_pile_push_joined(const pawl_pile *p, pawl_pile_move *v, const pawl_pile_touch *t, double N,
                           double T)
{
  pawl_pile_push(v, t, N, T); /* of those that are free: what is joined has no mobility of its own */
  for (int side = 0; side < 2; side++) {
    double F[3];
    int k = pawl_pile_is_joined(p, t->body[side]) ? p->joined.of[t->body[side]] : -1;
    if (k < 0)
      continue;
    wrench_of(F, t, side, N, T);
    for (int l = p->joined.begin[k]; l < p->joined.end[k]; l++) {
      const double *R = response(p, l, k);
      pawl_pile_move *to = v + p->joined.body[l];
      to->x += R[0] * F[0] + R[1] * F[1] + R[2] * F[2];
      to->y += R[3] * F[0] + R[4] * F[1] + R[5] * F[2];
      to->w += R[6] * F[0] + R[7] * F[1] + R[8] * F[2];
    }
  }
}

void pawl_pile_block_joined(double w[4], const pawl_pile *p, const pawl_pile_touch *a, int i,
                            const pawl_pile_touch *b, int j)
{
  const double *R = response(p, p->joined.of[a->body[i]], p->joined.of[b->body[j]]);
  for (int s = 0; s < 4; s++) {
    double of_a[3], of_b[3];
    wrench_of(of_a, a, i, s < 2, s >= 2);
    wrench_of(of_b, b, j, s % 2 == 0, s % 2 == 1);
    for (int k = 0; k < 9; k++)
      w[s] += of_a[k / 3] * R[k] * of_b[k % 3];
  }
}

/* As if nothing held the other motions of a body. */
static double freely(const pawl_pile *p, const pawl_pile_touch *t, int side)
{
  const double *R = response(p, p->joined.of[t->body[side]], p->joined.of[t->body[side]]);
  return fabs(R[0]) + fabs(R[4]) + t->arm[side][0] * t->arm[side][0] * fabs(R[8]);
}

bool pawl_pile_own_joined(const pawl_pile *p, pawl_pile_touch *t)
{
  double w[4] = {0}, size = t->W[0];
  for (int s = 0; s < 4; s++)
    if (pawl_pile_is_joined(p, t->body[s / 2]) &&
        pawl_pile_lead(p, t->body[s / 2]) == pawl_pile_lead(p, t->body[s % 2]))
      pawl_pile_block_joined(w, p, t, s / 2, t, s % 2);
  for (int side = 0; side < 2; side++)
    size += pawl_pile_is_joined(p, t->body[side]) ? freely(p, t, side) : 0;
  t->W[0] += w[0];
  t->W[1] += 0.5 * (w[1] + w[2]);
  t->W[2] += w[3];
  double det = t->W[0] * t->W[2] - t->W[1] * t->W[1];
  t->inverse = det > PAWL_PIVOT_OWN * t->W[0] * t->W[2] ? 1 / det : 0;
  return t->W[0] > PAWL_UNMOVED * size;
}

void pawl_pile_add_wrench(const pawl_pile *p, const pawl_pile_touch *t, double N, double T, double *wrench)
{
  for (int side = 0; side < 2; side++) {
    double F[3];
    if (!pawl_pile_is_joined(p, t->body[side]))
      continue;
    wrench_of(F, t, side, N, T);
    for (int a = 0; a < 3; a++)
      wrench[3 * p->joined.of[t->body[side]] + a] += F[a];
  }
}

void pawl_pile_wrenches(const pawl_pile *p, bool lifts, double *wrench)
{
  memset(wrench, 0, 3 * (size_t)p->joined.count * sizeof *wrench);
  for (int i = 0; i < p->touches; i++)
    pawl_pile_add_wrench(p, p->touch + i, lifts ? p->note[i].lift : p->touch[i].push[0],
                         lifts ? 0 : p->touch[i].push[1], wrench);
}
