/* Linear spring and damper between two points.   f = -k (l - l0) - c l'   along the line      theory.md, 5.1
 * At zero length the line has no direction: a spring with l0 = 0 pulls by -k d all the same, its damper takes the
 * direction of the relative velocity, which is the limit of the line's. */
#include "parts/look.h"
#include "parts/part.h"

typedef struct {
  pawl_frame a, b;
  double k, c, l0;
} spring;

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(spring, a), PAWL_REQUIRED, 0, 0, "where it starts"},
    {"2", "", PAWL_FRAME, offsetof(spring, b), PAWL_REQUIRED, 0, 0, "where it ends"},
    {"stiffness", "N/m", PAWL_REAL, offsetof(spring, k), PAWL_REQUIRED, 0, INFINITY, "spring rate"},
    {"damping", "N s/m", PAWL_REAL, offsetof(spring, c), 0, 0, INFINITY, "viscous rate"},
    {"length", "m", PAWL_REAL, offsetof(spring, l0), PAWL_REQUIRED, 0, INFINITY, "length without force"},
    {0}};

static const pawl_channel_def channels[] = {
    {"length", "m", PAWL_SEEN(length), PAWL_AT_POSITION, "distance of the ends"},
    {"rate", "m/s", PAWL_SEEN(rate), PAWL_AT_VELOCITY, "its rate"},
    {"force", "N", PAWL_SEEN(effort), PAWL_AT_FORCE, "force along the line; positive pushes the ends apart"},
    {"energy", "J", PAWL_SEEN(energy), PAWL_AT_POSITION, "stored energy"},
    {"power", "W", PAWL_SEEN(power), PAWL_AT_FORCE,
     "power of the damper (negative: taken from the mechanism)"},
    {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "work of the damper since the start"},
    {0}};

static void load(const void *part, const pawl_pair *x, const double *signal, pawl_load *out)
{
  (void)signal;
  const spring *p = part;
  pawl_vec d = pawl_sub(x->b.r, x->a.r), u = pawl_sub(x->b.v, x->a.v);
  double l = pawl_norm(d), speed = pawl_norm(u);
  pawl_vec n = l > 0 ? pawl_times(1 / l, d) : speed > 0 ? pawl_times(1 / speed, u) : pawl_v(0, 0, 0);
  double stretch = l - p->l0;
  out->length = l;
  out->rate = pawl_dot(n, u);
  out->effort = -p->k * stretch - p->c * out->rate;
  out->f = pawl_times(out->effort, n);
  out->energy = 0.5 * p->k * stretch * stretch;
  out->power = -p->c * out->rate * out->rate;
}

static void draw(const void *part, pawl_pen *pen)
{
  const spring *p = part;
  pawl_pen_ground(pen, &p->a);
  pawl_pen_ground(pen, &p->b);
  pawl_pen_coil(pen, &p->a, &p->b);
  if (p->c > 0)
    pawl_pen_damper(pen, &p->a, &p->b);
  pawl_pen_push(pen, &p->a, &p->b, PAWL_ROLE_FORCE, "force");
}

const pawl_kind pawl_force_spring = {
    .name = "spring",
    .family = PAWL_FORCE,
    .at_points = true,
    .doc = "A linear spring with a damper in parallel, along the line of two points.",
    .example = "spring \"return\" { ground:at{0, 0.2}, plate, stiffness = 900, "
               "length = 60*mm, damping = 3 }",
    .size = sizeof(spring),
    .fields = fields,
    .channels = channels,
    .load = load,
    .draw = draw};
