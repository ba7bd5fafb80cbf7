/* The distance of two pins, which rods with and without mass keep.      theory.md, 4.2
 *   phi = |d| - l,  d = r_b - r_a;   rate = n·u, n = d/|d|, u = v_b - v_a
 *   gamma = n·(zeta_b - zeta_a) + (|u|² - (n·u)²)/|d| */
#ifndef PAWL_PARTS_LINK_ROD_H
#define PAWL_PARTS_LINK_ROD_H

#include "parts/part.h"

static inline void pawl_row_distance(const pawl_pair *x, double length, pawl_row *row)
{
  pawl_vec d = pawl_sub(x->b.r, x->a.r), u = pawl_sub(x->b.v, x->a.v);
  double l = pawl_norm(d);
  pawl_vec n = l > 0 ? pawl_times(1 / l, d) : x->a.R.x; /* pins on each other: any direction opens them */
  double along = pawl_dot(n, u);
  double across = l > 0 ? (pawl_dot(u, u) - along * along) / l : 0;
  *row = (pawl_row){.phi = l - length, .f = n};
  row->gamma = pawl_dot(n, pawl_sub(x->b.zeta, x->a.zeta)) + across;
}

/* clang-format off */
#define PAWL_PIN_CHANNELS \
  {"fx", "N", PAWL_SEEN(f.x), PAWL_AT_ACCELERATION, "force on the second body, along the world's x"}, \
  {"fy", "N", PAWL_SEEN(f.y), PAWL_AT_ACCELERATION, "force on the second body, along the world's y"}, \
  {"fz", "N", PAWL_SEEN(f.z), PAWL_AT_ACCELERATION, "force on the second body, along the world's z", \
   PAWL_SPATIAL}

#define PAWL_FIRST_PIN_CHANNELS \
  {"first.fx", "N", PAWL_SEEN(back.x), PAWL_AT_ACCELERATION, "force on the first body, along the world's x"}, \
  {"first.fy", "N", PAWL_SEEN(back.y), PAWL_AT_ACCELERATION, "force on the first body, along the world's y"}, \
  {"first.fz", "N", PAWL_SEEN(back.z), PAWL_AT_ACCELERATION, "force on the first body, along the world's z", \
   PAWL_SPATIAL}
/* clang-format on */

#endif
