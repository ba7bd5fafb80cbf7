/* Plots in the terminal. A character of Braille has 2 by 4 dots; of ASCII, ' . : make 1 by 2. Between two rows the curve
 * is a straight line of dots. */
#define _DEFAULT_SOURCE /* struct winsize */
#include "blocks_plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LABEL = 32 };

typedef struct {
  FILE *to;
  const double *time;
  size_t rows;
  bool ascii;
  int wide, high;     /* characters of the drawing              */
  int across, down;   /* dots in a character                    */
  int label;          /* characters of the numbers at the side  */
  unsigned char *dot; /* wide * across by high * down           */
} sheet;

/* ---- the terminal ---- */

static bool is_utf8(void)
{
  static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
  for (int i = 0; i < 3; i++) {
    const char *value = getenv(names[i]);
    if (!value || !*value)
      continue;
    for (; *value; value++)
      if (strncasecmp(value, "utf-8", 5) == 0 || strncasecmp(value, "utf8", 4) == 0)
        return true;
    return false;
  }
  return false;
}

static int columns_of(FILE *to)
{
  const char *told = getenv("COLUMNS");
  struct winsize window;
  double x;
  if (told && pawl_number_of(told, &x) && x >= 1)
    return (int)fmin(x, 1000);
  if (isatty(fileno(to)) && ioctl(fileno(to), TIOCGWINSZ, &window) == 0 && window.ws_col > 0)
    return window.ws_col;
  return 80;
}

pawl_blocks_size pawl_blocks_usual(FILE *to)
{
  const char *terminal = getenv("TERM");
  int columns = columns_of(to);
  return (pawl_blocks_size){.width = columns < 30    ? 30
                                     : columns > 160 ? 160
                                                     : columns,
                            .height = 8,
                            .ascii = !is_utf8() || (terminal && strcmp(terminal, "dumb") == 0)};
}

/* ---- dots ---- */

static void put_dot(sheet *s, double x, double y)
{
  int columns = s->wide * s->across, lines = s->high * s->down;
  int i = (int)fmin(fmax(x, 0), columns - 1), k = (int)fmin(fmax(y, 0), lines - 1);
  s->dot[(lines - 1 - k) * columns + i] = 1;
}

static void put_line(sheet *s, double x, double y, double u, double v)
{
  int steps = (int)ceil(fmax(fabs(u - x), fabs(v - y)));
  for (int i = 0; i <= steps; i++) {
    double part = steps > 0 ? (double)i / steps : 0;
    put_dot(s, x + part * (u - x), y + part * (v - y));
  }
}

/* Where a value is between two others, 0 to 1; halves, because their difference may be too large a number. */
static double part_of(double x, double from, double to)
{
  return to > from ? (0.5 * x - 0.5 * from) / (0.5 * to - 0.5 * from) : 0.5;
}

static void put_curve(sheet *s, const double *value, double least, double most)
{
  double columns = s->wide * s->across, lines = s->high * s->down, x = 0, y = 0;
  double begin = s->time[0], end = s->time[s->rows - 1];
  bool before = false;
  for (size_t i = 0; i < s->rows; i++) {
    bool good = isfinite(value[i]);
    double u = (columns - 1) * (end > begin ? part_of(s->time[i], begin, end) : 0) + 0.5,
           v = good ? (lines - 1) * part_of(value[i], least, most) + 0.5 : 0;
    if (good)
      put_line(s, before ? x : u, before ? y : v, u, v);
    x = u;
    y = v;
    before = good;
  }
}

/* ---- characters ---- */

static void put_braille(const sheet *s, int column, int line)
{
  static const unsigned char bits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
  unsigned code = 0;
  for (int k = 0; k < 4; k++)
    for (int i = 0; i < 2; i++)
      if (s->dot[(4 * line + k) * 2 * s->wide + 2 * column + i])
        code |= bits[k][i];
  if (code == 0)
    fputc(' ', s->to);
  else
    fprintf(s->to, "%c%c%c", 0xE2, (int)(0xA0 | code >> 6), (int)(0x80 | (code & 0x3F))); /* U+2800 + code */
}

static void put_ascii(const sheet *s, int column, int line)
{
  int upper = s->dot[2 * line * s->wide + column], lower = s->dot[(2 * line + 1) * s->wide + column];
  fputc(" '.:"[upper + 2 * lower], s -> to);
}

