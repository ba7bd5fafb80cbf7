/* Two wheels and the line of their centres: what gears, internal gears and belts share.      theory.md, 4.10
 *   psi' = e·(v_b - v_a)/l = e·u/l + w_a,      d = r_b - r_a = l n,  e = z x n
 *   psi'' = e·dv/l + dw_a + gamma,             gamma = (e·(zeta_b - zeta_a) - 2 l' psi')/l */
#ifndef PAWL_PARTS_LINK_WHEELS_H
#define PAWL_PARTS_LINK_WHEELS_H

#include "parts/part.h"

#define PAWL_TWO_PI 6.28318530717958647693

/* The shares of the two angles in a condition that turning everything together does not change, in m:
 *   phi = A (phi_a - psi) + B (phi_b - psi) - since,   up to whole turns of the line
 *   rate = B (w_b - w_a) + C/l e·u,   C = -(A + B) */
typedef struct {
  double a, b, least;
} pawl_shares;

/* Wheels: the structs of gears, internal gears and belts begin with this. */
typedef struct {
  pawl_frame a, b;
  pawl_shares shares; /* of its radii: `check` */
} pawl_wheels;

/* Their slots `rows` and `sense`. Seen are the force that turns the wheels, its speed along the line, and what it gives to b,
 * both seen from the line. */
void pawl_wheels_rows(const void *part, const pawl_pair *x, pawl_row *row);
void pawl_wheels_sense(const void *part, const pawl_pair *x, const pawl_vec acc[2], const pawl_vec alpha[2],
                       pawl_seen *out);

/* What the row holds on to: its own phi at the start. */
double pawl_wheels_phase(const pawl_wheels *p, const pawl_pair *x);

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
