/* Paper as PNG, as PDF and as frames in memory, drawn by cairo. PDF counts 72 to the inch and a pixel is a 96th of it. */
#include <cairo-pdf.h>
#include <cairo.h>
#include <math.h>
#include <string.h>

#include "base/utf8.h"
#include "result/paper.h"

/* ---- the sheet ---- */

/* What is not UTF-8 would stop cairo; what has no looks would be a box. */
static void make_readable(char *to, size_t room, const char *from)
{
  size_t used = 0;
  while (*from && used + 5 < room) {
    int n = pawl_utf8_length(from);
    bool plain = n > 1 || (n == 1 && (unsigned char)*from >= 0x20 && *from != 0x7F);
    if (plain)
      memcpy(to + used, from, (size_t)n);
    else
      to[used] = '?';
    used += plain ? (size_t)n : 1;
    from += n > 0 ? n : 1;
  }
  to[used] = 0;
}

static cairo_status_t put_bytes(void *context, const unsigned char *bytes, unsigned count)
{
  FILE *to = context;
  return fwrite(bytes, 1, count, to) == count ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static void set_color(const pawl_paper *paper, int color, double opacity)
{
  int c = pawl_paper_color(paper, color);
  cairo_set_source_rgba(paper->pen, (c >> 16 & 0xff) / 255.0, (c >> 8 & 0xff) / 255.0, (c & 0xff) / 255.0,
                        opacity);
}

/* Texts stand where they are put, not at whole pixels: the same picture at every zoom. */
static void choose_font(cairo_t *pen)
{
  cairo_font_options_t *how = cairo_font_options_create();
  cairo_font_options_set_hint_metrics(how, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_hint_style(how, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_antialias(how, CAIRO_ANTIALIAS_GRAY);
  cairo_set_font_options(pen, how);
  cairo_font_options_destroy(how);
  cairo_select_font_face(pen, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
}

static void put_background(const pawl_paper *paper)
{
  int c = paper->size.background;
  if (c == PAWL_NO_INK)
    return;
  cairo_set_source_rgb(paper->pen, (c >> 16 & 0xff) / 255.0, (c >> 8 & 0xff) / 255.0, (c & 0xff) / 255.0);
  cairo_paint(paper->pen);
}

static bool open_sheet(pawl_paper *paper, cairo_surface_t *sheet, double zoom)
{
  cairo_t *pen = cairo_create(sheet);
  paper->sheet = sheet;
  paper->pen = pen;
  cairo_scale(pen, zoom, zoom);
  cairo_set_line_join(pen, CAIRO_LINE_JOIN_ROUND);
  cairo_set_fill_rule(pen, CAIRO_FILL_RULE_EVEN_ODD);
  choose_font(pen);
  put_background(paper);
  return cairo_status(pen) == CAIRO_STATUS_SUCCESS;
}

static bool open_pixels(pawl_paper *paper)
{
  bool clear = paper->size.background == PAWL_NO_INK;
  paper->columns = (int)round(paper->size.width * paper->size.zoom);
  paper->rows = (int)round(paper->size.height * paper->size.zoom);
  cairo_surface_t *sheet = cairo_image_surface_create(clear ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24,
                                                      paper->columns, paper->rows);
  bool good = open_sheet(paper, sheet, paper->size.zoom);
  paper->pixels = cairo_image_surface_get_data(sheet);
  paper->row_bytes = cairo_image_surface_get_stride(sheet);
  return good;
}

/* Without the date, so that the same picture is the same file. */
static bool open_pdf(pawl_paper *paper)
{
  const double point = 0.75;
  char title[512];
  cairo_surface_t *sheet = cairo_pdf_surface_create_for_stream(
      put_bytes, paper->to, point * paper->size.width, point * paper->size.height);
  cairo_pdf_surface_set_metadata(sheet, CAIRO_PDF_METADATA_CREATE_DATE, NULL);
  make_readable(title, sizeof title, paper->size.title ? paper->size.title : "");
  cairo_pdf_surface_set_metadata(sheet, CAIRO_PDF_METADATA_TITLE, title);
  return open_sheet(paper, sheet, point);
}

static bool close_sheet(pawl_paper *paper)
{
  bool good = cairo_status(paper->pen) == CAIRO_STATUS_SUCCESS;
  cairo_destroy(paper->pen);
  cairo_surface_finish(paper->sheet);
  good = good && cairo_surface_status(paper->sheet) == CAIRO_STATUS_SUCCESS;
  cairo_surface_destroy(paper->sheet);
  paper->pen = paper->sheet = NULL;
  return good;
}

static bool finish_png(pawl_paper *paper)
{
  bool good = cairo_surface_write_to_png_stream(paper->sheet, put_bytes, paper->to) == CAIRO_STATUS_SUCCESS;
  return close_sheet(paper) && good;
}

const unsigned char *pawl_paper_frame(pawl_paper *paper)
{
  cairo_surface_flush(paper->sheet);
  return paper->pixels;
}

void pawl_paper_clean(pawl_paper *paper)
{
  put_background(paper);
}

/* ---- marks ---- */

static void put_ink(const pawl_paper *paper, const pawl_ink *ink)
{
  cairo_t *pen = paper->pen;
  if (ink->fill != PAWL_NO_INK) {
    set_color(paper, ink->fill, ink->glass ? 0.6 : 1);
    cairo_fill_preserve(pen);
  }
  if (ink->stroke != PAWL_NO_INK && ink->thin > 0) {
    set_color(paper, ink->stroke, 1);
    cairo_set_line_width(pen, ink->thin);
    cairo_set_line_cap(pen, ink->butt ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
    cairo_set_dash(pen, &ink->dash, ink->dash > 0, 0);
    cairo_stroke_preserve(pen);
  }
  cairo_new_path(pen);
}

static void begin(pawl_paper *paper)
{
  cairo_new_path(paper->pen);
}

static void point(pawl_paper *paper, pawl_spot at, bool first)
{
  if (first)
    cairo_move_to(paper->pen, at.x, at.y);
  else
    cairo_line_to(paper->pen, at.x, at.y);
}

static void close_outline(pawl_paper *paper)
{
  cairo_close_path(paper->pen);
}

static void end(pawl_paper *paper, const pawl_ink *ink)
{
  if (!ink->open)
    cairo_close_path(paper->pen);
  put_ink(paper, ink);
}

static void circle(pawl_paper *paper, pawl_spot at, double radius, const pawl_ink *ink)
{
  const double turn = 6.283185307179586;
  cairo_new_path(paper->pen);
  cairo_arc(paper->pen, at.x, at.y, fmax(radius, 0), 0, turn);
  cairo_close_path(paper->pen);
  put_ink(paper, ink);
}

static void text(pawl_paper *paper, pawl_spot at, double height, pawl_text_side side, const char *words,
                 int color)
{
  char readable[512];
  cairo_text_extents_t box;
  if (!(height > 0.5)) /* not to be read, and fonts have a least size */
    return;
  make_readable(readable, sizeof readable, words);
  cairo_set_font_size(paper->pen, height);
  cairo_text_extents(paper->pen, readable, &box);
  double left = at.x - (side == PAWL_TEXT_LEFT ? 0 : side == PAWL_TEXT_MIDDLE ? 0.5 : 1) * box.x_advance;
  set_color(paper, color, 1);
  cairo_move_to(paper->pen, left, at.y + 0.35 * height);
  cairo_show_text(paper->pen, readable);
  cairo_new_path(paper->pen);
}

static void fade(pawl_paper *paper, double opacity)
{
  paper->opacity = opacity;
  cairo_push_group(paper->pen);
}

static void whole(pawl_paper *paper)
{
  cairo_pop_group_to_source(paper->pen);
  cairo_paint_with_alpha(paper->pen, paper->opacity);
}

#define MARKS                                                                                                \
  .begin = begin, .point = point, .close = close_outline, .end = end, .circle = circle, .text = text,        \
  .fade = fade, .whole = whole

const pawl_paper_kind pawl_paper_png = {
    .ending = ".png", .name = "PNG", .open = open_pixels, .finish = finish_png, MARKS};
const pawl_paper_kind pawl_paper_pdf = {
    .ending = ".pdf", .name = "PDF", .open = open_pdf, .finish = close_sheet, MARKS};
const pawl_paper_kind pawl_paper_frames = {.open = open_pixels, .finish = close_sheet, MARKS};
