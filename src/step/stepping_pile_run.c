/* The state of a run, q and v of the bodies' own frames, as a pile of centres of mass, and back:
 *     c = r + R(angle) s,   c' = r' + w x (R s),   s the centre of mass in the body's frame */
#include "step/stepping_pile_run.h"

#include <string.h>

#include "base/error.h"
#include "base/tolerances.h"
#include "base/trig.h"
#include "contact/group.h"
#include "geometry/plane.h"
#include "step/stepping_inner.h"
#include "step/stepping_pile_mix.h"

struct pawl_pile_run {
  pawl_pile pile;
  int *dof;            /* per body: its first degree of freedom            */
  pawl_xy *com, *from; /* s; where r is when x and y are 0                 */
  double *turn;        /* the angle when its coordinate is 0               */
  pawl_pile_law *law;  /* per group                                        */
  double *work;
  const pawl_signal **belt;       /* per shape: the speed of its surface, or NULL     */
  double *belt_sign, *belt_speed; /* 1 where it runs counterclockwise             */
  int *belt_part;
  pawl_pile_mix mix;
  bool falls; /* free bodies, gravity is the only force */
};

const pawl_pile *pawl_pile_run_pile(const pawl_pile_run *x)
{
  return &x->pile;
}

bool pawl_pile_run_falls(const pawl_pile_run *x)
{
  return x->falls;
}

bool pawl_pile_run_mixes(const pawl_pile_run *x)
{
  return x->mix.dofs > 0;
}

bool pawl_pile_run_is_free(const pawl_pile_run *x, int dof)
{
  return x->mix.flies[dof];
}

/* ---- opening ---- */

/* In the spatial kernel a body that floats in a plane is two slides without mass and a hinge: the same
 * coordinates. */
static void set_bodies(pawl_pile_run *x, const pawl_system *s)
{
  for (int b = 1; b <= s->model->body_count; b++) {
    const pawl_link *l = s->tree.links + s->place.com[b].link,
                    *first = l->mobility == PAWL_FLOATS ? l : l - 2;
    const pawl_body *body = s->model->parts[s->model->body_part[b]]->fields;
    x->com[b] = (pawl_xy){body->com.x, body->com.y};
    if (!x->mix.free[b])
      continue;
    x->dof[b] = first->dof;
    x->from[b] = (pawl_xy){first->arm.x, first->arm.y};
    x->turn[b] = first->angle;
    x->pile.mass[b] = body->mass;
    x->pile.inertia[b] = body->inertia[2];
    x->pile.inverse_mass[b] = 1 / body->mass;
    x->pile.inverse_inertia[b] = 1 / body->inertia[2];
    x->pile.rate[b] = (pawl_pile_move){s->model->world.gravity.x, s->model->world.gravity.y, 0, 0};
  }
}

static unsigned long long sets_of(const pawl_system *s, int shape)
{
  unsigned long long sets = 0;
  for (int g = 0; g < s->contact->group_count; g++)
    if (pawl_group_holds(s->model, s->model->parts[s->contact->groups[g].part]->fields, shape))
      sets |= 1ULL << g;
  return sets;
}

/* The convex shapes of one part; -1: no memory. */
static int split(pawl_convex *out, int room, const pawl_pile_run *x, const pawl_system *s, int part)
{
  const pawl_shape_part *shape = s->model->parts[part]->fields;
  const pawl_profile *profile = pawl_shape_profile(s->model, part, s->arena, NULL);
  pawl_xy com = shape->frame.body ? x->com[shape->frame.body] : (pawl_xy){s->origin.x, s->origin.y};
  const pawl_convex_frame frame = {
      {shape->frame.at.x - com.x, shape->frame.at.y - com.y}, shape->frame.turn.x.y, shape->frame.turn.x.x};
  int n = profile
              ? pawl_convex_split(out, room, profile, &frame, shape->curve.kind->curve->bare_ends, s->arena)
              : -1;
  for (int i = 0; i < n; i++) {
    out[i].body = shape->frame.body;
    out[i].sets = sets_of(s, part);
  }
  return n;
}

/* Of a shape whose surface runs along it: that of all of its pieces. */
static void set_belt(pawl_pile_run *x, const pawl_system *s, int part, int begin, int end)
{
  const pawl_shape_part *shape = s->model->parts[part]->fields;
  const pawl_signal *speed = &shape->surface_speed;
  double from, to;
  pawl_profile_point p;
  if (!speed->function && !speed->part && !speed->channel && speed->value == 0)
    return;
  const pawl_profile *profile = pawl_shape_profile(s->model, part, s->arena, NULL);
  pawl_profile_range(profile, &from, &to);
  pawl_profile_at(profile, from, true, &p);
  for (int i = begin; i < end; i++) {
    x->belt[i] = speed;
    x->belt_part[i] = part;
    x->belt_sign[i] = xy_dot(xy_right(p.t), p.n) > 0 ? 1 : -1;
  }
  x->pile.joined.belt = x->belt_speed;
}

