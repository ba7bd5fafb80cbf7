/* First-order lag.   T y' = k u - y      theory.md, 5.9
 *   y'' = (k u' - y')/T: a lag makes a signal one derivative smoother */
#include "parts/signal_channels.h"

typedef struct {
  pawl_signal in;
  double time, gain, start;
  const char *unit;
} lag;

static const pawl_field fields[] = {
    {"1", "", PAWL_SIGNAL, offsetof(lag, in), PAWL_REQUIRED, -INFINITY, INFINITY,
     "the signal or channel it follows"},
    {"time", "s", PAWL_REAL, offsetof(lag, time), PAWL_REQUIRED, 0, INFINITY, "time constant"},
    {"gain", "", PAWL_REAL, offsetof(lag, gain), 1, -INFINITY, INFINITY, "what the input is multiplied by"},
    {"start", "", PAWL_REAL, offsetof(lag, start), PAWL_UNSET, -INFINITY, INFINITY,
     "value at the start; in rest unless given"},
    PAWL_UNIT_FIELD(lag),
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  return ((const lag *)part)->time > 0 ? NULL : "'time' must be more than 0";
}

static void start(const void *part, const pawl_signal_at *at, double *state)
{
  const lag *p = part;
  state[0] = isnan(p->start) ? p->gain * at->in[0].v : p->start;
}

static void value(const void *part, const pawl_signal_at *x, pawl_jet *out, double *state_rate)
{
  const lag *p = part;
  double y = x->state[0], d = (p->gain * x->in[0].v - y) / p->time;
  *out = (pawl_jet){y, d, (p->gain * x->in[0].d - d) / p->time};
  state_rate[0] = d;
}

const pawl_kind pawl_signal_lag = {.name = "lag",
                                   .family = PAWL_SIGNAL_KIND,
                                   .doc = "Follows another signal or channel with a delay of first order.",
                                   .equations = "time v' = gain u - v\n",
                                   .example = "planar {}\n"
                                              "local wheel = cylinder \"wheel\" { mass = 2, radius = 0.1 }\n"
                                              "revolute \"axle\" { ground, wheel }\n"
                                              "step \"order\" { to = 0.5, start = 0.1 }\n"
                                              "lag \"valve\" { \"order\", time = 0.1 }\n"
                                              "motor \"drive\" { \"axle\", torque = \"valve\" }\n"
                                              "simulate { duration = 1 }\n",
                                   .size = sizeof(lag),
                                   .fields = fields,
                                   .channels = pawl_signal_channels,
                                   .check = check,
                                   .signal = &(const pawl_signal_table){
                                       .value = value,
                                       .state_count = 1,
                                       .start = start,
                                       .value_is_state = true,
                                   }};
