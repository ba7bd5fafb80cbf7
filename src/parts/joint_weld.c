/* Weld: the second frame stays on the first. Cut in a loop: 3 | 6 rows.      theory.md, 4.1 */
#include "parts/joint.h"
#include "parts/look.h"
#include "parts/part.h"
#include "parts/rows.h"

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(pawl_joint, a), PAWL_REQUIRED, 0, 0, "the frame it is fixed to"},
    {"2", "", PAWL_FRAME, offsetof(pawl_joint, b), PAWL_REQUIRED, 0, 0, "the frame that is fixed"},
    {0}};

static const pawl_channel_def channels[] = {PAWL_REACTION_CHANNELS, {0}};

static void rows(const void *part, const pawl_pair *x, pawl_row *row)
{
  (void)part;
  int n = pawl_rows_point(x, row);
  pawl_rows_parallel(x, row + n);
}

static void draw(const void *part, pawl_pen *pen)
{
  const pawl_joint *j = part;
  pawl_pen_ground(pen, &j->a);
  pawl_pen_ground(pen, &j->b);
  pawl_pen_box(pen, &j->b, 1.2 * pen->size, 1.2 * pen->size, 1.2 * pen->size);
  pawl_pen_reaction(pen, &j->b);
}

const pawl_kind pawl_joint_weld = {
    .name = "weld",
    .family = PAWL_JOINT_KIND,
    .doc = "Fixes two frames to each other: same place, same axes.",
    .equations = "in the tree:  no coordinate\n"
                 "cut:          φ = d (2 rows | 3 in space)\n"
                 "              φ = angle_b - angle_a (in space: like axes stay parallel, 3 rows)\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local arm = body \"arm\" { mass = 1, inertia = 0.02, com = {0.2, 0} }\n"
               "local paddle = box \"paddle\" { mass = 0.5, width = 0.2, height = 0.05 }\n"
               "revolute \"hinge\" { ground, arm, angle = -20*deg }\n"
               "weld \"bolt\" { arm:at{0.4, 0, angle = 90*deg}, paddle }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(pawl_joint),
    .fields = fields,
    .channels = channels,
    .joint = &(const pawl_joint_table){.mobility = PAWL_WELDED},
    .constraint = &(const pawl_constraint_table){.row_count = {0, 3, 6}, .rows = rows},
    .draw = draw};
