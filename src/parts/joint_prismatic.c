/* Prismatic joint: the second frame slides along an axis of the first and does not turn against it.
 * Cut in a loop: no offset square to the axis (1 | 2 rows), axes parallel (1 | 3 rows).       theory.md, 4.1 */
#include "parts/joint_channels.h"
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
  pawl_joint *j = part;
  if (isnan(j->axis.x))
    j->axis = pawl_v(1, 0, 0);
  return pawl_make_unit(&j->axis) ? NULL : "'axis' must not be zero";
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

const pawl_kind pawl_joint_prismatic = {.name = "prismatic",
                                        .family = PAWL_JOINT_KIND,
                                        .doc = "A straight guide: one position along an axis, no turning.",
                                        .example =
                                            "prismatic \"guide\" { ground:at{0, 0, angle = 90*deg}, piston }",
                                        .size = sizeof(pawl_joint),
                                        .fields = fields,
                                        .channels = channels,
                                        .check = check,
                                        .mobility = PAWL_SLIDES,
                                        .row_count = {0, 2, 5},
                                        .rows = rows};
