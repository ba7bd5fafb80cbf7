/* pawl run --until-event NAME:KIND: a run that ends when something happens. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "job.h"

static pawl_status no_part(pawl_job *job, const char *part)
{
  const char *near = pawl_nearest(part, job->names.parts, job->names.part_count);
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
  job->until_time = NAN;
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
  for (int i = 0; i < job->names.part_count; i++)
    known |= strcmp(job->names.parts[i], part) == 0;
  if (!known)
    return no_part(job, part);
  known = !colon;
  for (int i = 0; !known && pawl_event_kinds[i]; i++)
    known = strcmp(pawl_event_kinds[i], colon + 1) == 0;
  if (!known)
    return no_kind(job, colon + 1);
  job->until_part = part;
  job->until_kind = colon ? colon + 1 : NULL;
  return PAWL_OK;
}

void pawl_until_note(pawl_job *job, const pawl_event *event)
{
  if (job->until_part && isnan(job->until_time) && strcmp(event->part, job->until_part) == 0 &&
      pawl_event_is(event, job->until_kind))
    job->until_time = event->time;
}

void pawl_until_put(const pawl_job *job, FILE *to)
{
  if (!job->until_part)
    return;
  fprintf(to, "  until         %s%s%s: ", job->until_part, job->until_kind ? ":" : "",
          job->until_kind ? job->until_kind : "");
  if (isnan(job->until_time))
    fputs("it has not happened\n", to);
  else
    fprintf(to, "at t = %.12g s\n", job->until_time);
}

void pawl_until_put_json(pawl_json *json, const pawl_job *job)
{
  if (!job->until_part)
    return;
  pawl_json_open(json, "until_event", '{');
  pawl_json_text(json, "event", job->words->until_event);
  pawl_json_number(json, "time", job->until_time);
  pawl_json_close(json, '}');
}
