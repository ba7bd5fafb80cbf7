/* Impacts at the start: a model as written may begin with some, and moves as it does after them. */
#include <math.h>
#include <string.h>

#include "contacts.h"

static void note(void *listener, const pawl_event *event)
{
  pawl_start_impacts *to = listener;
  if (event->count == 0 && strncmp(event->reason, "impact", 6) != 0)
    return;
  if (to->count < PAWL_START_IMPACTS)
    to->first[to->count] = *event;
  to->count++;
}

void pawl_start_impacts_look(pawl_run *run, pawl_start_impacts *to)
{
  *to = (pawl_start_impacts){0};
  run->tells.on_event = note;
  run->tells.listener = to;
  pawl_events_tell_start(run);
  run->tells.on_event = NULL;
  run->tells.listener = NULL;
}

/* Gaps of own equations have any unit. */
static const char *unit_of_rate(const pawl_event *event)
{
  return strcmp(event->unit, "rad") == 0 ? " rad/s" : strcmp(event->unit, "m") == 0 ? " m/s" : "";
}

void pawl_put_start_impacts(FILE *to, const char *before, const pawl_run *run, const pawl_start_impacts *all)
{
  for (int i = 0; i < all->count && i < PAWL_START_IMPACTS; i++) {
    const pawl_event *e = all->first + i;
    int index = pawl_model_find(run->model, e->part);
    const pawl_part *part = run->model->parts[index];
    const char *unit = unit_of_rate(e);
    fprintf(to, "%s%s \"%s\"", before, part->kind->name, part->name);
    if (part->kind->family == PAWL_CONTACT_GROUP)
      fprintf(to, " (%s on %s)", e->shape2, e->shape1);
    fputs(": an impact", to);
    if (e->rate_before < 0)
      fprintf(to, " at %.4g%s", -e->rate_before, unit);
    if (e->rate_after > 1e-9 * fabs(e->rate_before))
      fprintf(to, ", which sends it back at %.4g%s", e->rate_after, unit);
    fprintf(to, "; %.4g J lost\n", e->energy_lost);
  }
  if (all->count > PAWL_START_IMPACTS)
    fprintf(to, "%sand %d more impacts\n", before, all->count - PAWL_START_IMPACTS);
}

void pawl_put_start_impacts_json(pawl_json *json, const pawl_start_impacts *all)
{
  pawl_json_open(json, "start_impacts", '[');
  for (int i = 0; i < all->count && i < PAWL_START_IMPACTS; i++) {
    const pawl_event *e = all->first + i;
    pawl_json_open(json, NULL, '{');
    pawl_json_text(json, "part", e->part);
    pawl_json_number(json, "rate_before", e->rate_before);
    pawl_json_number(json, "rate_after", e->rate_after);
    pawl_json_number(json, "energy_lost", e->energy_lost);
    pawl_json_text(json, "shape1", e->shape1);
    pawl_json_text(json, "shape2", e->shape2);
    pawl_json_text(json, "unit", e->unit);
    pawl_json_close(json, '}');
  }
  pawl_json_close(json, ']');
}
