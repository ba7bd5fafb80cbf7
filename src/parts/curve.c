/* Sentences of curves. */
#include "parts/curve.h"

#include <stdarg.h>
#include <stdio.h>

enum { ROOM = 256 };

const char *pawl_sentence(const pawl_functions *functions, const char *format, ...)
{
  char *text = PAWL_TAKE(functions->arena, ROOM, char);
  if (!text)
    return "out of memory";
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, ROOM, format, arguments);
  va_end(arguments);
  return text;
}

const char *pawl_sentence_length(const pawl_functions *functions, double length)
{
  double size = fabs(length);
  if (size >= 1 || size < 1e-9)
    return pawl_sentence(functions, "%.4g m", length);
  return size >= 1e-4 ? pawl_sentence(functions, "%.4g mm", 1e3 * length)
                      : pawl_sentence(functions, "%.4g um", 1e6 * length);
}

/* What is left of 0 by rounding. */
static double clean(double x, double beside)
{
  return fabs(x) < 1e-12 * fabs(beside) ? 0 : x;
}

const char *pawl_sentence_point(const pawl_functions *functions, pawl_xy p)
{
  return pawl_sentence(functions, "{%.6g, %.6g}", clean(p.x, p.y), clean(p.y, p.x));
}

const char *pawl_sentence_fault(const pawl_functions *functions, const pawl_outline_end *end)
{
  const char *at = pawl_sentence_point(functions, end->at);
  double far = fmax(fabs(end->at.x), fabs(end->at.y));
  if (far > 1e100 && end->fault != PAWL_OUTLINE_NO_MEMORY)
    return pawl_sentence(functions, "is far out of scale, at %s", at);
  switch (end->fault) {
  case PAWL_OUTLINE_GOOD:
    return NULL;
  case PAWL_OUTLINE_EMPTY:
    return "has no pieces";
  case PAWL_OUTLINE_NOT_FINITE:
    return "is not finite: numbers are too large or too small";
  case PAWL_OUTLINE_GAP:
    return pawl_sentence(functions, "piece %d does not begin where the one before it ends, at %s",
                         end->piece + 1, at);
  case PAWL_OUTLINE_OPEN:
    return pawl_sentence(functions, "does not close: it does not come back to where it began; it ends at %s",
                         at);
  case PAWL_OUTLINE_NO_LENGTH:
    return pawl_sentence(functions, "piece %d has no length, at %s", end->piece + 1, at);
  case PAWL_OUTLINE_STANDS:
    return pawl_sentence(functions, "stands still at %s: its derivative is zero there", at);
  case PAWL_OUTLINE_NO_MEMORY:
    break;
  }
  return "out of memory";
}

const pawl_profile *pawl_curve_profile(const pawl_value *curve, const pawl_functions *functions, bool flip,
                                       pawl_neighbour_function *next, void *context, const char **wrong)
{
  pawl_outline_end end = {
      .flip = flip, .bare_ends = curve->kind->curve->bare_ends, .next = next, .context = context};
  pawl_outline *outline = pawl_outline_open(functions->arena);
  *wrong =
      outline ? curve->kind->curve->outline(curve->fields, outline, functions, &end.closed) : "out of memory";
  if (*wrong)
    return NULL;
  const pawl_profile *profile = pawl_outline_close(outline, &end);
  if (!profile)
    *wrong = pawl_sentence_fault(functions, &end);
  return profile;
}
