/* The state of a run, q and v of the bodies' own frames, as a pile of centres of mass, and back:
 *     c = r + R(angle) s,   c' = r' + w x (R s),   s the centre of mass in the body's frame */
#include "step/stepping_pile_run.h"

#include <string.h>

#include "base/error.h"
#include "base/tolerances.h"
#include "base/trig.h"
#include "contact/group.h"

struct pawl_pile_run {
  pawl_pile pile;
  int *dof;            /* per body: its first degree of freedom            */
  pawl_xy *com, *from; /* s; where r is when x and y are 0                 */
  double *turn;        /* the angle when its coordinate is 0               */
  pawl_pile_law *law;  /* per group                                        */
  double *work;
  bool plain; /* gravity is the only force */
};

const pawl_pile *pawl_pile_run_pile(const pawl_pile_run *x)
{
  return &x->pile;
}

/* ---- opening ---- */

/* In the spatial kernel a body that floats in a plane is two slides without mass and a hinge: the same
 * coordinates. */
static void set_bodies(pawl_pile_run *x, const pawl_system *s)
{
  for (int i = 1; i < s->tree.link_count; i++) {
    const pawl_link *l = s->tree.links + i, *first = l->mobility == PAWL_FLOATS ? l : l - 2;
    int b = l->body;
    if (b < 0)
      continue;
    const pawl_body *body = s->model->parts[s->model->body_part[b]]->fields;
    x->dof[b] = first->dof;
    x->com[b] = (pawl_xy){body->com.x, body->com.y};
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
    p->shapes += n;
  }
  for (int i = 0; i < p->shapes; i++)
    least = p->shape[i].body ? fmin(least, p->shape[i].size) : least;
  p->broad.count = p->shapes;
  p->skin = PAWL_SKIN * least;
  return true;
}

static int count_shapes(const pawl_model *model)
{
  int n = 0;
  for (int i = 0; i < model->part_count; i++) {
    if (model->parts[i]->kind->family != PAWL_SHAPE_KIND)
      continue;
    const pawl_shape_part *shape = model->parts[i]->fields;
    n += shape->frame.body ? 1 : PAWL_CONVEX_EDGES; /* ground may be concave: edge by edge */
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
  set_bodies(x, s);
  if (!set_shapes(x, s, room))
    return NULL;
  x->pile.law = x->law;
  x->pile.work = x->work;
  x->pile.options.theta = theta;
  x->pile.options.lifts = projects ? x->pile.options.lifts : 0;
  x->pile.options.sleep = r->model->plan.sleep;
  x->plain = s->load.count == 0 && s->model->world.mu == 0;
  return x;
}

/* ---- state ---- */

static void take_state(pawl_pile_run *x, const double *q, const double *v)
{
  pawl_pile *p = &x->pile;
  for (int b = 1; b < p->bodies; b++) {
    int d = x->dof[b];
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

/* Accelerations of centres of mass, a_c = a + α x (R s) - w² R s, where gravity is not all. */
static pawl_status take_forces(pawl_run *r, pawl_pile_run *x, double h)
{
  pawl_system *s = &r->system;
  pawl_pile *p = &x->pile;
  int n = s->tree.dof_count;
  if (pawl_run_motion(r, r->t, r->y) != PAWL_OK)
    return s->error.status;
  r->books.rhs++;
  for (int b = 1; b < p->bodies; b++) {
    const double *a = r->room.acceleration + x->dof[b];
    double ax = p->at[b].x - x->from[b].x - r->y[x->dof[b]],
           ay = p->at[b].y - x->from[b].y - r->y[x->dof[b] + 1];
    double w = p->speed[b].w;
    p->rate[b] = (pawl_pile_move){a[0] - a[2] * ay - w * w * ax, a[1] + a[2] * ax - w * w * ay, a[2], 0};
  }
  for (int i = 0; i < pawl_system_extras(s); i++)
    r->y[2 * n + i] += h * r->room.power[i];
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

pawl_status pawl_pile_run_step(pawl_run *r, pawl_pile_run *x, double h, pawl_error *error)
{
  int n = r->system.tree.dof_count;
  take_state(x, r->y, r->y + n);
  if (!x->plain && take_forces(r, x, h) != PAWL_OK) {
    *error = r->system.error;
    return error->status;
  }
  double gained = x->pile.report.gained;
  if (!pawl_pile_step(&x->pile, h))
    return pawl_fail_memory(error);
  give_state(x, r->y, r->y + n);
  book(r, x, x->pile.report.gained - gained, h);
  return PAWL_OK;
}
