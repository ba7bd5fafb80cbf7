/* Paper as SVG text. Numbers have two digits after the point: a hundredth of a pixel. The decimal sign is a point whatever
 * the program's language is. */
#include <math.h>
#include <string.h>

#include "base/utf8.h"
#include "result/paper.h"

/* ---- texts and numbers ---- */

static void put_number(FILE *to, double x)
{
  char text[40];
  double hundredths = round(100 * x);
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

static void put_color(const pawl_paper *paper, const char *key, int color)
{
  if (color == PAWL_NO_INK)
    fprintf(paper->to, " %s=\"none\"", key);
  else
    fprintf(paper->to, " %s=\"#%06x\"", key, (unsigned)pawl_paper_color(paper, color) & 0xffffff);
}

static void put_letter(FILE *to, const char *letter, int bytes)
{
  if (*letter == '<')
    fputs("&lt;", to);
  else if (*letter == '>')
    fputs("&gt;", to);
  else if (*letter == '&')
    fputs("&amp;", to);
  else if (bytes == 0) /* not UTF-8 */
    fputs("\uFFFD", to);
  else if ((unsigned char)*letter < 0x20)
    fputc(' ', to);
  else
    fwrite(letter, 1, (size_t)bytes, to);
}

static void put_text(FILE *to, const char *text)
{
  while (*text) {
    int n = pawl_utf8_length(text);
    put_letter(to, text, n);
    text += n > 0 ? n : 1;
  }
}

/* ---- the file ---- */

static bool open_file(pawl_paper *paper)
{
  FILE *to = paper->to;
  const pawl_paper_size *size = &paper->size;
  fprintf(to, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\"", size->width,
          size->height);
  fprintf(to, " viewBox=\"0 0 %.0f %.0f\">\n<title>", size->width, size->height);
  put_text(to, size->title ? size->title : "");
  fputs("</title>\n", to);
  if (size->background != PAWL_NO_INK) {
    fputs("<rect width=\"100%\" height=\"100%\" rx=\"6\"", to);
    fprintf(to, " fill=\"#%06x\"/>\n", (unsigned)size->background & 0xffffff);
  }
  fputs("<g stroke-linejoin=\"round\" stroke-linecap=\"round\" fill-rule=\"evenodd\" "
        "font-family=\"sans-serif\">\n",
        to);
  return true;
}

static bool finish(pawl_paper *paper)
{
  fputs("</g>\n</svg>\n", paper->to);
  return !ferror(paper->to);
}

static void put_ink(const pawl_paper *paper, const pawl_ink *ink)
{
  put_color(paper, "fill", ink->fill);
  if (ink->glass)
    put_key(paper->to, "fill-opacity", 0.6);
  if (ink->stroke != PAWL_NO_INK) {
    put_color(paper, "stroke", ink->stroke);
    put_key(paper->to, "stroke-width", ink->thin);
  }
  if (ink->dash > 0)
    put_key(paper->to, "stroke-dasharray", ink->dash);
  if (ink->butt)
    fputs(" stroke-linecap=\"butt\"", paper->to);
  fputs("/>\n", paper->to);
}

/* ---- marks ---- */

static void begin(pawl_paper *paper)
{
  fputs("<path d=\"", paper->to);
}

static void point(pawl_paper *paper, pawl_spot at, bool first)
{
  fputc(first ? 'M' : ' ', paper->to);
  put_number(paper->to, at.x);
  fputc(' ', paper->to);
  put_number(paper->to, at.y);
}

static void close_outline(pawl_paper *paper)
{
  fputc('z', paper->to);
}

static void end(pawl_paper *paper, const pawl_ink *ink)
{
  fputs(ink->open ? "\"" : "z\"", paper->to);
  put_ink(paper, ink);
}

static void circle(pawl_paper *paper, pawl_spot at, double radius, const pawl_ink *ink)
{
  fputs("<circle", paper->to);
  put_key(paper->to, "cx", at.x);
  put_key(paper->to, "cy", at.y);
  put_key(paper->to, "r", radius);
  put_ink(paper, ink);
}

static void text(pawl_paper *paper, pawl_spot at, double height, pawl_text_side side, const char *words,
                 int color)
{
  static const char *const anchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
  fputs("<text", paper->to);
  put_key(paper->to, "x", at.x);
  put_key(paper->to, "y", at.y + 0.35 * height);
  put_key(paper->to, "font-size", height);
  fputs(anchors[side], paper->to);
  put_color(paper, "fill", color);
  fputc('>', paper->to);
  put_text(paper->to, words);
  fputs("</text>\n", paper->to);
}

static void fade(pawl_paper *paper, double opacity)
{
  fputs("<g", paper->to);
  put_key(paper->to, "opacity", opacity);
  fputs(">\n", paper->to);
}

static void whole(pawl_paper *paper)
{
  fputs("</g>\n", paper->to);
}

const pawl_paper_kind pawl_paper_svg = {.ending = ".svg",
                                        .name = "SVG",
                                        .open = open_file,
                                        .begin = begin,
                                        .point = point,
                                        .close = close_outline,
                                        .end = end,
                                        .circle = circle,
                                        .text = text,
                                        .fade = fade,
                                        .whole = whole,
                                        .finish = finish};
