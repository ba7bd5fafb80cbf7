/* pawl run --bisect mu=0:1 --measure EXPR: the value of a parameter at which a number of the run changes its sign, or from zero, or from
 * none. Runs are made at the ends, then between, by secants as long as they help and by halving where they do not. */
#include <math.h>
#include <string.h>

#include "base/expression.h"
#include "job.h"
#include "measures.h"
#include "report.h"

#define NEAR_ENOUGH 1e-10 /* of the larger end: far below what a run of usual tolerance decides */

/* One run: the value and what was measured. */
typedef struct {
  double x, y;
} place;

typedef struct {
  pawl_call *call;
  const pawl_run_words *words;
  const char *name, *unit, *text; /* of what is varied; the measure */
  const char *measure_unit;
  double near;
  place from, to, a, b; /* a is on the side of `from` */
  long runs;
} bisection;

/* Negative, zero, positive, or none: the sides. */
static int side_of(double y)
{
  return isnan(y) ? 2 : (y > 0) - (y < 0);
}

/* ---- runs ---- */

/* The words of one run: the value comes after those of --set. */
static pawl_status words_of(const bisection *x, double value, pawl_run_words *words)
{
  pawl_arena *arena = &x->call->arena;
  const pawl_settings *given = &x->words->set;
  pawl_setting *set = PAWL_TAKE(arena, given->count + 1, pawl_setting);
  char digits[32];
  char *text = pawl_arena_text(arena, pawl_digits(value, digits));
  if (!set || !text)
    return pawl_fail_memory(&x->call->error);
  if (given->count)
    memcpy(set, given->items, (size_t)given->count * sizeof *set);
  set[given->count] = (pawl_setting){x->name, text};
  *words = *x->words;
  words->set = (pawl_settings){set, given->count + 1};
  words->quiet = true;
  return PAWL_OK;
}

/* The sentence of a run that failed says which it was, and what was known before. */
static int say_where(bisection *x, double value, int status)
{
  pawl_error *error = &x->call->error, said = *error;
  char known[160] = "";
  if (x->runs == 1 && status == PAWL_BAD_CALL) /* it is not about the value */
    return status;
  if (x->runs > 2)
    snprintf(known, sizeof known, "; the change is between %s = %.12g and %.12g", x->name, x->a.x, x->b.x);
  snprintf(error->text, sizeof error->text, "--bisect, with %s = %.12g: %.500s%s", x->name, value, said.text,
           known);
  return status;
}

static int run_at(bisection *x, double value, place *p)
{
  pawl_run_words words;
  if (words_of(x, value, &words) != PAWL_OK)
    return pawl_exit_of(x->call->error.status);
  pawl_job job = {.call = x->call, .words = &words};
  int status = pawl_exit_of(pawl_job_prepare(&job));
  *p = (place){value, NAN};
  if (status == 0) {
    pawl_status failed = pawl_job_simulate(&job, NULL);
    status = failed != PAWL_OK ? pawl_exit_of(failed) : job.finished ? 0 : pawl_job_interrupted(&job);
  }
  if (status == 0) {
    const pawl_asked *asked = job.ask.list + job.ask.count - 1; /* what the model asks comes before */
    p->y = asked->value;
    if (asked->wrong)
      status = pawl_exit_of(pawl_fail(&x->call->error, PAWL_BAD_CALL, NULL, "%s", asked->wrong));
    x->measure_unit = pawl_arena_text(&x->call->arena, asked->expression->unit);
    if (!x->measure_unit)
      status = pawl_exit_of(pawl_fail_memory(&x->call->error));
  }
  x->runs++;
  pawl_job_free(&job);
  return status == 0 ? 0 : say_where(x, value, status);
}

/* ---- where the next one is ---- */

/* By the secant where both sides are numbers, but every third time in the middle; never nearer to an end than is asked for, so that a
 * change right beside it is found at once. */
static double next_of(const bisection *x)
{
  const place *a = &x->a, *b = &x->b;
  double middle = a->x + 0.5 * (b->x - a->x), step = b->x > a->x ? x->near : -x->near;
  int sides = side_of(a->y) * side_of(b->y);
  if (sides != -1 || x->runs % 3 == 1)
    return middle;
  double s = a->x + (b->x - a->x) * (a->y / (a->y - b->y));
  if (fabs(s - a->x) < x->near)
    s = a->x + step;
  if (fabs(b->x - s) < x->near)
    s = b->x - step;
  return isfinite(s) ? s : middle;
}

static int narrow(bisection *x)
{
  while (fabs(x->b.x - x->a.x) > 1.5 * x->near && x->a.x != x->b.x) {
    double value = next_of(x);
    place p;
    if (value == x->a.x || value == x->b.x)
      break;
    int status = run_at(x, value, &p);
    if (status != 0)
      return status;
    if (p.y == 0 && side_of(x->a.y) * side_of(x->b.y) == -1)
      x->a = x->b = p;
    else if (side_of(p.y) == side_of(x->from.y))
      x->a = p;
    else
      x->b = p;
  }
  return 0;
}

/* ---- the call ---- */

