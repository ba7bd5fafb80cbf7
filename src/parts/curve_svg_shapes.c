/* Basic shapes of SVG. rect, circle and ellipse are solids, however they are turned or mirrored; line, polyline and polygon go
 * the way they are written, as paths do. */
#include <string.h>

#include "parts/curve_svg.h"

typedef struct {
  pawl_svg_data name;
  pawl_svg_attribute *attribute;
  const void *tag;
  const pawl_affine *map;
  const pawl_functions *functions;
  pawl_draft *draft;
  const char *wrong;
} drawing;

static void draw_line(drawing *d, pawl_xy from, pawl_xy to)
{
  pawl_draft_piece line = pawl_draft_line(from, to);
  pawl_draft_add_mapped(d->draft, d->functions->arena, &line, d->map);
}

/* The number of an attribute, or `fallback`. A unit other than px is not the drawing's. */
static double number(drawing *d, const char *name, double fallback)
{
  pawl_svg_data text = d->attribute(d->tag, name);
  if (!text.from)
    return fallback;
  const char *at = text.from;
  double value = pawl_svg_number(&at, text.to);
  size_t rest = (size_t)(text.to - at);
  if (rest >= 2 && memcmp(at, "px", 2) == 0) {
    at += 2;
    rest -= 2;
  }
  while (rest > 0 && strchr(" \t\r\n", *at)) {
    at++;
    rest--;
  }
  if ((isnan(value) || rest > 0) && !d->wrong)
    d->wrong =
        pawl_sentence(d->functions, "'%s' of its %.*s is '%.*s': a number of the drawing's units is needed",
                      name, (int)(d->name.to - d->name.from), d->name.from,
                      (int)(text.to - text.from) < 30 ? (int)(text.to - text.from) : 30, text.from);
  return value;
}

/* A size; without it nothing is drawn. */
static double size(drawing *d, const char *name)
{
  double value = number(d, name, 0);
  if (!(value > 0) && !d->wrong)
    d->wrong = pawl_sentence(d->functions, "'%s' of its %.*s must be more than 0", name,
                             (int)(d->name.to - d->name.from), d->name.from);
  return value;
}

/* ---- shapes ---- */

static void draw_round(drawing *d, pawl_draft_ellipse e)
{
  pawl_draft plain = {0};
  pawl_draft_add_ellipse(&plain, d->functions->arena, &e, NULL);
  for (int i = 0; i < plain.count; i++)
    pawl_draft_add_mapped(d->draft, d->functions->arena, plain.piece + i, d->map);
  d->draft->starved = d->draft->starved || plain.starved;
  d->draft->closed = true;
}

static void draw_circle(drawing *d)
{
  double x = number(d, "cx", 0), y = number(d, "cy", 0), r = size(d, "r");
  draw_round(d, (pawl_draft_ellipse){{x, y}, {r, 0}, {0, r}, 0, 2 * PAWL_PI});
}

static void draw_ellipse(drawing *d)
{
  double x = number(d, "cx", 0), y = number(d, "cy", 0), rx = size(d, "rx"), ry = size(d, "ry");
  draw_round(d, (pawl_draft_ellipse){{x, y}, {rx, 0}, {0, ry}, 0, 2 * PAWL_PI});
}

/* The quarter of an ellipse at a corner, from the angle `from`. */
static void round_corner(drawing *d, double x, double y, double rx, double ry, double from)
{
  if (rx > 0 && ry > 0) {
    draw_round(d, (pawl_draft_ellipse){{x, y}, {rx, 0}, {0, ry}, from, PAWL_PI / 2});
  }
}

