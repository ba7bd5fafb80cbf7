/* What the force of a contact gives over time. Rows are too far apart for a press of a millisecond, so each step of the run is integrated
 * by itself, where somebody asks for it: impulse(hit). */
#include <string.h>

#include "job.h"

enum { POINTS = 8 };

/* Gauss's, of 0 … 1 */
static const double at[POINTS] = {0.01985507175123188416, 0.10166676129318663020, 0.23723379504183550709,
                                  0.40828267875217509753, 0.59171732124782490247, 0.76276620495816449291,
                                  0.89833323870681336980, 0.98014492824876811584},
                    weight[POINTS] = {0.05061426814518812957, 0.11119051722668723527, 0.15685332293894364366,
                                      0.18134189168918099148, 0.18134189168918099148, 0.15685332293894364366,
                                      0.11119051722668723527, 0.05061426814518812957};

static pawl_status add(pawl_job *job, const char *part)
{
  char *name = pawl_format(&job->call->arena, "%s.normal_force", part);
  pawl_pressed *list = PAWL_TAKE(&job->call->arena, job->ask.pressed_count + 1, pawl_pressed);
  if (!name || !list)
    return pawl_fail_memory(&job->call->error);
  int channel = pawl_run_find(job->run, name);
  for (int i = 0; i < job->ask.pressed_count; i++) {
    list[i] = job->ask.pressed[i];
    if (list[i].channel == channel)
      channel = -1;
  }
  if (channel < 0)
    return PAWL_OK;
  list[job->ask.pressed_count++] = (pawl_pressed){part, channel, 0};
  job->ask.pressed = list;
  return PAWL_OK;
}

pawl_status pawl_press_watch(pawl_job *job, const pawl_node *node)
{
  pawl_status status = PAWL_OK;
  if (node->part && !node->event && strcmp(node->function->name, "impulse") == 0)
    status = add(job, node->part);
  for (int i = 0; i < node->count && status == PAWL_OK; i++)
    status = pawl_press_watch(job, node->argument[i]);
  return status;
}

/* By stepping a force is that of the whole step. */
pawl_status pawl_press_pass(pawl_job *job)
{
  pawl_run *r = job->run;
  double begin = r->steps.last_t, h = r->t - begin;
  if (!job->ask.pressed_count || !(h > 0) || r->books.steps == 0)
    return PAWL_OK;
  int points = r->way->fixed ? 1 : POINTS;
  for (int k = 0; k < points; k++) {
    double t = r->way->fixed ? r->t : begin + at[k] * h;
    if (pawl_run_output(r, t, job->values, &job->call->error) != PAWL_OK)
      return job->call->error.status;
    for (int i = 0; i < job->ask.pressed_count; i++)
      job->ask.pressed[i].sum +=
          (r->way->fixed ? h : weight[k] * h) * job->values[job->ask.pressed[i].channel];
  }
  return PAWL_OK;
}
