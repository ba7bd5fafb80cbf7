/* Filtered derivative.   y = k (u - x)/T,  x' = (u - x)/T      theory.md, 5.9 */
#include "parts/signal_channels.h"

typedef struct {
  pawl_signal in;
  double time, gain;
  const char *unit;
} derivative;

static const pawl_field fields[] = {{"1", "", PAWL_SIGNAL, offsetof(derivative, in), PAWL_REQUIRED, -INFINITY,
                                     INFINITY, "the signal or channel that is differentiated"},
                                    {"time", "s", PAWL_REAL, offsetof(derivative, time), PAWL_REQUIRED, 0,
                                     INFINITY,
                                     "time constant of its filter: the rate as it was about that long ago"},
                                    {"gain", "", PAWL_REAL, offsetof(derivative, gain), 1, -INFINITY,
                                     INFINITY, "what the rate is multiplied by"},
                                    PAWL_UNIT_FIELD(derivative),
                                    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  return ((const derivative *)part)->time > 0 ? NULL : "'time' must be more than 0";
}

static void start(const void *part, const pawl_signal_at *at, double *state)
{
  (void)part;
  state[0] = at->in[0].v;
}

static void value(const void *part, const pawl_signal_at *x, pawl_jet *out, double *state_rate)
{
  const derivative *p = part;
  pawl_jet u = x->in[0];
  double d = (u.v - x->state[0]) / p->time, dd = (u.d - d) / p->time;
  *out = (pawl_jet){p->gain * d, p->gain * dd, p->gain * (u.dd - dd) / p->time};
  state_rate[0] = d;
}

const pawl_kind pawl_signal_derivative = {
    .name = "derivative",
    .family = PAWL_SIGNAL_KIND,
    .doc = "The rate of another signal or channel, seen through a filter of first order; 0 at the start.",
    .equations = "v = gain (u - x)/time,   x' = (u - x)/time\n",
    .example = "planar {}\n"
               "local wheel = cylinder \"wheel\" { mass = 2, radius = 0.1 }\n"
               "revolute \"axle\" { ground, wheel }\n"
               "derivative \"rate\" { \"axle.speed\", time = 50*ms }\n"
               "torque \"push\" { wheel, tz = function(t) return 0.1*math.cos(6*t) end }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(derivative),
    .fields = fields,
    .channels = pawl_signal_channels,
    .check = check,
    .signal = &(const pawl_signal_table){.value = value, .state_count = 1, .start = start}};
