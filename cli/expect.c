/* The numbers that a run must meet: each `expect` of the model at exactly its time. */
#include <string.h>

#include "base/error.h"
#include "job.h"

static pawl_status no_channel(pawl_job *job, const pawl_part *part, const char *name)
{
  const char *near = pawl_channel_nearest(job, name);
  return pawl_fail(&job->call->error, PAWL_BAD_MODEL, part->where, "expect: there is no channel '%s'%s%s%s",
                   name, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* Its time: the end that the model names unless given. A miss by rounding is none. */
static double time_of(const pawl_job *job, const pawl_expect *wants)
{
  double at = isnan(wants->at) ? pawl_run_duration(job->run) : wants->at;
  return fabs(at - job->end) <= 1e-12 * job->end ? job->end : at;
}

/* A number of the run: an expression, or the name of an output that is one. */
static pawl_status collect_measure(pawl_job *job, const pawl_part *part)
{
  const pawl_expect *wants = part->fields;
  pawl_expectation e = {.part = part, .wants = wants, .at = NAN, .got = NAN};
  pawl_expression *expression = NULL;
  for (int i = 0; i < job->ask.count; i++)
    if (job->ask.list[i].name && strcmp(job->ask.list[i].name, wants->measure) == 0)
      e.measure = job->ask.list[i].expression;
  pawl_error *error = &job->call->error;
  const char *text = wants->measure;
  int output = pawl_model_find(job->model, text);
  if (!e.measure && output >= 0 && pawl_output_measure(job->model->parts[output]))
    text = pawl_output_measure(job->model->parts[output]);
  e.unlogged = !e.measure && pawl_ask_unlogged(job, text);
  if (e.unlogged) {
    job->expects[job->expect_count++] = e;
    return PAWL_OK;
  }
  if (!e.measure && pawl_ask_read(job, wants->measure, "expect: measure", &expression) != PAWL_OK) {
    error->status = error->status == PAWL_NO_MEMORY ? error->status : PAWL_BAD_MODEL;
    pawl_fail_place(error, part->where);
    return error->status;
  }
  e.measure = e.measure ? e.measure : expression;
  job->expects[job->expect_count++] = e;
  return PAWL_OK;
}

static pawl_status collect(pawl_job *job, const pawl_part *part)
{
  const pawl_expect *wants = part->fields;
  if (wants->measure)
    return collect_measure(job, part);
  pawl_expectation e = {.part = part, .wants = wants, .at = time_of(job, wants), .got = NAN};
  e.channel = pawl_run_find(job->run, wants->channel);
  if (e.channel < 0)
    return no_channel(job, part, wants->channel);
  if (e.at > job->end && isnan(job->words->until))
    return pawl_fail(&job->call->error, PAWL_BAD_MODEL, part->where,
                     "expect %s at t = %.9g s: the run ends before, at t = %.9g s", wants->channel, e.at,
                     job->end);
  job->expects[job->expect_count++] = e;
  return PAWL_OK;
}

pawl_status pawl_expect_collect(pawl_job *job)
{
  job->expects = PAWL_TAKE(&job->call->arena, job->model->part_count, pawl_expectation);
  if (!job->expects && job->model->part_count)
    return pawl_fail_memory(&job->call->error);
  for (int i = 0; i < job->model->part_count; i++)
    if (strcmp(job->model->parts[i]->kind->name, "expect") == 0 &&
        collect(job, job->model->parts[i]) != PAWL_OK)
      return job->call->error.status;
  return PAWL_OK;
}

pawl_status pawl_expect_meet(pawl_job *job)
{
  for (int i = 0; i < job->expect_count; i++) {
    pawl_expectation *e = job->expects + i;
    if (e->measure || e->unlogged || e->verdict != PAWL_NOT_REACHED || e->at > pawl_run_time(job->run) ||
        e->at < job->begin)
      continue;
    if (pawl_run_output(job->run, e->at, job->values, &job->call->error) != PAWL_OK)
      return job->call->error.status;
    e->got = job->values[e->channel];
    e->verdict = fabs(e->got - e->wants->value) <= e->wants->tolerance ? PAWL_MET : PAWL_MISSED;
  }
  return PAWL_OK;
}

pawl_status pawl_expect_measure(pawl_job *job)
{
  const pawl_measuring of = pawl_ask_measuring(job, "expect: measure");
  for (int i = 0; i < job->expect_count; i++) {
    pawl_expectation *e = job->expects + i;
    if (!e->measure || job->end < pawl_run_duration(job->run) * (1 - 1e-12)) /* it is of the whole run */
      continue;
    pawl_status status = pawl_measure_value(&of, e->measure, &e->got);
    if (status == PAWL_NO_MEMORY)
      return status;
    job->call->error = (pawl_error){0}; /* there is none, then */
    e->verdict = fabs(e->got - e->wants->value) <= e->wants->tolerance ? PAWL_MET : PAWL_MISSED;
  }
  return PAWL_OK;
}

bool pawl_expect_all_met(const pawl_job *job)
{
  for (int i = 0; i < job->expect_count; i++)
    if (job->expects[i].verdict == PAWL_MISSED)
      return false;
  return true;
}

const char *pawl_expect_digits(const pawl_expect *wants, double x, char text[32])
{
  double ratio = fmax(fabs(wants->value), fabs(x)) / wants->tolerance;
  int digits = ratio > 1 ? (int)fmin(ceil(log10(ratio)) + 2, 17) : 2; /* also without tolerance: 17 */
  snprintf(text, 32, "%.*g", digits > 6 ? digits : 6, x);
  return text;
}

static void put_missed(const pawl_expectation *e, FILE *to)
{
  char got[32], wanted[32], allowed[32];
  const pawl_expect *wants = e->wants;
  fprintf(to, "%s: expect %s", e->part->where, e->measure ? wants->measure : wants->channel);
  if (!e->measure)
    fprintf(to, " at t = %.9g s", e->at);
  if (isnan(e->got)) {
    fprintf(to, ": there is none, wanted %s\n", pawl_digits(wants->value, wanted));
    return;
  }
  fprintf(to, ": got %s, wanted %s ± %s: off by %.2g%s%s%s\n", pawl_expect_digits(wants, e->got, got),
          pawl_digits(wants->value, wanted), pawl_digits(wants->tolerance, allowed),
          fabs(e->got - wants->value), wants->source ? " (" : "", wants->source ? wants->source : "",
          wants->source ? ")" : "");
}

void pawl_expect_put_missed(const pawl_job *job, FILE *to)
{
  for (int i = 0; i < job->expect_count; i++)
    if (job->expects[i].verdict == PAWL_MISSED)
      put_missed(job->expects + i, to);
}
