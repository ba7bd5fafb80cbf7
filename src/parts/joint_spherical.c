/* Spherical joint: the origins coincide, all turning is free. Cut in a loop: 3 rows.      theory.md, 4.1 */
#include "parts/joint.h"
#include "parts/look.h"
#include "parts/part.h"
#include "parts/rows.h"

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(pawl_joint, a), PAWL_REQUIRED, 0, 0, "the socket"},
    {"2", "", PAWL_FRAME, offsetof(pawl_joint, b), PAWL_REQUIRED, 0, 0, "the ball"},
    {"e0", "", PAWL_REAL, offsetof(pawl_joint, start[0]), PAWL_UNSET, -1, 1,
     "orientation of the ball in the socket at the start: unit quaternion, scalar part"},
    {"e1", "", PAWL_REAL, offsetof(pawl_joint, start[1]), PAWL_UNSET, -1, 1, "its first component"},
    {"e2", "", PAWL_REAL, offsetof(pawl_joint, start[2]), PAWL_UNSET, -1, 1, "its second component"},
    {"e3", "", PAWL_REAL, offsetof(pawl_joint, start[3]), PAWL_UNSET, -1, 1, "its third component"},
    {"wx", "rad/s", PAWL_REAL, offsetof(pawl_joint, speed[0]), PAWL_UNSET, -INFINITY, INFINITY,
     "rate of turn at the start about the ball's own x axis"},
    {"wy", "rad/s", PAWL_REAL, offsetof(pawl_joint, speed[1]), PAWL_UNSET, -INFINITY, INFINITY,
     "about its y axis"},
    {"wz", "rad/s", PAWL_REAL, offsetof(pawl_joint, speed[2]), PAWL_UNSET, -INFINITY, INFINITY,
     "about its z axis"},
    PAWL_PREFER_FIELD,
    {0}};

static const pawl_channel_def channels[] = {
    {"e0", "", PAWL_SEEN(coordinate[0]), PAWL_AT_POSITION,
     "orientation against the first frame, scalar part"},
    {"e1", "", PAWL_SEEN(coordinate[1]), PAWL_AT_POSITION, "its first component"},
    {"e2", "", PAWL_SEEN(coordinate[2]), PAWL_AT_POSITION, "its second component"},
    {"e3", "", PAWL_SEEN(coordinate[3]), PAWL_AT_POSITION, "its third component"},
    {"wx", "rad/s", PAWL_SEEN(speed[0]), PAWL_AT_VELOCITY, "rate of turn about the ball's own x axis"},
    {"wy", "rad/s", PAWL_SEEN(speed[1]), PAWL_AT_VELOCITY, "about its y axis"},
    {"wz", "rad/s", PAWL_SEEN(speed[2]), PAWL_AT_VELOCITY, "about its z axis"},
    PAWL_REACTION_CHANNELS,
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  return pawl_make_quaternion(((pawl_joint *)part)->start)
             ? NULL
             : "'e0', 'e1', 'e2', 'e3' must be given together and have length 1";
}

static void rows(const void *part, const pawl_pair *x, pawl_row *row)
{
  (void)part;
  pawl_rows_point(x, row);
}

static void draw(const void *part, pawl_pen *pen)
{
  const pawl_joint *j = part;
  pawl_pen_ground(pen, &j->a);
  pawl_pen_ground(pen, &j->b);
  pawl_pen_ball(pen, &j->b, 1.2 * pen->size);
  pawl_pen_reaction(pen, &j->b);
}

const pawl_kind pawl_joint_spherical = {
    .name = "spherical",
    .family = PAWL_JOINT_KIND,
    .doc = "A ball in a socket: the origins coincide, all turning is free.",
    .equations = "in the tree:  a unit quaternion in charts, θ' = dexp⁻¹(w), S the axes of b\n"
                 "cut:          φ = d (3 rows)\n",
    .example = "spatial { gravity = {0, 0, -9.81} }\n"
               "local arm = body \"arm\" { mass = 1, inertia = {2e-3, 0.02, 0.02}, com = {0.25, 0, 0} }\n"
               "spherical \"ball\" { ground, arm, wz = 4 }\n"
               "marker \"tip\" { arm:at{0.5, 0, 0} }\n"
               "simulate { duration = 0.5 }\n",
    .size = sizeof(pawl_joint),
    .fields = fields,
    .channels = channels,
    .check = check,
    .worlds = PAWL_SPATIAL,
    .joint = &(const pawl_joint_table){.mobility = PAWL_SWIVELS},
    .constraint = &(const pawl_constraint_table){.row_count = {0, 0, 3}, .rows = rows},
    .draw = draw};