static void draw_rect(drawing *d)
{
  double x = number(d, "x", 0), y = number(d, "y", 0), w = size(d, "width"), h = size(d, "height");
  double rx = number(d, "rx", NAN), ry = number(d, "ry", NAN);
  rx = isnan(rx) ? ry : rx;
  ry = isnan(ry) ? rx : ry;
  rx = isnan(rx) ? 0 : fmin(rx, w / 2);
  ry = isnan(ry) ? 0 : fmin(ry, h / 2);
  if (!d->wrong && (rx < 0 || ry < 0))
    d->wrong = "the rounding of its rect must not be less than 0";
  if (rx == 0 || ry == 0)
    rx = ry = 0;
  if (d->wrong)
    return;
  double X = x + w, Y = y + h;
  if (w > 2 * rx)
    draw_line(d, (pawl_xy){x + rx, y}, (pawl_xy){X - rx, y});
  round_corner(d, X - rx, y + ry, rx, ry, -PAWL_PI / 2);
  if (h > 2 * ry)
    draw_line(d, (pawl_xy){X, y + ry}, (pawl_xy){X, Y - ry});
  round_corner(d, X - rx, Y - ry, rx, ry, 0);
  if (w > 2 * rx)
    draw_line(d, (pawl_xy){X - rx, Y}, (pawl_xy){x + rx, Y});
  round_corner(d, x + rx, Y - ry, rx, ry, PAWL_PI / 2);
  if (h > 2 * ry)
    draw_line(d, (pawl_xy){x, Y - ry}, (pawl_xy){x, y + ry});
  round_corner(d, x + rx, y + ry, rx, ry, PAWL_PI);
  d->draft->closed = true;
}

static void draw_segment(drawing *d)
{
  pawl_xy from = {number(d, "x1", 0), number(d, "y1", 0)}, to = {number(d, "x2", 0), number(d, "y2", 0)};
  draw_line(d, from, to);
}

static void draw_points(drawing *d, bool closed)
{
  pawl_svg_data text = d->attribute(d->tag, "points");
  const char *at = text.from;
  pawl_xy first = {0, 0}, pen = first;
  int n = 0;
  for (;; n++) {
    while (at < text.to && *at && strchr(" \t\r\n,", *at))
      at++;
    if (at >= text.to)
      break;
    double x = pawl_svg_number(&at, text.to), y = pawl_svg_number(&at, text.to);
    if (isnan(x) || isnan(y)) {
      d->wrong = pawl_sentence(d->functions, "'points' of its %.*s: point %d is not two numbers",
                               (int)(d->name.to - d->name.from), d->name.from, n + 1);
      return;
    }
    if (n == 0)
      first = (pawl_xy){x, y};
    else
      draw_line(d, pen, (pawl_xy){x, y});
    pen = (pawl_xy){x, y};
  }
  d->draft->closed = closed;
  if (closed && n > 0 && (pen.x != first.x || pen.y != first.y))
    draw_line(d, pen, first);
}

static void draw_polyline(drawing *d)
{
  draw_points(d, false);
}

static void draw_polygon(drawing *d)
{
  draw_points(d, true);
}

static const struct {
  const char *name;
  void (*draw)(drawing *d);
  bool solid;
} shapes[] = {{"rect", draw_rect, true},          {"circle", draw_circle, true},
              {"ellipse", draw_ellipse, true},    {"line", draw_segment, false},
              {"polyline", draw_polyline, false}, {"polygon", draw_polygon, false}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static size_t shape_of(pawl_svg_data name)
{
  size_t i = 0, n = (size_t)(name.to - name.from);
  while (i < SHAPES && (strlen(shapes[i].name) != n || memcmp(shapes[i].name, name.from, n) != 0))
    i++;
  return i;
}

bool pawl_svg_is_shape(pawl_svg_data name)
{
  return shape_of(name) < SHAPES;
}

const char *pawl_svg_shape(pawl_svg_data name, pawl_svg_attribute *attribute, const void *tag,
                           const pawl_affine *map, const pawl_functions *functions, pawl_draft *draft)
{
  drawing d = {
      .name = name, .attribute = attribute, .tag = tag, .map = map, .functions = functions, .draft = draft};
  size_t i = shape_of(name);
  shapes[i].draw(&d);
  if (d.wrong)
    return d.wrong;
  if (shapes[i].solid && pawl_draft_turns(draft) < 0)
    pawl_draft_reverse(draft);
  return draft->count || draft->starved
             ? NULL
             : pawl_sentence(functions, "its %.*s draws nothing", (int)(name.to - name.from), name.from);
}
