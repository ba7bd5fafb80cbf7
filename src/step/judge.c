/* What holds in every run, checked apart from what should make it hold: rigid shapes do not overlap, and energy does not come from
 * nowhere. And whether what presses joints together does press.      theory.md, 9.6 */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/tolerances.h"
#include "contact/advice.h"
#include "contact/friction.h"
#include "step/stepping_inner.h"

void pawl_judge_hint(const pawl_run *r, pawl_error *error)
{
  const pawl_system *s = &r->system;
  for (int k = 0; error && error->status == PAWL_BAD_NUMBERS && k < s->contact->count; k++) {
    const pawl_part *part = r->model->parts[s->contact->pair[k].part];
    bool meant = strcmp(error->where, part->where) == 0 || strcmp(error->where, r->model->path) == 0;
    size_t used = strlen(error->text);
    if (!s->contact->pair[k].log.behind || !meant)
      continue;
    snprintf(error->text + used, sizeof error->text - used, "; at the start the shapes of %s \"%s\" are %s",
             part->kind->name, part->name, PAWL_SHAPES_BEHIND);
    return;
  }
}

const char *pawl_judge_bare(const pawl_run *r, const pawl_contact_pair *pair)
{
  for (int i = 0; pair->kind->searched && i < 2; i++) {
    const pawl_part *part = r->model->parts[pair->fields->shape[i]];
    if (((const pawl_shape_part *)part->fields)->curve.kind->curve->bare_ends)
      return part->name;
  }
  return NULL;
}

/* The normal of its nearest touch is the likeliest direction to part two shapes; whether it does is checked. */
static pawl_xy likely_axis(const pawl_contact_pair *pair)
{
  const pawl_contact_point *nearest = NULL;
  for (int i = 0; i < pair->count; i++)
    if (!nearest || pair->point[i].track.now.gap < nearest->track.now.gap)
      nearest = pair->point + i;
  return nearest ? nearest->track.now.n : (pawl_xy){1, 0};
}

static pawl_status say_overlap(const pawl_run *r, const pawl_contact_pair *pair, double depth,
                               pawl_error *error)
{
  const pawl_part *part = r->model->parts[pair->part];
  if (error && error->status == PAWL_OK)
    error->time = r->t;
  pawl_fail(error, PAWL_BAD_NUMBERS, part->where,
            "%s \"%s\": its shapes overlap by %.6g m at t = %.9g s, which rigid shapes must not; results "
            "from here on would be wrong%s",
            part->kind->name, part->name, depth, r->t,
            !r->stepping || pair->log.behind ? ""
            : r->stepping->projects          ? "; try a smaller step, or projection = false"
                                             : "; try a smaller step");
  pawl_judge_hint(r, error);
  return PAWL_BAD_NUMBERS;
}

/* How far they have come since the last look, what projection moved included. */
static double way_since(const pawl_contact_pair *pair, const pawl_placing *now)
{
  if (!pair->parting.known) /* this is the first look: it only tells where they are */
    return INFINITY;
  return pawl_contact_way(pair, &pair->parting.place, now);
}

/* By steps shapes come in by what they move in a step at most. Where nothing moves them out, they stay as deep as the run says they
 * are. */
static double allowed_by_steps(const pawl_contact_pair *pair, const pawl_placing *now, bool projects)
{
  double way = fmax(pair->search.moved, way_since(pair, now));
  return projects ? way : way + fmax(pair->log.deepest, pair->log.start_depth);
}

/* The first rigid pair that overlaps by more than this share of the model's length, and how deep; NULL: none does. */
static const pawl_contact_pair *find_overlap(pawl_run *r, double most, double *depth)
{
  pawl_system *s = &r->system;
  for (int k = 0; k < s->contact->count; k++) {
    pawl_contact_pair *pair = s->contact->pair + k;
    pawl_shape_motion m;
    if (!pair->kind->searched || !pawl_rigid_of(&pair->fields->law))
      continue;
    pawl_contact_motion(s, pair, &m);
    double limit = most * s->scale.length;
    if (r->stepping)
      limit += allowed_by_steps(pair, &m.place, r->stepping->projects);
    *depth = pawl_overlap_depth(pair->profile[0], pair->profile[1], &m.place, limit, likely_axis(pair),
                                &pair->parting, pair->search.room);
    if (*depth > 0)
      return pair;
  }
  return NULL;
}

/* ---- what presses ---- */

/* The field that says how hard joints are pressed together. */
static const char *pressing_field(const pawl_part *part)
{
  const pawl_field *f = part->kind->fields;
  while (f->type != PAWL_SIGNAL)
    f++;
  return f->name;
}

