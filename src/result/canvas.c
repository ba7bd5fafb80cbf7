/* Paths, circles and texts as SVG, each first measured, then written. Numbers have two digits after the point: a
 * hundredth of a pixel. The decimal sign is a point whatever the program's language is. */
#include "result/canvas.h"

#include <math.h>
#include <string.h>

/* ---- measuring ---- */

void pawl_canvas_open(pawl_canvas *canvas)
{
  *canvas = (pawl_canvas){.left = INFINITY, .right = -INFINITY, .low = INFINITY, .high = -INFINITY};
}

static void reach(pawl_canvas *c, pawl_spot at, double around)
{
  c->left = fmin(c->left, at.x - around);
  c->right = fmax(c->right, at.x + around);
  c->low = fmin(c->low, at.y - around);
  c->high = fmax(c->high, at.y + around);
}

void pawl_canvas_place(pawl_canvas *canvas, FILE *to, double width, double height, double margin)
{
  if (!(canvas->right >= canvas->left)) /* nothing was drawn */
    canvas->left = canvas->low = canvas->right = canvas->high = 0;
  double w = canvas->right - canvas->left, h = canvas->high - canvas->low;
  canvas->scale = fmin((width - 2 * margin) / w, (height - 2 * margin) / h);
  if (!isfinite(canvas->scale))
    canvas->scale = 1;
  canvas->margin = margin;
  canvas->to = to;
}

/* Whole pixels; a millionth more is rounding. */
static double pixels(double length, const pawl_canvas *c)
{
  double x = ceil(length * c->scale + 2 * c->margin - 1e-6);
  return x < 1e6 ? fmax(x, 1) : 1;
}

pawl_spot pawl_canvas_size(const pawl_canvas *canvas)
{
  return (pawl_spot){pixels(canvas->right - canvas->left, canvas),
                     pixels(canvas->high - canvas->low, canvas)};
}

/* ---- texts and numbers ---- */

/* What is off any sheet, or no number at all because the model's numbers are near the end of what there is, becomes 0. */
static void put_number(FILE *to, double x)
{
  char text[40];
  double hundredths = fabs(x) < 1e6 ? round(100 * x) : 0;
  snprintf(text, sizeof text, "%.12g", hundredths == 0 ? 0 : hundredths / 100); /* no -0 */
  for (char *s = text; *s; s++)
    if (!strchr("0123456789+-e", *s))
      *s = '.';
  fputs(text, to);
}

static void put_key(FILE *to, const char *key, double x)
{
  fprintf(to, " %s=\"", key);
  put_number(to, x);
  fputc('"', to);
}

static void put_color(FILE *to, const char *key, int color)
{
  if (color == PAWL_NO_INK)
    fprintf(to, " %s=\"none\"", key);
  else
    fprintf(to, " %s=\"#%06x\"", key, (unsigned)color & 0xffffff);
}

static void put_text(FILE *to, const char *text)
{
  for (; *text; text++)
    switch (*text) {
    case '<':
      fputs("&lt;", to);
      break;
    case '>':
      fputs("&gt;", to);
      break;
    case '&':
      fputs("&amp;", to);
      break;
    default:
      fputc((unsigned char)*text < 0x20 ? ' ' : *text, to);
    }
}

int pawl_ink_mix(int color, int other, double part)
{
  int out = 0;
  for (int shift = 16; shift >= 0; shift -= 8) {
    double a = color >> shift & 0xff, b = other >> shift & 0xff;
    out |= (int)fmin(fmax(a + (b - a) * part + 0.5, 0), 255) << shift;
  }
  return out;
}

/* ---- the file ---- */

static pawl_spot pixel(const pawl_canvas *c, pawl_spot at)
{
  return (pawl_spot){c->margin + (at.x - c->left) * c->scale, c->margin + (c->high - at.y) * c->scale};
}

