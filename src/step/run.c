/* Opening and closing a run. */
#include "step/run.h"

#include <string.h>

#include "base/error.h"
#include "base/tolerances.h"
#include "contact/advice.h"
#include "step/start_apart.h"
#include "step/stepping.h"

/* Of the tolerance, and of the model's length at most: two corners of a box that tilts down on its edge touch at once, but for what places
 * inside of a step err by. One after the other they would rock it. */
#define BLUR 0.1

/* What one step may err of the tolerance. Errors of the steps within the model's own time add up, and the user means
 * their sum; the number of steps goes as tolerance^(-1/8), and so goes the share. Of 50 machines at tolerance 1e-12 the
 * two kernels part by 2e-11 with a share of 0.1 and by 6e-12 with the 0.005 that this makes. */
double pawl_run_local_share(double tolerance)
{
  return 0.05 * (tolerance < 1e-4 ? sqrt(sqrt(sqrt(tolerance / 1e-4))) : 1);
}

/* ---- opening --------------------------------------------------------------------------------------------- */

static bool take_memory(pawl_run *r)
{
  const pawl_tree *tree = &r->system.tree;
  int works = pawl_system_extras(&r->system), n = r->n = 2 * tree->dof_count + works;
  r->y = PAWL_TAKE(&r->arena, n + 1, double);
  r->y1 = PAWL_TAKE(&r->arena, n + 1, double);
  r->room.on = PAWL_TAKE(&r->arena, n + 1, double);
  r->room.out = PAWL_TAKE(&r->arena, n + 1, double);
  r->room.look_y = PAWL_TAKE(&r->arena, n + 1, double);
  r->room.look_rate = PAWL_TAKE(&r->arena, n + 1, double);
  r->room.look_f = PAWL_TAKE(&r->arena, n + 1, double);
  r->room.scale = PAWL_TAKE(&r->arena, n + 1, double);
  r->room.relative = PAWL_TAKE(&r->arena, n + 1, double);
  r->base = PAWL_TAKE(&r->arena, tree->quat_count + 1, pawl_quat);
  r->last_base = PAWL_TAKE(&r->arena, tree->quat_count + 1, pawl_quat);
  r->room.power = PAWL_TAKE(&r->arena, works + 1, double);
  r->room.acceleration = PAWL_TAKE(&r->arena, tree->dof_count + 1, double);
  int contacts = r->system.contact->count, margins = contacts * PAWL_TOUCHES * PAWL_MARGINS;
  for (int i = 0; i < 2 + PAWL_SAMPLES && contacts; i++)
    r->scan.margin[i] = PAWL_TAKE(&r->arena, margins, pawl_margin);
  if (contacts) {
    r->scan.speed = PAWL_TAKE(&r->arena, contacts, double);
    r->scan.reach = PAWL_TAKE(&r->arena, contacts, double);
    r->scan.place = PAWL_TAKE(&r->arena, contacts, pawl_placing);
    r->scan.may_peak = PAWL_TAKE(&r->arena, contacts, bool);
    r->scan.saved = PAWL_TAKE(&r->arena, 2 * contacts, double);
    r->event.before = PAWL_TAKE(&r->arena, contacts, pawl_contact_pair);
    r->event.kept = PAWL_TAKE(&r->arena, contacts, pawl_contact_pair);
  }
  r->event.given = PAWL_TAKE(&r->arena, works + 1, double);
  r->accounts.work = PAWL_TAKE(&r->arena, works + 1, double);
  r->accounts.least = PAWL_TAKE(&r->arena, works + 1, double);
  if (r->system.contact->holds &&
      !pawl_switch_room_fit(&r->event.room, &r->arena, r->system.contact->dim, PAWL_HELD_FEW))
    return false;
  r->room.values = PAWL_TAKE(&r->arena, r->system.channel.count + PAWL_ENERGY_CHANNELS, double);
  return !r->arena.failed;
}

static pawl_status not_finite(const pawl_run *r, int dof, pawl_error *error)
{
  const pawl_system *s = &r->system;
  int i = 1;
  while (dof >= s->tree.links[i].dof + s->tree.links[i].dofs)
    i++;
  int joint = s->tree.links[i].joint;
  const pawl_part *part = s->model->parts[joint >= 0 ? joint : s->model->body_part[s->tree.links[i].body]];
  return pawl_fail(
      error, PAWL_BAD_NUMBERS, part->where,
      "the acceleration of %s \"%s\" at the start is not a finite number: some mass, force or length "
      "around it is far out of scale",
      part->kind->name, part->name);
}

