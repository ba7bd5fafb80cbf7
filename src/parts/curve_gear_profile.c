/* The outline of a whole involute gear. With pitch radius r, module m = 2 r/z, pressure angle a:
 *   base r_b = r cos a;   half the angle of a tooth at the base ψ_b = S/(2 r) + tan a - a,  S = π m/2 - backlash;
 *   at the roll angle u it is ψ_b - u + atan u.
 * A fillet of radius q that touches the root circle and the flank has its centre on the flank's parallel, the involute whose
 * thread is longer by q. Near the base circle and below it the flank is straight, tangent to the involute at the roll angle
 * START, where the radius of curvature is START r_b. A ring is the same outline round its gaps, run clockwise. */
#include "parts/curve_involute.h"

#define START 0.05

typedef struct {
  int teeth;
  double module, radius, pressure_angle, addendum, dedendum, fillet, backlash;
  bool internal;
} gear;

static const pawl_field fields[] = {
    {"teeth", "", PAWL_COUNT, offsetof(gear, teeth), PAWL_REQUIRED, 4, 1000, "how many it has"},
    {"module", "m", PAWL_REAL, offsetof(gear, module), PAWL_UNSET, 0, INFINITY, "pitch diameter over teeth"},
    {"radius", "m", PAWL_REAL, offsetof(gear, radius), PAWL_UNSET, 0, INFINITY,
     "pitch radius, in place of the module"},
    {"pressure_angle", "rad", PAWL_REAL, offsetof(gear, pressure_angle), PAWL_PI / 9, PAWL_PI / 180,
     PAWL_PI / 4, "between the line of action and the tangent of the pitch circle"},
    {"addendum", "m", PAWL_REAL, offsetof(gear, addendum), PAWL_UNSET, 0, INFINITY,
     "height of the teeth beyond the pitch circle; 1 module unless given"},
    {"dedendum", "m", PAWL_REAL, offsetof(gear, dedendum), PAWL_UNSET, 0, INFINITY,
     "depth of the gaps on its other side; 1.25 modules unless given"},
    {"fillet", "m", PAWL_REAL, offsetof(gear, fillet), PAWL_UNSET, 0, INFINITY,
     "radius in the corners of the gaps; 0.38 modules unless given, or as much as fits"},
    {"backlash", "m", PAWL_REAL, offsetof(gear, backlash), 0, 0, INFINITY,
     "by how much its teeth are thinner along the pitch circle than half the pitch"},
    {"internal", "", PAWL_FLAG, offsetof(gear, internal), 0, 0, 0, "a ring with its teeth inside"},
    {0}};

static double radius_of(const gear *g)
{
  return isnan(g->radius) ? 0.5 * g->module * g->teeth : g->radius;
}

static const char *check(void *value, unsigned worlds)
{
  (void)worlds;
  const gear *g = value;
  if (isnan(g->module) == isnan(g->radius) || !(radius_of(g) > 0))
    return "needs either 'module' or 'radius', more than 0";
  return g->backlash < PAWL_PI * radius_of(g) / g->teeth ? NULL : "'backlash' leaves nothing of the teeth";
}

/* ---- measures: of a tooth, or of a gap of a ring ---- */

typedef struct {
  double base, tip, root, half, pitch; /* half: ψ_b; pitch: half the angle from tooth to tooth */
  double low, high, straight;          /* roll angles of the flank's ends; how far it goes on straight */
  double foot,
      crown; /* fillets at root and tip, or 0: their radii …                                            */
  double foot_at,
      crown_at; /* … and the polar angles of their centres from where the flank leaves the base circle */
} tooth;

/* The fillet at the root; false: there is no place for it. */
static bool place_foot(tooth *t, double q)
{
  double rb = t->base, centre = t->root + q, thread = centre > rb ? sqrt((centre - rb) * (centre + rb)) : 0;
  t->foot = q;
  t->straight = 0;
  t->low = (thread - q) / rb;
  if (t->low >= START)
    t->foot_at = t->low - atan((rb * t->low + q) / rb);
  else {
    double across = rb * START + q, up = (centre - across) * (centre + across);
    if (!(up > 0))
      return false;
    t->low = START;
    t->straight = rb - sqrt(up);
    t->foot_at = START - atan2(across, rb - t->straight);
  }
  return t->low < t->high && t->straight >= 0 && t->half - t->foot_at <= t->pitch;
}

/* The fillet at the tip, inside. */
static bool place_crown(tooth *t, double q)
{
  double rb = t->base, centre = t->tip - q;
  if (!(centre > rb))
    return false;
  t->crown = q;
  t->high = (sqrt((centre - rb) * (centre + rb)) + q) / rb;
  t->crown_at = t->high - atan((rb * t->high - q) / rb);
  return t->low < t->high && t->half - t->crown_at >= 0;
}

