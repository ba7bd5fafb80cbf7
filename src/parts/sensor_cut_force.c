/* All that passes through a joint: its reaction and the efforts of drives and springs along its coordinate, as force
 * and torque on the second body about the origin of the second frame.      theory.md, 4.6 */
#include "parts/look.h"
#include "parts/part.h"

enum { AXES_WORLD, AXES_A, AXES_B };

typedef struct {
  int joint, axes;
} cut_force;

static const pawl_field fields[] = {
    {"1", "", PAWL_JOINT, offsetof(cut_force, joint), PAWL_REQUIRED, 0, 0, "the joint that is cut"},
    {"axes", "", PAWL_CHOICE, offsetof(cut_force, axes), 0, 0, 0,
     "axes of the world, or of the joint's first or second frame", "world a b"},
    {0}};

static const pawl_channel_def channels[] = {
    {"fx", "N", PAWL_SEEN(f.x), PAWL_AT_ACCELERATION, "force on the second body, x"},
    {"fy", "N", PAWL_SEEN(f.y), PAWL_AT_ACCELERATION, "force on the second body, y"},
    {"fz", "N", PAWL_SEEN(f.z), PAWL_AT_ACCELERATION, "force on the second body, z", PAWL_SPATIAL},
    {"tx", "N m", PAWL_SEEN(t.x), PAWL_AT_ACCELERATION, "torque on the second body, about x", PAWL_SPATIAL},
    {"ty", "N m", PAWL_SEEN(t.y), PAWL_AT_ACCELERATION, "torque on the second body, about y", PAWL_SPATIAL},
    {"tz", "N m", PAWL_SEEN(t.z), PAWL_AT_ACCELERATION, "torque on the second body, about z"},
    {0}};

static void sense(const void *part, const pawl_pair *x, const pawl_vec acc[2], const pawl_vec alpha[2],
                  pawl_seen *out)
{
  (void)acc, (void)alpha;
  const cut_force *p = part;
  if (p->axes == AXES_WORLD)
    return;
  const pawl_mat *R = p->axes == AXES_A ? &x->a.R : &x->b.R;
  out->f = pawl_turn_back(R, out->f);
  out->t = pawl_turn_back(R, out->t);
}

/* Arrows are along the world's axes. */
static void draw(const void *part, pawl_pen *pen)
{
  const pawl_frame *at = &pen->joint[0].b;
  pawl_pen_cross(pen, at, 0.8 * pen->size);
  if (((const cut_force *)part)->axes != AXES_WORLD)
    return;
  pawl_pen_force(pen, at, PAWL_ROLE_REACTION, "fx", "fy", "fz");
  pawl_pen_torque(pen, at, PAWL_ROLE_REACTION, "tx", "ty", "tz");
}

const pawl_kind pawl_sensor_cut_force = {
    .name = "cut_force",
    .family = PAWL_SENSOR,
    .doc = "All that passes through a joint, as force and torque on its "
           "second body: reaction and efforts together.",
    .equations = "f, t on the second body, about the origin of the second frame: the joint's reaction and "
                 "all efforts along it\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local arm = body \"arm\" { mass = 1, inertia = 0.02, com = {0.25, 0} }\n"
               "revolute \"hinge\" { ground, arm, angle = -30*deg }\n"
               "cut_force \"bearing\" { \"hinge\", axes = \"b\" }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(cut_force),
    .fields = fields,
    .channels = channels,
    .sensor = &(const pawl_sensor_table){.sense = sense},
    .draw = draw};