static bool set_shapes(pawl_pile_run *x, const pawl_system *s, int room)
{
  pawl_pile *p = &x->pile;
  double least = INFINITY;
  p->shapes = 0;
  for (int i = 0; i < s->model->part_count; i++) {
    if (s->model->parts[i]->kind->family != PAWL_SHAPE_KIND || !sets_of(s, i))
      continue;
    int n = split(p->shape + p->shapes, room - p->shapes, x, s, i);
    if (n < 0)
      return false;
    set_belt(x, s, i, p->shapes, p->shapes + n);
    p->shapes += n;
  }
  for (int i = 0; i < p->shapes; i++)
    least = p->shape[i].body ? fmin(least, p->shape[i].size) : least;
  p->broad.count = p->shapes;
  p->options.skin = PAWL_SKIN * least;
  return true;
}

static int count_shapes(const pawl_model *model)
{
  int n = 0;
  for (int i = 0; i < model->part_count; i++) {
    if (model->parts[i]->kind->family != PAWL_SHAPE_KIND)
      continue;
    const pawl_shape_part *shape = model->parts[i]->fields;
    bool moves =
        shape->frame.body && model->parts[model->body_part[shape->frame.body]]->kind->family == PAWL_BODY;
    n += moves ? 1 : PAWL_CONVEX_EDGES; /* ground and bases may be concave: edge by edge */
  }
  return n;
}

pawl_pile_run *pawl_pile_run_new(pawl_run *r, double theta, bool projects)
{
  pawl_system *s = &r->system;
  pawl_pile_run *x = PAWL_TAKE(&r->arena, 1, pawl_pile_run);
  int bodies = s->model->body_count, room = count_shapes(s->model);
  if (!x || !pawl_pile_open(&x->pile, bodies, room, &r->arena))
    return NULL;
  x->dof = PAWL_TAKE(&r->arena, bodies + 1, int);
  x->com = PAWL_TAKE(&r->arena, bodies + 1, pawl_xy);
  x->from = PAWL_TAKE(&r->arena, bodies + 1, pawl_xy);
  x->turn = PAWL_TAKE(&r->arena, bodies + 1, double);
  x->law = PAWL_TAKE(&r->arena, s->contact->group_count, pawl_pile_law);
  x->work = PAWL_TAKE(&r->arena, s->contact->group_count, double);
  x->belt = PAWL_TAKE(&r->arena, room, const pawl_signal *);
  x->belt_sign = PAWL_TAKE(&r->arena, room, double);
  x->belt_speed = PAWL_TAKE(&r->arena, room, double);
  x->belt_part = PAWL_TAKE(&r->arena, room, int);
  if (r->arena.failed)
    return NULL;
  for (int g = 0; g < s->contact->group_count; g++) {
    const pawl_contacts *group = s->model->parts[s->contact->groups[g].part]->fields;
    const pawl_value *friction = &group->friction;
    const pawl_slip rest = {0};
    x->law[g] =
        (pawl_pile_law){friction->kind ? friction->kind->friction->slides(friction->fields, &rest).share : 0,
                        pawl_rigid_of(&group->law)->e};
  }
  if (!pawl_pile_mix_find(&x->mix, s, &x->pile, &r->arena))
    return NULL;
  set_bodies(x, s);
  if (!set_shapes(x, s, room) || !pawl_pile_mix_open(&x->mix, s, &r->arena))
    return NULL;
  x->pile.law = x->law;
  x->pile.work = x->work;
  x->pile.options.theta = theta;
  x->pile.options.lifts = projects ? x->pile.options.lifts : 0;
  x->pile.options.sleep = r->model->plan.sleep;
  x->falls = s->load.count == 0 && s->model->world.mu == 0 && x->mix.dofs == 0 && s->base.count == 0 &&
             !x->pile.joined.belt && pawl_system_extras(s) == s->contact->group_count;
  return x;
}

/* ---- state ---- */

static void take_state(pawl_pile_run *x, const double *q, const double *v)
{
  pawl_pile *p = &x->pile;
  for (int b = 1; b < p->bodies; b++) {
    int d = x->dof[b];
    if (!x->mix.free[b])
      continue;
    double sine, cosine, angle = q[d + 2] + x->turn[b];
    pawl_sincos(angle, &sine, &cosine);
    pawl_xy arm = {cosine * x->com[b].x - sine * x->com[b].y, sine * x->com[b].x + cosine * x->com[b].y};
    p->at[b] = (pawl_pile_move){x->from[b].x + q[d] + arm.x, x->from[b].y + q[d + 1] + arm.y, angle, 0};
    p->speed[b] = (pawl_pile_move){v[d] - v[d + 2] * arm.y, v[d + 1] + v[d + 2] * arm.x, v[d + 2], 0};
  }
}

