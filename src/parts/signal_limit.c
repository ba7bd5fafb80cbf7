/* Limits.   v = min(max(u, least), most);  at a limit the value stands still. */
#include "parts/signal_channels.h"

typedef struct {
  pawl_signal in;
  double min, max;
  const char *unit;
} limit;

static const pawl_field fields[] = {{"1", "", PAWL_SIGNAL, offsetof(limit, in), PAWL_REQUIRED, -INFINITY,
                                     INFINITY, "the signal or channel it follows"},
                                    {"min", "", PAWL_REAL, offsetof(limit, min), PAWL_UNSET, -INFINITY,
                                     INFINITY, "it never falls below; no limit unless given"},
                                    {"max", "", PAWL_REAL, offsetof(limit, max), PAWL_UNSET, -INFINITY,
                                     INFINITY, "it never rises above; no limit unless given"},
                                    PAWL_UNIT_FIELD(limit),
                                    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  const limit *p = part;
  return p->min > p->max ? "'min' must not be more than 'max'" : NULL;
}

static void value(const void *part, const pawl_signal_at *x, pawl_jet *out, double *state_rate)
{
  (void)state_rate;
  const limit *p = part;
  *out = x->in[0];
  if (out->v < p->min) /* false when there is no such limit */
    *out = (pawl_jet){p->min, 0, 0};
  else if (out->v > p->max)
    *out = (pawl_jet){p->max, 0, 0};
}

const pawl_kind pawl_signal_limit = {.name = "limit",
                                     .family = PAWL_SIGNAL_KIND,
                                     .doc = "Another signal or channel, kept between two numbers.",
                                     .equations = "v = min(max(u, min), max)\n",
                                     .example =
                                         "planar {}\n"
                                         "local wheel = cylinder \"wheel\" { mass = 2, radius = 0.1 }\n"
                                         "revolute \"axle\" { ground, wheel }\n"
                                         "sine \"wish\" { amplitude = 1, frequency = 2 }\n"
                                         "limit \"safe\" { \"wish\", min = -0.5, max = 0.7 }\n"
                                         "motor \"drive\" { \"axle\", torque = \"safe\" }\n"
                                         "simulate { duration = 1 }\n",
                                     .size = sizeof(limit),
                                     .fields = fields,
                                     .channels = pawl_signal_channels,
                                     .check = check,
                                     .signal = &(const pawl_signal_table){.value = value}};
