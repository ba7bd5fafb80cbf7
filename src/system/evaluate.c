/* The equations at an instant: rows, loads, accelerations, multipliers.      theory.md, 2.1, 4.1 and 5 */
#include "system/evaluate.h"

#include "base/error.h"
#include "system/contacts.h"
#include "system/inspect.h"
#include "system/own.h"
#include "system/servo.h"

void pawl_system_pair(const pawl_system *s, const pawl_place *a, const pawl_place *b, int spin, int state,
                      pawl_pair *x)
{
  x->worlds = (int)s->worlds;
  x->t = s->at.t;
  s->ops->end(s->kernel, a, &x->a);
  s->ops->end(s->kernel, b, &x->b);
  x->spin = x->spin_speed = 0;
  x->memory = NULL;
  x->touch = NULL;
  x->state = state >= 0 && s->extra.states ? pawl_system_states(s) + state : NULL;
  if (spin >= 0)
    pawl_system_coordinate(s, spin, &x->spin, &x->spin_speed);
}

static void set_instant(pawl_system *s, double t, const double *q, const double *v)
{
  s->at.t = t;
  s->at.q = q;
  s->at.v = v;
}

/* Bases as they are at t, then everything that stands on them: `links`, unless nothing has a place. */
pawl_status pawl_evaluate_place(pawl_system *s, double t, const double *q, const double *v,
                                const pawl_quat *base, bool links)
{
  set_instant(s, t, q, v);
  pawl_signals_forget(s);
  for (int i = 0; i < s->base.count; i++) {
    const pawl_base *b = s->model->parts[s->base.use[i].part]->fields;
    const pawl_signal *signal[4] = {&b->x, &b->y, &b->z, &b->angle};
    pawl_jet motion[4] = {0};
    for (int k = 0; k < 4; k++)
      if ((k != 2 || s->worlds == PAWL_SPATIAL) &&
          pawl_signals_jet(s, signal[k], s->base.use[i].part, motion + k) != PAWL_OK)
        return s->error.status;
    s->ops->carried(s->kernel, s->base.use[i].link, motion);
  }
  if (links)
    s->ops->place(s->kernel, q, v, base);
  return PAWL_OK;
}

/* ---- loads --------------------------------------------------------------------------------------------------- */

static pawl_status read_signals(pawl_system *s, const pawl_load_use *use)
{
  for (int i = use->first_signal; i < use->first_signal + use->signal_count; i++)
    if (pawl_signals_read(s, s->load.signals[i], s->load.values + i) != PAWL_OK) {
      pawl_fail_place(&s->error, s->model->parts[use->part]->where);
      return s->error.status;
    }
  return PAWL_OK;
}

void pawl_system_load(pawl_system *s, const pawl_load_use *use, pawl_load *out)
{
  const pawl_part *part = s->model->parts[use->part];
  const double *signal = s->load.values + use->first_signal;
  *out = (pawl_load){0};
  if (use->joint_count == 0) {
    pawl_pair x;
    pawl_system_pair(s, &use->a, &use->b, use->spin, use->state, &x);
    part->kind->force->load(part->fields, &x, signal, out);
    return;
  }
  pawl_coordinates x = {.t = s->at.t, .state = pawl_system_states(s) + use->state};
  for (int i = 0; i < use->joint_count; i++)
    pawl_system_coordinate(s, use->joint[i], x.q + i, x.v + i);
  part->kind->force->joint_load(part->fields, &x, signal, out);
  if (use->joint_count == 1)
    out->efforts[0] = out->effort;
}

static void apply_load(pawl_system *s, const pawl_load_use *use, const pawl_load *load)
{
  for (int i = 0; i < use->joint_count; i++)
    pawl_system_effort(s, use->joint[i], load->efforts[i]);
  if (use->joint_count)
    return;
  pawl_end b;
  s->ops->end(s->kernel, &use->b, &b);
  s->ops->load(s->kernel, use->b.link, b.r, load->f, load->t);
  s->ops->load(s->kernel, use->a.link, b.r, pawl_times(-1, load->f), pawl_times(-1, load->t));
  if (use->spin >= 0)
    pawl_system_effort(s, use->spin, load->spin);
}

/* A model has many pairs that touch nothing. */
static bool bears(const pawl_load *load)
{
  return load->f.x != 0 || load->f.y != 0 || load->f.z != 0 || load->t.x != 0 || load->t.y != 0 ||
         load->t.z != 0;
}

