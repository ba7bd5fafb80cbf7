/* What is told while a run goes on: the log of events as CSV, and how many impacts each part had and what they cost. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "job.h"

enum { LINE = 1 << 16 }; /* a line is written at once unless it is longer */

/* ---- the tally ---- */

static int by_name(const void *a, const void *b)
{
  const pawl_tally *x = a, *y = b;
  int order = strcmp(x->name, y->name);
  order = order ? order : strcmp(x->shape1, y->shape1);
  return order ? order : strcmp(x->shape2, y->shape2);
}

static pawl_tally *find(const pawl_job *job, const char *part, const char *shape1, const char *shape2)
{
  const pawl_tally wanted = {.name = part, .shape1 = shape1, .shape2 = shape2};
  if (!job->tally_count || !part)
    return NULL;
  return bsearch(&wanted, job->tally, (size_t)job->tally_count, sizeof wanted, by_name);
}

const pawl_tally *pawl_events_of(const pawl_job *job, const pawl_contact_pair *pair)
{
  const pawl_system *s = &job->run->system;
  const char *name = job->model->parts[pair->part]->name;
  if (!pawl_is_of_group(job->run, pair))
    return find(job, name, "", "");
  return find(job, name, pawl_contact_shape(s, pair, 0), pawl_contact_shape(s, pair, 1));
}

static pawl_status open_tally(pawl_job *job)
{
  const pawl_model *model = job->model;
  const pawl_system *s = &job->run->system;
  int most = model->part_count + s->contact->count;
  job->tally = PAWL_TAKE(&job->call->arena, most, pawl_tally);
  if (!job->tally && most)
    return pawl_fail_memory(&job->call->error);
  for (int i = 0; i < model->part_count; i++)
    if (model->parts[i]->name)
      job->tally[job->tally_count++] = (pawl_tally){model->parts[i]->name, "", ""};
  for (int i = 0; i < s->contact->count; i++) {
    const pawl_contact_pair *pair = s->contact->pair + i;
    if (pawl_is_of_group(job->run, pair))
      job->tally[job->tally_count++] = (pawl_tally){
          model->parts[pair->part]->name, pawl_contact_shape(s, pair, 0), pawl_contact_shape(s, pair, 1)};
  }
  if (job->tally_count)
    qsort(job->tally, (size_t)job->tally_count, sizeof *job->tally, by_name);
  return PAWL_OK;
}

/* "impact, restitution less" is one, too, and so is an accumulation, the last of its row. This has also cost what the impacts did
 * that it stands for, beyond those in the log. */
static void count(pawl_tally *tally, const pawl_event *event)
{
  bool impact = event->count > 0 || (event->reason && strncmp(event->reason, "impact", 6) == 0);
  if (!tally || !impact)
    return;
  tally->impacts += impact;
  tally->accumulations += event->count > 0;
  if (!isnan(event->energy_lost))
    tally->energy_lost += event->energy_lost;
}

/* ---- the log ---- */

static pawl_status fail(pawl_job *job, int code)
{
  return pawl_fail(&job->call->error, PAWL_BAD_FILE, NULL, "cannot write %s: %s", job->words->events,
                   code ? strerror(code) : "not everything arrived");
}

static pawl_status check_log(pawl_job *job)
{
  const pawl_run_words *words = job->words;
  pawl_error *error = &job->call->error;
  bool to_stdout = pawl_is_stdout(words->events);
  if (words->out && strcmp(words->out, words->events) == 0)
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "--out and --events both want %s", words->out);
  if (to_stdout && (job->to_stdout || words->json))
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "--events %s and %s both want the standard output",
                     words->events, words->json ? "--json" : "--out");
  job->to_stdout = job->to_stdout || to_stdout;
  return pawl_outfile_spares(job->call, words->events, words->model);
}

pawl_status pawl_events_open(pawl_job *job)
{
  if (open_tally(job) != PAWL_OK || !job->words->events)
    return job->call->error.status;
  char *line = PAWL_TAKE(&job->call->arena, LINE, char);
  if (!line)
    return pawl_fail_memory(&job->call->error);
  if (check_log(job) != PAWL_OK)
    return job->call->error.status;
  errno = 0;
  job->log = fopen(job->words->events, "w");
  if (!job->log)
    return fail(job, errno);
  setvbuf(job->log, line, _IOLBF, LINE); /* so that a killed run leaves whole lines */
  pawl_event_put_head(job->log);
  return ferror(job->log) ? fail(job, errno) : PAWL_OK;
}

void pawl_events_note(void *context, const pawl_event *event)
{
  pawl_job *job = context;
  job->event_count++;
  count(&job->tallied, event);
  count(find(job, event->part, "", ""), event);
  if (*event->shape1)
    count(find(job, event->part, event->shape1, event->shape2), event);
  pawl_until_note(job, event);
  if (job->writer)
    pawl_writer_event(job->writer, event, &job->call->error);
  if (job->ask.keeper)
    pawl_writer_event(job->ask.keeper, event, &job->call->error);
  if (!job->log)
    return;
  errno = 0;
  pawl_event_put(job->log, event);
  if (ferror(job->log) && job->call->error.status == PAWL_OK)
    fail(job, errno);
}

pawl_status pawl_events_close(pawl_job *job)
{
  FILE *log = job->log;
  job->log = NULL;
  errno = 0;
  if (log && fclose(log) != 0 && job->call->error.status == PAWL_OK)
    return fail(job, errno);
  return PAWL_OK;
}

/* ---- the summary ---- */

void pawl_events_put(const pawl_job *job, FILE *to)
{
  const pawl_tally *all = &job->tallied;
  if (all->impacts)
    fprintf(to, "  impacts       %ld, %.4g J lost\n", all->impacts, all->energy_lost);
  if (all->accumulations)
    fprintf(to, "  accumulations %ld\n", all->accumulations);
}

void pawl_events_put_json(pawl_json *json, const pawl_tally *tally)
{
  pawl_json_count(json, "impacts", tally ? tally->impacts : 0);
  pawl_json_count(json, "accumulations", tally ? tally->accumulations : 0);
  pawl_json_number(json, "energy_lost", tally ? tally->energy_lost : 0);
}
