/* The profile of a cam from the lift h(θ) of its follower, exactly: the envelope of the follower in the cam's frame. With
 * n = (cos θ, sin θ) the direction of the lift, t = (-sin θ, cos θ):
 *   flat     p = H n + H' t,   H = base + h;   the radius of curvature is H + H'', which must be positive
 *   knife    p = S n + e t,    S = √(base² - e²) + h,   e the offset
 *   roller   p = c - ρ N,      c as of a knife with base + ρ, N its normal outwards;   1 - ρ k must be positive
 * Where the follower stays, it is an arc. */
#include "parts/curve.h"
#include "parts/curve_lift.h"

typedef enum { FLAT, ROLLER, KNIFE } follower;

enum { MOST_STRETCHES = 1000 };

typedef struct {
  pawl_values lift;
  double base, roller, offset;
  int follower;
} cam;

static const pawl_field fields[] = {
    {"1", "", PAWL_VALUES, offsetof(cam, lift), PAWL_REQUIRED, 1, MOST_STRETCHES,
     "rise { … }, dwell { … } and fall { … } in order, over one turn", "lift"},
    {"base", "m", PAWL_REAL, offsetof(cam, base), PAWL_REQUIRED, 0, INFINITY,
     "radius where there is no lift"},
    {"follower", "", PAWL_CHOICE, offsetof(cam, follower), FLAT, 0, 0,
     "what touches it: a face across the lift, a roller, a knife edge", "flat roller knife"},
    {"roller", "m", PAWL_REAL, offsetof(cam, roller), PAWL_UNSET, 0, INFINITY, "radius of the roller"},
    {"offset", "m", PAWL_REAL, offsetof(cam, offset), 0, -INFINITY, INFINITY,
     "how far the line of a roller or knife passes the centre, to the left of the lift"},
    {0}};

static double roller_of(const cam *c)
{
  return c->follower == ROLLER ? c->roller : 0;
}

static const char *check(void *value, unsigned worlds)
{
  (void)worlds;
  const cam *c = value;
  if (!(c->base > 0))
    return "'base' must be more than 0";
  if (c->follower == ROLLER && !(c->roller > 0))
    return "a roller needs its radius, 'roller', more than 0";
  if (c->follower != ROLLER && !isnan(c->roller))
    return "'roller' is for follower = \"roller\"";
  if (c->follower == FLAT && c->offset != 0)
    return "'offset' makes no difference to a flat follower";
  return fabs(c->offset) < c->base + roller_of(c) ? NULL : "'offset' must be less than the base";
}

/* ---- a smooth piece of the lift ---- */

typedef struct {
  follower follower;
  double base, offset, roller, height; /* height: S without lift */
  pawl_lift lift;
  int number;         /* of the piece of the lift */
  double from, start; /* angle and lift where the lift begins */
} piece;

static pawl_series lift_at(const piece *p, double angle)
{
  pawl_series h = pawl_lift_at(&p->lift, p->number, (angle - p->from) / p->lift.over);
  h.c[0] += p->start;
  return h;
}

/* a n + b t */
static void on_axes(pawl_series a, pawl_series b, double angle, pawl_series *x, pawl_series *y)
{
  pawl_series s, c;
  pawl_series_sincos(1, angle, 0, &s, &c);
  *x = pawl_series_add(pawl_series_times(a, c), pawl_series_scale(-1, pawl_series_times(b, s)));
  *y = pawl_series_add(pawl_series_times(a, s), pawl_series_times(b, c));
}

static void at(const void *context, double angle, pawl_plane_jet *jet)
{
  const piece *p = context;
  pawl_series x, y, h = lift_at(p, angle);
  if (p->follower == FLAT) {
    h.c[0] += p->base;
    on_axes(h, pawl_series_slope(h), angle, &x, &y);
  } else {
    h.c[0] += p->height;
    on_axes(h, pawl_series_number(p->offset), angle, &x, &y);
  }
  if (p->follower == ROLLER) {
    pawl_series dx = pawl_series_slope(x), dy = pawl_series_slope(y);
    pawl_series speed2 = pawl_series_add(pawl_series_times(dx, dx), pawl_series_times(dy, dy));
    pawl_series in = pawl_series_scale(p->roller, pawl_series_inverse_root(speed2));
    x = pawl_series_add(x, pawl_series_scale(-1, pawl_series_times(in, dy)));
    y = pawl_series_add(y, pawl_series_times(in, dx));
  }
  pawl_series_jet(x, y, jet);
}

/* ---- cusps ---- */

/* What must be positive: the radius of curvature under a flat follower; of the path of a roller less the roller's, where that
 * is convex. */
static double clearance(const piece *p, double angle)
{
  pawl_series h = lift_at(p, angle), x, y;
  if (p->follower == FLAT)
    return p->base + h.c[0] + 2 * h.c[2];
  h.c[0] += p->height;
  on_axes(h, pawl_series_number(p->offset), angle, &x, &y);
  double speed2 = x.c[1] * x.c[1] + y.c[1] * y.c[1], bend = 2 * (x.c[1] * y.c[2] - y.c[1] * x.c[2]);
  return bend > 0 ? speed2 * sqrt(speed2) / bend - p->roller : INFINITY;
}

