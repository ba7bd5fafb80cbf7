/* Pulses: up for a share of every period; the edges are jumps, or straight over the time `rise`.      theory.md, 5.9
 * Period k has four corners:  t_k,  t_k + rise,  t_k + width T,  t_k + width T + rise,   t_k = start + k T
 * so that the area of a pulse is amplitude width T whatever the rise. */
#include "parts/signal_channels.h"

typedef struct {
  double amplitude, period, width, start, offset, rise;
  const char *unit;
} pulse;

static const pawl_field fields[] = {
    {"amplitude", "", PAWL_REAL, offsetof(pulse, amplitude), PAWL_REQUIRED, -INFINITY, INFINITY,
     "height of a pulse"},
    {"period", "s", PAWL_REAL, offsetof(pulse, period), PAWL_REQUIRED, 0, INFINITY, "from pulse to pulse"},
    {"width", "", PAWL_REAL, offsetof(pulse, width), 0.5, 0, 1, "length of a pulse as a share of the period"},
    {"start", "s", PAWL_REAL, offsetof(pulse, start), 0, -INFINITY, INFINITY, "when the first one begins"},
    {"offset", "", PAWL_REAL, offsetof(pulse, offset), 0, -INFINITY, INFINITY, "value between pulses"},
    {"rise", "s", PAWL_REAL, offsetof(pulse, rise), 0, 0, INFINITY, "how long an edge takes, up and down"},
    PAWL_UNIT_FIELD(pulse),
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  const pulse *p = part;
  if (!(p->period > 0))
    return "'period' must be more than 0";
  if (p->rise > p->width * p->period)
    return "'rise' is longer than a pulse: it must not be more than width*period";
  if (p->width * p->period + p->rise > p->period)
    return "'rise' is too long: a pulse has not gone down when the next one begins";
  return NULL;
}

enum { CORNERS = 4 };

/* Corner c of period k; the first of the next period is corner 4. */
static double corner(const pulse *p, double k, int c)
{
  double begin = p->start + (c == CORNERS ? k + 1 : k) * p->period;
  return begin + (c == 2 || c == 3 ? p->width * p->period : 0) + (c == 1 || c == 3 ? p->rise : 0);
}

/* The period that t lies in. The quotient may be rounded to the wrong side of a beginning. */
static double period_of(const pulse *p, double t)
{
  double k = floor((t - p->start) / p->period);
  if (t < corner(p, k, 0))
    return k - 1;
  return t >= corner(p, k, CORNERS) ? k + 1 : k;
}

static void value(const void *part, const pawl_signal_at *x, pawl_jet *out, double *state_rate)
{
  (void)state_rate;
  const pulse *p = part;
  double k = period_of(p, x->since), slope = p->rise > 0 ? p->amplitude / p->rise : 0;
  *out = (pawl_jet){p->offset, 0, 0};
  if (x->since < p->start || x->since >= corner(p, k, 3))
    return;
  if (x->since < corner(p, k, 1))
    *out = (pawl_jet){p->offset + slope * (x->t - corner(p, k, 0)), slope, 0};
  else if (x->since < corner(p, k, 2))
    out->v += p->amplitude;
  else
    *out = (pawl_jet){p->offset + p->amplitude - slope * (x->t - corner(p, k, 2)), -slope, 0};
}

static double next_break(const void *part, double t)
{
  const pulse *p = part;
  if (t < p->start)
    return p->start;
  double k = period_of(p, t);
  for (int c = 1; c <= CORNERS; c++)
    if (corner(p, k, c) > t)
      return corner(p, k, c);
  return nextafter(t, INFINITY); /* the period is shorter than the spacing of numbers at t */
}

static double pace(const void *part, double since, double a, double b, const double *in)
{
  (void)since, (void)a, (void)b, (void)in;
  const pulse *p = part;
  return p->rise > 0 ? fabs(p->amplitude / p->rise) : 0;
}

const pawl_kind pawl_signal_pulse = {
    .name = "pulse",
    .family = PAWL_SIGNAL_KIND,
    .doc = "A train of pulses with sharp or straight edges.",
    .equations =
        "v = offset + amplitude from t_k to t_k + width period, offset else;   t_k = start + k period\n"
        "with a rise both edges are straight and take so long\n",
    .example = "planar {}\n"
               "local wheel = cylinder \"wheel\" { mass = 2, radius = 0.1 }\n"
               "revolute \"axle\" { ground, wheel }\n"
               "pulse \"tap\" { amplitude = 0.5, period = 0.25, width = 0.3, rise = 20*ms }\n"
               "motor \"drive\" { \"axle\", torque = \"tap\" }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(pulse),
    .fields = fields,
    .channels = pawl_signal_channels,
    .check = check,
    .signal = &(const pawl_signal_table){.value = value, .next_break = next_break, .pace = pace}};
