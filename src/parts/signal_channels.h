/* What all signals share: the channel, a unit for people, and how to get from one value to another.
 *   v = v0 + (v1 - v0) p(s),  s = (t - t0)/T;   p: s,  s²(3 - 2s),  s³(10 - 15s + 6s²)      theory.md, 5.9
 * On which side of a jump or kink t lies is decided by `since`, the beginning of the piece of motion: the run ends a
 * piece exactly at what next_break says, so both must compute these times by the same expression. */
#ifndef PAWL_PARTS_SIGNAL_CHANNELS_H
#define PAWL_PARTS_SIGNAL_CHANNELS_H

#include "parts/part.h"

#define PAWL_UNIT_FIELD(type)                                                                                \
  {                                                                                                          \
    "unit", "", PAWL_TEXT, offsetof(type, unit), PAWL_UNSET, 0, 0, "unit of the value, for people"           \
  }

/* `value`. In signal_constant.c. */
extern const pawl_channel_def pawl_signal_channels[];

/* The polynomial of degree 1, 3 or 5 with its derivatives by s, 0 … 1 over 0 … 1. */
static inline pawl_jet pawl_rise(int degree, double s)
{
  if (degree == 1)
    return (pawl_jet){s, 1, 0};
  if (degree == 3)
    return (pawl_jet){s * s * (3 - 2 * s), 6 * s * (1 - s), 6 - 12 * s};
  double r = s * (1 - s);
  return (pawl_jet){s * s * s * (10 + s * (6 * s - 15)), 30 * r * r, 60 * r * (1 - 2 * s)};
}

/* From one value to another between two times; a jump when there is nothing between them. */
typedef struct {
  double from, to, start, duration;
  int degree;
} pawl_change;

static inline pawl_jet pawl_change_at(const pawl_change *c, double t, double since)
{
  if (since < c->start)
    return (pawl_jet){c->from, 0, 0};
  if (since >= c->start + c->duration)
    return (pawl_jet){c->to, 0, 0};
  double height = c->to - c->from, T = c->duration;
  pawl_jet p = pawl_rise(c->degree, (t - c->start) / T);
  return (pawl_jet){c->from + height * p.v, height * p.d / T, height * p.dd / T / T};
}

/* A bound of |v'|: p' is 1, 3/2, 15/8 at most. */
static inline double pawl_change_pace(const pawl_change *c, double since)
{
  if (since < c->start || since >= c->start + c->duration)
    return 0;
  return fabs(c->to - c->from) / c->duration * (c->degree == 1 ? 1 : c->degree == 3 ? 1.5 : 1.875);
}

static inline double pawl_change_next(const pawl_change *c, double t)
{
  return t < c->start ? c->start : t < c->start + c->duration ? c->start + c->duration : INFINITY;
}

#endif
