/* What a step leaves in the books, and what is seen of its touches.      theory.md, 10.1 */
#include <string.h>

#include "base/tolerances.h"
#include "contact/impact.h"
#include "step/stepping_inner.h"

static bool is_touch(const pawl_contact_pair *pair)
{
  return !pair->kind->is_rail && !pair->kind->both_ways;
}

/* What the impulses P of the step make bases give: the power of P/h as a load, half a step on, less the one without it. */
pawl_status pawl_stepping_book_bases(pawl_run *r, double h)
{
  pawl_system *s = &r->system;
  pawl_stepping *x = r->stepping;
  int n = s->tree.dof_count;
  double *work = r->y + 2 * n;
  if ((s->contact->hold_count == 0 && s->contact->wrenches == 0) || s->base.count == 0)
    return PAWL_OK;
  const int rows = s->contact->dim;
  for (int i = 0; i < rows * s->contact->hold_count; i++)
    s->contact->hold[i / rows].force[i % rows] = r->event.room.total[i] / h;
  if (pawl_stepping_half_way(r, h) != PAWL_OK)
    return s->error.status;
  for (int d = 0; d < n; d++)
    x->mean[d] = 0.5 * (r->y[n + d] + x->u[d]);
  for (int with = 0; with < 2; with++) {
    const pawl_request half = {r->t + 0.5 * h,  x->q1,
                               x->mean,         r->base,
                               x->last + 2 * n, .held = with ? PAWL_HELD_KNOWN : PAWL_HELD_OFF};
    if (pawl_system_motion(s, &half, x->a1, x->power1) != PAWL_OK)
      return s->error.status ? s->error.status : PAWL_BAD_NUMBERS;
    for (int i = 0; i < s->base.count; i++)
      work[s->base.use[i].work] += (with ? h : -h) * x->power1[s->base.use[i].work];
  }
  return PAWL_OK;
}

/* Of a touch with impulse P: what it gives is P·(γ⁺ + γ)/2 less what its surfaces give, which is what it takes as heat. */
void pawl_stepping_book(pawl_run *r)
{
  pawl_system *s = &r->system;
  const pawl_stepping *x = r->stepping;
  const pawl_switch_room *o = &r->event.room;
  int n = s->tree.dof_count;
  for (int i = 0; i < s->contact->hold_count; i++) {
    const pawl_held *h = s->contact->hold + i;
    pawl_contact_point *p = s->contact->pair[h->pair].point + h->point;
    double work = 0;
    for (int a = h->given ? PAWL_T : PAWL_N; a < h->dim; a++) {
      double after = o->first[o->solver.dim * i + a];
      for (int d = 0; d < n; d++)
        after += h->w[a][d] * x->u[d];
      work += o->total[o->solver.dim * i + a] *
              (0.5 * (after + o->before[o->solver.dim * i + a]) - pawl_row_given(p, a));
    }
    r->y[2 * n + pawl_pair_work(s, s->contact->pair + h->pair)] += work;
  }
  double *impulse = s->row.rate;
  memset(impulse, 0, sizeof(double) * (size_t)s->tree.row_count);
  for (int i = 0; i < s->contact->hold_count; i++)
    for (int a = s->contact->hold[i].given ? PAWL_T : PAWL_N; a < s->contact->hold[i].dim; a++)
      for (int row = 0; row < s->tree.row_count; row++)
        impulse[row] += s->contact->hold[i].multiplier[a][row] * o->total[o->solver.dim * i + a];
  pawl_stepping_book_drives(r, impulse);
}

/* Drives give the impulse in their rows times their speed. */
void pawl_stepping_book_drives(pawl_run *r, const double *impulse)
{
  const pawl_system *s = &r->system;
  for (int k = 0; k < s->tree.block_count; k++) {
    int row = s->tree.blocks[k].row;
    if (s->blocks[k].kind == PAWL_BLOCK_DRIVE && impulse[row] != 0)
      r->y[2 * s->tree.dof_count + s->blocks[k].work] -= impulse[row] * s->row.offset[row];
  }
}

/* What has come over a corner is not moved back before it. */
static bool only_passes_corner(pawl_run *r, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                               const pawl_contact_point *p)
{
  pawl_touch touch = p->track.now;
  double blur = 2 * (r->t - r->stepping->last_t) * fabs(p->row.slide[0]);
  return pair->kind->shapes &&
         pawl_contact_corner(&r->system, pair, m, pair->search.moved, blur, &touch) != PAWL_MEET_NOT;
}

/* Touches that overlap are held for a projection: those that were closed in the step, else the others are open. With `more`, those that
 * are held stay so, and what they have been moved into is held, too. Returns whether there are any new ones. */
