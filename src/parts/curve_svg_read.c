/* Reads the data of an SVG path. Pieces are turned into the model's axes as they are drawn. */
#include <stdlib.h>
#include <string.h>

#include "parts/curve_svg.h"

typedef struct {
  const char *at, *end;
  const pawl_affine *map;
  const pawl_functions *functions;
  pawl_draft *draft;
  pawl_xy start, pen, control; /* control: of the last piece, for S and T */
  char command, last;          /* in capitals: the last one's             */
  bool relative, begun, done;
  const char *wrong;
} reading;

/* ---- numbers ---- */

static void skip(reading *r)
{
  while (r->at < r->end && strchr(" \t\r\n,", *r->at) && *r->at)
    r->at++;
}

static double fail(reading *r, const char *sentence)
{
  r->wrong = r->wrong ? r->wrong : sentence;
  return 0;
}

static bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

static void skip_digits(const char **at, const char *end)
{
  while (*at < end && is_digit(**at))
    ++*at;
}

/* As long as it is a number: "-1.5.5" are two, "1e-3" is one. */
static const char *number_end(const char *at, const char *end)
{
  at += at < end && (*at == '-' || *at == '+');
  skip_digits(&at, end);
  if (at < end && *at == '.') {
    at++;
    skip_digits(&at, end);
  }
  if (at + 1 < end && (*at == 'e' || *at == 'E')) {
    const char *power = at + 1 + (at[1] == '-' || at[1] == '+');
    if (power < end && is_digit(*power)) {
      at = power;
      skip_digits(&at, end);
    }
  }
  return at;
}

double pawl_svg_number(const char **at, const char *end)
{
  char text[64], *stop;
  while (*at < end && **at && strchr(" \t\r\n,", **at))
    ++*at;
  const char *to = number_end(*at, end);
  size_t n = (size_t)(to - *at);
  if (n == 0 || n >= sizeof text)
    return NAN;
  memcpy(text, *at, n);
  text[n] = 0;
  double value = strtod(text, &stop);
  *at = to;
  return *stop || !isfinite(value) ? NAN : value;
}

static double read_number(reading *r)
{
  char text[64];
  skip(r);
  const char *to = number_end(r->at, r->end);
  size_t n = (size_t)(to - r->at);
  if (n == 0 || n >= sizeof text)
    return fail(r,
                pawl_sentence(r->functions, "a number is missing after '%c' in the path's data", r->command));
  memcpy(text, r->at, n);
  text[n] = 0;
  double value = pawl_svg_number(&r->at, r->end);
  return isnan(value) ? fail(r, pawl_sentence(r->functions, "'%s' in the path's data is no number", text))
                      : value;
}

/* 0 or 1, which may stand without blanks. */
static bool read_flag(reading *r)
{
  skip(r);
  if (r->at < r->end && (*r->at == '0' || *r->at == '1'))
    return *r->at++ == '1';
  fail(r, "a flag of an arc in the path's data is neither 0 nor 1");
  return false;
}

static pawl_xy read_point(reading *r)
{
  double x = read_number(r), y = read_number(r);
  return r->relative ? (pawl_xy){r->pen.x + x, r->pen.y + y} : (pawl_xy){x, y};
}

/* ---- pieces ---- */

static void add(reading *r, const pawl_draft_piece *piece)
{
  pawl_draft_add_mapped(r->draft, r->functions->arena, piece, r->map);
  r->pen = piece->p[piece->degree];
  if (r->draft->starved)
    fail(r, "out of memory");
}

static void draw_line(reading *r, pawl_xy to)
{
  pawl_draft_piece line = pawl_draft_line(r->pen, to);
  add(r, &line);
}

/* The control point that continues the last piece, if that was such a curve. */
static pawl_xy reflected(const reading *r, const char *kinds)
{
  if (!strchr(kinds, r->last))
    return r->pen;
  return (pawl_xy){2 * r->pen.x - r->control.x, 2 * r->pen.y - r->control.y};
}