static const char *find_cusp(const piece *p, double from, double to, const pawl_functions *functions)
{
  enum { SAMPLES = 500 };
  double worst = INFINITY, where = from;
  for (int i = 0; p->follower != KNIFE && i <= SAMPLES; i++) {
    double angle = from + (to - from) * i / SAMPLES, r = clearance(p, angle);
    where = r < worst ? angle : where;
    worst = fmin(worst, r);
  }
  if (worst > 0)
    return NULL;
  double degrees = where * 180 / PAWL_PI;
  if (p->follower == FLAT)
    return pawl_sentence(
        functions,
        "has a cusp under a flat follower: base + h + h'' is %s at %.4g°; 'base' must be more than %s",
        pawl_sentence_length(functions, worst), degrees, pawl_sentence_length(functions, p->base - worst));
  return pawl_sentence(
      functions, "its roller of %s undercuts it: at %.4g° the path of the roller's centre has a radius of %s",
      pawl_sentence_length(functions, p->roller), degrees,
      pawl_sentence_length(functions, worst + p->roller));
}

/* ---- the whole ---- */

typedef struct {
  const cam *c;
  pawl_outline *o;
  const pawl_functions *functions;
  double angle, lift;
} drawing;

static void draw_dwell(const drawing *d, const piece *p, double over)
{
  double S = p->height + d->lift;
  double radius = p->follower == FLAT ? p->base + d->lift : sqrt(S * S + p->offset * p->offset) - p->roller;
  double ahead = p->follower == FLAT ? 0 : atan2(p->offset, S);
  pawl_outline_arc(d->o, (pawl_xy){0, 0}, radius, d->angle + ahead, over, d->angle, d->angle + over);
}

static const char *draw_stretch(drawing *d, const pawl_lift *lift)
{
  const cam *c = d->c;
  double rho = roller_of(c), reach = c->base + rho;
  piece one = {(follower)c->follower,
               c->base,
               c->offset,
               rho,
               sqrt(reach * reach - c->offset * c->offset),
               *lift,
               0,
               d->angle,
               d->lift};
  if (lift->way == 0)
    draw_dwell(d, &one, lift->over);
  for (int i = 0; lift->way != 0 && i < pawl_lift_pieces(lift); i++) {
    piece *kept = PAWL_TAKE(d->functions->arena, 1, piece);
    double from = d->angle + lift->over * pawl_lift_end(lift, i - 1),
           to = d->angle + lift->over * pawl_lift_end(lift, i);
    if (!kept)
      return "out of memory";
    *kept = one;
    kept->number = i;
    const char *wrong = find_cusp(kept, from, to, d->functions);
    if (wrong)
      return wrong;
    pawl_outline_function(d->o, at, kept, from, to);
  }
  d->angle += lift->over;
  d->lift += lift->way * lift->by;
  return NULL;
}

/* Over one turn, and back where it began. */
static const char *check_turn(const cam *c, const pawl_functions *functions)
{
  double angle = 0, lift = 0, most = 0;
  for (int i = 0; i < c->lift.count; i++) {
    const pawl_lift *l = c->lift.value[i].fields;
    angle += l->over;
    lift += l->way * l->by;
    most = fmax(most, lift);
    if (lift < -1e-9 * most || (lift < 0 && most == 0))
      return pawl_sentence(functions, "falls below its base: the lift is %s after stretch %d",
                           pawl_sentence_length(functions, lift), i + 1);
  }
  if (fabs(angle - 2 * PAWL_PI) > 1e-9)
    return pawl_sentence(functions, "its stretches turn by %.7g° altogether, not by 360°",
                         angle * 180 / PAWL_PI);
  if (fabs(lift) > 1e-9 * most)
    return pawl_sentence(functions, "its lift is %s after a turn, not 0",
                         pawl_sentence_length(functions, lift));
  return NULL;
}

static const char *outline(const void *value, pawl_outline *o, const pawl_functions *functions, bool *closed)
{
  const cam *c = value;
  drawing d = {c, o, functions, 0, 0};
  const char *wrong = check_turn(c, functions);
  for (int i = 0; i < c->lift.count && !wrong; i++)
    wrong = draw_stretch(&d, c->lift.value[i].fields);
  *closed = true;
  return wrong;
}

const pawl_kind pawl_curve_cam = {
    .name = "cam",
    .family = PAWL_CURVE_VALUE,
    .doc = "A cam from the lift of its follower, which moves straight: flat, with a roller, or a knife edge. "
           "The lift is "
           "that of a follower in the direction of the angle s from the cam's x axis, so a cam that turns "
           "clockwise "
           "runs through the stretches as they are written.",
    .equations = "n = (cos s, sin s),   t = (-sin s, cos s)\n"
                 "flat: p = H n + H' t,   H = base + h;   the radius of curvature H + H'' must be positive\n"
                 "knife: p = S n + offset t,   S = √(base² - offset²) + h\n"
                 "roller: p = c - roller N,   c as of a knife with base + roller, N its normal outwards\n",
    .example = "planar {}\n"
               "local wheel = body \"wheel\" { mass = 1, inertia = 1e-3 }\n"
               "revolute \"axle\" { ground, wheel, speed = -1 }\n"
               "shape \"rim\" { wheel, cam { base = 40*mm, rise { 90*deg, 10*mm, law = \"modified_sine\" }, "
               "dwell { 60*deg "
               "},\n"
               "  fall { 120*deg, 10*mm, law = \"3-4-5\" }, dwell { 90*deg } } }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(cam),
    .fields = fields,
    .worlds = PAWL_PLANAR,
    .check = check,
    .curve = &(const pawl_curve_table){.outline = outline}};
