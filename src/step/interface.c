/* What pawl.h offers of a run beside its steps: several channels, events, poses, the ledger. */
#include <string.h>

#include "base/error.h"
#include "step/run.h"

int pawl_version_number(void)
{
  return PAWL_VERSION_NUMBER;
}

/* The channels of the run's own time are in r->room.values. */
static pawl_status look(pawl_run *r, pawl_error *error)
{
  if (r->room.seen)
    return PAWL_OK;
  pawl_status status = pawl_run_output(r, r->t, r->room.values, error);
  r->room.seen = status == PAWL_OK;
  return status;
}

pawl_status pawl_run_read_several(pawl_run *r, const int *index, int count, double *value, pawl_error *error)
{
  int most = pawl_run_channel_count(r);
  for (int i = 0; i < count; i++)
    if (index[i] < 0 || index[i] >= most)
      return pawl_fail(error, PAWL_BAD_CALL, NULL, "there is no channel %d: the run has %d", index[i], most);
  pawl_status status = look(r, error);
  for (int i = 0; status == PAWL_OK && i < count; i++)
    value[i] = r->room.values[index[i]];
  return status;
}

void pawl_run_listen(pawl_run *r, void (*on_event)(void *context, const pawl_event *event), void *context)
{
  r->tells.on_event = on_event;
  r->tells.listener = context;
}

int pawl_run_body_count(const pawl_run *r)
{
  return r->model->body_count;
}

const char *pawl_run_body_name(const pawl_run *r, int i)
{
  return i >= 0 && i < r->model->body_count ? r->model->parts[r->model->body_part[i + 1]]->name : NULL;
}

pawl_status pawl_run_body_motion(pawl_run *r, int i, pawl_body_motion *motion, pawl_error *error)
{
  pawl_seen seen;
  if (!pawl_run_body_name(r, i))
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "there is no body %d: the run has %d", i,
                     r->model->body_count);
  pawl_status status = look(r, error);
  if (status != PAWL_OK)
    return status;
  pawl_system_see(&r->system, r->model->body_part[i + 1], PAWL_AT_VELOCITY, &seen);
  const pawl_quat flat = {cos(0.5 * seen.angle), 0, 0, sin(0.5 * seen.angle)};
  const pawl_quat *e = r->system.worlds == PAWL_PLANAR ? &flat : &seen.e;
  *motion = (pawl_body_motion){{seen.r.x, seen.r.y, seen.r.z},
                               {e->w, e->x, e->y, e->z},
                               {seen.v.x, seen.v.y, seen.v.z},
                               {seen.w.x, seen.w.y, seen.w.z}};
  return PAWL_OK;
}

pawl_status pawl_run_ledger(pawl_run *r, pawl_ledger *ledger, pawl_error *error)
{
  pawl_status status = look(r, error);
  const double *x = r->room.values + r->system.channel.count;
  if (status == PAWL_OK)
    *ledger = (pawl_ledger){x[0], x[1], x[2], x[3], x[4], x[5], r->books.worst_ledger, pawl_judge_scale(r)};
  return status;
}