static bool press_overlaps(pawl_run *r, bool more)
{
  pawl_system *s = &r->system;
  bool any = false;
  for (int k = 0; k < s->contact->count; k++) {
    pawl_contact_pair *pair = s->contact->pair + k;
    pawl_shape_motion m;
    if (!is_touch(pair) || !pawl_rigid_of(&pair->fields->law))
      continue;
    pawl_contact_motion(s, pair, &m);
    for (int i = 0; i < pair->count; i++) {
      pawl_contact_point *p = pair->point + i;
      bool meant = r->stepping->meant[k * PAWL_TOUCHES + i];
      if ((!meant && (!more || p->track.gone || p->track.found == PAWL_LOST)) ||
          (more && p->mode.normal == PAWL_PRESSED))
        continue;
      p->mode.normal =
          meant ? PAWL_PRESSED : PAWL_OPEN; /* what was closed is a touch, however it looks from inside */
      pawl_contact_follow(s, pair, &m, p, false);
      bool over =
          p->track.found != PAWL_LOST && p->track.now.gap < (more ? -PAWL_GAP_NONE * s->scale.length : 0);
      over = over && (meant || !only_passes_corner(r, pair, &m, p));
      p->mode.normal = over ? PAWL_PRESSED : PAWL_OPEN;
      any |= over;
    }
  }
  return any;
}

/* What was closed in the step. */
static void list_meant(pawl_run *r)
{
  pawl_system *s = &r->system;
  for (int k = 0; k < s->contact->count; k++)
    for (int i = 0; i < PAWL_TOUCHES; i++)
      r->stepping->meant[k * PAWL_TOUCHES + i] = is_touch(s->contact->pair + k) &&
                                                 i < s->contact->pair[k].count &&
                                                 s->contact->pair[k].point[i].mode.normal == PAWL_PRESSED;
}

/* What was only moved out of has not been closed. */
static void release_others(pawl_run *r)
{
  pawl_system *s = &r->system;
  for (int k = 0; k < s->contact->count; k++)
    for (int i = 0; is_touch(s->contact->pair + k) && i < s->contact->pair[k].count; i++)
      if (!r->stepping->meant[k * PAWL_TOUCHES + i])
        s->contact->pair[k].point[i].mode.normal = PAWL_OPEN;
}

static bool any_still(const pawl_system *s)
{
  for (int k = 0; k < s->contact->count; k++)
    for (int i = 0; i < s->contact->pair[k].count; i++)
      if (s->contact->pair[k].point[i].mode.normal == PAWL_PRESSED && s->contact->pair[k].point[i].mode.still)
        return true;
  return false;
}

/* The least way out. Friction is no obstacle to it: what slipped into an overlap, or was stopped by one, has to go back. Only what it has
 * held through the step is left where it is, as long as that will do; false, once it will not. */
static bool move_out(pawl_run *r, bool leaves)
{
  pawl_system *s = &r->system;
  pawl_stepping *x = r->stepping;
  size_t n = (size_t)s->tree.dof_count, size = n * sizeof(double);
  if (leaves) {
    memcpy(x->q1, r->y, size);
    memcpy(x->u, r->y + n, size);
    if (pawl_held_part(s, PAWL_GATHER_STILL, r->t, r->y, r->y + n, r->base) <= PAWL_GAP_NONE)
      return true;
    memcpy(r->y, x->q1, size);
    memcpy(r->y + n, x->u, size);
    s->error = (pawl_error){0};
  }
  pawl_held_part(s, PAWL_GATHER_GAPS, r->t, r->y, r->y + n, r->base);
  return false;
}

/* The pair of the first of those that had to be moved out. */
static int first_of_gaps(const pawl_system *s)
{
  int i = 0;
  while (s->contact->hold[i].given && i < s->contact->hold_count - 1)
    i++;
  return s->contact->hold[i].pair;
}

/* Moving some out may move them into others: those are moved out, too. */
pawl_status pawl_stepping_lift(pawl_run *r)
{
  pawl_system *s = &r->system;
  int n = s->tree.dof_count;
  double kinetic, gravity, stored;
  if (pawl_system_rows(s, r->t, r->y, r->y + n, r->base) != PAWL_OK)
    return s->error.status;
  list_meant(r);
  if (!press_overlaps(r, false))
    return PAWL_OK;
  double before = pawl_system_energy(s, &kinetic, &gravity, &stored);
  bool leaves = any_still(s);
  for (int round = 0; round == 0 || (round < 8 && press_overlaps(r, true)); round++) {
    leaves = move_out(r, leaves);
    if (pawl_system_rows(s, r->t, r->y, r->y + n, r->base) != PAWL_OK)
      return s->error.status;
  }
  release_others(r);
  double gain = pawl_system_energy(s, &kinetic, &gravity, &stored) - before;
  r->y[2 * n + pawl_pair_work(s, s->contact->pair + first_of_gaps(s))] += gain;
  return PAWL_OK;
}