/* The largest radius up to `most` that fits: by halving. */
static double fit(tooth *t, bool (*place)(tooth *, double), double most)
{
  double low = 0, high = most;
  if (place(t, most))
    return most;
  for (int i = 0; i < 60; i++) {
    double middle = (low + high) / 2;
    if (place(t, middle))
      low = middle;
    else
      high = middle;
  }
  return low;
}

static const char *measure(const gear *g, tooth *t, const pawl_functions *functions)
{
  double r = radius_of(g), m = 2 * r / g->teeth, a = g->pressure_angle, sine, cosine;
  double up = isnan(g->addendum) ? m : g->addendum, down = isnan(g->dedendum) ? 1.25 * m : g->dedendum;
  double outer = g->internal ? down : up, inner = g->internal ? up : down;
  pawl_sincos(a, &sine, &cosine);
  double thick = PAWL_PI * m / 2 + (g->internal ? g->backlash : -g->backlash);
  *t = (tooth){.base = r * cosine, .tip = r + outer, .root = r - inner, .pitch = PAWL_PI / g->teeth};
  t->half = thick / (2 * r) + sine / cosine - a;
  if (!(t->root > 0))
    return "its gaps reach the centre: make 'dedendum' smaller";
  if (g->internal && t->root < t->base)
    return pawl_sentence(functions,
                         "its teeth reach inside the base circle: 'addendum' is at most %s for %d teeth",
                         pawl_sentence_length(functions, r - t->base), g->teeth);
  t->high = pawl_roll_of(t->base, t->tip);
  t->crown_at = t->high - atan(t->high);
  if (!(t->half > t->crown_at))
    return g->internal ? "its gaps come to a point: make 'dedendum' smaller"
                       : "its teeth come to a point: make 'addendum' smaller";
  bool (*place)(tooth *, double) = g->internal ? place_crown : place_foot;
  if (!place_foot(t, 0))
    return "its teeth overlap at the root: make 'dedendum' smaller";
  double wish = isnan(g->fillet) ? 0.38 * m : g->fillet, fits = fit(t, place, wish);
  if (!isnan(g->fillet) && fits < wish)
    return pawl_sentence(functions, "'fillet' does not fit in its gaps: at most %s",
                         pawl_sentence_length(functions, fits));
  place(t, fits);
  return NULL;
}

/* ---- pieces ---- */

/* In the order of a tooth that points along x, counterclockwise. */
typedef struct {
  enum { ARC, LINE, FLANK } what;
  pawl_xy a, b;              /* LINE: ends; ARC: a is the centre              */
  double radius, from, turn; /* ARC                                           */
  double angle, low, high;   /* FLANK: where it leaves the base; roll angles */
  double length;
} piece;

enum { MOST_PIECES = 10 };
typedef struct {
  piece piece[MOST_PIECES];
  int count;
  double length;
} cycle;

static void add(cycle *c, piece p, double length)
{
  if (length <= 0)
    return;
  p.length = length;
  c->length += length;
  c->piece[c->count++] = p;
}

static void add_arc(cycle *c, pawl_xy centre, double radius, double from, double turn)
{
  bool nothing = fabs(turn) < 1e-9;
  add(c, (piece){.what = ARC, .a = centre, .radius = radius, .from = from, .turn = turn},
      nothing ? 0 : radius * fabs(turn));
}

/* `side` 1: the flank at the lower angle, run outwards; -1: its mirror image, run inwards. */
static void add_flank(cycle *c, const tooth *t, int side)
{
  double low = side > 0 ? t->low : -t->high, high = side > 0 ? t->high : -t->low;
  piece p = {.what = FLANK, .angle = -side * t->half, .low = low, .high = high};
  add(c, p, t->base * (t->high * t->high - t->low * t->low) / 2);
}

static void add_straight(cycle *c, const tooth *t, int side)
{
  pawl_plane_jet top;
  pawl_involute v = {t->base, -t->half, 0, 0, 1};
  double s, cosine;
  pawl_involute_at(&v, t->low, &top);
  pawl_sincos(t->low - t->half, &s, &cosine);
  pawl_xy high = {top.p.x, side * top.p.y},
          low = {top.p.x - t->straight * cosine, side * (top.p.y - t->straight * s)};
  piece p = {.what = LINE, .a = side > 0 ? low : high, .b = side > 0 ? high : low};
  add(c, p, t->straight > 1e-12 * t->base ? t->straight : 0);
}

static double clockwise(double turn)
{
  turn = remainder(turn, 2 * PAWL_PI);
  return turn > 0 ? turn - 2 * PAWL_PI : turn;
}

