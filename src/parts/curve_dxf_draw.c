/* Entities of DXF as pieces: LINE, ARC, CIRCLE, ELLIPSE, LWPOLYLINE, POLYLINE with its VERTEXes, SPLINE. */
#include "parts/curve_dxf.h"

static const pawl_affine mirror = {{-1, 0, 0, 1, 0, 0}}; /* the axes of what is seen from below */

/* Whether its own z axis is the drawing's: 1, or -1: against it. 0: it is in another plane. */
static int side_of(pawl_dxf_entity *e)
{
  double x = pawl_dxf_get(e, 210, 0), y = pawl_dxf_get(e, 220, 0), z = pawl_dxf_get(e, 230, 1);
  double flat = sqrt(x * x + y * y);
  return flat > 1e-9 * fabs(z) ? 0 : z > 0 ? 1 : -1;
}

static const char *out_of_plane(const pawl_dxf_entity *e)
{
  return pawl_sentence(e->functions,
                       "line %d: its %s does not lie in a plane beside x and y: an outline is flat",
                       e->group->line, pawl_dxf_word(e->functions, e->group->value));
}

static void add(pawl_dxf_entity *e, pawl_draft *draft, const pawl_draft_piece *piece, int side)
{
  if (side < 0)
    pawl_draft_add_mapped(draft, e->functions->arena, piece, &mirror);
  else
    pawl_draft_add(draft, e->functions->arena, piece);
}

static pawl_xy point_of(pawl_dxf_entity *e, int code)
{
  return (pawl_xy){pawl_dxf_get(e, code, 0), pawl_dxf_get(e, code + 10, 0)};
}

/* ---- lines, arcs, ellipses ---- */

static const char *draw_line(pawl_dxf_entity *e, pawl_draft *draft)
{
  pawl_draft_piece line = pawl_draft_line(point_of(e, 10), point_of(e, 11));
  double z0 = pawl_dxf_get(e, 30, 0), z1 = pawl_dxf_get(e, 31, 0);
  if (fabs(z1 - z0) > 1e-9 * pawl_xy_distance(line.p[0], line.p[1]))
    return out_of_plane(e);
  add(e, draft, &line, 1);
  return NULL;
}

static const char *radius_wrong(const pawl_dxf_entity *e, double radius)
{
  return radius > 0 ? NULL
                    : pawl_sentence(e->functions, "line %d: the radius of its %s must be more than 0",
                                    e->group->line, pawl_dxf_word(e->functions, e->group->value));
}

static const char *draw_circle(pawl_dxf_entity *e, pawl_draft *draft)
{
  double radius = pawl_dxf_get(e, 40, 0);
  int side = side_of(e);
  pawl_draft_piece arc = pawl_draft_arc(point_of(e, 10), radius, 0, 2 * PAWL_PI);
  if (!e->wrong && radius_wrong(e, radius))
    return radius_wrong(e, radius);
  if (!side)
    return out_of_plane(e);
  add(e, draft, &arc, side);
  draft->closed = true;
  return NULL;
}

/* Of more than half a turn, two: so that a joint that is moved by a hair moves their middle little. */
static const char *draw_arc(pawl_dxf_entity *e, pawl_draft *draft)
{
  double radius = pawl_dxf_get(e, 40, 0), from = pawl_dxf_get(e, 50, 0), to = pawl_dxf_get(e, 51, 360);
  int side = side_of(e);
  double angle = fmod(to - from, 360);
  angle += angle <= 0 ? 360 : 0;
  if (!e->wrong && radius_wrong(e, radius))
    return radius_wrong(e, radius);
  if (!side)
    return out_of_plane(e);
  int n = angle > 180 ? 2 : 1;
  for (int i = 0; i < n; i++) {
    pawl_draft_piece arc = pawl_draft_arc(point_of(e, 10), radius, (from + i * angle / n) * PAWL_PI / 180,
                                          angle / n * PAWL_PI / 180);
    arc.share = 1.0 / n;
    if (i > 0)
      arc.p[0] = draft->piece[0].p[1];
    add(e, draft, &arc, side);
  }
  if (side < 0 && n == 2)
    draft->piece[1].p[0] = draft->piece[0].p[1];
  return NULL;
}

