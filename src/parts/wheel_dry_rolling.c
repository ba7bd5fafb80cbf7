/* Dry friction of a wheel on a straight line, seen from the side.      theory.md, 5.12
 *   slip = x_a·u + r (w_b - w_a),   force on the wheel  -N mu(slip) x_a,  torque  r times that
 * The height is held by something else, and N is given: were it the reaction of what holds the height,
 * forces and accelerations would depend on each other. On level ground it is m g. */
#include "parts/link_rate.h"
#include "parts/look.h"
#include "parts/wheel_grip.h"

typedef struct {
  pawl_frame line, wheel;
  double radius;
  pawl_signal load;
  pawl_grip grip;
} dry_rolling;

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(dry_rolling, line), PAWL_REQUIRED, 0, 0,
     "the line: the frame's x axis; the wheel is on the side of its y axis"},
    {"2", "", PAWL_FRAME, offsetof(dry_rolling, wheel), PAWL_REQUIRED, 0, 0, "the centre of the wheel"},
    {"radius", "m", PAWL_REAL, offsetof(dry_rolling, radius), PAWL_REQUIRED, 0, INFINITY,
     "radius of the wheel"},
    {"load", "N", PAWL_SIGNAL, offsetof(dry_rolling, load), PAWL_REQUIRED, -INFINITY, INFINITY,
     "force that presses the wheel onto the line; less than 0 counts as 0"},
    {"adhesion", "", PAWL_REAL, offsetof(dry_rolling, grip.mu_a), PAWL_REQUIRED, 0, INFINITY,
     "greatest coefficient of friction, at the end of adhesion"},
    {"sliding", "", PAWL_REAL, offsetof(dry_rolling, grip.mu_s), PAWL_REQUIRED, 0, INFINITY,
     "coefficient of friction of a wheel that slides"},
    {"adhesion_speed", "m/s", PAWL_REAL, offsetof(dry_rolling, grip.v_a), PAWL_REQUIRED, 0, INFINITY,
     "slip at which friction is greatest"},
    {"sliding_speed", "m/s", PAWL_REAL, offsetof(dry_rolling, grip.v_s), PAWL_REQUIRED, 0, INFINITY,
     "slip from which on it slides"},
    {0}};

static const pawl_channel_def channels[] = {
    {"slip", "m/s", PAWL_SEEN(slip), PAWL_AT_VELOCITY, "speed of the point of contact along the line"},
    {"force", "N", PAWL_SEEN(effort), PAWL_AT_FORCE, "friction on the wheel, along the line"},
    {"power", "W", PAWL_SEEN(power), PAWL_AT_FORCE, "power of the friction (negative: lost)"},
    {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "work of the friction since the start"},
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  const dry_rolling *p = part;
  if (!(p->radius > 0))
    return "'radius' must be more than 0";
  return p->grip.v_a > 0 && p->grip.v_s > p->grip.v_a
             ? NULL
             : "'sliding_speed' must be more than 'adhesion_speed', and that more than 0";
}

static void load(const void *part, const pawl_pair *x, const double *signal, pawl_load *out)
{
  const dry_rolling *p = part;
  out->slip = pawl_dot(x->a.R.x, pawl_seen_from_a(x)) + p->radius * (x->b.w.z - x->a.w.z);
  out->effort = -fmax(signal[0], 0) * pawl_grip_over_slip(&p->grip, fabs(out->slip)) * out->slip;
  out->f = pawl_times(out->effort, x->a.R.x);
  out->t = pawl_v(0, 0, p->radius * out->effort);
  out->power = out->effort * out->slip;
}

static void draw(const void *part, pawl_pen *pen)
{
  const dry_rolling *p = part;
  double half = isnan(pen->look.length) ? 2 * p->radius : pen->look.length / 2;
  const pawl_vec line[] = {{-half, 0, 0}, {half, 0, 0}};
  pawl_pen_polyline(pen, &p->line, line, 2, 0);
  pawl_pen_disc(pen, &p->wheel, p->radius, 0, true);
}

const pawl_kind pawl_wheel_dry_rolling = {
    .name = "dry_rolling",
    .family = PAWL_FORCE,
    .doc = "Dry friction between a wheel and a straight line, seen from the side: the wheel skids, then "
           "rolls. Something "
           "else must hold its centre at its radius from the line, such as a pin_in_slot.",
    .equations =
        "slip = x_a·v_ab + r (w_b - w_a);   f = -N μ(|slip|) sign(slip) x_a,   t = r f;   P = f·slip\n"
        "μ(s) rises to adhesion at s = v_a, falls to sliding at v_s\n",
    .example =
        "planar { gravity = {0, -9.81} }\n"
        "local ball = body \"ball\" { mass = 0.01, inertia = 5e-5, vx = 2, omega = 15 }\n"
        "pin_in_slot \"height\" { ground:at{0, 0.1}, ball }\n"
        "dry_rolling \"skid\" { ground, ball, radius = 0.1, load = 0.0981, adhesion = 0.5, sliding = 0.15,\n"
        "  adhesion_speed = 0.01, sliding_speed = 0.03 }\n"
        "simulate { duration = 1 }\n",
    .size = sizeof(dry_rolling),
    .fields = fields,
    .channels = channels,
    .worlds = PAWL_PLANAR,
    .check = check,
    .force = &(const pawl_force_table){.load = load},
    .draw = draw};