void pawl_canvas_head(pawl_canvas *canvas, const char *title, int background)
{
  FILE *to = canvas->to;
  pawl_spot size = pawl_canvas_size(canvas);
  fprintf(to, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\"", size.x, size.y);
  fprintf(to, " viewBox=\"0 0 %.0f %.0f\">\n<title>", size.x, size.y);
  put_text(to, title);
  fputs("</title>\n", to);
  if (background != PAWL_NO_INK) {
    fputs("<rect width=\"100%\" height=\"100%\" rx=\"6\"", to);
    put_color(to, "fill", background);
    fputs("/>\n", to);
  }
  fputs("<g stroke-linejoin=\"round\" stroke-linecap=\"round\" fill-rule=\"evenodd\" "
        "font-family=\"sans-serif\">\n",
        to);
}

void pawl_canvas_foot(pawl_canvas *canvas)
{
  fputs("</g>\n</svg>\n", canvas->to);
}

static void put_ink(const pawl_canvas *c, const pawl_ink *ink)
{
  put_color(c->to, "fill", ink->fill);
  if (ink->glass)
    put_key(c->to, "fill-opacity", 0.6);
  if (ink->stroke != PAWL_NO_INK) {
    put_color(c->to, "stroke", ink->stroke);
    put_key(c->to, "stroke-width", fmax(ink->thin, ink->wide * c->scale));
  }
  if (ink->butt)
    fputs(" stroke-linecap=\"butt\"", c->to);
  fputs("/>\n", c->to);
}

/* ---- paths ---- */

void pawl_canvas_begin(pawl_canvas *canvas)
{
  canvas->points = 0;
  if (canvas->to)
    fputs("<path d=\"", canvas->to);
}

void pawl_canvas_move(pawl_canvas *canvas, const pawl_ink *ink)
{
  canvas->points = 0;
  if (canvas->to && !ink->open)
    fputc('z', canvas->to);
}

void pawl_canvas_point(pawl_canvas *canvas, pawl_spot at, const pawl_ink *ink)
{
  if (!canvas->to) {
    reach(canvas, at, 0.5 * ink->wide);
    return;
  }
  pawl_spot p = pixel(canvas, at);
  fputc(canvas->points++ == 0 ? 'M' : ' ', canvas->to);
  put_number(canvas->to, p.x);
  fputc(' ', canvas->to);
  put_number(canvas->to, p.y);
}

void pawl_canvas_end(pawl_canvas *canvas, const pawl_ink *ink)
{
  if (!canvas->to)
    return;
  fputs(ink->open ? "\"" : "z\"", canvas->to);
  put_ink(canvas, ink);
}

/* ---- circles, texts ---- */

void pawl_canvas_circle(pawl_canvas *canvas, pawl_spot at, double radius, const pawl_ink *ink)
{
  if (!canvas->to) {
    reach(canvas, at, radius);
    return;
  }
  pawl_spot p = pixel(canvas, at);
  fputs("<circle", canvas->to);
  put_key(canvas->to, "cx", p.x);
  put_key(canvas->to, "cy", p.y);
  put_key(canvas->to, "r", radius * canvas->scale);
  put_ink(canvas, ink);
}

/* How long a text will be is only known to who draws it; six tenths of its height a letter are enough. */
void pawl_canvas_text(pawl_canvas *canvas, pawl_spot at, double height, const char *text, int color)
{
  double length = 0;
  for (const char *s = text; *s; s++)
    length += ((unsigned char)*s & 0xC0) == 0x80 ? 0 : 0.6 * height; /* bytes that go on with a letter */
  if (!canvas->to) {
    reach(canvas, at, 0.5 * height);
    reach(canvas, (pawl_spot){at.x + length, at.y}, 0);
    return;
  }
  pawl_spot p = pixel(canvas, at);
  fputs("<text", canvas->to);
  put_key(canvas->to, "x", p.x);
  put_key(canvas->to, "y", p.y + 0.35 * height * canvas->scale);
  put_key(canvas->to, "font-size", height * canvas->scale);
  put_color(canvas->to, "fill", color);
  fputc('>', canvas->to);
  put_text(canvas->to, text);
  fputs("</text>\n", canvas->to);
}