static const char *draw_ellipse(pawl_dxf_entity *e, pawl_draft *draft)
{
  double ratio = pawl_dxf_get(e, 40, 1), from = pawl_dxf_get(e, 41, 0), to = pawl_dxf_get(e, 42, 2 * PAWL_PI);
  double out = pawl_dxf_get(e, 31, 0);
  pawl_xy a = point_of(e, 11);
  double size = sqrt(a.x * a.x + a.y * a.y), angle = fmod(to - from, 2 * PAWL_PI);
  int side = side_of(e);
  if (!side || fabs(out) > 1e-9 * size)
    return out_of_plane(e);
  if (!e->wrong && (!(ratio > 0) || !(size > 0)))
    return pawl_sentence(e->functions, "line %d: both half axes of its ELLIPSE must be more than 0",
                         e->group->line);
  angle += angle <= 1e-8 ? 2 * PAWL_PI : 0; /* files round 2 pi, up or down */
  draft->closed = angle > 2 * PAWL_PI - 1e-8;
  pawl_draft_ellipse ellipse = {.centre = point_of(e, 10),
                                .a = a,
                                .b = {-side * ratio * a.y, side * ratio * a.x},
                                .from = from,
                                .angle = draft->closed ? 2 * PAWL_PI : angle};
  pawl_draft_add_ellipse(draft, e->functions->arena, &ellipse, NULL);
  return NULL;
}

/* ---- polylines ---- */

/* tan(angle/4) = bulge */
void pawl_dxf_go_to(pawl_dxf_vertices *v, pawl_arena *arena, pawl_draft *draft, pawl_xy to, double bulge)
{
  if (!v->any)
    v->first = to;
  else if (to.x != v->pen.x || to.y != v->pen.y) {
    pawl_draft_piece piece =
        v->bulge == 0 ? pawl_draft_line(v->pen, to) : pawl_draft_bulge(v->pen, to, 4 * atan(v->bulge));
    if (v->mirrored)
      pawl_draft_add_mapped(draft, arena, &piece, &mirror);
    else
      pawl_draft_add(draft, arena, &piece);
  }
  v->any = true;
  v->pen = to;
  v->bulge = bulge;
}

void pawl_dxf_end_vertices(pawl_dxf_vertices *v, pawl_arena *arena, pawl_draft *draft)
{
  if (v->closed && v->any)
    pawl_dxf_go_to(v, arena, draft, v->first, 0);
  draft->closed = v->closed;
  v->open = false;
}

static const char *draw_polyline(pawl_dxf_entity *e, pawl_draft *draft)
{
  pawl_arena *arena = e->functions->arena;
  int side = side_of(e);
  pawl_dxf_vertices v = {.mirrored = side < 0, .closed = (int)pawl_dxf_get(e, 70, 0) & 1};
  if (!side)
    return out_of_plane(e);
  for (int i = 0; i < e->count;) {
    if (e->group[i].code != 10) {
      i++;
      continue;
    }
    pawl_xy at = {pawl_dxf_real(e, e->group + i), 0};
    double bulge = 0;
    for (i++; i < e->count && e->group[i].code != 10; i++)
      if (e->group[i].code == 20)
        at.y = pawl_dxf_real(e, e->group + i);
      else if (e->group[i].code == 42)
        bulge = pawl_dxf_real(e, e->group + i);
    pawl_dxf_go_to(&v, arena, draft, at, bulge);
  }
  pawl_dxf_end_vertices(&v, arena, draft);
  return NULL;
}

