/* Product of two signals.   v = u w,  v' = u' w + u w',  v'' = u'' w + 2 u' w' + u w'' */
#include "parts/signal_channels.h"

typedef struct {
  pawl_signal a, b;
  const char *unit;
} product;

static const pawl_field fields[] = {
    {"1", "", PAWL_SIGNAL, offsetof(product, a), PAWL_REQUIRED, -INFINITY, INFINITY, "one signal or channel"},
    {"2", "", PAWL_SIGNAL, offsetof(product, b), PAWL_REQUIRED, -INFINITY, INFINITY, "the other"},
    PAWL_UNIT_FIELD(product),
    {0}};

static void value(const void *part, const pawl_signal_at *x, pawl_jet *out, double *state_rate)
{
  (void)part, (void)state_rate;
  pawl_jet a = x->in[0], b = x->in[1];
  *out = (pawl_jet){a.v * b.v, a.d * b.v + a.v * b.d, a.dd * b.v + 2 * a.d * b.d + a.v * b.dd};
}

const pawl_kind pawl_signal_product = {
    .name = "product",
    .family = PAWL_SIGNAL_KIND,
    .doc = "One signal or channel times another.",
    .equations = "v = u w,   v' = u' w + u w',   v'' = u'' w + 2 u' w' + u w''\n",
    .example = "planar {}\n"
               "local wheel = cylinder \"wheel\" { mass = 2, radius = 0.1 }\n"
               "revolute \"axle\" { ground, wheel }\n"
               "product \"windup\" { function(t) return 1 - t end, function(t) return math.sin(12*t) end }\n"
               "motor \"drive\" { \"axle\", torque = \"windup\" }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(product),
    .fields = fields,
    .channels = pawl_signal_channels,
    .signal = &(const pawl_signal_table){.value = value}};