/* Of the touches of a curve joint that may lift off, the one that is meant. */
static void shut(const pawl_system *s, pawl_contact_pair *pair)
{
  const pawl_curve_joint *joint = s->model->parts[pair->part]->fields;
  int best = -1;
  double least = INFINITY;
  for (int i = 0; i < pair->count; i++) {
    const pawl_touch *t = &pair->point[i].track.now;
    double away =
        isnan(joint->near.x) ? fabs(t->gap) : fabs(t->s[0] - joint->near.x) + fabs(t->s[1] - joint->near.y);
    if (away < least)
      best = i, least = away;
  }
  if (best >= 0)
    pair->point[best].mode.normal = PAWL_PRESSED;
}

/* What was moved apart may have been moved into others: those are held, too. Returns whether there are any. */
static bool press_more(pawl_run *r)
{
  pawl_system *s = &r->system;
  bool any = false;
  if (pawl_system_rows(s, 0, r->y, r->y + s->tree.dof_count, r->base) != PAWL_OK)
    return false;
  for (int k = 0; k < s->contact->count; k++) {
    pawl_contact_pair *pair = s->contact->pair + k;
    pawl_shape_motion m;
    if (pair->kind->is_rail || pair->kind->both_ways || !pawl_rigid_of(&pair->fields->law))
      continue;
    pawl_contact_motion(s, pair, &m);
    for (int i = 0; i < pair->count; i++) {
      pawl_contact_point *p = pair->point + i;
      pawl_contact_follow(s, pair, &m, p, false);
      if (p->mode.normal == PAWL_PRESSED || p->track.found == PAWL_LOST ||
          p->track.now.gap > -PAWL_GAP_CLOSED * s->scale.length)
        continue;
      p->mode.normal = PAWL_PRESSED;
      any = true;
    }
  }
  return any;
}

/* Stepping without projection takes overlaps as they are written. */
static bool takes_overlaps(const pawl_run *r)
{
  return r->plan.method->way->fixed && !r->model->plan.projection;
}

/* Rigid shapes that overlap by a little at the start are moved apart. */
static pawl_status part_shapes(pawl_run *r, pawl_error *error)
{
  pawl_system *s = &r->system;
  int deepest = -1, n = s->tree.dof_count;
  for (int k = 0; k < s->contact->count; k++) {
    pawl_contact_pair *pair = s->contact->pair + k;
    if (pair->begins_shut)
      shut(s, pair);
    if (pair->begins_shut)
      deepest = deepest < 0 ? k : deepest;
    if (pair->begins_shut || pair->kind->is_rail || !pawl_rigid_of(&pair->fields->law) ||
        !(pair->log.start_depth > 0) || takes_overlaps(r))
      continue;
    deepest = deepest < 0 || pair->log.start_depth > s->contact->pair[deepest].log.start_depth ? k : deepest;
    for (int i = 0; i < pair->count; i++)
      pair->point[i].mode.normal = pair->point[i].track.now.gap < 0 ? PAWL_PRESSED : PAWL_OPEN;
  }
  if (deepest < 0)
    return PAWL_OK;
  double left = pawl_held_part(s, PAWL_GATHER_GAPS, 0, r->y, r->y + n, r->base);
  for (int round = 0; round < 8 && left < PAWL_GAP_CLOSED && press_more(r); round++)
    left = pawl_held_part(s, PAWL_GATHER_GAPS, 0, r->y, r->y + n, r->base);
  if (!(left < PAWL_GAP_CLOSED))
    return pawl_start_overlap(r, s->contact->pair + deepest, true, error);
  for (int k = 0; k < s->contact->count; k++)
    for (int i = 0; !s->contact->pair[k].kind->is_rail && i < s->contact->pair[k].count; i++)
      if (pawl_rigid_of(&s->contact->pair[k].fields->law))
        s->contact->pair[k].point[i].mode.normal = PAWL_OPEN;
  return PAWL_OK;
}

