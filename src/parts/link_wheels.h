/* Two wheels and the line of their centres: what gears, internal gears and belts share.      theory.md, 4.10
 *   psi' = e·(v_b - v_a)/l = e·u/l + w_a,      d = r_b - r_a = l n,  e = z x n
 *   psi'' = e·dv/l + dw_a + gamma,             gamma = (e·(zeta_b - zeta_a) - 2 l' psi')/l */
#ifndef PAWL_PARTS_LINK_WHEELS_H
#define PAWL_PARTS_LINK_WHEELS_H

#include "parts/part.h"

#define PAWL_TWO_PI 6.28318530717958647693

typedef struct {
  pawl_vec n, e;
  double length, psi, rate, gamma;
} pawl_centres;

/* Centres nearer than `least` have no line: any direction that turns with a will do. */
static inline pawl_centres pawl_line_of_centres(const pawl_pair *x, double least)
{
  pawl_vec d = pawl_sub(x->b.r, x->a.r), v = pawl_sub(x->b.v, x->a.v);
  double l = pawl_norm(d);
  if (!(l > least))
    return (pawl_centres){x->a.R.x, x->a.R.y, least, x->a.angle, x->a.w.z, 0};
  pawl_centres c = {.n = pawl_times(1 / l, d), .length = l, .psi = atan2(d.y, d.x)};
  c.e = pawl_v(-c.n.y, c.n.x, 0);
  c.rate = pawl_dot(c.e, v) / l;
  c.gamma = (pawl_dot(c.e, pawl_sub(x->b.zeta, x->a.zeta)) - 2 * pawl_dot(c.n, v) * c.rate) / l;
  return c;
}

/* The shares of the two angles in a condition that turning everything together does not change, in m:
 *   phi = A (phi_a - psi) + B (phi_b - psi) - since,   up to whole turns of the line
 *   rate = B (w_b - w_a) + C/l e·u,   C = -(A + B) */
typedef struct {
  double a, b, least;
} pawl_shares;

static inline void pawl_row_wheels(const pawl_pair *x, pawl_shares s, pawl_row *row)
{
  double along = -(s.a + s.b), size = along == 0 ? fabs(s.b) : 1; /* no force at all: an angle, then */
  pawl_centres c = pawl_line_of_centres(x, s.least);
  double phi = (s.a * x->a.angle + s.b * x->b.angle + along * c.psi) / size;
  row->speed_only = x->memory == NULL;
  row->phi = phi;
  if (x->memory)
    row->phi = along == 0 ? phi - x->memory[0] : remainder(phi - x->memory[0], PAWL_TWO_PI * along);
  row->t = pawl_v(0, 0, s.b / size);
  row->f = pawl_times(along / c.length, c.e);
  row->gamma = along * c.gamma;
}

/* What the row holds on to: its own phi at the start. */
static inline double pawl_wheels_phase(const pawl_pair *x, pawl_shares s)
{
  pawl_pair fresh = *x;
  pawl_row row = {0};
  fresh.memory = NULL;
  pawl_row_wheels(&fresh, s, &row);
  return row.phi;
}

/* The force that turns the wheels, its speed along the line, and what it gives to b, both seen from the
 * line. */
static inline void pawl_see_wheels(const pawl_pair *x, pawl_shares s, pawl_seen *out)
{
  pawl_centres c = pawl_line_of_centres(x, s.least);
  out->effort = out->t.z / s.b;
  out->rate = s.a * (x->a.w.z - c.rate);
  out->power = out->t.z * (x->b.w.z - c.rate);
}

/* NULL when a measure of the start (`what`) is what the radii ask for, to 1e-6; else a sentence with both
 * numbers. It lives until the next call in the same thread. */
const char *pawl_wheels_fit(const char *what, double found, double wanted);

/* clang-format off */
#define PAWL_WHEEL_CHANNELS(force_doc, speed_doc) \
  {"force", "N", PAWL_SEEN(effort), PAWL_AT_ACCELERATION, force_doc}, \
  {"speed", "m/s", PAWL_SEEN(rate), PAWL_AT_VELOCITY, speed_doc}, \
  {"power", "W", PAWL_SEEN(power), PAWL_AT_ACCELERATION, \
   "power passed on to the second wheel, seen from the line of centres"}, \
  {"fx", "N", PAWL_SEEN(f.x), PAWL_AT_ACCELERATION, "force on the second wheel, along the world's x"}, \
  {"fy", "N", PAWL_SEEN(f.y), PAWL_AT_ACCELERATION, "force on the second wheel, along the world's y"}
/* clang-format on */

#endif
