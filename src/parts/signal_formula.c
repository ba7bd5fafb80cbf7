/* A function of the model as a signal with a name.   v = f(t, s) */
#include "parts/signal_channels.h"

typedef struct {
  pawl_signal value;
  const char *unit;
} formula;

static const pawl_field fields[] = {{"1", "", PAWL_SIGNAL, offsetof(formula, value), PAWL_REQUIRED, -INFINITY,
                                     INFINITY, "a function(t, s) of time and channels"},
                                    PAWL_UNIT_FIELD(formula),
                                    {0}};

static void value(const void *part, const pawl_signal_at *x, pawl_jet *out, double *state_rate)
{
  (void)part, (void)state_rate;
  *out = x->in[0];
}

const pawl_kind pawl_signal_formula = {
    .name = "formula",
    .family = PAWL_SIGNAL_KIND,
    .doc = "A function of time and channels, `function(t, s) … end`, as a signal that others can follow.",
    .equations = "v = f(t, channels)\n",
    .example = "planar {}\n"
               "local wheel = cylinder \"wheel\" { mass = 2, radius = 0.1 }\n"
               "revolute \"axle\" { ground, wheel }\n"
               "formula \"control\" { function(t, s) return math.sin(6*t) - 0.5*s[\"axle.speed\"] end }\n"
               "motor \"drive\" { \"axle\", torque = \"control\" }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(formula),
    .fields = fields,
    .channels = pawl_signal_channels,
    .signal = &(const pawl_signal_table){.value = value}};
