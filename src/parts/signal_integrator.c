/* Integrator.   y' = k u      theory.md, 5.9 */
#include "parts/signal_channels.h"

typedef struct {
  pawl_signal in;
  double gain, start;
  const char *unit;
} integrator;

static const pawl_field fields[] = {
    {"1", "", PAWL_SIGNAL, offsetof(integrator, in), PAWL_REQUIRED, -INFINITY, INFINITY,
     "the signal or channel that is integrated"},
    {"gain", "", PAWL_REAL, offsetof(integrator, gain), 1, -INFINITY, INFINITY,
     "what the input is multiplied by"},
    {"start", "", PAWL_REAL, offsetof(integrator, start), 0, -INFINITY, INFINITY, "value at the start"},
    PAWL_UNIT_FIELD(integrator),
    {0}};

static void start(const void *part, const pawl_signal_at *at, double *state)
{
  (void)at;
  state[0] = ((const integrator *)part)->start;
}

static void value(const void *part, const pawl_signal_at *x, pawl_jet *out, double *state_rate)
{
  double k = ((const integrator *)part)->gain;
  state_rate[0] = k * x->in[0].v;
  *out = (pawl_jet){x->state[0], k * x->in[0].v, k * x->in[0].d};
}

const pawl_kind pawl_signal_integrator = {.name = "integrator",
                                          .family = PAWL_SIGNAL_KIND,
                                          .doc = "The integral of another signal or channel over time.",
                                          .equations = "v' = gain u,   v = start at first\n",
                                          .example =
                                              "planar {}\n"
                                              "local wheel = cylinder \"wheel\" { mass = 2, radius = 0.1 }\n"
                                              "revolute \"axle\" { ground, wheel }\n"
                                              "integrator \"turned\" { \"axle.speed\", start = 1 }\n"
                                              "torque \"push\" { wheel, tz = 0.05 }\n"
                                              "simulate { duration = 1 }\n",
                                          .size = sizeof(integrator),
                                          .fields = fields,
                                          .channels = pawl_signal_channels,
                                          .signal = &(const pawl_signal_table){
                                              .value = value,
                                              .state_count = 1,
                                              .start = start,
                                              .value_is_state = true,
                                          }};
