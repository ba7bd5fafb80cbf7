/* A profile from SVG path data: in a file beside the model, or written down. Lines, Bézier curves and arcs are taken exactly;
 * elliptical arcs become rational quadratics of up to 90°. */
#include <string.h>

#include "parts/curve_svg.h"

typedef struct {
  const pawl_text *file;
  const char *id, *data;
  double scale, tolerance;
} path;

static const pawl_field fields[] = {
    {"file", "", PAWL_FILE, offsetof(path, file), PAWL_UNSET, 0, 0, "an SVG file below the model's folder"},
    {"id", "", PAWL_TEXT, offsetof(path, id), PAWL_UNSET, 0, 0,
     "the path in it; may be left out when there is only one"},
    {"data", "", PAWL_TEXT, offsetof(path, data), PAWL_UNSET, 0, 0,
     "the data itself, in place of a file: \"M 0 0 L …\""},
    {"scale", "m", PAWL_REAL, offsetof(path, scale), PAWL_REQUIRED, 0, INFINITY,
     "length of a unit of the drawing"},
    {"tolerance", "m", PAWL_REAL, offsetof(path, tolerance), 0, 0, INFINITY,
     "pieces up to this length are left out, and ends this near are joined"},
    {0}};

static const char *check(void *value, unsigned worlds)
{
  (void)worlds;
  const path *p = value;
  if (!p->file == !p->data)
    return "needs either 'file' or 'data'";
  if (p->id && !p->file)
    return "'id' is for a file";
  return p->scale > 0 ? NULL : "'scale' must be more than 0";
}

/* ---- arcs ---- */

/* centre + R (rx cos a, ry sin a), from a = `from` by `angle`. */
typedef struct {
  pawl_xy centre;
  double rx, ry, sine, cosine, from, angle;
} arc;

/* The centre of an arc from its ends (SVG's implementation notes): in the axes of the ellipse, scaled to a unit circle, the
 * ends are a chord; the centre is on one side or the other of it. Radii that are too small grow until the chord fits. */
static arc arc_of(const pawl_svg_piece *p)
{
  arc a = {.rx = p->rx, .ry = p->ry};
  pawl_sincos(p->turn, &a.sine, &a.cosine);
  double dx = (p->p[1].x - p->p[0].x) / 2, dy = (p->p[1].y - p->p[0].y) / 2;
  double u = (a.cosine * dx + a.sine * dy) / a.rx, v = (a.cosine * dy - a.sine * dx) / a.ry,
         half2 = u * u + v * v;
  if (half2 > 1) {
    a.rx *= sqrt(half2);
    a.ry *= sqrt(half2);
    u /= sqrt(half2);
    v /= sqrt(half2);
    half2 = 1;
  }
  double away = sqrt(fmax(0, (1 - half2) / half2)) * (p->large == p->left ? -1 : 1);
  double cu = -away * v, cv = away * u; /* the centre from the middle of the chord */
  double x = a.rx * cu, y = a.ry * cv;
  a.centre = (pawl_xy){(p->p[0].x + p->p[1].x) / 2 + a.cosine * x - a.sine * y,
                       (p->p[0].y + p->p[1].y) / 2 + a.sine * x + a.cosine * y};
  a.from = atan2(-v - cv, -u - cu);
  a.angle = atan2(v - cv, u - cu) - a.from;
  if (p->left && a.angle < 0)
    a.angle += 2 * PAWL_PI;
  if (!p->left && a.angle > 0)
    a.angle -= 2 * PAWL_PI;
  return a;
}

/* At the angle, `far` times as far from the centre. */
static pawl_xy arc_point(const arc *a, double angle, double far)
{
  double s, c;
  pawl_sincos(angle, &s, &c);
  double x = far * a->rx * c, y = far * a->ry * s;
  return (pawl_xy){a->centre.x + a->cosine * x - a->sine * y, a->centre.y + a->sine * x + a->cosine * y};
}

static void draw_arc(pawl_outline *o, const pawl_svg_piece *p, double s0, double s1)
{
  arc a = arc_of(p);
  if (fabs(a.rx - a.ry) <= 1e-12 * a.rx) {
    double turn = p->turn;
    pawl_outline_arc(o, a.centre, a.rx, a.from + turn, a.angle, s0, s1);
    return;
  }
  int n = (int)ceil(fabs(a.angle) / (PAWL_PI / 2) - 1e-9);
  for (int i = 0; i < n; i++) {
    double step = a.angle / n, from = a.from + i * step, s, w;
    pawl_sincos(step / 2, &s, &w);
    pawl_xy point[3] = {arc_point(&a, from, 1), arc_point(&a, from + step / 2, 1 / w),
                        arc_point(&a, from + step, 1)};
    if (i == 0)
      point[0] = p->p[0];
    if (i == n - 1)
      point[2] = p->p[1];
    pawl_outline_bezier(o, 2, point, (const double[]){1, w, 1}, s0 + (s1 - s0) * i / n,
                        s0 + (s1 - s0) * (i + 1) / n);
  }
}

static const char *outline(const void *value, pawl_outline *o, const pawl_functions *functions, bool *closed)
{
  const path *p = value;
  pawl_svg_data data = {p->data, p->data ? p->data + strlen(p->data) : NULL};
  pawl_svg_path read;
  const char *wrong = p->file ? pawl_svg_find(p->file, p->id, functions, &data) : NULL;
  if (wrong)
    return wrong;
  wrong = pawl_svg_read(data, p->scale, p->tolerance, functions, &read);
  if (wrong)
    return p->file ? pawl_sentence(functions, "%s: %s", p->file->name, wrong) : wrong;
  for (int i = 0; i < read.count; i++) {
    const pawl_svg_piece *piece = read.piece + i;
    if (piece->shape == PAWL_SVG_LINE)
      pawl_outline_line(o, piece->p[0], piece->p[1], i, i + 1);
    else if (piece->shape == PAWL_SVG_ARC)
      draw_arc(o, piece, i, i + 1);
    else
      pawl_outline_bezier(o, pawl_svg_last(piece->shape), piece->p, NULL, i, i + 1);
  }
  *closed = read.closed;
  return NULL;
}

const pawl_kind pawl_curve_path = {
    .name = "path",
    .family = PAWL_CURVE_VALUE,
    .doc = "An outline from a drawing: the path of an SVG file beside the model, or its data. The drawing's "
           "y axis, which "
           "points down, is turned up; what is drawn counterclockwise on the page is a solid.",
    .equations = "x = scale x_svg,   y = -scale y_svg;   lines, Bézier curves and arcs (M L H V C S Q T A Z) "
                 "as they are\n"
                 "s counts the pieces of the path\n",
    .example = PAWL_CURVE_EXAMPLE("path { scale = 1*mm,\n"
                                  "  data = \"M 30 0 A 30 30 0 0 0 -30 0 L -20 25 Q 0 40 20 25 Z\" }"),
    .size = sizeof(path),
    .fields = fields,
    .worlds = PAWL_PLANAR,
    .check = check,
    .curve = &(const pawl_curve_table){.outline = outline}};