static pawl_status judge_one_pressed(pawl_run *r, const pawl_contact_pair *pair, pawl_error *error)
{
  pawl_system *s = &r->system;
  const pawl_part *part = r->model->parts[pair->part];
  bool slides = pawl_slides(r->model->parts[s->joint.use[pair->joint].part]->kind);
  double limit = 0, unit = s->scale.mass * s->scale.length / (s->scale.time * s->scale.time);
  pawl_status status = pawl_joint_pair_limit(s, pair, &limit);
  if (status != PAWL_OK && error)
    *error = s->error;
  if (status != PAWL_OK || limit >= -PAWL_FORCE_TOLD * unit * (slides ? 1 : s->scale.length))
    return status;
  if (error && error->status == PAWL_OK)
    error->time = r->t;
  return pawl_fail(error, PAWL_BAD_NUMBERS, part->where,
                   "%s \"%s\" is pressed by a negative force: its %s is %.6g %s at t = %.9g s",
                   part->kind->name, part->name, pressing_field(part), limit, slides ? "N" : "N m", s->at.t);
}

pawl_status pawl_judge_pressed(pawl_run *r, pawl_error *error)
{
  const pawl_system *s = &r->system;
  pawl_status status = PAWL_OK;
  for (int k = 0; status == PAWL_OK && k < s->contact->count; k++)
    if (s->contact->pair[k].kind->always_pressed)
      status = judge_one_pressed(r, s->contact->pair + k, error);
  return status;
}

/* ---- coefficients of friction ---- */

/* Where a touch of the motion slides, dry friction is what it can be. */
static pawl_status judge_sliding(pawl_run *r, const pawl_contact_pair *pair, pawl_error *error)
{
  pawl_system *s = &r->system;
  pawl_shape_motion m;
  pawl_contact_motion(s, pair, &m);
  for (int i = 0; i < pair->count; i++) {
    pawl_contact_point now = pair->point[i];
    if (now.mode.normal != PAWL_PRESSED)
      continue;
    pawl_contact_follow(s, pair, &m, &now, true);
    if (pawl_friction_check(s, pair, pawl_tangent_length(now.row.slide, pair->dim - 1)) == PAWL_OK)
      continue;
    s->error.time = r->t;
    if (error && error->status == PAWL_OK)
      *error = s->error;
    return s->error.status;
  }
  return PAWL_OK;
}

static pawl_status judge_frictions(pawl_run *r, pawl_error *error)
{
  const pawl_system *s = &r->system;
  pawl_status status = PAWL_OK;
  for (int k = 0; status == PAWL_OK && k < s->contact->count; k++)
    if (pawl_pair_bends(s->contact->pair + k))
      status = judge_sliding(r, s->contact->pair + k, error);
  return status;
}

/* ---- what kinds of pairs say of themselves ---- */

static pawl_status judge_kinds(pawl_run *r, pawl_error *error)
{
  pawl_system *s = &r->system;
  pawl_status status = PAWL_OK;
  for (int k = 0; status == PAWL_OK && k < s->contact->count; k++) {
    pawl_contact_pair *pair = s->contact->pair + k;
    pawl_shape_motion m;
    if (!pair->kind->judge)
      continue;
    pawl_contact_motion(s, pair, &m);
    pawl_contact_follow(s, pair, &m, pair->point, pair->point->mode.normal != PAWL_OPEN);
    if (error && error->status == PAWL_OK)
      error->time = r->t;
    status = pair->kind->judge(s, pair, r->stepping, error);
  }
  return status;
}

pawl_status pawl_judge_contacts(pawl_run *r, pawl_error *error)
{
  double depth;
  pawl_status status = pawl_judge_pressed(r, error);
  status = status == PAWL_OK ? judge_frictions(r, error) : status;
  status = status == PAWL_OK ? judge_kinds(r, error) : status;
  if (status != PAWL_OK)
    return status;
  const pawl_contact_pair *pair = find_overlap(r, PAWL_MOST_OVERLAP, &depth);
  return pair ? say_overlap(r, pair, depth, error) : PAWL_OK;
}

bool pawl_judge_apart(pawl_run *r, double most)
{
  double depth;
  return find_overlap(r, most, &depth) == NULL;
}

/* ---- energy ---- */

double pawl_judge_share(const pawl_run *r)
{
  return r->way->fixed ? PAWL_LEDGER_IN_STEPS : fmax(1e4 * r->plan.tolerance, PAWL_LEDGER);
}

static double model_energy(const pawl_run *r)
{
  const pawl_scales *scale = &r->system.scale;
  return scale->mass * scale->length * scale->length / (scale->time * scale->time);
}

double pawl_judge_scale(const pawl_run *r)
{
  return fmax(model_energy(r), r->books.turned);
}