/* From the root circle to the flank at the lower angle, and back at the other one. */
static void add_foot(cycle *c, const tooth *t, int side)
{
  double centre = side * (t->foot_at - t->half),
         normal = t->low - t->half + PAWL_PI / 2; /* towards the flank */
  double at_root = centre + PAWL_PI, at_flank = side * normal;
  pawl_xy middle = pawl_xy_polar((pawl_xy){0, 0}, t->root + t->foot, centre);
  double turn = clockwise(side > 0 ? at_flank - at_root : at_root - at_flank);
  add_arc(c, middle, t->foot, side > 0 ? at_root : at_flank, t->foot > 0 ? turn : 0);
}

/* From the flank at the lower angle to the tip circle, and back at the other one. */
static void add_crown(cycle *c, const tooth *t, int side)
{
  double centre = side * (t->crown_at - t->half), normal = t->high - t->half - PAWL_PI / 2;
  double turn = -clockwise(-(t->crown_at - t->half - normal));
  pawl_xy middle = pawl_xy_polar((pawl_xy){0, 0}, t->tip - t->crown, centre);
  add_arc(c, middle, t->crown, side > 0 ? normal : centre, t->crown > 0 ? turn : 0);
}

static cycle draw_tooth(const tooth *t)
{
  cycle c = {.count = 0};
  double tip = t->half - t->crown_at, gap = 2 * (t->pitch - t->half + t->foot_at);
  add_foot(&c, t, 1);
  add_straight(&c, t, 1);
  add_flank(&c, t, 1);
  add_crown(&c, t, 1);
  add_arc(&c, (pawl_xy){0, 0}, t->tip, -tip, 2 * tip);
  add_crown(&c, t, -1);
  add_flank(&c, t, -1);
  add_straight(&c, t, -1);
  add_foot(&c, t, -1);
  add_arc(&c, (pawl_xy){0, 0}, t->root, t->half - t->foot_at, gap);
  return c;
}

/* ---- the whole ---- */

static pawl_xy turned(pawl_xy p, double angle)
{
  double s, c;
  pawl_sincos(angle, &s, &c);
  return (pawl_xy){c * p.x - s * p.y, s * p.x + c * p.y};
}

/* The piece of the tooth at that angle, from s0 to s1; backwards from its end to its beginning. */
static bool emit(pawl_outline *o, const pawl_functions *functions, const tooth *t, const piece *p,
                 double angle, bool back, double s0, double s1)
{
  pawl_xy a = turned(p->a, angle), b = turned(p->b, angle);
  if (p->what == LINE)
    pawl_outline_line(o, back ? b : a, back ? a : b, s0, s1);
  else if (p->what == ARC)
    pawl_outline_arc(o, a, p->radius, p->from + angle + (back ? p->turn : 0), back ? -p->turn : p->turn, s0,
                     s1);
  else {
    pawl_involute *v = PAWL_TAKE(functions->arena, 1, pawl_involute);
    double from = back ? p->high : p->low, to = back ? p->low : p->high;
    if (!v)
      return false;
    *v = (pawl_involute){t->base, p->angle + angle, s0, from, (to - from) / (s1 - s0)};
    pawl_outline_function(o, pawl_involute_at, v, s0, s1);
  }
  return true;
}

static const char *outline(const void *value, pawl_outline *o, const pawl_functions *functions, bool *closed)
{
  const gear *g = value;
  tooth t;
  const char *wrong = measure(g, &t, functions);
  *closed = true;
  if (wrong)
    return wrong;
  cycle c = draw_tooth(&t);
  for (int k = 0; k < g->teeth; k++) {
    double angle = 2 * PAWL_PI * (g->internal ? -k : k) / g->teeth, way = 0;
    for (int i = 0; i < c.count; i++) {
      const piece *p = c.piece + (g->internal ? c.count - 1 - i : i);
      double s0 = k + way / c.length, s1 = i == c.count - 1 ? k + 1 : k + (way + p->length) / c.length;
      if (!emit(o, functions, &t, p, angle, g->internal, s0, s1))
        return "out of memory";
      way += p->length;
    }
  }
  return NULL;
}

const pawl_kind pawl_curve_gear_profile = {
    .name = "gear_profile",
    .family = PAWL_CURVE_VALUE,
    .doc = "The outline of a whole involute gear: a tooth points along x. Or of a ring with inner teeth: a "
           "gap lies along "
           "x, and its material is outside.",
    .equations =
        "base radius r_b = r cos α,   α the pressure angle; a tooth is π m/2 - backlash thick at the pitch "
        "radius "
        "r = m z/2\n"
        "flanks: involutes of the base circle; straight below the radius 1.00125 r_b; arcs at tip and root\n"
        "s counts the teeth: it grows by 1 from one to the next\n",
    .example = PAWL_CURVE_EXAMPLE("gear_profile { teeth = 16, module = 5*mm }"),
    .size = sizeof(gear),
    .fields = fields,
    .worlds = PAWL_PLANAR,
    .check = check,
    .curve = &(const pawl_curve_table){.outline = outline}};
