/* Prismatic joint: the second frame slides along an axis of the first and does not turn against it.
 * Cut in a loop: no offset square to the axis (1 | 2 rows), axes parallel (1 | 3 rows).       theory.md, 4.1 */
#include "parts/joint.h"
#include "parts/look.h"
#include "parts/part.h"
#include "parts/rows.h"

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(pawl_joint, a), PAWL_REQUIRED, 0, 0,
     "the frame it slides along: its x axis"},
    {"2", "", PAWL_FRAME, offsetof(pawl_joint, b), PAWL_REQUIRED, 0, 0, "the frame that slides"},
    {"axis", "", PAWL_VECTOR, offsetof(pawl_joint, axis), PAWL_UNSET, -INFINITY, INFINITY,
     "direction of sliding in the first frame; its x axis unless given"},
    {"position", "m", PAWL_REAL, offsetof(pawl_joint, start[0]), PAWL_UNSET, -INFINITY, INFINITY,
     "position at the start; approximate where a loop decides"},
    {"speed", "m/s", PAWL_REAL, offsetof(pawl_joint, speed[0]), PAWL_UNSET, -INFINITY, INFINITY,
     "speed at the start; approximate where a loop decides"},
    PAWL_PREFER_FIELD,
    {0}};

static const pawl_channel_def channels[] = {
    {"position", "m", PAWL_SEEN(coordinate[0]), PAWL_AT_POSITION,
     "position of the second frame along the axis"},
    {"speed", "m/s", PAWL_SEEN(speed[0]), PAWL_AT_VELOCITY, "its rate"},
    {"acceleration", "m/s^2", PAWL_SEEN(acceleration[0]), PAWL_AT_ACCELERATION, "its second rate"},
    PAWL_REACTION_CHANNELS,
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  return pawl_axis_wrong(&((pawl_joint *)part)->axis, pawl_v(1, 0, 0));
}

static void rows(const void *part, const pawl_pair *x, pawl_row *row)
{
  const pawl_joint *j = part;
  pawl_vec p = pawl_v(-j->axis.y, j->axis.x, 0), q;
  int n = 0;
  if (x->worlds == PAWL_SPATIAL) {
    pawl_square_to(j->axis, &p, &q);
    pawl_row_plane(x, pawl_turn(&x->a.R, q), row + n++);
  }
  pawl_row_plane(x, pawl_turn(&x->a.R, p), row + n++);
  pawl_rows_parallel(x, row + n);
}

/* A short piece of the guide that stays, a line to the slider wherever it is, and the slider. Both frames have the same
 * axes, so the axis is the same in both. */
static void draw(const void *part, pawl_pen *pen)
{
  const pawl_joint *j = part;
  double half = isnan(pen->look.length) ? 6 * pen->size : pen->look.length / 2;
  pawl_frame along = pawl_frame_along(&j->b, j->axis);
  pawl_vec guide[] = {pawl_times(-half, j->axis), pawl_times(half, j->axis)};
  pawl_pen_ground(pen, &j->a);
  pawl_pen_ground(pen, &j->b);
  pen->role = PAWL_ROLE_GUIDE;
  pawl_pen_line(pen, &j->a, &j->b, 0);
  pawl_pen_polyline(pen, &j->a, guide, 2, 0);
  pen->role = PAWL_ROLE_JOINT;
  pawl_pen_box(pen, &along, 4 * pen->size, 2.4 * pen->size, 2.4 * pen->size);
  pawl_pen_reaction(pen, &j->b);
}

const pawl_kind pawl_joint_prismatic = {
    .name = "prismatic",
    .family = PAWL_JOINT_KIND,
    .doc = "A straight guide: one position along an axis, no turning.",
    .equations = "in the tree:  q the position, S = (0, axis)\n"
                 "cut:          φ = n·d, n square to the axis (1 row | 2 in space)\n"
                 "              φ = angle_b - angle_a (in space: like axes stay parallel, 3 rows)\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local slider = body \"slider\" { mass = 2, inertia = 0.01 }\n"
               "prismatic \"guide\" { ground:at{0, 0, angle = 30*deg}, slider, position = 0.2, speed = 2 }\n"
               "simulate { duration = 0.5 }\n",
    .size = sizeof(pawl_joint),
    .fields = fields,
    .channels = channels,
    .check = check,
    .joint = &(const pawl_joint_table){.mobility = PAWL_SLIDES},
    .constraint = &(const pawl_constraint_table){.row_count = {0, 2, 5}, .rows = rows},
    .draw = draw};
