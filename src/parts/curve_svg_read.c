/* Reads the data of an SVG path. Points are turned into the model's axes as they are read. */
#include <stdlib.h>
#include <string.h>

#include "parts/curve_svg.h"

typedef struct {
  const char *at, *end;
  double scale;
  const pawl_functions *functions;
  pawl_svg_path *path;
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

static double read_number(reading *r)
{
  char text[64], *stop;
  skip(r);
  const char *to = number_end(r->at, r->end);
  size_t n = (size_t)(to - r->at);
  if (n == 0 || n >= sizeof text)
    return fail(r,
                pawl_sentence(r->functions, "a number is missing after '%c' in the path's data", r->command));
  memcpy(text, r->at, n);
  text[n] = 0;
  double value = strtod(text, &stop);
  r->at = to;
  return *stop || !isfinite(value)
             ? fail(r, pawl_sentence(r->functions, "'%s' in the path's data is no number", text))
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
  pawl_xy p = {r->scale * x, -r->scale * y};
  return r->relative ? (pawl_xy){r->pen.x + p.x, r->pen.y + p.y} : p;
}

/* ---- pieces ---- */

static void add(reading *r, pawl_svg_piece piece)
{
  pawl_svg_path *p = r->path;
  if (p->count == p->room) {
    int room = p->room ? 2 * p->room : 32;
    pawl_svg_piece *larger = PAWL_TAKE(r->functions->arena, room, pawl_svg_piece);
    if (!larger) {
      fail(r, "out of memory");
      return;
    }
    if (p->count)
      memcpy(larger, p->piece, (size_t)p->count * sizeof *larger);
    p->piece = larger;
    p->room = room;
  }
  piece.p[0] = r->pen;
  p->piece[p->count++] = piece;
  r->pen = piece.p[pawl_svg_last(piece.shape)];
}

static void draw_line(reading *r, pawl_xy to)
{
  add(r, (pawl_svg_piece){.shape = PAWL_SVG_LINE, .p = {{0, 0}, to}});
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
  add(r, (pawl_svg_piece){.shape = PAWL_SVG_CUBIC, .p = {{0, 0}, a, b, to}});
}

static void draw_quadratic(reading *r, bool smooth)
{
  pawl_xy a = smooth ? reflected(r, "QT") : read_point(r), to = read_point(r);
  r->control = a;
  add(r, (pawl_svg_piece){.shape = PAWL_SVG_QUADRATIC, .p = {{0, 0}, a, to}});
}

/* With y upwards, turns change their sense. */
static void draw_arc(reading *r)
{
  double rx = r->scale * fabs(read_number(r)), ry = r->scale * fabs(read_number(r));
  double turn = -read_number(r) * PAWL_PI / 180;
  bool large = read_flag(r), left = !read_flag(r);
  pawl_xy to = read_point(r);
  if (rx == 0 || ry == 0)
    draw_line(r, to);
  else if (to.x != r->pen.x || to.y != r->pen.y)
    add(r, (pawl_svg_piece){PAWL_SVG_ARC, {{0, 0}, to}, rx, ry, turn, large, left});
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
  r->path->closed = r->done = true;
}

static void draw_along(reading *r, bool across)
{
  double value = r->scale * read_number(r);
  pawl_xy to = r->pen;
  if (across)
    to.x = r->relative ? to.x + value : value;
  else
    to.y = r->relative ? to.y - value : -value;
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

/* ---- short pieces ---- */

static double extent(const pawl_svg_path *path)
{
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  for (int i = 0; i < path->count; i++)
    for (int k = 0; k <= pawl_svg_last(path->piece[i].shape); k++) {
      pawl_xy p = path->piece[i].p[k];
      low[0] = fmin(low[0], p.x);
      high[0] = fmax(high[0], p.x);
      low[1] = fmin(low[1], p.y);
      high[1] = fmax(high[1], p.y);
    }
  return path->count ? fmax(high[0] - low[0], high[1] - low[1]) : 0;
}

static bool is_short(const pawl_svg_piece *piece, double tolerance)
{
  double way = 0;
  for (int k = 0; k < pawl_svg_last(piece->shape); k++)
    way += pawl_xy_distance(piece->p[k], piece->p[k + 1]);
  return way <= tolerance;
}

/* Leaves short ones out; neighbours begin where the last one that stayed has ended. */
static void join(pawl_svg_path *path, double tolerance)
{
  int n = 0;
  for (int i = 0; i < path->count; i++) {
    if (is_short(path->piece + i, tolerance))
      continue;
    path->piece[n] = path->piece[i];
    if (n > 0)
      path->piece[n].p[0] = path->piece[n - 1].p[pawl_svg_last(path->piece[n - 1].shape)];
    n++;
  }
  if (n > 0 && path->closed) {
    pawl_svg_piece *last = path->piece + n - 1;
    last->p[pawl_svg_last(last->shape)] = path->piece[0].p[0];
  }
  path->count = n;
}

const char *pawl_svg_read(pawl_svg_data data, double scale, double tolerance, const pawl_functions *functions,
                          pawl_svg_path *path)
{
  reading r = {.at = data.from, .end = data.to, .scale = scale, .functions = functions, .path = path};
  *path = (pawl_svg_path){0};
  for (skip(&r); r.at < r.end && !r.wrong; skip(&r)) {
    read_command(&r);
    if (!r.wrong)
      obey(&r);
    r.last = r.command;
  }
  if (!r.wrong && path->count == 0)
    r.wrong = "the path's data draws nothing";
  if (!r.wrong)
    join(path, fmax(tolerance, 1e-9 * extent(path)));
  return r.wrong ? r.wrong : path->count ? NULL : "all of the path is shorter than the tolerance";
}
