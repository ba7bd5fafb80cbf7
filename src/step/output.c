/* What a run shows: channels at any time of the step just taken, energies, and the ledger that must close.
 *                                                                                              theory.md, 6.4 */
#include <string.h>

#include "base/error.h"
#include "contact/contact.h"
#include "step/run.h"
#include "step/stepping.h"

static const pawl_channel_def energy_channels[PAWL_ENERGY_CHANNELS] = {
    {"energy.kinetic", "J", 0, PAWL_AT_VELOCITY, "kinetic energy"},
    {"energy.gravity", "J", 0, PAWL_AT_POSITION, "potential energy in the field of gravity"},
    {"energy.stored", "J", 0, PAWL_AT_POSITION, "energy stored in springs and contacts"},
    {"energy.work", "J", 0, PAWL_AT_POSITION, "work of drives, dampers and forces since the start"},
    {"energy.total", "J", 0, PAWL_AT_VELOCITY, "kinetic, potential and stored energy"},
    {"energy.ledger", "J", 0, PAWL_AT_VELOCITY,
     "total less work less the total at the start: the error of the books", 0}};

const pawl_channel_def *pawl_run_energy_channel(int index)
{
  return energy_channels + index;
}

static pawl_status keep_books(pawl_run *r, double t, bool inside, const double *y, double *energy)
{
  pawl_system *s = &r->system;
  double work = 0;
  for (int i = 0; i < s->extra.works; i++)
    work += y[2 * s->tree.dof_count + i];
  double total = pawl_system_energy(s, energy, energy + 1, energy + 2);
  energy[3] = work;
  energy[4] = total;
  energy[5] = total - work - r->plan.energy0;
  r->books.ledger = energy[5];
  /* inside of a step that ends with an impact, or is a straight line across one, energies are not those of the books */
  if (inside && (r->way->fixed || s->contact->count))
    return PAWL_OK;
  return pawl_judge_energy(r, t, y, &s->error);
}

/* A number that is not finite never leaves quietly. */
static pawl_status all_finite(pawl_run *r, double t, const double *values, int from, int to)
{
  for (int i = from; i < to; i++)
    if (!isfinite(values[i])) {
      bool part = i < r->system.channel.count;
      const char *where = part ? r->model->parts[r->system.channel.list[i].part]->where : r->model->path;
      return pawl_fail(
          &r->system.error, PAWL_BAD_NUMBERS, where,
          "channel '%s' is not a finite number at t = %.9g s: some number of the model is far out of scale",
          pawl_run_channel_name(r, i), t);
    }
  return PAWL_OK;
}

/* Curve joints whose force pulls: a real pair would part there. Kept with both lists, of before an event and after it. */
static void note_pulling(pawl_run *r, double t)
{
  pawl_system *s = &r->system;
  for (int k = 0; k < s->contact->count; k++) {
    if (!s->contact->pair[k].kind->is_rail)
      continue;
    double force = s->row.lambda[s->tree.blocks[s->index.block[s->contact->pair[k].part]].row];
    pawl_contact_pair *list[] = {s->contact->pair + k, r->event.before + k};
    for (int i = 0; i < 2; i++) {
      list[i]->log.peak_force = fmax(list[i]->log.peak_force, force);
      if (force < -pawl_contact_band(s, list[i], list[i]->point, PAWL_MARGIN_FORCE) &&
          !(list[i]->log.lifts <= t))
        list[i]->log.lifts = t;
    }
  }
}

/* What is shown of a contact counts as its peak. Kept with both lists, too. */
static void note_shown(pawl_run *r)
{
  const pawl_contact_set *set = r->system.contact;
  for (int k = 0; k < set->count; k++) {
    double force = 0, depth = 0;
    for (int i = 0; i < set->pair[k].count; i++) {
      const pawl_contact_point *p = set->pair[k].point + i;
      bool closed = p->mode.normal != PAWL_OPEN && p->track.found != PAWL_LOST;
      force += closed ? p->row.normal : 0;
      depth = fmax(depth, closed ? -p->track.now.gap : 0);
    }
    pawl_pair_log *log[] = {&set->pair[k].log, &r->event.before[k].log};
    for (int i = 0; i < 2; i++) {
      log[i]->shown[0] = fmax(log[i]->shown[0], force);
      log[i]->shown[1] = fmax(log[i]->shown[1], depth);
    }
  }
}

/* `inside`: of the step that leads to the run's state, and not that state. */
static pawl_status output(pawl_run *r, double t, bool inside, double *y, const pawl_quat *base,
                          double *values)
{
  pawl_system *s = &r->system;
  int n = s->tree.dof_count;
  double *v = y + n;
  s->at.since = inside ? r->steps.last_t : r->t;
  s->at.work = y + 2 * n;
  if (pawl_system_rows(s, t, y, v, base) != PAWL_OK)
    return s->error.status;
  r->books.worst_position = fmax(r->books.worst_position, pawl_residual_position(s, NULL));
  r->books.worst_velocity = fmax(r->books.worst_velocity, pawl_residual_velocity(s));
  /* by stepping, forces of contacts are those of the step, as they were solved for */
  pawl_request all = {t, y, v, base, y + 2 * n, r->way->fixed ? PAWL_HELD_OFF : PAWL_HELD_SOLVE, true};
  pawl_status status = pawl_system_full(s, &all, r->room.acceleration, r->room.power);
  if (status != PAWL_OK)
    return s->error.status;
  if (r->way->fixed)
    pawl_stepping_show(r);
  note_pulling(r, t);
  pawl_channels_read(s, values);
  note_shown(r);
  status = all_finite(r, t, values, 0, s->channel.count);
  if (status == PAWL_OK)
    status = keep_books(r, t, inside, y, values + s->channel.count);
  return status == PAWL_OK ? all_finite(r, t, values, s->channel.count, pawl_run_channel_count(r)) : status;
}

