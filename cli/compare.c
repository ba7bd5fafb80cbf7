/* pawl compare: two results channel by channel, the worst first. */
#include <math.h>
#include <stdlib.h>

#include "measures.h"

enum { SHOWN = 12 };

typedef struct {
  const char *a, *b;
  double absolute, relative;
  pawl_arguments measures;
  bool interpolate, json;
} words;

/* A number of both. */
typedef struct {
  pawl_taken a, b;
  double apart;
  bool agrees;
} both;

/* How far a channel is beyond what is allowed; 0 for equal numbers. */
static double excess(const pawl_difference *d)
{
  return d->largest == 0 ? 0 : d->largest / d->allowed;
}

static int by_excess(const void *x, const void *y)
{
  const pawl_difference *a = *(const pawl_difference *const *)x, *b = *(const pawl_difference *const *)y;
  double ea = excess(a), eb = excess(b);
  if (ea != eb)
    return ea < eb ? 1 : -1;
  return (a->largest < b->largest) - (a->largest > b->largest);
}

/* ---- for people ---- */

static void put_only(const char *file, const char **names, int count)
{
  if (!count)
    return;
  printf("only in %s:", file);
  for (int i = 0; i < count && i < SHOWN; i++)
    printf(" %s", names[i]);
  if (count > SHOWN)
    printf(" and %d more", count - SHOWN);
  putchar('\n');
}

/* The worst of those that differ at all. */
static void put_table(const pawl_comparison *c, const pawl_difference **order)
{
  int differ = 0;
  while (differ < c->count && order[differ]->largest != 0)
    differ++;
  if (differ)
    printf("%-28s %12s %12s %12s %12s\n", "channel", "largest", "at t", "rms", "allowed");
  for (int i = 0; i < differ && i < SHOWN; i++)
    printf("%-28s %12.4g %12.6g %12.4g %12.4g  %s%s\n", order[i]->name, order[i]->largest, order[i]->at,
           order[i]->rms, order[i]->allowed, order[i]->unit, order[i]->agrees ? "" : "  too far");
  if (differ > SHOWN)
    printf("… and %d that are closer\n", differ - SHOWN);
}

static void put_text(const words *o, const pawl_comparison *c, const pawl_difference **order)
{
  int differ = 0;
  for (int i = 0; i < c->count; i++)
    differ += !c->channels[i].agrees;
  put_table(c, order);
  put_only(o->a, c->only_a, c->only_a_count);
  put_only(o->b, c->only_b, c->only_b_count);
  if (c->missed)
    printf("%zu row%s of %s, %sat t = %.9g s, %s no such time in %s%s\n", c->missed,
           pawl_plural((long)c->missed), o->a, c->missed == 1 ? "" : "the first ", c->first_missed,
           c->missed == 1 ? "has" : "have", o->b,
           o->interpolate ? "" : "; --interpolate compares between its rows");
  if (c->passed)
    printf("%zu row%s of %s at events or peaks %s no such row in %s, and %s not compared\n", c->passed,
           pawl_plural((long)c->passed), o->a, c->passed == 1 ? "has" : "have", o->b,
           c->passed == 1 ? "is" : "are");
  if (!c->count)
    puts("no channel is in both");
  printf("%s: %d of %d channel%s %s too far apart, in %zu row%s\n",
         c->agrees ? "they agree" : "they do not agree", differ, c->count, pawl_plural(c->count),
         differ == 1 || c->count == 1 ? "is" : "are", c->rows, pawl_plural((long)c->rows));
}

static void put_measures(const words *o, const both *measured)
{
  for (int i = 0; i < o->measures.count; i++) {
    const both *m = measured + i;
    printf("measure %s: ", m->a.expression->text);
    pawl_put_measure(stdout, m->a.value, m->a.expression->unit);
    fputs(" and ", stdout);
    pawl_put_measure(stdout, m->b.value, m->b.expression->unit);
    if (isfinite(m->apart)) {
      fputs(", ", stdout);
      pawl_put_measure(stdout, m->apart, m->a.expression->unit);
      fputs(" apart", stdout);
    }
    puts(m->agrees ? "" : "  too far");
  }
}

