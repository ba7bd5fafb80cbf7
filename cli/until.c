/* pawl run --until-event NAME:KIND: a run that ends when something happens. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "job.h"

static pawl_status no_part(pawl_job *job, const char *part)
{
  const char *near = pawl_nearest(part, job->ask.names.parts, job->ask.names.part_count);
  return pawl_fail(&job->call->error, PAWL_BAD_CALL, NULL, "--until-event: there is no part '%s'%s%s%s", part,
                   near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static pawl_status no_kind(pawl_job *job, const char *kind)
{
  int count = 0;
  while (pawl_event_kinds[count])
    count++;
  const char *near = pawl_nearest(kind, pawl_event_kinds, count);
  return pawl_fail(&job->call->error, PAWL_BAD_CALL, NULL,
                   "--until-event: there are no events of the kind '%s'%s%s%s", kind,
                   near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

pawl_status pawl_until_open(pawl_job *job)
{
  const char *text = job->words->until_event;
  bool known = false;
  job->until.time = NAN;
  if (!text)
    return PAWL_OK;
  if (job->run->way->fixed)
    return pawl_fail(&job->call->error, PAWL_BAD_CALL, NULL,
                     "--until-event %s: stepping keeps no log of events", text);
  char *part = pawl_arena_text(&job->call->arena, text);
  if (!part)
    return pawl_fail_memory(&job->call->error);
  char *colon = strchr(part, ':');
  if (colon)
    *colon = 0;
  for (int i = 0; i < job->ask.names.part_count; i++)
    known |= strcmp(job->ask.names.parts[i], part) == 0;
  if (!known)
    return no_part(job, part);
  if (!pawl_ask_has_events(job, part))
    return pawl_fail(&job->call->error, PAWL_BAD_CALL, NULL,
                     "--until-event: '%s' is a %s, which has no events: contacts, stops and ropes have", part,
                     job->model->parts[pawl_model_find(job->model, part)]->kind->name);
  known = !colon;
  for (int i = 0; !known && pawl_event_kinds[i]; i++)
    known = strcmp(pawl_event_kinds[i], colon + 1) == 0;
  if (!known)
    return no_kind(job, colon + 1);
  job->until.part = part;
  job->until.kind = colon ? colon + 1 : NULL;
  return PAWL_OK;
}

void pawl_until_note(pawl_job *job, const pawl_event *event)
{
  if (job->until.part && isnan(job->until.time) && strcmp(event->part, job->until.part) == 0 &&
      pawl_event_is(event, job->until.kind))
    job->until.time = event->time;
}

void pawl_until_put(const pawl_job *job, FILE *to)
{
  if (!job->until.part)
    return;
  fprintf(to, "  until         %s%s%s: ", job->until.part, job->until.kind ? ":" : "",
          job->until.kind ? job->until.kind : "");
  if (isnan(job->until.time))
    fputs("it has not happened\n", to);
  else
    fprintf(to, "at t = %.12g s\n", job->until.time);
}

void pawl_until_put_json(pawl_json *json, const pawl_job *job)
{
  if (!job->until.part)
    return;
  pawl_json_open(json, "until_event", '{');
  pawl_json_text(json, "event", job->words->until_event);
  pawl_json_number(json, "time", job->until.time);
  pawl_json_close(json, '}');
}
