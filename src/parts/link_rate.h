/* The second derivative of a row whose wrench turns and changes.      theory.md, 4.1
 *   rate = t·(w_b - w_a) + f·u,  u = v_b - v_a - w_a x d
 *   gamma = f·(zeta_b - zeta_a - w_a x d') + f'·u + t'·(w_b - w_a) */
#ifndef PAWL_PARTS_LINK_RATE_H
#define PAWL_PARTS_LINK_RATE_H

#include "parts/part.h"

static inline pawl_vec pawl_seen_from_a(const pawl_pair *x)
{
  pawl_vec d = pawl_sub(x->b.r, x->a.r);
  return pawl_sub(pawl_sub(x->b.v, x->a.v), pawl_cross(x->a.w, d));
}

static inline double pawl_row_gamma(const pawl_pair *x, const pawl_row *row, pawl_vec f_rate, pawl_vec t_rate)
{
  pawl_vec dv = pawl_sub(x->b.v, x->a.v);
  pawl_vec zeta = pawl_sub(pawl_sub(x->b.zeta, x->a.zeta), pawl_cross(x->a.w, dv));
  return pawl_dot(row->f, zeta) + pawl_dot(f_rate, pawl_seen_from_a(x)) +
         pawl_dot(t_rate, pawl_sub(x->b.w, x->a.w));
}

#endif