const char *pawl_dxf_begin_vertices(pawl_dxf_entity *e, pawl_dxf_vertices *v)
{
  int flags = (int)pawl_dxf_get(e, 70, 0), side = side_of(e);
  if (flags & (8 | 16 | 64))
    return pawl_sentence(e->functions, "line %d: its POLYLINE is %s: an outline is flat", e->group->line,
                         flags & 8 ? "a line in space" : "a net of faces");
  if (!side)
    return out_of_plane(e);
  *v = (pawl_dxf_vertices){.open = true, .closed = flags & 1, .mirrored = side < 0};
  return e->wrong;
}

/* Points of the frame of a fitted spline are not on it. */
const char *pawl_dxf_vertex(pawl_dxf_entity *e, pawl_dxf_vertices *v, pawl_draft *draft)
{
  double bulge = pawl_dxf_get(e, 42, 0);
  if (!((int)pawl_dxf_get(e, 70, 0) & 16))
    pawl_dxf_go_to(v, e->functions->arena, draft, point_of(e, 10), bulge);
  return e->wrong;
}

/* ---- splines ---- */

typedef struct {
  int degree, points, knots, weights;
  pawl_xy *point;
  double *knot, *weight, low, high; /* low, high: of z */
} spline;

static bool take_spline(pawl_dxf_entity *e, spline *s)
{
  pawl_arena *arena = e->functions->arena;
  s->point = PAWL_TAKE(arena, e->count, pawl_xy);
  s->knot = PAWL_TAKE(arena, e->count, double);
  s->weight = PAWL_TAKE(arena, e->count, double);
  if (!s->point || !s->knot || !s->weight)
    return false;
  for (int i = 0; i < e->count; i++) {
    int code = e->group[i].code;
    if (code != 10 && code != 20 && code != 30 && code != 40 && code != 41)
      continue;
    double value = pawl_dxf_real(e, e->group + i);
    if (code == 10)
      s->point[s->points++] = (pawl_xy){value, 0};
    else if (code == 20 && s->points)
      s->point[s->points - 1].y = value;
    else if (code == 30) {
      s->low = s->points <= 1 ? value : fmin(s->low, value);
      s->high = s->points <= 1 ? value : fmax(s->high, value);
    } else if (code == 40)
      s->knot[s->knots++] = value;
    else if (code == 41)
      s->weight[s->weights++] = value;
  }
  return true;
}

/* How often a knot inside comes in a row, at most; -1: they do not rise. */
static int most_in_a_row(const spline *s)
{
  int most = 1, row = 1;
  for (int i = 1; i < s->knots; i++) {
    if (s->knot[i] < s->knot[i - 1])
      return -1;
    row = s->knot[i] == s->knot[i - 1] ? row + 1 : 1;
    bool inside = s->knot[i] > s->knot[s->degree] && s->knot[i] < s->knot[s->points];
    most = inside && row > most ? row : most;
  }
  return most;
}

static const char *spline_wrong(const pawl_dxf_entity *e, const spline *s)
{
  const char *why = NULL;
  if (s->points == 0)
    why = "is given by the points that it goes through alone, not by its control points";
  else if (s->degree < 1 || s->degree > PAWL_MOST_DEGREE)
    why = "has a degree that is not 1 to 9";
  else if (s->points <= s->degree || s->knots != s->points + s->degree + 1)
    why = "does not have as many knots as control points and degree ask for";
  else if (s->weights && s->weights != s->points)
    why = "does not have a weight for every control point";
  else if (most_in_a_row(s) < 0 || !(s->knot[s->points] > s->knot[s->degree]))
    why = "has knots that do not rise";
  else if (most_in_a_row(s) > s->degree)
    why = "is torn: a knot inside of it is repeated more often than its degree";
  for (int i = 0; i < s->weights && !why; i++)
    why = s->weight[i] > 0 ? NULL : "has a weight that is not more than 0";
  return why ? pawl_sentence(e->functions, "line %d: its SPLINE %s", e->group->line, why) : NULL;
}