/* Constraints of own equations that hold at the start must be met there. */
static pawl_status check_constraints(pawl_run *r, pawl_error *error)
{
  pawl_system *s = &r->system;
  if (pawl_system_rows(s, 0, r->y, r->y + s->tree.dof_count, r->base) != PAWL_OK)
    return s->error.status;
  for (int k = 0; k < s->contact->count; k++) {
    pawl_contact_pair *pair = s->contact->pair + k;
    pawl_contact_point *p = pair->point;
    const pawl_part *part = r->model->parts[pair->part];
    pawl_shape_motion m;
    if (!pair->kind->both_ways || p->mode.normal != PAWL_PRESSED)
      continue;
    pawl_contact_motion(s, pair, &m);
    pawl_contact_follow(s, pair, &m, p, false);
    double rate = p->row.gap_rate * s->scale.time;
    if (fabs(p->track.now.gap) > PAWL_STRAYED * s->scale.length ||
        fabs(rate) > PAWL_STRAYED * s->scale.length)
      return pawl_fail(error, PAWL_BAD_MODEL, part->where,
                       "%s \"%s\" cannot be met at the start: %g of it is left, and %g of its rate",
                       part->kind->name, part->name, p->track.now.gap, p->row.gap_rate);
  }
  return PAWL_OK;
}

static bool overlaps(const pawl_contact_pair *pair)
{
  for (int i = 0; i < pair->count; i++)
    if (pair->point[i].track.now.gap < 0)
      return true;
  return false;
}

/* What begins deep inside of the other shape's material would never touch: most often an outline that runs the other way round. */
static pawl_status check_buried(const pawl_run *r, pawl_error *error)
{
  const pawl_system *s = &r->system;
  for (int k = 0; k < s->contact->count; k++) {
    const pawl_contact_pair *pair = s->contact->pair + k;
    pawl_shape_motion m;
    if (!pair->kind->searched || pair->begins_shut || overlaps(pair))
      continue;
    pawl_contact_motion(s, pair, &m);
    int in = pawl_overlap_buried(pair->profile[0], pair->profile[1], &m.place);
    pawl_xy at;
    double where[2];
    if (in >= 0 && !pawl_profile_crosses_itself(pair->profile[1 - in], &at, where))
      return pawl_start_buried(r, pair, in, error);
  }
  return PAWL_OK;
}

/* Rigid contacts that touch at the start, or overlap by a little. */
static pawl_status start_held(pawl_run *r, pawl_error *error)
{
  pawl_system *s = &r->system;
  for (int k = 0; k < s->contact->count; k++) {
    const pawl_contact_pair *pair = s->contact->pair + k;
    if (pair->kind->check && pair->kind->check(s, pair, error) != PAWL_OK)
      return error->status;
    if (!pair->kind->is_rail && !pair->begins_shut && pawl_rigid_of(&pair->fields->law) &&
        !takes_overlaps(r) && pair->log.start_depth > PAWL_START_OVERLAP * s->scale.length)
      return pawl_start_overlap(r, pair, false, error);
  }
  if (part_shapes(r, error) != PAWL_OK)
    return error->status;
  if (r->plan.method->way->fixed) /* only constraints are held yet */
    pawl_held_project(s, 0, r->y, r->y + s->tree.dof_count, r->base, NULL);
  else {
    pawl_contacts_mark(s);
    r->tells.starting = true;
    pawl_status status = pawl_events_switch(r, PAWL_AT_EVENT, error);
    r->tells.starting = false;
    if (status != PAWL_OK)
      return status;
    if (r->arena.failed)
      return pawl_fail_memory(error);
  }
  return check_constraints(r, error);
}

