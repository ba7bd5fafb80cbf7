/* The line of two frames, for forces along it.      l = |d|,  n = d/l,  l' = n·(v_b - v_a)      theory.md, 5.1
 * At zero length the line has no direction; that of the relative velocity is the limit of the line's. */
#ifndef PAWL_PARTS_FORCE_LINE_H
#define PAWL_PARTS_FORCE_LINE_H

#include "parts/part.h"

typedef struct {
  pawl_vec n;
  double length, rate;
} pawl_line;

static inline pawl_line pawl_line_between(const pawl_pair *x)
{
  pawl_vec d = pawl_sub(x->b.r, x->a.r), u = pawl_sub(x->b.v, x->a.v);
  double l = pawl_norm(d), speed = pawl_norm(u);
  pawl_vec n = l > 0 ? pawl_times(1 / l, d) : speed > 0 ? pawl_times(1 / speed, u) : pawl_v(0, 0, 0);
  return (pawl_line){n, l, pawl_dot(n, u)};
}

/* The effort pushes the ends apart when it is positive. */
static inline void pawl_line_load(const pawl_line *line, double effort, pawl_load *out)
{
  out->length = line->length;
  out->rate = line->rate;
  out->effort = effort;
  out->f = pawl_times(effort, line->n);
}

/* Channels that all forces along a line share. */
#define PAWL_LINE_CHANNELS                                                                                   \
  {"length", "m", PAWL_SEEN(length), PAWL_AT_POSITION, "distance of the ends"},                              \
      {"rate", "m/s", PAWL_SEEN(rate), PAWL_AT_VELOCITY, "its rate"},                                        \
  {                                                                                                          \
    "force", "N", PAWL_SEEN(effort), PAWL_AT_FORCE, "force along the line; positive pushes the ends apart"   \
  }

#endif
