/* What forces and drives along a joint look like: a sign of their own round a hinge or along a guide, and the effort's arrow. */
#ifndef PAWL_PARTS_FORCE_PEN_H
#define PAWL_PARTS_FORCE_PEN_H

#include "parts/look.h"

static inline void pawl_pen_joint_effort(pawl_pen *pen, const pawl_pen_joint *j, const char *channel)
{
  bool turning = j->mobility != PAWL_SLIDES;
  pawl_pen_effort(pen, turning ? &j->a : &j->b, j->axis, turning, channel);
}

/* A spiral, or a coil from the first frame to the second. */
static inline void pawl_pen_joint_spring(pawl_pen *pen, const pawl_pen_joint *j)
{
  pawl_frame across = pawl_frame_across(&j->a, j->axis);
  if (j->mobility == PAWL_SLIDES)
    pawl_pen_coil(pen, &j->a, &j->b);
  else
    pawl_pen_spiral(pen, &across, 2.5 * pen->size);
}

/* A ring, or a cylinder from the first frame to the second. */
static inline void pawl_pen_joint_damper(pawl_pen *pen, const pawl_pen_joint *j)
{
  pawl_frame across = pawl_frame_across(&j->a, j->axis);
  if (j->mobility == PAWL_SLIDES)
    pawl_pen_damper(pen, &j->a, &j->b);
  else
    pawl_pen_circle(pen, &across, 2 * pen->size, false);
}

/* A drive: a circle round the second frame. */
static inline void pawl_draw_drive(const void *part, pawl_pen *pen)
{
  (void)part;
  const pawl_pen_joint *j = pen->joint;
  bool flat = j->mobility == PAWL_SLIDES && pen->worlds == PAWL_PLANAR;
  pawl_frame across = pawl_frame_across(&j->b, flat ? pawl_v(0, 0, 1) : j->axis);
  pawl_pen_circle(pen, &across, 1.6 * pen->size, false);
  pawl_pen_joint_effort(pen, j, "effort");
}

#endif