static void put_row(const sheet *s, int line, const char *label)
{
  fprintf(s->to, "%*s %s", s->label, label, s->ascii ? "|" : *label ? "┤" : "│");
  for (int i = 0; i < s->wide; i++)
    if (s->ascii)
      put_ascii(s, i, line);
    else
      put_braille(s, i, line);
  fputc('\n', s->to);
}

static const char *number(double x, char text[LABEL])
{
  snprintf(text, LABEL, "%.4g", x);
  return text;
}

/* ---- a curve ---- */

static void find_range(const double *value, size_t rows, double *least, double *most)
{
  *least = INFINITY;
  *most = -INFINITY;
  for (size_t i = 0; i < rows; i++)
    if (isfinite(value[i])) {
      *least = fmin(*least, value[i]);
      *most = fmax(*most, value[i]);
    }
  if (*most > *least &&
      0.5 * *most - 0.5 * *least <= 1e-12 * fmax(fabs(*most), fabs(*least))) /* it differs by rounding only */
    *least = *most;
  double tiny = 1e-9 * (0.5 * *most - 0.5 * *least); /* what is 0 but for rounding is 0 */
  *least = fabs(*least) < tiny ? 0 : *least;
  *most = fabs(*most) < tiny ? 0 : *most;
}

static void plot(sheet *s, const pawl_blocks_curve *c)
{
  char upper[LABEL], lower[LABEL];
  double least, most;
  bool unit = c->unit && *c->unit && strcmp(c->unit, "1") != 0;
  find_range(c->value, s->rows, &least, &most);
  fprintf(s->to, "%*s %s%s%s\n", s->label, "", c->name, unit ? ", " : "", unit ? c->unit : "");
  if (!(most >= least)) {
    fprintf(s->to, "%*s no numbers\n", s->label, "");
    return;
  }
  memset(s->dot, 0, (size_t)(s->wide * s->across * s->high * s->down));
  put_curve(s, c->value, least, most);
  number(most, upper);
  number(least, lower);
  bool level = strcmp(upper, lower) == 0; /* one number says it all */
  for (int i = 0; i < s->high; i++) {
    bool marked = level ? i == (s->high - 1) / 2 : i == 0 || i + 1 == s->high;
    put_row(s, i, !marked ? "" : i == 0 ? upper : lower);
  }
}

/* The begin at the left, the end at the right. */
static void put_time(const sheet *s)
{
  char begin[LABEL], end[LABEL];
  number(s->time[0], begin);
  number(s->time[s->rows - 1], end);
  fprintf(s->to, "%*s %s", s->label, "", s->ascii ? "+" : "└");
  for (int i = 0; i < s->wide; i++)
    fputs(s->ascii ? "-" : "─", s->to);
  int room = s->wide - (int)strlen(begin) - (int)strlen(end) - 2;
  fprintf(s->to, "\n%*s  %s%*s%s s\n", s->label, "", begin, room > 1 ? room : 1, "", end);
}

/* ---- all ---- */

static int label_width(const pawl_blocks_curve *curves, int count, size_t rows)
{
  int width = 1;
  for (int i = 0; i < count; i++) {
    char text[LABEL];
    double least, most;
    find_range(curves[i].value, rows, &least, &most);
    if (!(most >= least))
      continue;
    width = (int)fmax(width, (double)strlen(number(least, text)));
    width = (int)fmax(width, (double)strlen(number(most, text)));
  }
  return width;
}

pawl_status pawl_blocks_plot(FILE *to, const double *time, size_t rows, const pawl_blocks_curve *curves,
                             int count, const pawl_blocks_size *size, pawl_arena *arena, pawl_error *error)
{
  sheet s = {.to = to, .time = time, .rows = rows, .ascii = size->ascii};
  if (rows == 0 || count == 0)
    return PAWL_OK;
  s.across = size->ascii ? 1 : 2;
  s.down = size->ascii ? 2 : 4;
  s.label = label_width(curves, count, rows);
  s.wide = size->width - s.label - 3 > 10 ? size->width - s.label - 3 : 10;
  s.high = size->height > 1 ? size->height : 2;
  s.dot = PAWL_TAKE(arena, s.wide * s.across * s.high * s.down, unsigned char);
  if (!s.dot)
    return pawl_fail_memory(error);
  for (int i = 0; i < count; i++)
    plot(&s, &curves[i]);
  put_time(&s);
  return PAWL_OK;
}
