/* Straight from point to point, with corners or with rounded ones.
 *   a corner of the angle t between its edges, rounded with radius r, takes r tan(t/2) of both */
#include "parts/curve.h"
#include "parts/polygon.h"

enum { MOST_POINTS = 10000 };

typedef struct {
  pawl_points points;
  double rounding;
} polyline;

#define ROUNDING                                                                                             \
  "m", PAWL_REAL, offsetof(polyline, rounding), 0, 0, INFINITY, "radius of the arcs in place of its corners"
static const pawl_field polyline_fields[] = {{"1", "m", PAWL_POINTS, offsetof(polyline, points),
                                              PAWL_REQUIRED, 2, MOST_POINTS,
                                              "its points, or one table of them; material is on the left"},
                                             {"rounding", ROUNDING},
                                             {0}};
static const pawl_field polygon_fields[] = {{"1", "m", PAWL_POINTS, offsetof(polyline, points), PAWL_REQUIRED,
                                             3, MOST_POINTS,
                                             "its corners, or one table of them; counterclockwise"},
                                            {"rounding", ROUNDING},
                                            {0}};

/* A corner: how much of its edges the arc takes, and by how much the way turns there. */
typedef struct {
  double cut, turn, before; /* before: angle of the edge that leads there */
} corner;

static corner corner_at(pawl_xy a, pawl_xy b, pawl_xy c, double radius)
{
  double x1 = b.x - a.x, y1 = b.y - a.y, x2 = c.x - b.x, y2 = c.y - b.y;
  double turn = atan2(x1 * y2 - y1 * x2, x1 * x2 + y1 * y2);
  bool straight = fabs(turn) < 1e-10;
  return (corner){straight ? 0 : radius * fabs(tan(turn / 2)), turn, atan2(y1, x1)};
}

typedef struct {
  const polyline *p;
  const pawl_functions *functions;
  bool closed;
  int count;
  corner *corner;
} drawing;

static pawl_xy point(const drawing *d, int i)
{
  return pawl_xy_of(d->p->points.point[(i + d->count) % d->count]);
}

/* The corners, those at the ends of an open one without an arc. */
static const char *find_corners(drawing *d)
{
  for (int i = 0; i < d->count; i++) {
    bool end = !d->closed && (i == 0 || i == d->count - 1);
    if (!end)
      d->corner[i] = corner_at(point(d, i - 1), point(d, i), point(d, i + 1), d->p->rounding);
  }
  for (int i = 0; i < d->count - !d->closed; i++) {
    int next = (i + 1) % d->count;
    double edge = pawl_xy_distance(point(d, i), point(d, i + 1));
    double needs = d->corner[i].cut + d->corner[next].cut;
    if (edge == 0)
      return pawl_sentence(d->functions, "points %d and %d are the same", i + 1, next + 1);
    if (needs > edge * (1 + 1e-12))
      return pawl_sentence(d->functions, "the rounding does not fit between points %d and %d: at most %s",
                           i + 1, next + 1,
                           pawl_sentence_length(d->functions, d->p->rounding * edge / needs));
  }
  return NULL;
}

