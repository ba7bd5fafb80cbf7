/* Cylindrical joint: the second frame turns about an axis of the first and slides along it.
 *   R = R_axis(angle),   r = position axis
 * Cut in a loop: no offset square to the axis (2 rows), the axis stays square to two directions of a (2 rows).
 *                                                                                              theory.md, 3.1 and 4.1 */
#include "parts/joint.h"
#include "parts/look.h"
#include "parts/part.h"
#include "parts/rows.h"

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(pawl_joint, a), PAWL_REQUIRED, 0, 0,
     "the frame it turns about and slides along"},
    {"2", "", PAWL_FRAME, offsetof(pawl_joint, b), PAWL_REQUIRED, 0, 0, "the frame that turns and slides"},
    {"axis", "", PAWL_VECTOR, offsetof(pawl_joint, axis), PAWL_UNSET, -INFINITY, INFINITY,
     "axis in the first frame; its z axis unless given"},
    {"angle", "rad", PAWL_REAL, offsetof(pawl_joint, start[0]), PAWL_UNSET, -INFINITY, INFINITY,
     "angle at the start; approximate where a loop decides"},
    {"position", "m", PAWL_REAL, offsetof(pawl_joint, start[1]), PAWL_UNSET, -INFINITY, INFINITY,
     "position along the axis at the start; approximate where a loop decides"},
    {"speed", "rad/s", PAWL_REAL, offsetof(pawl_joint, speed[0]), PAWL_UNSET, -INFINITY, INFINITY,
     "rate of the angle at the start; approximate where a loop decides"},
    {"velocity", "m/s", PAWL_REAL, offsetof(pawl_joint, speed[1]), PAWL_UNSET, -INFINITY, INFINITY,
     "rate of the position at the start; approximate where a loop decides"},
    PAWL_PREFER_FIELD,
    {0}};

static const pawl_channel_def channels[] = {
    {"angle", "rad", PAWL_SEEN(coordinate[0]), PAWL_AT_POSITION, "angle of the second frame about the axis"},
    {"position", "m", PAWL_SEEN(coordinate[1]), PAWL_AT_POSITION, "its position along the axis"},
    {"speed", "rad/s", PAWL_SEEN(speed[0]), PAWL_AT_VELOCITY, "rate of the angle"},
    {"velocity", "m/s", PAWL_SEEN(speed[1]), PAWL_AT_VELOCITY, "rate of the position"},
    {"angular_acceleration", "rad/s^2", PAWL_SEEN(acceleration[0]), PAWL_AT_ACCELERATION,
     "second rate of the angle"},
    {"acceleration", "m/s^2", PAWL_SEEN(acceleration[1]), PAWL_AT_ACCELERATION,
     "second rate of the position"},
    PAWL_REACTION_CHANNELS,
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  return pawl_axis_wrong(&((pawl_joint *)part)->axis, pawl_v(0, 0, 1));
}

static void move(const pawl_joint *j, const double *q, const double *v, pawl_joint_way *out)
{
  (void)v;
  out->R = pawl_mat_about(j->axis, q[0]);
  out->r = pawl_times(q[1], j->axis);
  out->turn[0] = out->slide[1] = j->axis;
}

static void read(const pawl_joint *j, const pawl_pair *x, pawl_row *row)
{
  pawl_row_turn(x, j->axis, row);
  row[1] = (pawl_row){0};
  pawl_row_plane(x, pawl_turn(&x->a.R, j->axis), row + 1);
}

static const pawl_freedoms freedoms = {.dofs = {0, 0, 2},
                                       .lengths = {0, 0, 2},
                                       .named = 2,
                                       .name = {"angle", "position"},
                                       .speed = {"speed", "velocity"},
                                       .alike = 1,
                                       .read = read,
                                       .move = move};

static void rows(const void *part, const pawl_pair *x, pawl_row *row)
{
  const pawl_joint *j = part;
  pawl_vec p, q, axis = pawl_turn(&x->b.R, j->axis);
  pawl_square_to(j->axis, &p, &q);
  p = pawl_turn(&x->a.R, p);
  q = pawl_turn(&x->a.R, q);
  pawl_row_plane(x, p, row);
  pawl_row_plane(x, q, row + 1);
  pawl_row_square(x, p, axis, row + 2);
  pawl_row_square(x, q, axis, row + 3);
}

/* A piece of the guide, a line to the sleeve wherever it is, and the sleeve. */
static void draw(const void *part, pawl_pen *pen)
{
  const pawl_joint *j = part;
  double half = isnan(pen->look.length) ? 6 * pen->size : pen->look.length / 2;
  pawl_vec guide[] = {pawl_times(-half, j->axis), pawl_times(half, j->axis)};
  pawl_frame along = pawl_frame_along(&j->b, j->axis);
  pawl_pen_ground(pen, &j->a);
  pawl_pen_ground(pen, &j->b);
  pen->role = PAWL_ROLE_GUIDE;
  pawl_pen_line(pen, &j->a, &j->b, 0);
  pawl_pen_polyline(pen, &j->a, guide, 2, 0);
  pen->role = PAWL_ROLE_JOINT;
  pawl_pen_box(pen, &along, 4 * pen->size, 1.6 * pen->size, 1.6 * pen->size);
  pawl_pen_pin(pen, &j->b, j->axis);
  pawl_pen_reaction(pen, &j->b);
}

const pawl_kind pawl_joint_cylindrical = {
    .name = "cylindrical",
    .family = PAWL_JOINT_KIND,
    .doc = "A sleeve on a round bar: one angle about an axis and one position along it.",
    .equations = "in the tree:  q the angle and the position, S = (axis, 0), (0, axis)\n"
                 "cut:          φ = n·d, n square to the axis (2 rows)\n"
                 "              φ = e_a·e_b: two directions of a stay square to the axis of b (2 rows)\n",
    .example =
        "spatial { gravity = {0, 0, -9.81} }\n"
        "local sleeve = body \"sleeve\" { mass = 2, inertia = {0.01, 0.02, 0.02}, com = {0.1, 0, 0} }\n"
        "cylindrical \"bar\" { ground, sleeve, angle = 30*deg, speed = 5, velocity = 2 }\n"
        "simulate { duration = 0.5 }\n",
    .size = sizeof(pawl_joint),
    .fields = fields,
    .channels = channels,
    .check = check,
    .worlds = PAWL_SPATIAL,
    .joint = &(const pawl_joint_table){.mobility = PAWL_MOVES, .freedoms = &freedoms},
    .constraint = &(const pawl_constraint_table){.row_count = {0, 0, 4}, .rows = rows},
    .draw = draw};
