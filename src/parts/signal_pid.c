/* PID controller.      theory.md, 5.9
 *   e = target - input,   y = k (e + I + D),   I' = e/Ti,   D = Nd (e - x),   x' = Nd (e - x)/Td
 * which is k (1 + 1/(Ti s) + Td s/(1 + s Td/Nd)). With limits, I is drawn back by what they cut off,
 *   I' = (e + (y - y_free)/(0.9 k))/Ti,   so that it does not run away while the output stands at one. */
#include "parts/signal_channels.h"

typedef struct {
  pawl_signal input, target;
  double gain, integral_time, derivative_time, filter, min, max, integral, error;
  const char *unit;
} pid;

static const pawl_field fields[] = {
    {"input", "", PAWL_SIGNAL, offsetof(pid, input), PAWL_REQUIRED, -INFINITY, INFINITY,
     "what is measured: a channel or signal"},
    {"target", "", PAWL_SIGNAL, offsetof(pid, target), 0, -INFINITY, INFINITY, "what it shall become"},
    {"gain", "", PAWL_REAL, offsetof(pid, gain), PAWL_REQUIRED, -INFINITY, INFINITY,
     "output per error; negative where more output makes the input smaller"},
    {"integral_time", "s", PAWL_REAL, offsetof(pid, integral_time), PAWL_UNSET, 0, INFINITY,
     "time in which the integral does as much as the gain; no integral unless given"},
    {"derivative_time", "s", PAWL_REAL, offsetof(pid, derivative_time), 0, 0, INFINITY,
     "how far ahead the derivative looks; 0: no derivative"},
    {"filter", "", PAWL_REAL, offsetof(pid, filter), 10, 0, INFINITY,
     "the derivative is filtered with the time derivative_time/filter"},
    {"min", "", PAWL_REAL, offsetof(pid, min), PAWL_UNSET, -INFINITY, INFINITY,
     "least output; no limit unless given"},
    {"max", "", PAWL_REAL, offsetof(pid, max), PAWL_UNSET, -INFINITY, INFINITY,
     "largest output; no limit unless given"},
    {"integral", "", PAWL_REAL, offsetof(pid, integral), 0, -INFINITY, INFINITY,
     "the integral I at the start, in units of the error"},
    {"error", "", PAWL_REAL, offsetof(pid, error), PAWL_UNSET, -INFINITY, INFINITY,
     "the error that the derivative's filter starts from; the one at the start, in rest, unless given"},
    PAWL_UNIT_FIELD(pid),
    {0}};

static const pawl_channel_def channels[] = {
    {"value", "", PAWL_SEEN(value), PAWL_AT_VELOCITY, "its output"},
    {"integral", "", PAWL_SEEN(state[0]), PAWL_AT_POSITION, "the integral I"},
    {"filtered", "", PAWL_SEEN(state[1]), PAWL_AT_POSITION, "the error behind the derivative's filter"},
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  const pid *p = part;
  if (p->gain == 0)
    return "'gain' must not be 0";
  if (p->integral_time <= 0)
    return "'integral_time' must be more than 0; leave it out where there is no integral";
  if (!(p->filter > 0))
    return "'filter' must be more than 0";
  return p->min > p->max ? "'min' must not be more than 'max'" : NULL;
}

static void start(const void *part, const pawl_signal_at *at, double *state)
{
  const pid *p = part;
  state[0] = p->integral;
  state[1] = isnan(p->error) ? at->in[1].v - at->in[0].v : p->error;
}

/* Between the limits, of which either may be missing. */
static double limited(const pid *p, double y)
{
  return y < p->min ? p->min : y > p->max ? p->max : y;
}

static void value(const void *part, const pawl_signal_at *x, pawl_jet *out, double *state_rate)
{
  const pid *p = part;
  pawl_jet u = x->in[0], w = x->in[1], e = {w.v - u.v, w.d - u.d, w.dd - u.dd}, D = {0, 0, 0};
  bool integral = !isnan(p->integral_time);
  state_rate[1] = 0;
  if (p->derivative_time > 0) {
    double n = p->filter, T = p->derivative_time / n, d = (e.v - x->state[1]) / T, dd = (e.d - d) / T;
    D = (pawl_jet){n * (e.v - x->state[1]), n * (e.d - d), n * (e.dd - dd)};
    state_rate[1] = d;
  }
  double free = p->gain * (e.v + x->state[0] + D.v), y = limited(p, free);
  double excess = (y - free) / (0.9 * p->gain);
  state_rate[0] = integral ? (e.v + excess) / p->integral_time : 0;
  *out = (pawl_jet){y, 0, 0};
  if (y == free) {
    out->d = p->gain * (e.d + state_rate[0] + D.d);
    out->dd = p->gain * (e.dd + (integral ? e.d / p->integral_time : 0) + D.dd);
  }
}

const pawl_kind pawl_signal_pid = {
    .name = "pid",
    .family = PAWL_SIGNAL_KIND,
    .doc = "A controller: its output follows the error target - input, the error's integral and its rate.",
    .equations =
        "e = target - input,   v = gain (e + I + D);   I' = e/T_i,   D = N (e - x), x' = N (e - x)/T_d\n"
        "at a limit I is drawn back:   I' = (e + (v - v_free)/(0.9 gain))/T_i\n",
    .example = "planar {}\n"
               "local wheel = cylinder \"wheel\" { mass = 2, radius = 0.1 }\n"
               "revolute \"axle\" { ground, wheel }\n"
               "pid \"control\" { input = \"axle.angle\", target = 1, gain = 2, integral_time = 2, "
               "derivative_time = 0.1 }\n"
               "motor \"drive\" { \"axle\", torque = \"control\" }\n"
               "simulate { duration = 2 }\n",
    .size = sizeof(pid),
    .fields = fields,
    .channels = channels,
    .check = check,
    .signal = &(const pawl_signal_table){.value = value, .state_count = 2, .start = start}};
