/* Sine.   v = v0 + A sin(w (t - t0) + phase)  from t0 on, v0 before      theory.md, 5.9 */
#include "base/trig.h"
#include "parts/signal_channels.h"

typedef struct {
  double amplitude, frequency, omega, phase, offset, start;
  const char *unit;
} sine;

static const pawl_field fields[] = {
    {"amplitude", "", PAWL_REAL, offsetof(sine, amplitude), PAWL_REQUIRED, -INFINITY, INFINITY,
     "how far it goes from its middle"},
    {"frequency", "Hz", PAWL_REAL, offsetof(sine, frequency), PAWL_UNSET, 0, INFINITY, "periods per second"},
    {"omega", "rad/s", PAWL_REAL, offsetof(sine, omega), PAWL_UNSET, -INFINITY, INFINITY,
     "the same as an angle per second, in place of 'frequency'"},
    {"phase", "rad", PAWL_REAL, offsetof(sine, phase), 0, -INFINITY, INFINITY, "its angle at the start"},
    {"offset", "", PAWL_REAL, offsetof(sine, offset), 0, -INFINITY, INFINITY,
     "its middle, and its value before the start"},
    {"start", "s", PAWL_REAL, offsetof(sine, start), 0, -INFINITY, INFINITY, "when it begins"},
    PAWL_UNIT_FIELD(sine),
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  const sine *p = part;
  return isnan(p->frequency) != isnan(p->omega) ? NULL : "needs either 'frequency' or 'omega'";
}

static void value(const void *part, const pawl_signal_at *x, pawl_jet *out, double *state_rate)
{
  (void)state_rate;
  const sine *p = part;
  double w = isnan(p->omega) ? 2 * 3.14159265358979323846 * p->frequency : p->omega, s, c;
  *out = (pawl_jet){p->offset, 0, 0};
  if (x->since < p->start)
    return;
  pawl_sincos(w * (x->t - p->start) + p->phase, &s, &c);
  *out = (pawl_jet){p->offset + p->amplitude * s, p->amplitude * w * c, -p->amplitude * w * w * s};
}

static double pace(const void *part, double since, double a, double b, const double *in)
{
  (void)a, (void)b, (void)in;
  const sine *p = part;
  double w = isnan(p->omega) ? 2 * 3.14159265358979323846 * p->frequency : p->omega;
  return since < p->start ? 0 : fabs(p->amplitude * w);
}

static double next_break(const void *part, double t)
{
  double start = ((const sine *)part)->start;
  return t < start ? start : INFINITY;
}

const pawl_kind pawl_signal_sine = {
    .name = "sine",
    .family = PAWL_SIGNAL_KIND,
    .doc = "A sine wave that begins at a given time.",
    .equations =
        "v = offset + amplitude sin(ω (t - start) + phase),   ω = 2 π frequency;   offset before start\n",
    .example = "planar {}\n"
               "local wheel = cylinder \"wheel\" { mass = 2, radius = 0.1 }\n"
               "revolute \"axle\" { ground, wheel }\n"
               "sine \"shake\" { amplitude = 0.3, frequency = 3, start = 0.2 }\n"
               "motor \"drive\" { \"axle\", torque = \"shake\" }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(sine),
    .fields = fields,
    .channels = pawl_signal_channels,
    .check = check,
    .signal = &(const pawl_signal_table){.value = value, .next_break = next_break, .pace = pace}};
