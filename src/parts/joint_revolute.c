/* Revolute joint: the second frame turns about an axis of the first, the origins coincide.
 * Cut in a loop: the origins coincide (2 | 3 rows) and, in space, the axis stays square to two directions of a.
 *                                                                                              theory.md, 4.1 */
#include "parts/joint.h"
#include "parts/look.h"
#include "parts/part.h"
#include "parts/rows.h"

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(pawl_joint, a), PAWL_REQUIRED, 0, 0, "the frame it turns against"},
    {"2", "", PAWL_FRAME, offsetof(pawl_joint, b), PAWL_REQUIRED, 0, 0, "the frame that turns"},
    {"axis", "", PAWL_VECTOR, offsetof(pawl_joint, axis), PAWL_UNSET, -INFINITY, INFINITY,
     "axis of turning in the first frame; its z axis unless given", 0, PAWL_SPATIAL},
    {"angle", "rad", PAWL_REAL, offsetof(pawl_joint, start[0]), PAWL_UNSET, -INFINITY, INFINITY,
     "angle at the start, counter-clockwise; approximate where a loop decides"},
    {"speed", "rad/s", PAWL_REAL, offsetof(pawl_joint, speed[0]), PAWL_UNSET, -INFINITY, INFINITY,
     "angular speed at the start; approximate where a loop decides"},
    PAWL_PREFER_FIELD,
    {0}};

static const pawl_channel_def channels[] = {
    {"angle", "rad", PAWL_SEEN(coordinate[0]), PAWL_AT_POSITION,
     "angle of the second frame against the first"},
    {"speed", "rad/s", PAWL_SEEN(speed[0]), PAWL_AT_VELOCITY, "its rate"},
    {"acceleration", "rad/s^2", PAWL_SEEN(acceleration[0]), PAWL_AT_ACCELERATION, "its second rate"},
    PAWL_REACTION_CHANNELS,
    {0}};

static const char *check(void *part, unsigned worlds)
{
  pawl_joint *j = part;
  if (worlds == PAWL_PLANAR)
    j->axis = pawl_v(0, 0, 1);
  return pawl_axis_wrong(&j->axis, pawl_v(0, 0, 1));
}

static void rows(const void *part, const pawl_pair *x, pawl_row *row)
{
  const pawl_joint *j = part;
  int n = pawl_rows_point(x, row);
  if (x->worlds == PAWL_PLANAR)
    return;
  pawl_vec p, q, axis = pawl_turn(&x->b.R, j->axis);
  pawl_square_to(j->axis, &p, &q);
  pawl_row_square(x, pawl_turn(&x->a.R, p), axis, row + n);
  pawl_row_square(x, pawl_turn(&x->a.R, q), axis, row + n + 1);
}

static void draw(const void *part, pawl_pen *pen)
{
  const pawl_joint *j = part;
  pawl_pen_ground(pen, &j->a);
  pawl_pen_ground(pen, &j->b);
  pawl_pen_pin(pen, &j->b, j->axis);
  pawl_pen_reaction(pen, &j->b);
}

const pawl_kind pawl_joint_revolute = {
    .name = "revolute",
    .family = PAWL_JOINT_KIND,
    .doc = "A hinge: one angle between two frames whose origins coincide.",
    .equations =
        "in the tree:  q the angle, S = (axis, 0)\n"
        "cut:          φ = d = r_b - r_a (2 rows | 3 in space)\n"
        "              in space also φ = e_a·e_b = 0: two directions of a stay square to the axis of b\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local arm = body \"arm\" { mass = 1, inertia = 0.02, com = {0.25, 0} }\n"
               "revolute \"hinge\" { ground, arm, angle = -30*deg, speed = 1 }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(pawl_joint),
    .fields = fields,
    .channels = channels,
    .check = check,
    .joint = &(const pawl_joint_table){.mobility = PAWL_TURNS},
    .constraint = &(const pawl_constraint_table){.row_count = {0, 2, 5}, .rows = rows},
    .draw = draw};
