/* Round numbers on an axis. A step is the smallest 1, 2 or 5 times a power of ten that leaves no more marks than there is
 * room for. Where numbers would be long, a power of a thousand goes into the unit. */
#include "result/axis.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const double end = 8e307; /* beyond it, differences could no longer be computed */

/* ---- range and step ---- */

void pawl_axis_reach(double *least, double *most, const double *value, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    if (!isfinite(value[i]))
      continue;
    *least = fmin(*least, value[i]);
    *most = fmax(*most, value[i]);
  }
}

static double round_step(double range, double marks)
{
  double least = range / fmax(marks, 1), power = pow(10, floor(log10(least)));
  for (int i = 0; i < 3; i++) {
    static const double round[] = {1, 2, 5};
    if (round[i] * power >= least * (1 - 1e-9))
      return round[i] * power;
  }
  return 10 * power;
}

/* A constant, or what differs from one by rounding only, stands in the middle of a range about it. */
static void set_range(pawl_axis *axis, double least, double most, double room)
{
  if (!(most >= least))
    least = most = 0;
  least = fmin(fmax(least, -end), end);
  most = fmin(fmax(most, -end), end);
  double size = fmax(fabs(least), fabs(most)), around = 0;
  if (size < 1e-300) /* nothing, or numbers without digits */
    least = most = 0, around = 1;
  else if (!(most - least > 1e-12 * size))
    around = 0.5 * size;
  else
    around = room * (most - least);
  axis->from = fmax(least - around, -end);
  axis->to = fmin(most + around, end);
}

/* ---- units ---- */

static bool takes_prefix(const char *unit)
{
  static const char *const units[] = {"m", "m/s", "m/s^2", "N", "N m", "J", "W", "s", "Hz", "Pa"};
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (strcmp(unit, units[i]) == 0)
      return true;
  return false;
}

/* Appends a text with ^2 as ². */
static void append(char *to, size_t room, const char *text)
{
  size_t used = strlen(to);
  for (; *text && used + 4 < room; text++) {
    const char *raised = text[0] == '^' && text[1] == '2'   ? "²"
                         : text[0] == '^' && text[1] == '3' ? "³"
                                                            : NULL;
    int n = snprintf(to + used, room - used, "%s", raised ? raised : (char[]){*text, 0});
    used += (size_t)n;
    text += raised != NULL;
  }
}

static void append_power(char *to, size_t room, int power)
{
  static const char *const raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  char digits[16];
  append(to, room, power < 0 ? "10⁻" : "10");
  snprintf(digits, sizeof digits, "%d", power < 0 ? -power : power);
  for (const char *d = digits; *d; d++)
    append(to, room, raised[*d - '0']);
}

static void set_label(pawl_axis *axis, const char *unit, int power)
{
  static const char *const prefix[] = {"n", "µ", "m", "", "k", "M", "G"};
  bool plain = strcmp(unit, "1") == 0 || !*unit;
  if (power != 0 && takes_prefix(unit) && power >= -9 && power <= 9) {
    append(axis->label, sizeof axis->label, prefix[power / 3 + 3]);
  } else if (power != 0) {
    append_power(axis->label, sizeof axis->label, power);
    append(axis->label, sizeof axis->label, plain ? "" : " ");
  }
  append(axis->label, sizeof axis->label, plain ? "" : unit);
}

static int power_of(double size, const char *unit)
{
  bool prefix = takes_prefix(unit);
  if (size == 0 || (size >= (prefix ? 0.1 : 1e-2) && size < (prefix ? 1e4 : 1e5)))
    return 0;
  return 3 * (int)floor(log10(size) / 3 + 1e-9);
}

/* ---- the axis ---- */

static void set_marks(pawl_axis *axis, double marks)
{
  axis->step = round_step(axis->to - axis->from, marks);
  axis->first = ceil(axis->from / axis->step - 1e-9) * axis->step;
  axis->count = 0;
  while (axis->count < 64 && axis->first + axis->count * axis->step <= axis->to + 1e-9 * axis->step)
    axis->count++;
}

pawl_axis pawl_axis_of(double least, double most, const char *unit, double room, double marks)
{
  pawl_axis axis = {.unit = 1};
  set_range(&axis, least, most, room);
  do { /* one number alone says nothing of the scale */
    set_marks(&axis, marks);
    marks = 1.5 * fmax(marks, 1);
  } while (axis.count < 2);
  int power = power_of(fmax(fabs(axis.from), fabs(axis.to)), unit);
  axis.unit = pow(10, power);
  axis.decimals = (int)fmin(fmax(ceil(-log10(axis.step / axis.unit) - 1e-9), 0), 15);
  set_label(&axis, unit, power);
  return axis;
}

double pawl_axis_mark(const pawl_axis *axis, int i)
{
  double x = axis->first + i * axis->step;
  return fabs(x) < 1e-6 * axis->step ? 0 : x;
}

const char *pawl_axis_text(const pawl_axis *axis, int i, char text[32])
{
  snprintf(text, 32, "%.*f", axis->decimals, pawl_axis_mark(axis, i) / axis->unit);
  for (char *s = text; *s; s++) /* the program's language may have another decimal sign */
    if (!strchr("0123456789-", *s))
      *s = '.';
  return text;
}

double pawl_axis_part(const pawl_axis *axis, double value)
{
  return (fmin(fmax(value, -end), end) - axis->from) / (axis->to - axis->from);
}