static void draw_cubic(reading *r, bool smooth)
{
  pawl_xy a = smooth ? reflected(r, "CS") : read_point(r), b = read_point(r), to = read_point(r);
  r->control = b;
  pawl_draft_piece curve = pawl_draft_bezier(3, (const pawl_xy[]){r->pen, a, b, to}, NULL);
  add(r, &curve);
}

static void draw_quadratic(reading *r, bool smooth)
{
  pawl_xy a = smooth ? reflected(r, "QT") : read_point(r), to = read_point(r);
  r->control = a;
  pawl_draft_piece curve = pawl_draft_bezier(2, (const pawl_xy[]){r->pen, a, to}, NULL);
  add(r, &curve);
}

static void draw_arc(reading *r)
{
  double rx = fabs(read_number(r)), ry = fabs(read_number(r)), turn = read_number(r) * PAWL_PI / 180;
  bool large = read_flag(r), rising = read_flag(r);
  pawl_xy to = read_point(r);
  if (rx == 0 || ry == 0)
    draw_line(r, to);
  else if (to.x != r->pen.x || to.y != r->pen.y) {
    pawl_draft one = {0};
    pawl_svg_arc arc = {rx, ry, turn, large, rising};
    pawl_svg_add_arc(&one, r->functions->arena, r->pen, to, &arc);
    if (one.starved)
      fail(r, "out of memory");
    for (int i = 0; i < one.count; i++)
      add(r, one.piece + i);
  }
}

/* ---- commands ---- */

static void move(reading *r)
{
  if (r->begun) {
    fail(r, "the path's data has more than one outline: a profile is one");
    return;
  }
  r->start = r->pen = read_point(r);
  r->begun = true;
}

static void close(reading *r)
{
  if (r->pen.x != r->start.x || r->pen.y != r->start.y)
    draw_line(r, r->start);
  r->draft->closed = r->done = true;
}

static void draw_along(reading *r, bool across)
{
  double value = read_number(r);
  pawl_xy to = r->pen;
  if (across)
    to.x = r->relative ? to.x + value : value;
  else
    to.y = r->relative ? to.y + value : value;
  draw_line(r, to);
}

static void obey(reading *r)
{
  switch (r->command) {
  case 'M':
    move(r);
    break;
  case 'L':
    draw_line(r, read_point(r));
    break;
  case 'H':
  case 'V':
    draw_along(r, r->command == 'H');
    break;
  case 'C':
  case 'S':
    draw_cubic(r, r->command == 'S');
    break;
  case 'Q':
  case 'T':
    draw_quadratic(r, r->command == 'T');
    break;
  case 'A':
    draw_arc(r);
    break;
  default:
    close(r);
    break;
  }
}

/* The next command, or the last one again: after M that is L. */
static void read_command(reading *r)
{
  char c = *r->at;
  bool small = c >= 'a' && c <= 'z', letter = small || (c >= 'A' && c <= 'Z');
  char capital = (char)(small ? c - 'a' + 'A' : c);
  if (letter && !strchr("MLHVCSQTAZ", capital))
    fail(r, pawl_sentence(r->functions, "'%c' in the path's data is no command", c));
  else if (!letter && (!r->command || r->command == 'Z'))
    fail(r, "the path's data does not begin with M");
  else if (letter) {
    r->at++;
    r->command = capital;
    r->relative = small;
  } else if (r->command == 'M')
    r->command = 'L';
  if (!r->wrong && !r->begun && r->command != 'M')
    fail(r, "the path's data does not begin with M");
  if (!r->wrong && r->done)
    fail(r, "the path's data has more than one outline: a profile is one");
}

const char *pawl_svg_read(pawl_svg_data data, const pawl_affine *map, const pawl_functions *functions,
                          pawl_draft *draft)
{
  reading r = {.at = data.from, .end = data.to, .map = map, .functions = functions, .draft = draft};
  for (skip(&r); r.at < r.end && !r.wrong; skip(&r)) {
    read_command(&r);
    if (!r.wrong)
      obey(&r);
    r.last = r.command;
  }
  return r.wrong ? r.wrong : draft->count ? NULL : "the path's data draws nothing";
}