/* What was pushed in the step is shown as pressed, also where it was lifted out, or ended at a gap of 0. */
void pawl_stepping_show_pressed(pawl_run *r)
{
  pawl_system *s = &r->system;
  for (int k = 0; k < s->contact->count; k++)
    for (int i = 0; is_touch(s->contact->pair + k) && i < s->contact->pair[k].count; i++)
      if (s->contact->pair[k].point[i].row.normal > 0 &&
          s->contact->pair[k].point[i].track.found != PAWL_LOST)
        s->contact->pair[k].point[i].mode.normal = PAWL_PRESSED;
}

/* What gives way is not solved for in the step: its law answers both ends. */
void pawl_stepping_note_laws(pawl_system *s)
{
  for (int k = 0; k < s->contact->count; k++) {
    pawl_contact_pair *pair = s->contact->pair + k;
    double sum = 0;
    if (!is_touch(pair) || pawl_rigid_of(&pair->fields->law))
      continue;
    for (int i = 0; i < pair->count; i++) {
      const pawl_contact_point *p = pair->point + i;
      if (p->mode.normal != PAWL_PRESSED || p->track.found == PAWL_LOST)
        continue;
      sum += fmax(p->row.normal, 0);
      pair->log.deepest = fmax(pair->log.deepest, -p->track.now.gap);
    }
    pair->log.peak_force = fmax(pair->log.peak_force, sum);
  }
}

/* Neither at its begin nor at its end does it slide. */
static bool stands_still(const pawl_run *r, int i)
{
  const pawl_switch_room *o = &r->event.room;
  const pawl_scales *scale = &r->system.scale;
  double most = PAWL_STILL_IN_STEPS * scale->length / scale->time;
  return r->system.contact->hold[i].given &&
         pawl_tangent_length(o->before + o->solver.dim * i + 1, o->solver.dim - 1) <= most &&
         pawl_tangent_length(o->rate + o->solver.dim * i + 1, o->solver.dim - 1) <= most;
}

/* Forces of the step, as they are seen. */
void pawl_stepping_note(pawl_run *r, double h)
{
  pawl_system *s = &r->system;
  const pawl_switch_room *o = &r->event.room;
  double sum = 0; /* of a pair, whose touches follow each other in the list */
  for (int i = 0; i < s->contact->hold_count; i++) {
    const pawl_held *c = s->contact->hold + i;
    pawl_contact_pair *pair = s->contact->pair + c->pair;
    pawl_contact_point *p = pair->point + c->point;
    if (!c->given)
      p->row.normal = o->total[o->solver.dim * i] / h;
    for (int a = 0; a < c->dim - 1; a++)
      p->row.friction[a] = c->rubs ? o->total[o->solver.dim * i + 1 + a] / h : 0;
    p->mode.still = stands_still(r, i);
    r->stepping->rubs[c->pair * PAWL_TOUCHES + c->point] = p->row.friction[0];
    sum = (i > 0 && c[-1].pair == c->pair ? sum : 0) + fabs(p->row.normal);
    pair->log.peak_force = fmax(pair->log.peak_force, sum);
    if (is_touch(pair))
      pair->log.deepest = fmax(pair->log.deepest, -p->track.now.gap);
  }
  pawl_stepping_note_laws(s);
}

/* Coulomb's friction on a law's normal force is solved for in the step; evaluations leave it out. */
void pawl_stepping_show(pawl_run *r)
{
  pawl_system *s = &r->system;
  for (int k = 0; r->stepping && !r->stepping->pile && k < s->contact->count; k++) {
    pawl_contact_pair *pair = s->contact->pair + k;
    bool given = is_touch(pair) && !pawl_rigid_of(&pair->fields->law) && pawl_is_dry(&pair->fields->friction);
    for (int i = 0; given && i < pair->count; i++) {
      pawl_contact_point *p = pair->point + i;
      if (p->mode.normal != PAWL_PRESSED)
        continue;
      p->row.friction[0] = r->stepping->rubs[k * PAWL_TOUCHES + i];
      p->row.power += p->row.friction[0] * (p->row.slide[0] - p->row.drift[0]);
    }
  }
}
