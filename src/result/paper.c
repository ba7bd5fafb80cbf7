/* What all kinds of paper share: colors, the lengths of texts, opening and finishing. */
#include "result/paper.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/error.h"

/* ---- kinds ---- */

const pawl_paper_kind *pawl_paper_find(const char *path)
{
  static const pawl_paper_kind *const kinds[] = {&pawl_paper_svg, &pawl_paper_png, &pawl_paper_pdf};
  const char *dot = strrchr(path, '.');
  for (size_t i = 0; dot && i < sizeof kinds / sizeof *kinds; i++)
    if (strcasecmp(dot, kinds[i]->ending) == 0)
      return kinds[i];
  return NULL;
}

/* cairo counts up to 32767 dots. */
static bool fits(const pawl_paper_size *size)
{
  const double most = 32000;
  double dots = fmax(size->width, size->height) * size->zoom;
  return size->width >= 1 && size->height >= 1 && dots >= 1 && dots <= most;
}

pawl_status pawl_paper_open(pawl_paper *paper, const pawl_paper_kind *kind, FILE *to,
                            const pawl_paper_size *size, pawl_error *error)
{
  *paper = (pawl_paper){.kind = kind, .size = *size, .to = to};
  if (!(size->zoom > 0))
    paper->size.zoom = 1;
  if (!fits(&paper->size))
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "a picture of %.0f by %.0f pixels is too large", size->width,
                     size->height);
  if (kind->open(paper))
    return PAWL_OK;
  kind->finish(paper);
  return pawl_fail_memory(error);
}

pawl_status pawl_paper_finish(pawl_paper *paper, pawl_error *error)
{
  bool good = paper->kind->finish(paper);
  if (good && !(paper->to && ferror(paper->to)))
    return PAWL_OK;
  return pawl_fail(error, PAWL_BAD_FILE, NULL, "the picture could not be written");
}

/* ---- colors ---- */

int pawl_ink_mix(int color, int other, double part)
{
  int out = 0;
  for (int shift = 16; shift >= 0; shift -= 8) {
    double a = color >> shift & 0xff, b = other >> shift & 0xff;
    out |= (int)fmin(fmax(a + (b - a) * part + 0.5, 0), 255) << shift;
  }
  return out;
}

/* Greys turn round about the middle; colors, which are to be told by their hue, only gain light where they are dark. */
int pawl_paper_color(const pawl_paper *paper, int color)
{
  if (!paper->size.dark || color == PAWL_NO_INK)
    return color;
  int r = color >> 16 & 0xff, g = color >> 8 & 0xff, b = color & 0xff;
  int most = r > g ? (r > b ? r : b) : (g > b ? g : b), least = r < g ? (r < b ? r : b) : (g < b ? g : b);
  double hue = most > 0 ? (double)(most - least) / most : 0, grey = fmin(fmax(1.6 - 4 * hue, 0), 1);
  int turned = pawl_ink_mix(0xe6e9ed, 0x14181d, (r + g + b) / 765.0);
  int lighter = pawl_ink_mix(color, 0xffffff, 0.3 * fmax(1 - (r + g + b) / 380.0, 0));
  return pawl_ink_mix(lighter, turned, grey);
}

/* ---- lines and texts ---- */

void pawl_paper_line(pawl_paper *paper, pawl_spot a, pawl_spot b, int color, double width)
{
  pawl_ink ink = pawl_ink_line(color, width, 0);
  ink.butt = true;
  paper->kind->begin(paper);
  paper->kind->point(paper, a, true);
  paper->kind->point(paper, b, false);
  paper->kind->end(paper, &ink);
}

void pawl_paper_text(pawl_paper *paper, pawl_spot at, double height, pawl_text_side side, const char *text,
                     int color)
{
  paper->kind->text(paper, at, height, side, text, color);
}

/* Of DejaVu Sans, which is wide. */
static double letter_width(unsigned char c)
{
  if (c >= 'A' && c <= 'Z')
    return c == 'I' ? 0.3 : c == 'M' || c == 'W' ? 0.99 : 0.77;
  if (strchr("iljI.,:;'|! ", c))
    return 0.34;
  if (strchr("frt()[]{}-/\"", c))
    return 0.42;
  return strchr("mw%@=+<>~", c) ? 0.97 : 0.64;
}

double pawl_text_width(const char *text, double height)
{
  double sum = 0;
  for (const char *s = text; *s; s++)
    if (((unsigned char)*s & 0xC0) != 0x80) /* bytes that go on with a letter */
      sum += letter_width((unsigned char)*s);
  return sum * height;
}