static pawl_status start(pawl_run *r, pawl_error *error)
{
  pawl_system *s = &r->system;
  int n = s->tree.dof_count;
  memcpy(r->y, s->start.q, sizeof(double) * (size_t)n);
  memcpy(r->y + n, s->start.v, sizeof(double) * (size_t)n);
  pawl_system_start_turns(s, r->y + 2 * n + s->extra.works);
  memcpy(r->y + 2 * n + s->extra.works + s->extra.turns, s->extra.start,
         sizeof(double) * (size_t)s->extra.states);
  memcpy(r->base, s->start.base, sizeof(pawl_quat) * (size_t)s->tree.quat_count);
  memcpy(r->last_base, r->base, sizeof(pawl_quat) * (size_t)s->tree.quat_count);
  pawl_run_equations(r);
  r->books.smallest_pivot = INFINITY;
  if (s->contact->count) {
    s->at.work = r->y + 2 * n;
    if (pawl_system_rows(s, 0, r->y, r->y + n, r->base) != PAWL_OK) {
      if (error)
        *error = s->error;
      return s->error.status;
    }
    if (pawl_start_touching(r, error) != PAWL_OK)
      return error->status;
    pawl_contacts_start(s);
    if (pawl_contacts_allowed(s, error) != PAWL_OK)
      return error->status;
    if (check_buried(r, error) != PAWL_OK || (s->contact->holds && start_held(r, error) != PAWL_OK))
      return error->status;
    for (int i = 0; i < s->contact->count;
         i++) /* nothing is late yet: what overlaps at the start is told as that */
      s->contact->pair[i].log.late = 0;
  }
  if (pawl_run_motion(r, 0, r->y) != PAWL_OK) {
    if (error)
      *error = s->error;
    return s->error.status;
  }
  for (int d = 0; d < n; d++)
    if (!isfinite(r->room.acceleration[d]))
      return not_finite(r, d, error);
  if (pawl_judge_pressed(r, error) != PAWL_OK)
    return error->status;
  double kinetic, gravity, stored;
  r->plan.energy0 = pawl_system_energy(s, &kinetic, &gravity, &stored);
  for (int i = 0; i < s->extra.works; i++) /* of impacts at the start */
    r->plan.energy0 -= r->y[2 * n + i];
  r->books.stiff_since = NAN;
  r->stiffness.ring_hits = 15;
  r->stiff = pawl_stiff_new(&r->arena);
  if (!r->stiff)
    return pawl_fail_memory(error);
  r->way = r->plan.method->way;
  const pawl_rk_table *table = pawl_method_table(r->plan.method, r->plan.tolerance);
  if (!r->way->open(r) ||
      !pawl_rk_open(&r->rk, table, &r->ode, pawl_run_local_share(r->plan.tolerance) * r->plan.tolerance,
                    &r->arena))
    return pawl_fail_memory(error);
  return PAWL_OK;
}

pawl_status pawl_run_open(pawl_run **run, const pawl_model *model, const pawl_run_options *options,
                          pawl_error *error)
{
  pawl_error unread = {0};
  error = error ? error : &unread;
  *error = (pawl_error){0};
  const pawl_memory *memory = &model->arena.memory;
  pawl_run *r = *run = memory->resize(memory->context, NULL, 0, sizeof **run);
  if (!r)
    return pawl_fail_memory(error);
  *r = (pawl_run){.plan.tolerance = model->plan.tolerance,
                  .plan.method = pawl_methods + model->plan.method,
                  .way = &pawl_way_explicit};
  if (options && !isnan(options->tolerance))
    r->plan.tolerance = options->tolerance;
  if (options && options->method >= 0)
    r->plan.method = pawl_methods + options->method;
  pawl_arena_open(&r->arena, memory);
  r->model = pawl_model_copy(model, pawl_run_can_change, &r->arena);
  if (!r->model)
    return pawl_fail_memory(error);
  pawl_status status = pawl_system_build(&r->system, r->model, options ? options->kernel : NULL,
                                         &pawl_contact_layer, &r->arena, error);
  if (status != PAWL_OK)
    return status;
  if (r->system.contact->piles && !r->plan.method->way->fixed)
    return pawl_fail(error, PAWL_BAD_MODEL, model->path,
                     "contacts \"%s\" of a model that asks for stepping cannot run by another method; change "
                     "simulate { method = … }",
                     model->parts[r->system.contact->groups[0].part]->name);
  if (!take_memory(r))
    return pawl_fail_memory(error);
  if (!pawl_pace_open(r) || !pawl_corners_open(r) || !pawl_chatter_open(r))
    return pawl_fail_memory(error);
  r->system.contact->blur = fmin(BLUR * r->plan.tolerance, PAWL_CLOSED_AT_ONCE);
  r->plan.row_spacing = pawl_run_row_spacing(r);
  r->plan.has_functions = pawl_model_has_functions(model);
  status = start(r, error);
  r->plan.has_looks = status == PAWL_OK && pawl_model_may_be_narrow(model);
  r->plan.timed = status == PAWL_OK && r->system.contact->holds && pawl_model_is_timed(model);
  return status;
}

pawl_status pawl_run_new(pawl_run **run, const pawl_model *model, pawl_error *error)
{
  return pawl_run_open(run, model, NULL, error);
}

void pawl_run_free(pawl_run *r)
{
  if (!r)
    return;
  pawl_memory memory = r->arena.memory;
  if (r->stiff)
    pawl_stiff_close(r->stiff);
  pawl_arena_close(&r->arena);
  memory.resize(memory.context, r, sizeof *r, 0);
}

double pawl_run_time(const pawl_run *r)
{
  return r->t;
}

double pawl_run_duration(const pawl_run *r)
{
  return r->model->plan.duration;
}

const char *pawl_version(void)
{
  return PAWL_VERSION;
}