/* The stages of dense output take no part in the error estimate, and those of a long step lie off the constraints, where accelerations
 * err by what is left over the distance from a singular position squared: they are brought onto them.      theory.md, 4.5 */
bool pawl_run_dense_prepare(pawl_run *r)
{
  const bool near = r->singular.near;
  r->singular.near =
      r->system.tree.row_count > 0; /* also where both ends are far from one: a step may cross it */
  bool good = pawl_rk_dense_prepare(&r->rk) == 0;
  r->singular.near = near;
  return good;
}

bool pawl_run_keep_dense(pawl_run *r)
{
  pawl_quat *now = r->base;
  double since = r->system.at.since;
  r->base = r->last_base;
  r->system.at.since = r->steps.last_t;
  bool dense = pawl_run_by_bdf(r) || pawl_run_dense_prepare(r);
  r->base = now;
  r->system.at.since = since;
  return dense;
}

/* y inside the step just taken. */
static bool interpolate(pawl_run *r, double time)
{
  return pawl_stepping_has_passed(r, time) ? pawl_stepping_dense(r, time, r->room.out)
                                           : r->way->dense(r, time, r->room.out);
}

static void exchange_contacts(pawl_run *r)
{
  pawl_contact_pair *now = r->system.contact->pair;
  r->system.contact->pair = r->event.before;
  r->event.before = now;
}

static pawl_status output_at(pawl_run *r, double time, bool inside, double *values, pawl_error *error)
{
  pawl_status status;
  bool before = inside && r->event.at && r->system.contact->count && !pawl_stepping_has_passed(r, time);
  if (before)
    exchange_contacts(r);
  r->room.filter_ready = false;
  if (!inside)
    status = output(r, r->t, false, r->y, r->base, values);
  else {
    status = interpolate(r, time) ? PAWL_OK : PAWL_BAD_NUMBERS;
    r->system.at.since = r->steps.last_t;
    r->system.at.work = r->room.out + 2 * r->system.tree.dof_count;
    if (status == PAWL_OK)
      status =
          pawl_project(&r->system, time, r->room.out, r->room.out + r->system.tree.dof_count, r->last_base);
    if (status == PAWL_OK)
      status = output(r, time, true, r->room.out, r->last_base, values);
  }
  if (before)
    exchange_contacts(r);
  if (status != PAWL_OK && r->system.error.status == PAWL_OK)
    return pawl_run_fail_step(r, 0, error);
  if (status != PAWL_OK && error) {
    *error = r->system.error;
    error->time = time;
  }
  return status;
}

pawl_status pawl_run_output(pawl_run *r, double time, double *values, pawl_error *error)
{
  return output_at(r, time, time < r->t, values, error);
}

pawl_status pawl_run_output_before(pawl_run *r, double time, double *values, pawl_error *error)
{
  return output_at(r, time, true, values, error);
}

/* When its force began to pull, in the step just made. Looking lowers `lifts` to every instant at which it pulls. */
static pawl_status locate_pulling(pawl_run *r, int k, pawl_error *error)
{
  double low = r->steps.last_t, *lifts = &r->system.contact->pair[k].log.lifts;
  pawl_status status = pawl_run_output(r, low, r->room.values, error); /* of a start that pulls */
  for (int i = 0; i < 60 && status == PAWL_OK && *lifts > low; i++) {
    double middle = 0.5 * (low + *lifts);
    if (!(middle > low && middle < *lifts))
      break;
    status = pawl_run_output(r, middle, r->room.values, error);
    low = *lifts > middle ? middle : low;
  }
  return status;
}

pawl_status pawl_run_watch_rails(pawl_run *r, pawl_error *error)
{
  const pawl_system *s = &r->system;
  pawl_status status = PAWL_OK;
  bool looked = false;
  for (int k = 0; k < s->contact->count && status == PAWL_OK; k++) {
    if (!s->contact->pair[k].kind->is_rail)
      continue;
    if (!looked)
      status = pawl_run_output(r, r->t, r->room.values, error);
    looked = true;
    if (status == PAWL_OK && s->contact->pair[k].log.lifts > r->steps.last_t)
      status = locate_pulling(r, k, error);
    r->room.seen = false;
  }
  return status;
}

int pawl_run_channel_count(const pawl_run *r)
{
  return r->system.channel.count + PAWL_ENERGY_CHANNELS;
}

const char *pawl_run_channel_name(const pawl_run *r, int i)
{
  int own = r->system.channel.count;
  if (i < 0 || i >= own + PAWL_ENERGY_CHANNELS)
    return NULL;
  return i < own ? r->system.channel.list[i].name : energy_channels[i - own].name;
}

const char *pawl_run_channel_unit(const pawl_run *r, int i)
{
  int own = r->system.channel.count;
  if (i < 0 || i >= own + PAWL_ENERGY_CHANNELS)
    return NULL;
  return i < own ? r->system.channel.list[i].unit : energy_channels[i - own].unit;
}

int pawl_run_find(const pawl_run *r, const char *name)
{
  for (int i = 0; i < PAWL_ENERGY_CHANNELS; i++)
    if (strcmp(name, energy_channels[i].name) == 0)
      return r->system.channel.count + i;
  return pawl_channel_find(&r->system, name);
}

double pawl_run_read(pawl_run *r, int i)
{
  if (i < 0 || i >= pawl_run_channel_count(r))
    return NAN;
  if (!r->room.seen && pawl_run_output(r, r->t, r->room.values, &r->error) != PAWL_OK)
    return NAN;
  r->room.seen = true;
  return r->room.values[i];
}
