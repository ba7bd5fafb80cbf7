/* Integrals over a run: mean(x), rms(x), integral(x), and what the force of a contact gives over time, impulse(hit). Rows are too far apart for
 * a press of a millisecond, so each step of the run is integrated by itself, in pieces that are no longer than rows are apart, where
 * somebody asks for it. */
#include <math.h>
#include <string.h>

#include "job.h"

enum { POINTS = 5 };

/* Gauss's, of 0 … 1 */
static const double at[POINTS] = {0.04691007703066800360, 0.23076534494715845448, 0.5, 0.76923465505284154552,
                                  0.95308992296933199640},
                    weight[POINTS] = {0.11846344252809454376, 0.23931433524968323402, 0.28444444444444444444,
                                      0.23931433524968323402, 0.11846344252809454376};

static pawl_status add(pawl_job *job, pawl_sum sum)
{
  pawl_sum *list = PAWL_TAKE(&job->call->arena, job->ask.sum_count + 1, pawl_sum);
  if (!list)
    return pawl_fail_memory(&job->call->error);
  if (job->ask.sum_count)
    memcpy(list, job->ask.sums, (size_t)job->ask.sum_count * sizeof *list);
  list[job->ask.sum_count++] = sum;
  job->ask.sums = list;
  return PAWL_OK;
}

static pawl_status add_force(pawl_job *job, const char *part)
{
  char *name = pawl_format(&job->call->arena, "%s.normal_force", part);
  if (!name)
    return pawl_fail_memory(&job->call->error);
  int channel = pawl_run_find(job->run, name);
  for (int i = 0; i < job->ask.sum_count; i++)
    if (job->ask.sums[i].part && job->ask.sums[i].channel == channel)
      return PAWL_OK;
  return channel < 0 ? PAWL_OK : add(job, (pawl_sum){.part = part, .channel = channel, .power = 1});
}

static bool is_known_in_a_row(const pawl_node *node)
{
  for (int i = 0; i < node->count; i++)
    if (!is_known_in_a_row(node->argument[i]))
      return false;
  return node->kind != PAWL_NODE_REDUCTION;
}

/* By stepping, motion is known at the ends of steps alone: there rows do as well. */
static int power_of(const pawl_job *job, const pawl_node *node)
{
  const char *name = node->kind == PAWL_NODE_REDUCTION && !job->run->way->fixed ? node->function->name : "";
  return strcmp(name, "rms") == 0 ? 2 : strcmp(name, "mean") == 0 || strcmp(name, "integral") == 0 ? 1 : 0;
}

pawl_status pawl_sums_watch(pawl_job *job, const pawl_node *node)
{
  pawl_status status = PAWL_OK;
  int power = power_of(job, node);
  if (node->part && !node->event && strcmp(node->function->name, "impulse") == 0)
    status = add_force(job, node->part);
  else if (power && is_known_in_a_row(node->argument[0]))
    status = add(job, (pawl_sum){.node = node, .power = power});
  for (int i = 0; i < node->count && status == PAWL_OK; i++)
    status = pawl_sums_watch(job, node->argument[i]);
  return status;
}

/* ---- while it runs ---- */

static pawl_status add_instant(pawl_job *job, double t, double share)
{
  const pawl_row_of row = {.time = t, .values = job->values};
  if (pawl_run_output(job->run, t, job->values, &job->call->error) != PAWL_OK)
    return job->call->error.status;
  for (int i = 0; i < job->ask.sum_count; i++) {
    pawl_sum *s = job->ask.sums + i;
    double x = s->node ? pawl_node_value(s->node->argument[0], &row) : job->values[s->channel];
    s->sum += share * (s->power == 2 ? x * x : x);
  }
  return PAWL_OK;
}

pawl_status pawl_sums_pass(pawl_job *job)
{
  const pawl_run *r = job->run;
  double begin = r->steps.last_t, h = r->t - begin;
  pawl_status status = PAWL_OK;
  if (!job->ask.sum_count || !(h > 0) || r->books.steps == 0)
    return PAWL_OK;
  if (r->way->fixed) /* a force is that of the whole step */
    return add_instant(job, r->t, h);
  double pieces = fmax(ceil(h / job->interval), 1);
  for (double piece = 0; piece < pieces && status == PAWL_OK; piece++)
    for (int k = 0; k < POINTS && status == PAWL_OK; k++)
      status = add_instant(job, begin + (piece + at[k]) / pieces * h, weight[k] * h / pieces);
  return status;
}

bool pawl_sums_know(const void *context, const pawl_node *node, double *value)
{
  const pawl_job *job = context;
  double span = pawl_run_time(job->run) - job->begin;
  for (int i = 0; i < job->ask.sum_count; i++) {
    const pawl_sum *s = job->ask.sums + i;
    if (s->node != node || !(span > 0))
      continue;
    bool whole = strcmp(node->function->name, "integral") == 0;
    *value = s->power == 2 ? sqrt(s->sum / span) : whole ? s->sum : s->sum / span;
    return true;
  }
  return false;
}
