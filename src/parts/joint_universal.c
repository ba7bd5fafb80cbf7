/* Universal joint (Cardan, Hooke): the origins coincide, and a cross turns about the x axis of the first frame and carries the
 * y axis of the second; at angles 0 the frames are the same, so that shafts are along z.
 *   R = R_x(q1) R_y(q2),   w = q1' x_a + q2' y_b,   x_a·y_b = 0
 * Cut in a loop: the origins coincide (3 rows), x_a stays square to y_b.      theory.md, 3.1 and 4.1 */
#include "base/trig.h"
#include "parts/joint.h"
#include "parts/look.h"
#include "parts/part.h"
#include "parts/rows.h"

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(pawl_joint, a), PAWL_REQUIRED, 0, 0,
     "the frame that holds the cross by its x axis"},
    {"2", "", PAWL_FRAME, offsetof(pawl_joint, b), PAWL_REQUIRED, 0, 0,
     "the frame that holds the cross by its y axis"},
    {"angle1", "rad", PAWL_REAL, offsetof(pawl_joint, start[0]), PAWL_UNSET, -INFINITY, INFINITY,
     "angle at the start about the first frame's x axis; approximate where a loop decides"},
    {"angle2", "rad", PAWL_REAL, offsetof(pawl_joint, start[1]), PAWL_UNSET, -INFINITY, INFINITY,
     "about the second frame's y axis"},
    {"speed1", "rad/s", PAWL_REAL, offsetof(pawl_joint, speed[0]), PAWL_UNSET, -INFINITY, INFINITY,
     "rate of the first angle at the start; approximate where a loop decides"},
    {"speed2", "rad/s", PAWL_REAL, offsetof(pawl_joint, speed[1]), PAWL_UNSET, -INFINITY, INFINITY,
     "rate of the second angle"},
    PAWL_PREFER_FIELD,
    {0}};

static const pawl_channel_def channels[] = {
    {"angle1", "rad", PAWL_SEEN(coordinate[0]), PAWL_AT_POSITION, "angle about the first frame's x axis"},
    {"angle2", "rad", PAWL_SEEN(coordinate[1]), PAWL_AT_POSITION, "angle about the second frame's y axis"},
    {"speed1", "rad/s", PAWL_SEEN(speed[0]), PAWL_AT_VELOCITY, "rate of the first angle"},
    {"speed2", "rad/s", PAWL_SEEN(speed[1]), PAWL_AT_VELOCITY, "rate of the second angle"},
    {"acceleration1", "rad/s^2", PAWL_SEEN(acceleration[0]), PAWL_AT_ACCELERATION,
     "second rate of the first angle"},
    {"acceleration2", "rad/s^2", PAWL_SEEN(acceleration[1]), PAWL_AT_ACCELERATION,
     "second rate of the second angle"},
    PAWL_REACTION_CHANNELS,
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  ((pawl_joint *)part)->axis = pawl_v(1, 0, 0);
  return NULL;
}

/* The second axis is (0, cos q1, sin q1) in the first frame, and turns with q1. */
static void move(const pawl_joint *j, const double *q, const double *v, pawl_joint_way *out)
{
  (void)j;
  double s1, c1, s2, c2;
  pawl_sincos(q[0], &s1, &c1);
  pawl_sincos(q[1], &s2, &c2);
  out->R = (pawl_mat){{c2, s1 * s2, -c1 * s2}, {0, c1, s1}, {s2, -s1 * c2, c1 * c2}};
  out->turn[0] = pawl_v(1, 0, 0);
  out->turn[1] = out->R.y;
  out->turn_bias = pawl_times(v[0] * v[1], pawl_v(0, -s1, c1));
}

/* q1' = x_a·w,  q2' = y_b·w */
static void read(const pawl_joint *j, const pawl_pair *x, pawl_row *row)
{
  (void)j;
  const pawl_mat *A = &x->a.R, *B = &x->b.R;
  pawl_vec w = pawl_sub(x->b.w, x->a.w);
  row[0] = (pawl_row){.phi = atan2(pawl_dot(A->z, B->y), pawl_dot(A->y, B->y)),
                      .t = A->x,
                      .gamma = pawl_dot(pawl_cross(x->a.w, A->x), w)};
  row[1] = (pawl_row){.phi = atan2(pawl_dot(A->x, B->z), pawl_dot(A->x, B->x)),
                      .t = B->y,
                      .gamma = pawl_dot(pawl_cross(x->b.w, B->y), w)};
}

static const pawl_freedoms freedoms = {.dofs = {0, 0, 2},
                                       .named = 2,
                                       .name = {"angle1", "angle2"},
                                       .speed = {"speed1", "speed2"},
                                       .read = read,
                                       .move = move};

static void rows(const void *part, const pawl_pair *x, pawl_row *row)
{
  (void)part;
  int n = pawl_rows_point(x, row);
  pawl_row_square(x, x->a.R.x, x->b.R.y, row + n);
}

/* Two pins, crossed. */
static void draw(const void *part, pawl_pen *pen)
{
  const pawl_joint *j = part;
  pawl_frame first = pawl_frame_along(&j->a, pawl_v(1, 0, 0)),
             second = pawl_frame_along(&j->b, pawl_v(0, 1, 0));
  pawl_pen_ground(pen, &j->a);
  pawl_pen_ground(pen, &j->b);
  pawl_pen_box(pen, &first, 3 * pen->size, 0.8 * pen->size, 0.8 * pen->size);
  pawl_pen_box(pen, &second, 3 * pen->size, 0.8 * pen->size, 0.8 * pen->size);
  pawl_pen_reaction(pen, &j->b);
}

const pawl_kind pawl_joint_universal = {
    .name = "universal",
    .family = PAWL_JOINT_KIND,
    .doc = "A universal joint (Cardan): two shafts along z whose axes meet, held by a cross that turns about "
           "x of the first "
           "frame and y of the second.",
    .equations = "in the tree:  q1 about x_a, q2 about y_b, S = (x_a, 0), (y_b, 0);   w = q1' x_a + q2' y_b\n"
                 "cut:          φ = d (3 rows), φ = x_a·y_b\n",
    .example = "spatial { gravity = {0, 0, -9.81} }\n"
               "local arm = body \"arm\" { mass = 1, inertia = {0.02, 0.02, 1e-3}, com = {0, 0, -0.25} }\n"
               "universal \"cross\" { ground, arm, angle1 = 20*deg, angle2 = 10*deg, speed2 = 2 }\n"
               "marker \"tip\" { arm:at{0, 0, -0.5} }\n"
               "simulate { duration = 0.5 }\n",
    .size = sizeof(pawl_joint),
    .fields = fields,
    .channels = channels,
    .check = check,
    .worlds = PAWL_SPATIAL,
    .joint = &(const pawl_joint_table){.mobility = PAWL_MOVES, .freedoms = &freedoms},
    .constraint = &(const pawl_constraint_table){.row_count = {0, 0, 4}, .rows = rows},
    .draw = draw};
