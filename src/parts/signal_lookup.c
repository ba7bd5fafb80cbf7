/* A characteristic as a signal: of time, or of another signal.      theory.md, 5.9
 *   v = y(u),   v' = y' u',   v'' = y'' u'² + y' u''
 * As a function of time its points are kinks at known times; of another signal they are met when they are met. */
#include "base/curve.h"
#include "parts/signal_channels.h"

typedef struct {
  const pawl_curve *curve;
  pawl_signal of;
  bool periodic;
  const char *unit;
} lookup;

static const pawl_field fields[] = {
    {"curve", "", PAWL_CURVE, offsetof(lookup, curve), PAWL_REQUIRED, 0, 0, "the characteristic"},
    {"of", "", PAWL_SIGNAL, offsetof(lookup, of), PAWL_UNSET, -INFINITY, INFINITY,
     "what it is a function of; time unless given"},
    {"periodic", "", PAWL_FLAG, offsetof(lookup, periodic), 0, 0, 1, "it begins anew after its last point"},
    PAWL_UNIT_FIELD(lookup),
    {0}};

static double period(const pawl_curve *c)
{
  return c->piece[c->count].from - c->piece[1].from;
}

/* Where point i = 1 … count of repetition k is; the last one is the first of the next repetition. */
static double point(const lookup *p, double k, int i)
{
  const pawl_curve *c = p->curve;
  if (!p->periodic)
    return c->piece[i].from;
  return i == c->count ? c->piece[1].from + (k + 1) * period(c) : c->piece[i].from + k * period(c);
}

/* The repetition that x lies in. The quotient may be rounded to the wrong side of a beginning. */
static double repetition(const lookup *p, double x)
{
  if (!p->periodic)
    return 0;
  double k = floor((x - p->curve->piece[1].from) / period(p->curve));
  if (x < point(p, k, 1))
    return k - 1;
  return x >= point(p, k + 1, 1) ? k + 1 : k;
}

/* The piece that x lies in, decided by the same sums that next_break makes. */
static int piece_of(const lookup *p, double x, double k)
{
  const pawl_curve *c = p->curve;
  int i = pawl_curve_piece(c, p->periodic ? x - k * period(c) : x);
  while (i < c->count && point(p, k, i + 1) <= x)
    i++;
  while (i > 0 && point(p, k, i) > x)
    i--;
  return i;
}

static void value(const void *part, const pawl_signal_at *x, pawl_jet *out, double *state_rate)
{
  (void)state_rate;
  const lookup *p = part;
  bool of_time = !pawl_signal_given(&p->of);
  pawl_jet u = of_time ? (pawl_jet){x->t, 1, 0} : x->in[0];
  double branch = of_time ? x->since : u.v, k = repetition(p, branch), y[3];
  pawl_curve_at_piece(p->curve, p->periodic ? u.v - k * period(p->curve) : u.v, piece_of(p, branch, k), y);
  *out = (pawl_jet){y[0], y[1] * u.d, y[2] * u.d * u.d + y[1] * u.dd};
}

static double next_break(const void *part, double t)
{
  const lookup *p = part;
  if (pawl_signal_given(&p->of))
    return INFINITY;
  double k = repetition(p, t);
  int piece = piece_of(p, t, k);
  return piece < p->curve->count ? point(p, k, piece + 1) : INFINITY;
}

/* |y'| is largest at an end, or where y'' = 0 between. */
static double pace(const void *part, double since, double a, double b, const double *in)
{
  const lookup *p = part;
  if (pawl_signal_given(&p->of))
    return in[0] == 0 ? 0 : NAN;
  double k = repetition(p, since), y[3], most = 0, shift = p->periodic ? k * period(p->curve) : 0;
  int piece = piece_of(p, since, k);
  const pawl_piece *c = p->curve->piece + piece;
  double x[3] = {a - shift, b - shift, c->c[3] == 0 ? a - shift : c->from - c->c[2] / (3 * c->c[3])};
  for (int i = 0; i < 3; i++) {
    if (!(x[i] >= x[0] && x[i] <= x[1]))
      continue;
    pawl_curve_at_piece(p->curve, x[i], piece, y);
    most = fmax(most, fabs(y[1]));
  }
  return most;
}

static pawl_corners corners(const void *part)
{
  const lookup *p = part;
  return (pawl_corners){
      .curve = pawl_signal_given(&p->of) ? p->curve : NULL, .periodic = p->periodic, .of = &p->of};
}

const pawl_kind pawl_signal_lookup = {
    .name = "lookup",
    .family = PAWL_SIGNAL_KIND,
    .doc = "A characteristic as a signal: a function of time, or of another signal or channel.",
    .equations = "v = y(u),   v' = y' u',   v'' = y'' u'² + y' u'';   u = t unless given\n",
    .example = "planar {}\n"
               "local wheel = cylinder \"wheel\" { mass = 2, radius = 0.1 }\n"
               "revolute \"axle\" { ground, wheel }\n"
               "lookup \"cam\" { curve = characteristic { {0, 0}, {0.3, 0.8}, {0.6, 0.5}, {1, 0}, between = "
               "\"akima\" } }\n"
               "motor \"drive\" { \"axle\", torque = \"cam\" }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(lookup),
    .fields = fields,
    .channels = pawl_signal_channels,
    .signal = &(const pawl_signal_table){
        .value = value,
        .next_break = next_break,
        .pace = pace,
        .corners = corners,
    }};