static const char *draw_spline(pawl_dxf_entity *e, pawl_draft *draft)
{
  spline s = {.degree = (int)pawl_dxf_get(e, 71, 3)};
  if (!take_spline(e, &s))
    return "out of memory";
  const char *wrong = e->wrong ? e->wrong : spline_wrong(e, &s);
  if (wrong)
    return wrong;
  if (s.high - s.low > 1e-9 * (s.knots + fabs(s.high)))
    return out_of_plane(e);
  pawl_nurbs curve = {s.degree, s.points, s.point, s.weights ? s.weight : NULL, s.knot};
  for (int i = s.degree; i < s.points; i++) {
    if (!(s.knot[i] < s.knot[i + 1]))
      continue;
    pawl_bezier b;
    pawl_nurbs_bezier(&curve, i, &b);
    pawl_xy point[PAWL_MOST_DEGREE + 1];
    for (int k = 0; k <= b.degree; k++)
      point[k] = (pawl_xy){b.c[0][k] / b.c[2][k], b.c[1][k] / b.c[2][k]};
    pawl_draft_piece piece = pawl_draft_bezier(b.degree, point, b.rational ? b.c[2] : NULL);
    pawl_draft_add(draft, e->functions->arena, &piece);
  }
  return NULL;
}

/* ---- all of them ---- */

static const struct {
  const char *name;
  const char *(*draw)(pawl_dxf_entity *e, pawl_draft *draft);
} drawn[] = {{"LINE", draw_line},           {"ARC", draw_arc},
             {"CIRCLE", draw_circle},       {"ELLIPSE", draw_ellipse},
             {"LWPOLYLINE", draw_polyline}, {"SPLINE", draw_spline}};

/* What it would take to read the others. */
static const struct {
  const char *name, *why;
} refused[] = {
    {"INSERT", "a block; explode it in the drawing program"},
    {"3DFACE", "a face in space, no outline"},
    {"3DSOLID", "a solid in space, no outline"},
    {"MESH", "a net of faces in space, no outline"},
    {"BODY", "a solid in space, no outline"},
    {"SURFACE", "a surface in space, no outline"},
    {"REGION", "an area of a solid modeller; explode it into lines and arcs"},
    {"HATCH", "a filled area; the outline itself must be drawn"},
    {"SOLID", "a filled area; the outline itself must be drawn"},
    {"TRACE", "a filled area; the outline itself must be drawn"},
    {"MPOLYGON", "a filled area; the outline itself must be drawn"},
    {"TEXT", "text, no outline"},
    {"MTEXT", "text, no outline"},
    {"ATTDEF", "text, no outline"},
    {"DIMENSION", "a dimension, no outline"},
    {"LEADER", "a note, no outline"},
    {"MULTILEADER", "a note, no outline"},
    {"POINT", "a point, no outline"},
    {"MLINE", "a bundle of lines; explode it into lines"},
    {"XLINE", "a line without ends"},
    {"RAY", "a line without an end"},
    {"IMAGE", "a picture, no outline"},
};

const char *pawl_dxf_draw(pawl_dxf_entity *e, pawl_draft *draft)
{
  pawl_dxf_span name = e->group->value;
  for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++)
    if (pawl_dxf_is(name, drawn[i].name)) {
      const char *wrong = drawn[i].draw(e, draft);
      return e->wrong ? e->wrong : draft->starved ? "out of memory" : wrong;
    }
  const char *why = "none of LINE, ARC, CIRCLE, ELLIPSE, LWPOLYLINE, POLYLINE and SPLINE";
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
    if (pawl_dxf_is(name, refused[i].name))
      why = refused[i].why;
  return pawl_sentence(e->functions, "line %d: %s is %s; 'layer' chooses where there are outlines alone",
                       e->group->line, pawl_dxf_word(e->functions, name), why);
}
