/* Paths, circles and texts of the world, each first measured, then carried to the paper. */
#include "result/canvas.h"

#include <math.h>

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

void pawl_canvas_fit(pawl_canvas *canvas, double width, double height)
{
  if (!(canvas->right >= canvas->left)) /* nothing was drawn */
    canvas->left = canvas->low = canvas->right = canvas->high = 0;
  double w = canvas->right - canvas->left, h = canvas->high - canvas->low;
  canvas->scale = fmin(width / w, height / h);
  if (!isfinite(canvas->scale))
    canvas->scale = 1;
}

void pawl_canvas_lay(pawl_canvas *canvas, pawl_paper *paper, pawl_spot corner)
{
  canvas->paper = paper;
  canvas->corner = corner;
}

/* What is off any sheet, or no number at all because the model's numbers are near the end of what there is. */
static double on_sheet(double x)
{
  return fabs(x) < 1e6 ? x : 0;
}

pawl_spot pawl_canvas_size(const pawl_canvas *canvas)
{
  return (pawl_spot){on_sheet((canvas->right - canvas->left) * canvas->scale),
                     on_sheet((canvas->high - canvas->low) * canvas->scale)};
}

static pawl_spot pixel(const pawl_canvas *c, pawl_spot at)
{
  return (pawl_spot){on_sheet(c->corner.x + (at.x - c->left) * c->scale),
                     on_sheet(c->corner.y + (c->high - at.y) * c->scale)};
}

static pawl_ink pixel_ink(const pawl_canvas *c, const pawl_ink *ink)
{
  pawl_ink out = *ink;
  out.thin = on_sheet(fmax(ink->thin, ink->wide * c->scale));
  return out;
}

/* ---- paths ---- */

void pawl_canvas_begin(pawl_canvas *canvas)
{
  canvas->first = true;
  if (canvas->paper)
    canvas->paper->kind->begin(canvas->paper);
}

void pawl_canvas_move(pawl_canvas *canvas, const pawl_ink *ink)
{
  canvas->first = true;
  if (canvas->paper && !ink->open)
    canvas->paper->kind->close(canvas->paper);
}

void pawl_canvas_point(pawl_canvas *canvas, pawl_spot at, const pawl_ink *ink)
{
  if (canvas->paper)
    canvas->paper->kind->point(canvas->paper, pixel(canvas, at), canvas->first);
  else
    reach(canvas, at, 0.5 * ink->wide);
  canvas->first = false;
}

void pawl_canvas_end(pawl_canvas *canvas, const pawl_ink *ink)
{
  if (!canvas->paper)
    return;
  pawl_ink drawn = pixel_ink(canvas, ink);
  canvas->paper->kind->end(canvas->paper, &drawn);
}

/* ---- circles, texts ---- */

void pawl_canvas_circle(pawl_canvas *canvas, pawl_spot at, double radius, const pawl_ink *ink)
{
  if (!canvas->paper) {
    reach(canvas, at, radius);
    return;
  }
  pawl_ink drawn = pixel_ink(canvas, ink);
  canvas->paper->kind->circle(canvas->paper, pixel(canvas, at), on_sheet(radius * canvas->scale), &drawn);
}

/* Letters are never larger than those of a caption. */
void pawl_canvas_text(pawl_canvas *canvas, pawl_spot at, double height, const char *text, int color)
{
  if (!canvas->paper) {
    reach(canvas, at, 0.5 * height);
    reach(canvas, (pawl_spot){at.x + pawl_text_width(text, height), at.y}, 0);
    return;
  }
  double pixels = fmin(on_sheet(height * canvas->scale), 16);
  pawl_paper_text(canvas->paper, pixel(canvas, at), pixels, PAWL_TEXT_LEFT, text, color);
}