static void give_state(const pawl_pile_run *x, double *q, double *v)
{
  const pawl_pile *p = &x->pile;
  for (int b = 1; b < p->bodies; b++) {
    int d = x->dof[b];
    if (!x->mix.free[b])
      continue;
    double sine, cosine;
    pawl_sincos(p->at[b].w, &sine, &cosine);
    pawl_xy arm = {cosine * x->com[b].x - sine * x->com[b].y, sine * x->com[b].x + cosine * x->com[b].y};
    q[d] = p->at[b].x - arm.x - x->from[b].x;
    q[d + 1] = p->at[b].y - arm.y - x->from[b].y;
    q[d + 2] = p->at[b].w - x->turn[b];
    v[d] = p->speed[b].x + p->speed[b].w * arm.y;
    v[d + 1] = p->speed[b].y - p->speed[b].w * arm.x;
    v[d + 2] = p->speed[b].w;
  }
}

/* Accelerations of centres of mass, a_c = a + α x (R s) - w² R s, where gravity is not all: those of the begin of the step, so that what
 * lies still is pressed by the forces that there are. */
static void take_forces(pawl_run *r, pawl_pile_run *x)
{
  pawl_pile *p = &x->pile;
  for (int b = 1; b < p->bodies; b++) {
    const double *a = r->stepping->a + x->dof[b];
    if (!x->mix.free[b])
      continue;
    double ax = p->at[b].x - x->from[b].x - r->y[x->dof[b]],
           ay = p->at[b].y - x->from[b].y - r->y[x->dof[b] + 1];
    double w = p->speed[b].w;
    p->rate[b] = (pawl_pile_move){a[0] - a[2] * ay - w * w * ax, a[1] + a[2] * ax - w * w * ay, a[2], 0};
  }
}

/* Speeds of surfaces at the instant that is placed. */
static pawl_status take_belts(pawl_system *s, pawl_pile_run *x)
{
  for (int i = 0; x->pile.joined.belt && i < x->pile.shapes; i++) {
    pawl_jet u = {0, 0, 0};
    if (x->belt[i] && pawl_signals_jet(s, x->belt[i], x->belt_part[i], &u) != PAWL_OK)
      return s->error.status;
    x->belt_speed[i] = x->belt[i] ? x->belt_sign[i] * u.v : 0;
  }
  return PAWL_OK;
}

/* What the groups show, and their works; the correction of positions is booked to the first. */
static void book(pawl_run *r, pawl_pile_run *x, double gained, double h)
{
  pawl_system *s = &r->system;
  const pawl_pile *p = &x->pile;
  for (int g = 0; g < s->contact->group_count; g++) {
    pawl_group_use *use = s->contact->groups + g;
    r->y[2 * s->tree.dof_count + use->work] += x->work[g] + (g == 0 ? gained : 0);
    x->work[g] = use->count = use->depth = use->force = 0;
  }
  for (int i = 0; i < p->touches; i++) {
    pawl_group_use *use = s->contact->groups + p->note[i].set;
    use->count += p->touch[i].push[0] > 0;
    use->force += p->touch[i].push[0] / h;
    use->depth = fmax(use->depth, -p->note[i].gap);
  }
  for (int g = 0; g < s->contact->group_count; g++) {
    pawl_group_use *use = s->contact->groups + g;
    use->peak_force = fmax(use->peak_force, use->force);
    use->deepest = fmax(use->deepest, use->depth);
  }
}

/* What touches have made of v⁺, and the books of what moves them; positions go with it. */
static pawl_status finish(pawl_run *r, pawl_pile_run *x, double h, double *gained)
{
  pawl_system *s = &r->system;
  pawl_stepping *st = r->stepping;
  int n = s->tree.dof_count;
  size_t size = sizeof(double) * (size_t)n;
  pawl_pile_mix_push(r, &x->mix, h);
  give_state(x, st->q1, st->u);
  pawl_status status = pawl_stepping_book_bases(r, h);
  s->contact->wrenches = 0;
  if (status != PAWL_OK)
    return status;
  pawl_stepping_advance(r, st->u, h, st->q1);
  give_state(x, st->q1, st->u);
  if (pawl_stepping_accelerate(r, r->t + h, st->q1, st->u, st->a1, st->power1) != PAWL_OK)
    return s->error.status ? s->error.status : PAWL_BAD_NUMBERS;
  pawl_stepping_add_extras(r, h);
  pawl_stepping_book_drives(r, x->mix.impulse);
  memcpy(r->y, st->q1, size);
  memcpy(r->y + n, st->u, size);
  return pawl_pile_mix_lift(r, &x->mix, h, gained);
}

pawl_status pawl_pile_run_step(pawl_run *r, pawl_pile_run *x, double h)
{
  pawl_system *s = &r->system;
  int n = s->tree.dof_count;
  double gained = -x->pile.report.gained;
  take_state(x, r->y, r->y + n);
  if (!x->falls) {
    take_forces(r, x);
    if (pawl_pile_mix_place(r, &x->mix, h) != PAWL_OK || take_belts(s, x) != PAWL_OK)
      return s->error.status ? s->error.status : PAWL_BAD_NUMBERS;
  }
  if (!pawl_pile_step(&x->pile, h))
    return pawl_fail_memory(&s->error);
  gained += x->pile.report.gained;
  pawl_status status = PAWL_OK;
  if (x->falls)
    give_state(x, r->y, r->y + n);
  else
    status = finish(r, x, h, &gained);
  book(r, x, gained, h);
  return status;
}
