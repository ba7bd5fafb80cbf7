/* Step: from one value to another, smoothly over a duration, or by a jump.      theory.md, 5.9
 *   v = v0 + (v1 - v0) p(s),  s = (t - t0)/T;   p = s²(3 - 2s), the cubic of other programs' STEP, whose second
 *   derivative jumps at both ends; or p = s³(10 - 15s + 6s²), which has none of that and suits prescribed positions */
#include "parts/signal_channels.h"

typedef struct {
  double from, to, start, duration;
  int order;
  const char *unit;
} step;

static const pawl_field fields[] = {
    {"from", "", PAWL_REAL, offsetof(step, from), 0, -INFINITY, INFINITY, "value before"},
    {"to", "", PAWL_REAL, offsetof(step, to), PAWL_REQUIRED, -INFINITY, INFINITY, "value after"},
    {"start", "s", PAWL_REAL, offsetof(step, start), 0, -INFINITY, INFINITY, "when it begins to change"},
    {"duration", "s", PAWL_REAL, offsetof(step, duration), 0, 0, INFINITY,
     "how long it changes; 0 is a jump"},
    {"order", "", PAWL_COUNT, offsetof(step, order), 3, 3, 5,
     "degree of the polynomial: 3, or 5 with a continuous second derivative"},
    PAWL_UNIT_FIELD(step),
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  return ((const step *)part)->order == 4 ? "'order' must be 3 or 5" : NULL;
}

static pawl_change change_of(const void *part)
{
  const step *p = part;
  return (pawl_change){p->from, p->to, p->start, p->duration, p->order};
}

static void value(const void *part, const pawl_signal_at *x, pawl_jet *out, double *state_rate)
{
  (void)state_rate;
  pawl_change c = change_of(part);
  *out = pawl_change_at(&c, x->t, x->since);
}

static double next_break(const void *part, double t)
{
  pawl_change c = change_of(part);
  return pawl_change_next(&c, t);
}

static double pace(const void *part, double since, double a, double b, const double *in)
{
  (void)a, (void)b, (void)in;
  pawl_change c = change_of(part);
  return pawl_change_pace(&c, since);
}

const pawl_kind pawl_signal_step = {
    .name = "step",
    .family = PAWL_SIGNAL_KIND,
    .doc = "Goes from one value to another: smoothly over a duration, or by a jump.",
    .equations = "v = from + (to - from) p(s),   s = (t - start)/duration\n"
                 "order 3: p = s² (3 - 2 s);   order 5: p = s³ (10 - 15 s + 6 s²)\n",
    .example = "planar {}\n"
               "local wheel = cylinder \"wheel\" { mass = 2, radius = 0.1 }\n"
               "revolute \"axle\" { ground, wheel }\n"
               "step \"turn\" { to = 90*deg, start = 0.2, duration = 0.5, order = 5 }\n"
               "motor \"drive\" { \"axle\", angle = \"turn\" }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(step),
    .fields = fields,
    .channels = pawl_signal_channels,
    .check = check,
    .signal = &(const pawl_signal_table){.value = value, .next_break = next_break, .pace = pace}};