/* The point of the edge from i to i + 1 that is `far` from i. */
static pawl_xy along(const drawing *d, int i, double far)
{
  pawl_xy a = point(d, i), b = point(d, i + 1);
  double share = far / pawl_xy_distance(a, b);
  return (pawl_xy){a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
}

/* The arc at corner i; returns the parameter at its end. */
static double draw_corner(const drawing *d, pawl_outline *o, int i, double s)
{
  const corner *c = d->corner + i;
  double r = d->p->rounding, side = c->turn > 0 ? 1 : -1, sine, cosine;
  if (!(c->cut > 0))
    return s;
  pawl_sincos(c->before, &sine, &cosine);
  pawl_xy b = point(d, i);
  pawl_xy from = {b.x - c->cut * cosine, b.y - c->cut * sine};
  pawl_xy centre = {from.x - side * r * sine, from.y + side * r * cosine};
  pawl_outline_arc(o, centre, r, c->before - side * PAWL_PI / 2, c->turn, s, s + r * fabs(c->turn));
  return s + r * fabs(c->turn);
}

static void draw(const drawing *d, pawl_outline *o)
{
  double s = 0;
  for (int i = 0; i < d->count - !d->closed; i++) {
    int next = (i + 1) % d->count;
    double edge = pawl_xy_distance(point(d, i), point(d, i + 1)), from = d->corner[i].cut,
           to = edge - d->corner[next].cut;
    if (to - from > 1e-12 * edge) {
      pawl_outline_line(o, along(d, i, from), along(d, i, to), s, s + to - from);
      s += to - from;
    }
    s = draw_corner(d, o, next, s);
  }
}

static const char *outline_any(const polyline *p, pawl_outline *o, const pawl_functions *functions,
                               bool closed)
{
  drawing d = {p, functions, closed, p->points.count, PAWL_TAKE(functions->arena, p->points.count, corner)};
  if (!d.corner)
    return "out of memory";
  const char *wrong = find_corners(&d);
  if (!wrong)
    draw(&d, o);
  return wrong;
}

static const char *outline_polyline(const void *value, pawl_outline *o, const pawl_functions *functions,
                                    bool *closed)
{
  *closed = false;
  return outline_any(value, o, functions, false);
}

/* A polygon has an inside; edges that only touch may bound a slit. */
static const char *inside_wrong(const polyline *p, const pawl_functions *functions)
{
  int edge[2];
  switch (pawl_polygon_look(&p->points, true, edge)) {
  case PAWL_POLYGON_FLAT:
    return "it encloses no area";
  case PAWL_POLYGON_BACK:
    return pawl_sentence(functions,
                         "it goes back on itself: the edges that begin at points %d and %d lie on each other",
                         edge[0] + 1, edge[1] + 1);
  case PAWL_POLYGON_CROSSES:
    return pawl_sentence(functions, "it crosses itself: the edges that begin at points %d and %d",
                         edge[0] + 1, edge[1] + 1);
  default:
    return NULL;
  }
}

static const char *outline_polygon(const void *value, pawl_outline *o, const pawl_functions *functions,
                                   bool *closed)
{
  *closed = true;
  const char *wrong = inside_wrong(value, functions);
  if (wrong)
    return wrong;
  return outline_any(value, o, functions, true);
}

#define EQUATIONS                                                                                            \
  "straight from point to point; a rounded corner that turns by t begins rounding tan(t/2) before it;\n"     \
  "s is the way from the first point, in m\n"

const pawl_kind pawl_curve_polyline = {
    .name = "polyline",
    .family = PAWL_CURVE_VALUE,
    .doc = "Straight from point to point, open; its corners are sharp or rounded, its ends are corners.",
    .equations = EQUATIONS,
    .example = PAWL_CURVE_EXAMPLE("polyline { {50*mm, 0}, {30*mm, 30*mm}, {0, 40*mm}, rounding = 4*mm }"),
    .size = sizeof(polyline),
    .fields = polyline_fields,
    .worlds = PAWL_PLANAR,
    .curve = &(const pawl_curve_table){.outline = outline_polyline}};

const pawl_kind pawl_curve_polygon = {
    .name = "polygon",
    .family = PAWL_CURVE_VALUE,
    .doc = "A polygon whose corners are sharp or rounded. Run round counterclockwise it is a solid, "
           "clockwise a hole.",
    .equations = EQUATIONS,
    .example =
        PAWL_CURVE_EXAMPLE("polygon { {-40*mm, -20*mm}, {40*mm, -20*mm}, {0, 50*mm}, rounding = 4*mm }"),
    .size = sizeof(polyline),
    .fields = polygon_fields,
    .worlds = PAWL_PLANAR,
    .curve = &(const pawl_curve_table){.outline = outline_polygon}};
