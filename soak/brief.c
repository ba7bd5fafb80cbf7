/* Running brief scenes and judging the one number that they have. */
#include "brief.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "step/run.h"

enum { ROWS = 1000, COARSE = 120 };

void soak_say(soak_brief *brief, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  int n = vsnprintf(brief->text + brief->used, sizeof brief->text - brief->used, format, arguments);
  va_end(arguments);
  brief->used += n > 0 ? (size_t)n : 0;
  if (brief->used >= sizeof brief->text)
    abort();
}

void soak_draw_moment(soak_brief *brief, soak_lot *lot, bool lua, double *begin)
{
  brief->duration = soak_likely(lot, 0.5) ? soak_between(lot, 0.5, 20) : soak_over_powers(lot, 1e-2, 1e3);
  brief->lua = lua;
  brief->width = brief->duration * soak_over_powers(lot, lua ? 2.1 / ROWS : 1e-4, 0.4);
  *begin = soak_between(lot, 0.02, 0.95) * (brief->duration - brief->width);
}

double soak_brief_step(const soak_brief *b)
{
  return fmin(b->width / 100, b->duration / 1000);
}

const char *soak_brief_way(const soak_brief *b, int way, char *to, size_t room)
{
  double step = soak_brief_step(b);
  switch (way) {
  case 0:
    snprintf(to, room, "simulate { duration = %.17g }\n", b->duration);
    return "plain";
  case 1:
    if (b->lua && b->width < 2.1 * b->duration / COARSE)
      return NULL;
    snprintf(to, room, "simulate { duration = %.17g, output = %.17g, tolerance = 1e-6 }\n", b->duration,
             b->duration / COARSE);
    return "coarse";
  case 2:
    snprintf(to, room, "simulate { duration = %.17g, tolerance = 1e-11 }\n", b->duration);
    return "fine";
  default:
    if (!b->steps || step < b->duration / 50000)
      return NULL;
    snprintf(to, room, "simulate { duration = %.17g, method = \"stepping\", step = %.17g }\n", b->duration,
             step);
    return "stepping";
  }
}

/* Rows are read as the command reads them: steps are held against the equations there. */
static void go(soak_trial *r, pawl_run *run, const soak_brief *b, double interval, double *values,
               const soak_patience *patience)
{
  pawl_error error = {0};
  int row = 0;
  long most = run->way->fixed ? 100000 : patience->steps;
  while (r->verdict == SOAK_GOOD) {
    double now = pawl_run_time(run);
    for (; row * interval < b->duration && row * interval <= now; row++)
      if (pawl_run_output(run, row * interval, values, &error) != PAWL_OK)
        r->verdict = SOAK_REFUSED;
    if (r->verdict != SOAK_GOOD || now >= b->duration)
      break;
    if (pawl_run_step(run, b->duration, &error) != PAWL_OK)
      r->verdict = SOAK_REFUSED;
    if (++r->steps > most)
      r->verdict = SOAK_STORM;
  }
  snprintf(r->why, sizeof r->why, "%.230s", r->verdict == SOAK_STORM ? "too many steps" : error.text);
  r->rhs = run->books.rhs;
  r->events = run->books.events;
}

/* Missing it is off by 1. Stepping is of first order in its step over the width, and near the end of a stroke the speed
 * changes fast; a coarse tolerance errs by what it allows. */
static void judge(soak_trial *r, pawl_run *run, const soak_brief *b, int way)
{
  double found = pawl_run_read(run, pawl_run_find(run, b->channel));
  double off = fabs(found - b->value) / fabs(b->effect);
  double allowed = way == 3 ? 0.25 : way == 1 ? 0.2 : b->allowed;
  if (off <= allowed)
    return;
  r->verdict = SOAK_DIFFERS;
  snprintf(r->why, sizeof r->why, "%s is %.9g and not %.9g, off by %.2g of what %.2g of the run does",
           b->channel, found, b->value, off, b->width / b->duration);
}

void soak_brief_try(soak_trial *trial, const soak_brief *b, int way, const soak_patience *patience)
{
  char text[5000], simulate[256];
  pawl_model *model = NULL;
  pawl_run *run = NULL;
  pawl_error error = {0};
  double *values = NULL;
  *trial = (soak_trial){0};
  if (!soak_brief_way(b, way, simulate, sizeof simulate))
    return;
  snprintf(text, sizeof text, "%s%s", b->text, simulate);
  if (pawl_model_parse(&model, text, "brief", NULL, &error) != PAWL_OK ||
      pawl_run_new(&run, model, &error) != PAWL_OK) {
    trial->verdict = SOAK_REFUSED;
    snprintf(trial->why, sizeof trial->why, "%.230s", error.text);
  } else if ((values = calloc((size_t)pawl_run_channel_count(run), sizeof *values))) {
    go(trial, run, b, way == 1 ? b->duration / COARSE : b->duration / ROWS, values, patience);
    if (trial->verdict == SOAK_GOOD)
      judge(trial, run, b, way);
  }
  pawl_run_free(run);
  pawl_model_free(model);
  free(values);
}
