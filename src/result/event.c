/* Events: which numbers they have, and the log of them as CSV, after RFC 4180 but with plain newlines. */
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "result/result.h"

#define NONE ((double)NAN)

#define REAL(name)                                                                                           \
  {                                                                                                          \
#name, offsetof(pawl_event, name), false, 0                                                              \
  }
#define WHOLE(name, none)                                                                                    \
  {                                                                                                          \
#name, offsetof(pawl_event, name), true, none                                                            \
  }

/* In the order of the log's columns. */
const pawl_event_number pawl_event_numbers[] = {REAL(impulse),
                                                REAL(impulse_t),
                                                REAL(rate_before),
                                                REAL(rate_after),
                                                REAL(slide_before),
                                                REAL(slide_after),
                                                REAL(energy_lost),
                                                WHOLE(modes, 0),
                                                REAL(first),
                                                REAL(limit),
                                                WHOLE(count, 0),
                                                WHOLE(point, -1),
                                                {0}};

double pawl_event_get(const pawl_event *event, const pawl_event_number *number)
{
  const char *at = (const char *)event + number->where;
  if (!number->whole)
    return *(const double *)at;
  return *(const int *)at == number->none ? NONE : *(const int *)at;
}

void pawl_event_set(pawl_event *event, const pawl_event_number *number, double value)
{
  char *at = (char *)event + number->where;
  if (!number->whole)
    *(double *)at = value;
  else
    *(int *)at = value > -1e9 && value < 1e9 ? (int)value : number->none;
}

static void put_text(FILE *to, const char *text)
{
  if (!text || !strpbrk(text, ",\"\r\n")) {
    fputs(text ? text : "", to);
    return;
  }
  fputc('"', to);
  for (; *text; text++)
    fputs(*text == '"' ? "\"\"" : (char[]){*text, 0}, to);
  fputc('"', to);
}

static void put_number(FILE *to, double x)
{
  char text[32];
  if (isnan(x))
    return;
  fputs(isfinite(x) ? pawl_digits(x, text) : x > 0 ? "inf" : "-inf", to);
}

void pawl_event_put_head(FILE *to)
{
  fputs("time,part,from,to,reason", to);
  for (const pawl_event_number *n = pawl_event_numbers; n->name; n++)
    fprintf(to, ",%s", n->name);
  fputs(",shape1,shape2,unit\n", to);
}

void pawl_event_put(FILE *to, const pawl_event *event)
{
  const char *const text[] = {event->part, event->from, event->to, event->reason};
  put_number(to, event->time);
  for (int i = 0; i < 4; i++) {
    fputc(',', to);
    put_text(to, text[i]);
  }
  for (const pawl_event_number *n = pawl_event_numbers; n->name; n++) {
    fputc(',', to);
    put_number(to, pawl_event_get(event, n));
  }
  fputc(',', to);
  put_text(to, event->shape1);
  fputc(',', to);
  put_text(to, event->shape2);
  fputc(',', to);
  put_text(to, event->unit);
  fputc('\n', to);
}
