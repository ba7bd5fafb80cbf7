/* Constant signal.   v = value */
#include "parts/signal_channels.h"

typedef struct {
  double value;
  const char *unit;
} constant;

const pawl_channel_def pawl_signal_channels[] = {
    {"value", "", PAWL_SEEN(value), PAWL_AT_VELOCITY, "what the signal says"}, {0}};

static const pawl_field fields[] = {
    {"1", "", PAWL_REAL, offsetof(constant, value), PAWL_REQUIRED, -INFINITY, INFINITY, "the value"},
    PAWL_UNIT_FIELD(constant),
    {0}};

static void value(const void *part, const pawl_signal_at *x, pawl_jet *out, double *state_rate)
{
  (void)x, (void)state_rate;
  *out = (pawl_jet){((const constant *)part)->value, 0, 0};
}

static double pace(const void *part, double since, double a, double b, const double *in)
{
  (void)part, (void)since, (void)a, (void)b, (void)in;
  return 0;
}

const pawl_kind pawl_signal_constant = {
    .name = "constant",
    .family = PAWL_SIGNAL_KIND,
    .doc = "A number with a name that other signals and parts can follow.",
    .equations = "v = value\n",
    .example = "planar {}\n"
               "local wheel = cylinder \"wheel\" { mass = 2, radius = 0.1 }\n"
               "revolute \"axle\" { ground, wheel }\n"
               "constant \"pull\" { 0.5, unit = \"N m\" }\n"
               "motor \"drive\" { \"axle\", torque = \"pull\" }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(constant),
    .fields = fields,
    .channels = pawl_signal_channels,
    .signal = &(const pawl_signal_table){.value = value, .pace = pace}};
