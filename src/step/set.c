/* Numbers that an embedding program changes between steps. What a changed spring stores more or less is taken out
 * of the ledger's start, so that the books keep closing.      theory.md, 6.4 */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "step/run.h"

/* Numbers that the evaluation reads afresh each time. */
bool pawl_run_can_change(const pawl_part *part)
{
  switch (part->kind->family) {
  case PAWL_FORCE:
  case PAWL_JOINT_FORCE:
  case PAWL_DRIVE:
  case PAWL_SENSOR:
    return true;
  default:
    return false;
  }
}

static pawl_status total_energy(pawl_run *r, double *total)
{
  pawl_system *s = &r->system;
  double unused[3];
  pawl_status status = pawl_run_motion(r, r->t, r->y);
  *total = pawl_system_energy(s, unused, unused + 1, unused + 2);
  return status;
}

static pawl_status refuse(const char *name, pawl_error *error)
{
  return pawl_fail(error, PAWL_BAD_CALL, NULL,
                   "'%s' cannot be changed during a run: read the model again with this setting", name);
}

pawl_status pawl_run_set(pawl_run *r, const char *name, double value, pawl_error *error)
{
  pawl_error unread = {0};
  error = error ? error : &unread;
  char path[256], part_name[256];
  snprintf(path, sizeof path, "%s", name);
  snprintf(part_name, sizeof part_name, "%s", name);
  part_name[strcspn(part_name, ".")] = 0;
  int index = pawl_model_find(r->model, part_name);
  if (index >= 0 && strcmp(r->model->parts[index]->kind->name, "input") == 0)
    snprintf(path, sizeof path, "%s", part_name); /* "u.value" is the channel, "u" the number */
  if (index >= 0 && !pawl_run_can_change(r->model->parts[index]))
    return refuse(name, error);
  double before, after;
  pawl_status status = total_energy(r, &before);
  if (status == PAWL_OK)
    status = pawl_model_set(r->model, path, value, error);
  if (status != PAWL_OK)
    return status;
  r->steps.slope_known = r->steps.unchanged = r->room.seen = r->stiffness.started = false;
  status = total_energy(r, &after);
  r->plan.energy0 += after - before;
  r->accounts.known = r->accounts.least_known = false;
  if (status != PAWL_OK)
    *error = r->system.error;
  return status;
}
