/* Rod with mass and a pin at each end: one distance, and no coordinate of its own.      theory.md, 4.8
 * A rigid rod moves as its two pins do: with c = com, I about the centre of mass, u = v_b - v_a, n = d/|d|
 *   T = m (1-c)/2 |v_a|² + m c/2 |v_b|² + I'/(2 l²) |u_across|²,      I' = I - m c (1-c) l²
 * The first two terms are masses on the bodies at the pins; the third is an inertia along rows across n,
 *   rate = e·(v_b - v_a),   gamma = e·(zeta_b - zeta_a) - (e·u)(n·u)/|d|
 * for directions e that turn with n and no more (in space the spin about n does not count). */
#include "parts/link_rod.h"
#include "parts/look.h"
#include "parts/rows.h"

typedef struct {
  pawl_frame a, b;
  double length, mass, com, inertia;
} rod;

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(rod, a), PAWL_REQUIRED, 0, 0, "the pin at one end"},
    {"2", "", PAWL_FRAME, offsetof(rod, b), PAWL_REQUIRED, 0, 0, "the pin at the other end"},
    {"length", "m", PAWL_REAL, offsetof(rod, length), PAWL_REQUIRED, 0, INFINITY, "distance of the pins"},
    {"mass", "kg", PAWL_REAL, offsetof(rod, mass), PAWL_REQUIRED, 0, INFINITY, "mass"},
    {"com", "", PAWL_REAL, offsetof(rod, com), 0.5, 0, 1,
     "where its centre of mass is, from the first pin (0) to the second (1)"},
    {"inertia", "kg m^2", PAWL_REAL, offsetof(rod, inertia), 0, 0, INFINITY,
     "about its centre of mass; mass * length^2/12 if it is uniform, 0 for a point mass"},
    {0}};

static const pawl_channel_def channels[] = {PAWL_PIN_CHANNELS, PAWL_FIRST_PIN_CHANNELS, {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  const rod *p = part;
  if (!(p->length > 0))
    return "'length' must be more than 0: pins on each other are a revolute joint";
  return p->mass > 0 ? NULL : "'mass' must be more than 0: a rod without mass is a rod";
}

static void lump(const void *part, double *at_a, double *at_b)
{
  const rod *p = part;
  *at_a = p->mass * (1 - p->com);
  *at_b = p->mass * p->com;
}

/* Kinetic energy of the motion across n along e. */
static void set_across(const rod *p, const pawl_pair *x, pawl_vec n, pawl_vec e, pawl_row *row)
{
  pawl_vec d = pawl_sub(x->b.r, x->a.r), u = pawl_sub(x->b.v, x->a.v);
  double l = pawl_norm(d), more = p->inertia / (p->length * p->length) - p->mass * p->com * (1 - p->com);
  row->inertia = more != 0 ? more : 1e-30 * p->mass; /* 0 would make it a constraint */
  row->f = e;
  row->gamma =
      pawl_dot(e, pawl_sub(x->b.zeta, x->a.zeta)) - (l > 0 ? pawl_dot(e, u) * pawl_dot(n, u) / l : 0);
}

static void rows(const void *part, const pawl_pair *x, pawl_row *row)
{
  const rod *p = part;
  pawl_row_distance(x, p->length, row);
  pawl_vec n = row->f, e = pawl_v(-n.y, n.x, 0), q;
  if (x->worlds == PAWL_SPATIAL) {
    pawl_square_to(n, &e, &q);
    set_across(p, x, n, q, row + 2);
  }
  set_across(p, x, n, e, row + 1);
}

static void draw(const void *part, pawl_pen *pen)
{
  const rod *p = part;
  pawl_pen_ground(pen, &p->a);
  pawl_pen_ground(pen, &p->b);
  pawl_pen_line(pen, &p->a, &p->b, 1.4 * pen->size);
  pawl_pen_ball(pen, &p->a, 0.9 * pen->size);
  pawl_pen_ball(pen, &p->b, 0.9 * pen->size);
  pawl_pen_reaction(pen, &p->b);
  pawl_pen_force(pen, &p->a, PAWL_ROLE_REACTION, "first.fx", "first.fy", "first.fz");
}

const pawl_kind pawl_link_rod_with_mass = {
    .name = "rod_with_mass",
    .family = PAWL_LINK,
    .at_points = true,
    .doc = "A rigid rod with mass and a pin at each end: moves exactly as a body with two revolute (in "
           "space: spherical) "
           "joints, for one equation instead of four. It does not spin about its own line.",
    .equations = "φ = |d| - length;   c = com, l = length\n"
                 "E_kin = ½ m (1 - c) |v_a|² + ½ m c |v_b|² + ½ (I - m c (1 - c) l²)/l² |u|²,   u = v_b - "
                 "v_a across the rod\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local crank = body \"crank\" { mass = 0.5, inertia = 1e-3, com = {0.05, 0} }\n"
               "local rocker = body \"rocker\" { mass = 0.5, inertia = 1e-3, com = {0.1, 0} }\n"
               "revolute \"A\" { ground, crank, angle = 60*deg, speed = 5 }\n"
               "revolute \"B\" { ground:at{0.3, 0}, rocker, angle = 80*deg }\n"
               "rod_with_mass \"coupler\" { crank:at{0.1, 0}, rocker:at{0.2, 0}, length = 0.3, mass = 0.4, "
               "inertia = 3e-3 }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(rod),
    .fields = fields,
    .channels = channels,
    .check = check,
    .constraint = &(const pawl_constraint_table){.row_count = {0, 2, 3}, .rows = rows, .lump = lump},
    .draw = draw};
