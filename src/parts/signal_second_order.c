/* Second-order lag.   y'' = w² (k u - y) - 2 D w y'      theory.md, 5.9 */
#include "parts/signal_channels.h"

typedef struct {
  pawl_signal in;
  double omega, damping, gain, start;
  const char *unit;
} second_order;

static const pawl_field fields[] = {{"1", "", PAWL_SIGNAL, offsetof(second_order, in), PAWL_REQUIRED,
                                     -INFINITY, INFINITY, "the signal or channel it follows"},
                                    {"omega", "rad/s", PAWL_REAL, offsetof(second_order, omega),
                                     PAWL_REQUIRED, 0, INFINITY, "angular frequency without damping"},
                                    {"damping", "", PAWL_REAL, offsetof(second_order, damping), 1, 0,
                                     INFINITY, "damping ratio; 1 is the least that does not swing"},
                                    {"gain", "", PAWL_REAL, offsetof(second_order, gain), 1, -INFINITY,
                                     INFINITY, "what the input is multiplied by"},
                                    {"start", "", PAWL_REAL, offsetof(second_order, start), PAWL_UNSET,
                                     -INFINITY, INFINITY,
                                     "value at the start, at rest; the input's unless given"},
                                    PAWL_UNIT_FIELD(second_order),
                                    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  return ((const second_order *)part)->omega > 0 ? NULL : "'omega' must be more than 0";
}

static void start(const void *part, const pawl_signal_at *at, double *state)
{
  const second_order *p = part;
  state[0] = isnan(p->start) ? p->gain * at->in[0].v : p->start;
  state[1] = 0;
}

static void value(const void *part, const pawl_signal_at *x, pawl_jet *out, double *state_rate)
{
  const second_order *p = part;
  double y = x->state[0], d = x->state[1], w = p->omega;
  *out = (pawl_jet){y, d, w * (w * (p->gain * x->in[0].v - y) - 2 * p->damping * d)};
  state_rate[0] = d;
  state_rate[1] = out->dd;
}

const pawl_kind pawl_signal_second_order = {
    .name = "second_order",
    .family = PAWL_SIGNAL_KIND,
    .doc = "Follows another signal or channel as a damped oscillator does: smooth enough for a prescribed "
           "position, whatever it follows.",
    .equations = "v'' = ω² (gain u - v) - 2 damping ω v'\n",
    .example = "planar {}\n"
               "local wheel = cylinder \"wheel\" { mass = 2, radius = 0.1 }\n"
               "revolute \"axle\" { ground, wheel }\n"
               "step \"order\" { to = 90*deg, start = 0.1 }\n"
               "second_order \"soft\" { \"order\", omega = 20, damping = 0.5 }\n"
               "motor \"drive\" { \"axle\", angle = \"soft\" }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(second_order),
    .fields = fields,
    .channels = pawl_signal_channels,
    .check = check,
    .signal = &(const pawl_signal_table){
        .value = value,
        .state_count = 2,
        .start = start,
        .value_is_state = true,
    }};