static pawl_status say_energy(const pawl_run *r, double t, double off, double scale, pawl_error *error)
{
  if (error && error->status == PAWL_OK)
    error->time = t;
  pawl_fail(error, PAWL_BAD_NUMBERS, r->model->path,
            "the energy ledger does not close at t = %.9g s: %.3g J came from nowhere, of %.3g J; try a "
            "smaller %s",
            t, off, scale, r->way->set_by);
  pawl_judge_hint(r, error);
  return PAWL_BAD_NUMBERS;
}

/* With changes d_i of all accounts, what has gone from one to another is (Σ|d_i| - |Σ d_i|)/2: energy from nowhere is not in it, so
 * that it cannot widen what it is held against. The change of the ledger in one step is held against what was there before and went
 * through it, the ledger itself against all that was turned over. */
pawl_status pawl_judge_energy(pawl_run *r, double t, const double *y, pawl_error *error)
{
  pawl_system *s = &r->system;
  pawl_accounts *last = &r->accounts;
  const double *work = y + 2 * s->tree.dof_count;
  double kinetic, gravity, stored, done = 0;
  double total = pawl_system_energy(s, &kinetic, &gravity, &stored);
  for (int i = 0; i < s->extra.works; i++)
    done += work[i];
  double ledger = total - done - r->plan.energy0, share = pawl_judge_share(r);
  if (!last->known)
    r->books.turned = fmax(r->books.turned, kinetic + fabs(stored));
  else {
    double before = last->kinetic + fabs(last->stored), step = ledger - last->ledger;
    double sum = fabs(kinetic - last->kinetic) + fabs(gravity - last->gravity) + fabs(stored - last->stored);
    double net = kinetic - last->kinetic + gravity - last->gravity + stored - last->stored;
    for (int i = 0; i < s->extra.works; i++) {
      sum += fabs(work[i] - last->work[i]);
      net -= work[i] - last->work[i];
    }
    double through = fmax(0.5 * (sum - fabs(net)), 0), most = fmax(before + through, model_energy(r));
    r->books.turned += through;
    if (!r->way->fixed && !(fabs(step) <= share * most))
      return say_energy(r, t, fabs(step), most, error);
  }
  last->known = true;
  last->kinetic = kinetic;
  last->gravity = gravity;
  last->stored = stored;
  last->ledger = ledger;
  for (int i = 0; i < s->extra.works; i++)
    last->work[i] = work[i];
  double off = fabs(ledger) / pawl_judge_scale(r);
  r->books.worst_ledger = fmax(r->books.worst_ledger, off);
  if (r->way->fixed || off <= share)
    return PAWL_OK;
  return say_energy(r, t, fabs(ledger), pawl_judge_scale(r), error);
}

/* ---- contacts that only take ---- */

/* Shapes under a law that gives way: what it stores is told apart, and of the rest nothing comes back. Not so where surfaces move by themselves,
 * where bristles bend, or where a function of the model is the law. */
static bool only_takes(const pawl_contact_pair *pair)
{
  const pawl_contact *c = pair->fields;
  return pair->kind->searched && !pawl_rigid_of(&c->law) && !c->law.kind->law->gives && !pair->surface[0] &&
         !pair->surface[1] && !pawl_friction_states(&c->friction);
}

static pawl_status say_given(const pawl_run *r, const pawl_contact_pair *pair, double given,
                             pawl_error *error)
{
  const pawl_part *part = r->model->parts[pair->part];
  if (error && error->status == PAWL_OK)
    error->time = r->t;
  pawl_fail(error, PAWL_BAD_NUMBERS, part->where,
            "%s \"%s\": at t = %.9g s its damping and friction have given back %.3g J of %.3g J that "
            "were turned over, which they can only take; results from here on would be wrong%s",
            part->kind->name, part->name, r->t, given, pawl_judge_scale(r),
            pair->log.behind
                ? ""
                : "; a stiffer law, or law = rigid { }, keeps its shapes farther out of each other");
  pawl_judge_hint(r, error);
  return PAWL_BAD_NUMBERS;
}

pawl_status pawl_judge_works(pawl_run *r, pawl_error *error)
{
  const pawl_system *s = &r->system;
  const double *work = r->y + 2 * s->tree.dof_count;
  double *least = r->accounts.least, share = fmax(PAWL_MOST_GIVEN, 1e3 * r->plan.tolerance);
  for (int i = 0; i < s->extra.works && !r->accounts.least_known; i++)
    least[i] = work[i];
  r->accounts.least_known = true;
  for (int k = 0; k < s->contact->count; k++) {
    if (!only_takes(s->contact->pair + k))
      continue;
    int i = pawl_pair_work(s, s->contact->pair + k);
    if (work[i] - least[i] > share * pawl_judge_scale(r))
      return say_given(r, s->contact->pair + k, work[i] - least[i], error);
    least[i] = fmin(least[i], work[i]);
  }
  return PAWL_OK;
}
