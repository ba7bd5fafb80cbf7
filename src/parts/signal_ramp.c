/* Ramp: straight from one value to another.   v = v0 + (v1 - v0) (t - t0)/T      theory.md, 5.9 */
#include "parts/signal_channels.h"

typedef struct {
  double from, to, start, duration;
  const char *unit;
} ramp;

static const pawl_field fields[] = {
    {"from", "", PAWL_REAL, offsetof(ramp, from), 0, -INFINITY, INFINITY, "value before"},
    {"to", "", PAWL_REAL, offsetof(ramp, to), PAWL_REQUIRED, -INFINITY, INFINITY, "value after"},
    {"start", "s", PAWL_REAL, offsetof(ramp, start), 0, -INFINITY, INFINITY, "when it begins to change"},
    {"duration", "s", PAWL_REAL, offsetof(ramp, duration), PAWL_REQUIRED, 0, INFINITY,
     "how long it changes; 0 is a jump"},
    PAWL_UNIT_FIELD(ramp),
    {0}};

static pawl_change change_of(const void *part)
{
  const ramp *p = part;
  return (pawl_change){p->from, p->to, p->start, p->duration, 1};
}

static void value(const void *part, const pawl_signal_at *x, pawl_jet *out, double *state_rate)
{
  (void)state_rate;
  pawl_change c = change_of(part);
  *out = pawl_change_at(&c, x->t, x->since);
}

static double next_break(const void *part, double t)
{
  pawl_change c = change_of(part);
  return pawl_change_next(&c, t);
}

static double pace(const void *part, double since, double a, double b, const double *in)
{
  (void)a, (void)b, (void)in;
  pawl_change c = change_of(part);
  return pawl_change_pace(&c, since);
}

const pawl_kind pawl_signal_ramp = {
    .name = "ramp",
    .family = PAWL_SIGNAL_KIND,
    .doc = "Goes straight from one value to another.",
    .equations = "v = from + (to - from) (t - start)/duration,   from before, to after\n",
    .example = "planar {}\n"
               "local wheel = cylinder \"wheel\" { mass = 2, radius = 0.1 }\n"
               "revolute \"axle\" { ground, wheel }\n"
               "ramp \"push\" { to = 0.5, start = 0.2, duration = 0.5 }\n"
               "motor \"drive\" { \"axle\", torque = \"push\" }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(ramp),
    .fields = fields,
    .channels = pawl_signal_channels,
    .signal = &(const pawl_signal_table){.value = value, .next_break = next_break, .pace = pace}};
