/* Gain.   v = k u + v0 */
#include "parts/signal_channels.h"

typedef struct {
  pawl_signal in;
  double gain, offset;
  const char *unit;
} gain;

static const pawl_field fields[] = {
    {"1", "", PAWL_SIGNAL, offsetof(gain, in), PAWL_REQUIRED, -INFINITY, INFINITY,
     "the signal or channel it follows"},
    {"gain", "", PAWL_REAL, offsetof(gain, gain), PAWL_REQUIRED, -INFINITY, INFINITY,
     "what it is multiplied by"},
    {"offset", "", PAWL_REAL, offsetof(gain, offset), 0, -INFINITY, INFINITY, "what is added"},
    PAWL_UNIT_FIELD(gain),
    {0}};

static void value(const void *part, const pawl_signal_at *x, pawl_jet *out, double *state_rate)
{
  (void)state_rate;
  const gain *p = part;
  pawl_jet u = x->in[0];
  *out = (pawl_jet){p->gain * u.v + p->offset, p->gain * u.d, p->gain * u.dd};
}

static double pace(const void *part, double since, double a, double b, const double *in)
{
  (void)since, (void)a, (void)b;
  return fabs(((const gain *)part)->gain) * in[0];
}

const pawl_kind pawl_signal_gain = {.name = "gain",
                                    .family = PAWL_SIGNAL_KIND,
                                    .doc = "Another signal or channel times a number.",
                                    .equations = "v = gain u + offset\n",
                                    .example =
                                        "planar {}\n"
                                        "local wheel = cylinder \"wheel\" { mass = 2, radius = 0.1 }\n"
                                        "revolute \"axle\" { ground, wheel }\n"
                                        "gain \"friction\" { \"axle.speed\", gain = -0.05, offset = 0.3 }\n"
                                        "motor \"drive\" { \"axle\", torque = \"friction\" }\n"
                                        "simulate { duration = 1 }\n",
                                    .size = sizeof(gain),
                                    .fields = fields,
                                    .channels = pawl_signal_channels,
                                    .signal = &(const pawl_signal_table){.value = value, .pace = pace}};