/* ---- for programs ---- */

static void put_names_json(pawl_json *json, const char *key, const char **names, int count)
{
  pawl_json_open(json, key, '[');
  for (int i = 0; i < count; i++)
    pawl_json_text(json, NULL, names[i]);
  pawl_json_close(json, ']');
}

static void put_difference_json(pawl_json *json, const pawl_difference *d)
{
  pawl_json_open(json, NULL, '{');
  pawl_json_text(json, "channel", d->name);
  pawl_json_text(json, "unit", d->unit);
  pawl_json_number(json, "largest", d->largest);
  pawl_json_number(json, "at", d->at);
  pawl_json_number(json, "rms", d->rms);
  pawl_json_number(json, "range", d->range);
  pawl_json_number(json, "allowed", d->allowed);
  pawl_json_flag(json, "agrees", d->agrees);
  pawl_json_close(json, '}');
}

static void put_measures_json(pawl_json *json, const words *o, const both *measured)
{
  pawl_json_open(json, "measures", '[');
  for (int i = 0; i < o->measures.count; i++) {
    pawl_json_open(json, NULL, '{');
    pawl_json_text(json, "measure", measured[i].a.expression->text);
    pawl_json_text(json, "unit", measured[i].a.expression->unit);
    pawl_json_number(json, "a", measured[i].a.value);
    pawl_json_number(json, "b", measured[i].b.value);
    pawl_json_flag(json, "agrees", measured[i].agrees);
    pawl_json_close(json, '}');
  }
  pawl_json_close(json, ']');
}

static void put_json(pawl_call *call, const words *o, const pawl_comparison *c, const pawl_difference **order,
                     const both *measured, bool agrees)
{
  pawl_json json = {.to = stdout};
  pawl_json_open(&json, NULL, '{');
  pawl_json_text(&json, "a", o->a);
  pawl_json_text(&json, "b", o->b);
  pawl_json_flag(&json, "agrees", agrees);
  pawl_json_count(&json, "rows", (long)c->rows);
  pawl_json_count(&json, "missed", (long)c->missed);
  pawl_json_count(&json, "passed", (long)c->passed);
  pawl_json_open(&json, "channels", '[');
  for (int i = 0; i < c->count; i++)
    put_difference_json(&json, order[i]);
  pawl_json_close(&json, ']');
  put_names_json(&json, "only_a", c->only_a, c->only_a_count);
  put_names_json(&json, "only_b", c->only_b, c->only_b_count);
  put_measures_json(&json, o, measured);
  pawl_json_outcome(&json, agrees ? 0 : PAWL_BAD_NUMBERS, &call->error);
  pawl_json_close(&json, '}');
  call->answered = true;
}

/* ---- the command ---- */

/* Not there in both is alike; of numbers the largest one counts as their range. */
static void judge(const words *o, both *m)
{
  double a = m->a.value, b = m->b.value;
  double allowed = (isnan(o->absolute) ? 0 : o->absolute) +
                   (isnan(o->relative) ? 0 : o->relative) * fmax(fabs(a), fabs(b));
  m->apart = a == b ? 0 : fabs(a - b);
  m->agrees = (isnan(a) && isnan(b)) || m->apart <= allowed;
}

static pawl_status measure(pawl_call *call, const words *o, const pawl_result *a, const pawl_result *b,
                           both **measured)
{
  int n = o->measures.count;
  pawl_taken *of_a = PAWL_TAKE(&call->arena, n + 1, pawl_taken),
             *of_b = PAWL_TAKE(&call->arena, n + 1, pawl_taken);
  char *who_a = pawl_format(&call->arena, "%s:", o->a), *who_b = pawl_format(&call->arena, "%s:", o->b);
  *measured = PAWL_TAKE(&call->arena, n + 1, both);
  if (call->arena.failed)
    return pawl_fail_memory(&call->error);
  pawl_status status = pawl_measures_take(call, a, who_a, &o->measures, of_a);
  if (status == PAWL_OK)
    status = pawl_measures_take(call, b, who_b, &o->measures, of_b);
  for (int i = 0; i < n && status == PAWL_OK; i++) {
    (*measured)[i] = (both){.a = of_a[i], .b = of_b[i]};
    judge(o, *measured + i);
  }
  return status;
}

