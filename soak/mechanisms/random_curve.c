/* Random curves as text, of every kind, about as large as a body. Curves of the tables alone rarely make sense: a gear's
 * numbers belong together, and points must not cross each other. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/trig.h"
#include "mechanisms/random_part.h"

#define PI 3.14159265358979323846
#define POINT "{%.17g, %.17g}"

typedef struct {
  pawl_draft *m;
  char *text;
  size_t room;
  double size;
} writing;

static double between(const writing *w, double low, double high)
{
  return pawl_roll_between(w->m, low, high);
}

/* A length up to that share of the curve. */
static double length(const writing *w, double low, double high)
{
  return w->size * between(w, low, high);
}

static void say(writing *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(writing *w, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  int n = vsnprintf(w->text, w->room, format, arguments);
  va_end(arguments);
  size_t used = n >= 0 && (size_t)n < w->room ? (size_t)n : w->room - 1;
  w->text += used;
  w->room -= used;
}

/* Points around the middle, counterclockwise, over a share of a turn. */
static void say_star(writing *w, int count, double turns, const char *more)
{
  for (int i = 0; i < count; i++) {
    double s, c, r = length(w, 0.5, 1);
    pawl_sincos(2 * PI * turns * (i + between(w, -0.2, 0.2)) / count, &s, &c);
    say(w, "{%.17g, %.17g%s}, ", r * c, r * s, pawl_roll_chance(w->m, 0.3) ? more : "");
  }
}

static void say_round(writing *w, int which)
{
  double a = length(w, 0.3, 1), b = length(w, 0.3, 1);
  if (which == 0)
    say(w, "circle { radius = %.17g, at = " POINT " }", a, length(w, -1, 1), b);
  else if (which == 1)
    say(w, "arc { radius = %.17g, from = %.17g, to = %.17g }", a, between(w, -3, 0), between(w, 0.2, 3));
  else if (which == 2)
    say(w, "ellipse { a = %.17g, b = %.17g }", a, b);
  else if (which == 3)
    say(w, "superellipse { a = %.17g, b = %.17g, exponent = %.17g }", a, b, between(w, 2, 8));
  else
    say(w, "sinus_ellipse { a = %.17g, b = %.17g, amplitude = %.17g, waves = %d }", a, b, length(w, 0, 0.02),
        1 + pawl_roll_index(w->m, 9));
}

static void say_pointed(writing *w, int which)
{
  static const char *const names[] = {"polygon", "polyline", "spline", "nurbs"};
  int count = 5 + pawl_roll_index(w->m, 4);
  bool closed = pawl_roll_chance(w->m, 0.5);
  say(w, "%s { ", names[which]);
  if (which == 3)
    say(w, "degree = %d, points = { ", 1 + pawl_roll_index(w->m, 4));
  say_star(w, count, which == 0 || closed ? 1 : 0.7, which == 3 ? ", w = 2" : "");
  say(w, "%s", which == 3 ? "}, " : "");
  if (which >= 2)
    say(w, "closed = %s ", closed ? "true" : "false");
  say(w, "}");
}

static void say_straight(writing *w, int which)
{
  double x = length(w, 0.2, 1), y = length(w, -1, 1);
  if (which == 0)
    say(w, "vertex { " POINT " }", x, y);
  else if (which < 3)
    say(w, "%s { " POINT ", " POINT " }", which == 1 ? "line" : "segment", x, y, -x, length(w, -1, 1));
  else if (which == 3)
    say(w, "chain { line { {0, 0}, " POINT " }, segment { " POINT ", " POINT " } }", x, y, x, y, -x,
        length(w, 1, 2));
  else
    say(w, "curve { function(u) return %.17g*u, %.17g*math.sin(u) end, to = %.17g }", x, y, between(w, 1, 4));
}

static void say_machined(writing *w, int which)
{
  double r = length(w, 0.3, 1), lift = r * between(w, 0.02, 0.1);
  int teeth = 12 + pawl_roll_index(w->m, 30);
  if (which == 0)
    say(w, "involute { base = %.17g, from = %.17g, to = %.17g }", r, r * between(w, 1.01, 1.1),
        r * between(w, 1.2, 1.5));
  else if (which == 1)
    say(w, "gear_profile { teeth = %d, radius = %.17g, backlash = %.17g }", teeth, r,
        r / teeth * between(w, 0, 0.1));
  else if (which == 2)
    say(w,
        "cam { base = %.17g, rise { 120*deg, %.17g }, dwell { 60*deg }, fall { 120*deg, %.17g, law = "
        "\"3-4-5\" }, dwell "
        "{ 60*deg } }",
        r, lift, lift);
  else
    say(w, "path { scale = %.17g, data = \"M 30 0 A 30 30 0 0 0 -30 0 L -20 25 Q 0 40 20 25 Z\" }", r / 30);
}

bool pawl_draft_example(const pawl_kind *kind, char *text, size_t room)
{
  char head[64];
  snprintf(head, sizeof head, "%s {", kind->name);
  const char *from = kind->example ? strstr(kind->example, head) : NULL, *to = from;
  int open = 0;
  for (; to && *to; to++) {
    open += *to == '{' ? 1 : *to == '}' ? -1 : 0;
    if (*to == '}' && open == 0)
      break;
  }
  if (!to || !*to || (size_t)(to - from) + 2 > room)
    return false;
  snprintf(text, room, "%.*s", (int)(to - from) + 1, from);
  return true;
}

static bool is_in(const char *const *names, const char *name)
{
  for (; *names; names++)
    if (strcmp(*names, name) == 0)
      return true;
  return false;
}

const pawl_kind *pawl_roll_other(pawl_draft *m, pawl_family family, const char *const *names)
{
  const pawl_kind *found = NULL;
  int count = 0;
  for (int i = 0; pawl_kinds[i]; i++)
    if (pawl_kinds[i]->family == family && !is_in(names, pawl_kinds[i]->name) &&
        pawl_roll_index(m, ++count) == 0)
      found = pawl_kinds[i];
  return found;
}

/* A new curve, now and then; the dice roll as without it where there is none. */
static bool say_other(pawl_draft *m, char text[PAWL_DRAFT_VALUE])
{
  static const char *const own[] = {
      "circle", "arc",    "ellipse",  "superellipse", "sinus_ellipse", "polygon", "polyline", "spline",
      "nurbs",  "vertex", "line",     "segment",      "chain",         "curve",   "path",     "cam",
      "rise",   "dwell",  "involute", "gear_profile", "fall",          NULL};
  unsigned long long seed = m->seed;
  const pawl_kind *kind = pawl_roll_other(m, PAWL_CURVE_VALUE, own);
  m->seed = seed;
  return kind && pawl_roll_chance(m, 0.1) && pawl_draft_example(kind, text, PAWL_DRAFT_VALUE);
}

void pawl_roll_curve(pawl_draft *m, double size, char text[PAWL_DRAFT_VALUE])
{
  static void (*const groups[])(writing *, int) = {say_round, say_pointed, say_straight, say_machined};
  static const int count[] = {5, 4, 5, 4};
  writing w = {m, text, PAWL_DRAFT_VALUE, size};
  if (say_other(m, text))
    return;
  int group = pawl_roll_index(m, 4);
  groups[group](&w, pawl_roll_index(m, count[group]));
}