static pawl_status set_loads(pawl_system *s, double *power)
{
  for (int i = 0; i < s->load.count; i++) {
    const pawl_load_use *use = s->load.use + i;
    pawl_load *out = s->load.last + i;
    if (use->signal_count && read_signals(s, use) != PAWL_OK)
      return s->error.status;
    if (use->contact >= 0) {
      *out = (pawl_load){0};
      if (!s->contact_ops->load(s, use->contact, out))
        return PAWL_BAD_NUMBERS; /* a shorter step will do */
      if (s->error.status != PAWL_OK)
        return s->error.status;
    } else
      pawl_system_load(s, use, out);
    if (!use->is_set && (use->contact < 0 || bears(out)))
      apply_load(s, use, out);
    if (power)
      power[use->work] = out->power;
    for (int k = 0; use->contact < 0 && k < use->state_count; k++)
      s->extra.rate[use->state + k] = out->state_rate[k];
  }
  return PAWL_OK;
}

/* ---- motion ---------------------------------------------------------------------------------------------------- */

static pawl_status no_inertia(pawl_system *s, int dof)
{
  for (int i = 1; i < s->tree.link_count; i++) {
    const pawl_link *l = s->tree.links + i;
    if (dof < l->dof || dof >= l->dof + l->dofs)
      continue;
    const pawl_part *joint = l->joint >= 0 ? s->model->parts[l->joint] : NULL;
    const pawl_part *body = l->body > 0 ? s->model->parts[s->model->body_part[l->body]] : joint;
    if (joint)
      return pawl_fail(
          &s->error, PAWL_BAD_MODEL, body->where,
          "%s \"%s\" and what hangs on it have no inertia against the motion of joint \"%s\"; "
          "give mass or inertia, %s",
          body->kind->name, body->name, joint->name,
          s->tree.row_count
              ? "use a rod for a massless link, or say by 'prefer = true' which other joints of its "
                "loop make the tree"
              : "or use a rod for a massless link");
    if (pawl_is_point(body->kind) && pawl_point_shape(s, l->body, &s->error) != PAWL_OK)
      return PAWL_BAD_MODEL;
    return pawl_fail(&s->error, PAWL_BAD_MODEL, body->where,
                     "%s \"%s\" moves freely but has no %s; give it one, or weld it to something",
                     body->kind->name, body->name,
                     dof - l->dof < (s->worlds == PAWL_PLANAR ? 2 : 3) ? "mass" : "inertia");
  }
  return PAWL_BAD_MODEL;
}

/* A trial step may have gone anywhere; that says nothing against the model. */
static bool is_somewhere(const pawl_system *s, const double *q, const double *v)
{
  double sum = 0;
  for (int d = 0; d < s->tree.dof_count; d++)
    sum += 0 * q[d] + 0 * v[d];
  return sum == 0;
}

/* What prescribed motions give: drives along their coordinate, bases by their wrench. */
static void set_drive_powers(pawl_system *s, double *power)
{
  pawl_vec f, t;
  for (int n = 0; n < s->tree.block_count; n++)
    if (s->blocks[n].kind == PAWL_BLOCK_DRIVE)
      power[s->blocks[n].work] = -s->row.lambda[s->tree.blocks[n].row] * s->row.offset[s->tree.blocks[n].row];
  for (int n = 0, k = 0; k < s->servo.count; n++)
    if (s->blocks[n].kind == PAWL_BLOCK_SERVO) {
      double coordinate, speed;
      pawl_system_coordinate(s, s->blocks[n].actor, &coordinate, &speed);
      power[s->blocks[n].work] = s->servo.effort[k++] * speed;
    }
  for (int i = 0; i < s->base.count; i++)
    power[s->base.use[i].work] = s->ops->base(s->kernel, s->base.use[i].link, &f, &t);
}

/* Rates of what the state holds beside coordinates and velocities. */
static pawl_status set_extra_rates(pawl_system *s, double *power)
{
  double *turns = power + s->extra.works, *states = turns + s->extra.turns;
  for (int i = 0; s->extra.turns && i < s->joint.count; i++) {
    const pawl_freedoms *freedoms = pawl_freedoms_of(s->model->parts[s->joint.use[i].part]->kind);
    double coordinate[PAWL_NAMED], speed[PAWL_NAMED], *turn = turns + s->joint.use[i].turn;
    if (s->joint.use[i].turn < 0)
      continue;
    pawl_system_coordinates(s, i, freedoms->named, coordinate, speed);
    for (int k = 0; k < freedoms->named; k++)
      if (!(freedoms->lengths[PAWL_SPATIAL] >> k & 1))
        *turn++ = speed[k];
  }
  if (s->signal.count && pawl_signals_all(s) != PAWL_OK)
    return s->error.status;
  for (int i = 0; i < s->extra.states; i++)
    states[i] = s->extra.rate[i];
  return PAWL_OK;
}

/* Own equations alone: they give their accelerations, and rigid gaps have no loads. */
static pawl_status solve_own(pawl_system *s, double *a, double *power)
{
  pawl_signals_forget(s);
  for (int i = 0; power && i < s->load.count; i++)
    power[s->load.use[i].work] = 0;
  return pawl_own_alone(s, a, power);
}