static pawl_status check_words(const bisection *x)
{
  const pawl_run_words *w = x->words;
  pawl_error *error = &x->call->error;
  const char *wrong = w->out        ? "--out"
                      : w->channels ? "--channels"
                      : w->plot     ? "--plot"
                      : w->events   ? "--events"
                      : w->problems ? "--dump-problems"
                                    : NULL;
  if (wrong)
    return pawl_fail(error, PAWL_BAD_CALL, NULL,
                     "--bisect makes many runs and keeps none: %s goes with one, --set %s=VALUE", wrong,
                     x->name);
  if (w->bisect.count > 1)
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "--bisect takes one parameter");
  if (w->measures.count != 1)
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "--bisect wants one --measure, %s",
                     w->measures.count ? "not several" : "which says what is to change");
  return PAWL_OK;
}

static pawl_status read_ends(bisection *x)
{
  const pawl_setting *s = x->words->bisect.items;
  size_t colon = pawl_expression_end(s->value, ':');
  pawl_error *error = &x->call->error;
  char why[PAWL_WHY];
  if (pawl_number_unit(x->call, x->words->model, &x->words->set, "--bisect", s->name, &x->unit) != PAWL_OK)
    return error->status;
  char *from = pawl_format(&x->call->arena, "%.*s", (int)colon, s->value);
  if (!from)
    return pawl_fail_memory(error);
  if (s->value[colon] != ':' || !pawl_quantity_read(from, x->unit, &x->from.x, why) ||
      !pawl_quantity_read(s->value + colon + 1, x->unit, &x->to.x, why) || x->from.x == x->to.x)
    return pawl_fail(error, PAWL_BAD_CALL, NULL,
                     "--bisect %s=%s: wants NAME=FROM:TO, two different numbers%s%s", s->name, s->value,
                     *x->unit ? " in " : "", x->unit);
  x->near = NEAR_ENOUGH * fmax(fabs(x->from.x), fabs(x->to.x));
  return PAWL_OK;
}

static const char *shown(const bisection *x, double y, char text[96])
{
  if (isnan(y))
    return "none";
  snprintf(text, 96, "%.6g%s%s", y, *x->measure_unit ? " " : "", x->measure_unit);
  return text;
}

static int search(bisection *x)
{
  char at_from[96], at_to[96];
  int status = run_at(x, x->from.x, &x->from);
  if (status == 0)
    status = run_at(x, x->to.x, &x->to);
  if (status != 0)
    return status;
  x->a = x->from;
  x->b = x->to;
  if (side_of(x->a.y) != side_of(x->b.y))
    return narrow(x);
  return pawl_exit_of(
      pawl_fail(&x->call->error, PAWL_BAD_CALL, NULL,
                "--bisect: %s does not change its sign, nor from zero: it is %s at %s = %.9g, and %s at %.9g",
                x->text, shown(x, x->a.y, at_from), x->name, x->a.x, shown(x, x->b.y, at_to), x->b.x));
}

static double found(const bisection *x)
{
  return x->a.x + 0.5 * (x->b.x - x->a.x);
}

static void put_text(const bisection *x)
{
  char at_a[96], at_b[96];
  const char *blank = *x->unit ? " " : "";
  printf("%s\n", x->words->model);
  printf("  bisected      %s from %.9g to %.9g%s%s, in %ld runs\n", x->name, x->from.x, x->to.x, blank,
         x->unit, x->runs);
  printf("  measure       %s is %s at %s = %.12g", x->text, shown(x, x->a.y, at_a), x->name, x->a.x);
  if (x->a.x != x->b.x)
    printf(", and %s at %.12g", shown(x, x->b.y, at_b), x->b.x);
  printf("\n  found         %s = %.10g%s%s\n", x->name, found(x), blank, x->unit);
}

static void put_json(const bisection *x)
{
  pawl_json json = {.to = stdout};
  const place *side[] = {&x->a, &x->b};
  pawl_json_open(&json, NULL, '{');
  pawl_json_text(&json, "model", x->words->model);
  pawl_json_text(&json, "name", x->name);
  pawl_json_text(&json, "unit", x->unit);
  pawl_json_number(&json, "found", found(x));
  pawl_json_text(&json, "measure", x->text);
  pawl_json_text(&json, "measure_unit", x->measure_unit);
  pawl_json_open(&json, "sides", '[');
  for (int i = 0; i < 2; i++) {
    pawl_json_open(&json, NULL, '{');
    pawl_json_number(&json, "at", side[i]->x);
    pawl_json_number(&json, "value", side[i]->y);
    pawl_json_close(&json, '}');
  }
  pawl_json_close(&json, ']');
  pawl_json_count(&json, "runs", x->runs);
  pawl_json_outcome(&json, 0, &x->call->error);
  pawl_json_close(&json, '}');
  x->call->answered = true;
}

int pawl_bisect(pawl_call *call, const pawl_run_words *words)
{
  bisection x = {.call = call, .words = words, .name = words->bisect.items->name, .unit = ""};
  x.text = words->measures.count ? words->measures.items[0] : "";
  if (check_words(&x) != PAWL_OK || read_ends(&x) != PAWL_OK)
    return pawl_exit_of(call->error.status);
  int status = search(&x);
  if (status == 0 && words->json)
    put_json(&x);
  else if (status == 0 && !words->quiet)
    put_text(&x);
  return status;
}