static pawl_status show(pawl_call *call, const words *o, const pawl_comparison *c, const both *measured)
{
  bool agrees = c->agrees;
  for (int i = 0; i < o->measures.count; i++)
    agrees &= measured[i].agrees;
  const pawl_difference **order = PAWL_TAKE(&call->arena, c->count, const pawl_difference *);
  if (!order && c->count)
    return pawl_fail_memory(&call->error);
  for (int i = 0; i < c->count; i++)
    order[i] = c->channels + i;
  if (c->count)
    qsort(order, (size_t)c->count, sizeof *order, by_excess);
  if (o->json)
    put_json(call, o, c, order, measured, agrees);
  else {
    put_text(o, c, order);
    put_measures(o, measured);
  }
  return agrees ? PAWL_OK : PAWL_BAD_NUMBERS;
}

static int run(pawl_call *call, const void *options)
{
  const words *o = options;
  pawl_tolerance allowed = {.interpolate = o->interpolate,
                            .absolute = isnan(o->absolute) ? 0 : o->absolute,
                            .relative = isnan(o->relative) ? 0 : o->relative};
  pawl_result *a = NULL, *b = NULL;
  pawl_comparison *c = NULL;
  both *measured = NULL;
  pawl_status status = pawl_probe_result(call, o->a);
  if (status == PAWL_OK)
    status = pawl_probe_result(call, o->b);
  if (status == PAWL_OK)
    status = pawl_result_read(&a, o->a, NULL, &call->error);
  if (status == PAWL_OK)
    status = pawl_result_read(&b, o->b, NULL, &call->error);
  if (status == PAWL_OK)
    status = pawl_compare(&c, a, b, &allowed, NULL, &call->error);
  if (status == PAWL_OK)
    status = measure(call, o, a, b, &measured);
  if (status == PAWL_OK)
    status = show(call, o, c, measured);
  pawl_comparison_free(c);
  pawl_result_free(a);
  pawl_result_free(b);
  return pawl_exit_of(status);
}

static const pawl_option options[] = {
    {"A", NULL, PAWL_ARGUMENT, offsetof(words, a), 0, 0, "a result: .csv or .h5"},
    {"B", NULL, PAWL_ARGUMENT, offsetof(words, b), 0, 0, "another"},
    {"--tolerance", "ABS", PAWL_OPTION_NUMBER, offsetof(words, absolute), 0, INFINITY,
     "difference that is allowed, in the unit of the channel; 0 unless given"},
    {"--relative", "REL", PAWL_OPTION_NUMBER, offsetof(words, relative), 0, INFINITY,
     "and as a part of the channel's range; 0 unless given"},
    {"--interpolate", NULL, PAWL_OPTION_FLAG, offsetof(words, interpolate), 0, 0,
     "compares also at times of A between those of B"},
    {"--measure", "EXPR", PAWL_OPTION_TEXTS, offsetof(words, measures), 0, 0,
     "compares this number of both, too, max(hit.normal_force); may be repeated; see pawl help expressions"},
    {"--json", NULL, PAWL_OPTION_FLAG, offsetof(words, json), 0, 0, "prints one JSON object"},
    {0}};

const pawl_command pawl_command_compare = {
    .name = "compare",
    .doc = "Compares two results, channel by channel.",
    .about = "Compares at the times of A. Exit status 3 when a channel "
             "that is in both differs by more than is allowed, or a measure does, or "
             "when B has no such time.",
    .size = sizeof(words),
    .options = options,
    .run = run};