/* One solve, with given efforts of servos. */
static pawl_status solve_motion(pawl_system *s, const pawl_request *x, double *a, double *power,
                                const double *servo_effort)
{
  if (s->own_only && !x->reactions)
    return solve_own(s, a, power);
  if (pawl_evaluate_place(s, x->t, x->q, x->v, x->base, true) != PAWL_OK)
    return s->error.status;
  if (s->load.count && set_loads(s, power) != PAWL_OK)
    return s->error.status;
  pawl_status own = s->own.count ? pawl_own_motion(s, power) : PAWL_OK;
  if (own != PAWL_OK)
    return own;
  if (s->model->world.mu != 0)
    pawl_system_gravity(s, true);
  pawl_status status = s->tree.block_count ? pawl_evaluate_rows(s) : PAWL_OK;
  if (status != PAWL_OK)
    return status;
  for (int n = 0, k = 0; k < s->servo.count; n++)
    if (s->blocks[n].kind == PAWL_BLOCK_SERVO)
      pawl_system_effort(s, s->blocks[n].actor, servo_effort[k++]);
  if (x->held == PAWL_HELD_KNOWN)
    s->contact_ops->push(s);
  s->row.dropped = s->ops->solve(s->kernel, s->model->world.gravity, s->row.beta, a, s->row.lambda);
  s->at.factors++;
  if (s->row.dropped < 0)
    return is_somewhere(s, s->at.q, s->at.v) ? no_inertia(s, -1 - s->row.dropped) : PAWL_BAD_NUMBERS;
  return PAWL_OK;
}

/* With the forces of touches that are held. Where the flow of forces through joints and bases is wanted, they act as loads
 * in a second solve. */
static pawl_status solve_held(pawl_system *s, const pawl_request *x, double *a, double *power,
                              const double *servo_effort)
{
  pawl_request known = *x;
  pawl_status status = solve_motion(s, x, a, power, servo_effort);
  bool any = false;
  if (status != PAWL_OK || x->held != PAWL_HELD_SOLVE)
    return status;
  status = s->contact_ops->hold(s, a, power, &any);
  if (status != PAWL_OK || !any || !(x->reactions || s->base.count || s->servo.count))
    return status;
  known.held = PAWL_HELD_KNOWN;
  status = solve_motion(s, &known, a, power, servo_effort);
  s->contact_ops->book(s, power);
  return status;
}

/* Bodies and joints in a uniform field, and nothing else. */
static pawl_status solve_bare(pawl_system *s, const pawl_quat *base, double *a)
{
  s->ops->place(s->kernel, s->at.q, s->at.v, base);
  s->row.dropped = s->ops->solve(s->kernel, s->model->world.gravity, NULL, a, NULL);
  s->at.factors++;
  if (s->row.dropped < 0)
    return is_somewhere(s, s->at.q, s->at.v) ? no_inertia(s, -1 - s->row.dropped) : PAWL_BAD_NUMBERS;
  return PAWL_OK;
}

pawl_status pawl_system_motion(pawl_system *s, const pawl_request *x, double *a, double *power)
{
  set_instant(s, x->t, x->q, x->v);
  s->at.work = x->work;
  if (s->bare)
    return solve_bare(s, x->base, a);
  pawl_status status =
      s->servo.count ? pawl_servo_motion(s, x, a, power, solve_held) : solve_held(s, x, a, power, NULL);
  if (status != PAWL_OK)
    return status;
  if (!power)
    return PAWL_OK;
  if (s->tree.block_count || s->base.count)
    set_drive_powers(s, power);
  return pawl_system_extras(s) > s->extra.works ? set_extra_rates(s, power) : PAWL_OK;
}

void pawl_system_chart_rates(const pawl_system *s, const double *q, const double *v, double *rates)
{
  for (int d = 0; d < s->tree.dof_count; d++)
    rates[d] = v[d];
  for (int i = 1; s->tree.quat_count && i < s->tree.link_count; i++) {
    const pawl_link *l = s->tree.links + i;
    if (l->quat < 0)
      continue;
    int d = l->dof + l->dofs - 3;
    pawl_vec x = pawl_chart_rate(pawl_v(q[d], q[d + 1], q[d + 2]), pawl_v(v[d], v[d + 1], v[d + 2]));
    rates[d] = x.x, rates[d + 1] = x.y, rates[d + 2] = x.z;
  }
}

void pawl_system_rebase(const pawl_system *s, double *q, pawl_quat *base)
{
  for (int i = 1; s->tree.quat_count && i < s->tree.link_count; i++) {
    const pawl_link *l = s->tree.links + i;
    if (l->quat < 0)
      continue;
    int d = l->dof + l->dofs - 3;
    pawl_quat turn = pawl_quat_exp(pawl_v(q[d], q[d + 1], q[d + 2]));
    base[l->quat] = pawl_quat_unit(pawl_quat_mul(base[l->quat], turn));
    q[d] = q[d + 1] = q[d + 2] = 0;
  }
}
