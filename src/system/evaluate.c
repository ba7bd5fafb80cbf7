/* The equations at an instant: rows, loads, accelerations, multipliers.      theory.md, 2.1, 4.1 and 5 */
#include "base/error.h"
#include "parts/rows.h"
#include "system/contacts.h"
#include "system/inspect.h"
#include "system/own.h"
#include "system/servo.h"
#include "system/system.h"

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

/* ---- constraint rows --------------------------------------------------------------------------------------- */

/* Turning rows are pure numbers; times the model's length they compare with the others. */
static pawl_status set_rows_block(pawl_system *s, int n)
{
  const pawl_block_plan *plan = s->tree.blocks + n;
  const pawl_block_use *use = s->blocks + n;
  const pawl_part *part = s->model->parts[use->part];
  pawl_row row[PAWL_ROWS];
  pawl_pair x;
  for (int r = 0; r < plan->rows; r++)
    row[r] = (pawl_row){0};
  pawl_touching touch;
  pawl_system_pair(s, &use->a, &use->b, use->spin, -1, &x);
  x.memory = use->remembers ? use->memory : NULL;
  x.touch = &touch;
  if (use->contact >= 0 && !s->contact_ops->rail(s, use->contact, &touch))
    return PAWL_BAD_NUMBERS; /* a shorter step will do */
  part->kind->constraint->rows(part->fields, &x, row);
  for (int r = 0; r < plan->rows; r++) {
    bool turning = row[r].f.x == 0 && row[r].f.y == 0 && row[r].f.z == 0;
    double size = turning ? s->scale.length : 1;
    pawl_vec at_a = row[r].inertia != 0 ? x.a.r : x.b.r;
    s->ops->row(s->kernel, n, r, 0, at_a, x.b.r, row[r].f, pawl_times(size, row[r].t));
    if (use->spin >= 0)
      s->ops->share(s->kernel, n, r, 2, size * row[r].spin);
    bool free = row[r].speed_only || row[r].inertia != 0;
    s->row.turning[plan->row + r] = turning;
    s->row.loose[plan->row + r] = row[r].speed_only;
    s->tree.soft[plan->row + r] = row[r].inertia != 0 ? size * size / row[r].inertia : 0;
    s->row.phi[plan->row + r] = free ? 0 : size * row[r].phi;
    s->row.beta[plan->row + r] = -size * row[r].gamma;
  }
  return PAWL_OK;
}

#define TURN 6.28318530717958647693

/* The coordinates of a joint that is not in the tree, as rows between its two frames. The pose tells an angle, the integrated
 * angle only how many whole turns it has made. */
static void cut_coordinates(const pawl_system *s, const pawl_joint_use *use, pawl_pair *x, pawl_row *row)
{
  const pawl_part *part = s->model->parts[use->part];
  const pawl_freedoms *freedoms = pawl_freedoms_of(part->kind);
  pawl_system_pair(s, &use->a, &use->b, -1, -1, x);
  freedoms->read(part->fields, x, row);
  if (use->turn < 0 || !s->at.work)
    return;
  const double *turns = s->at.work + s->extra.works + use->turn;
  for (int k = 0; k < freedoms->named; k++)
    if (!(freedoms->lengths[PAWL_SPATIAL] >> k & 1))
      row[k].phi += TURN * round((*turns++ - row[k].phi) / TURN);
}

/* What the coordinates of a block's row come to. */
typedef struct {
  double value, gamma;
} coordinate_sum;

/* Adds c times a joint's coordinate to the only row of a block, from its end `e` on; returns the next end. */
static int add_coordinate(pawl_system *s, int n, int e, int joint, double c, coordinate_sum *sum)
{
  const pawl_joint_use *use = s->joint.use + joint;
  if (use->link >= 0) {
    s->ops->share(s->kernel, n, 0, e, c * use->sign);
    sum->value += c * use->sign * s->at.q[s->tree.links[use->link].dof];
    return e + 1;
  }
  pawl_pair x;
  pawl_row row[PAWL_NAMED];
  cut_coordinates(s, use, &x, row);
  sum->gamma += c * row->gamma;
  s->ops->row(s->kernel, n, 0, e, x.b.r, x.b.r, pawl_times(c, row->f), pawl_times(c, row->t));
  sum->value += c * row->phi;
  return e + 2;
}

/* The condition of a servo on a place: its x, y, z or turn in the world. */
static void add_direction(pawl_system *s, int n, const pawl_block_use *use, coordinate_sum *sum)
{
  pawl_pair x;
  pawl_system_pair(s, &use->a, &use->b, -1, -1, &x);
  s->ops->row(s->kernel, n, 0, 0, x.b.r, x.b.r, use->along, use->about);
  sum->value += pawl_dot(use->along, pawl_add(x.b.r, s->origin)) + (use->about.z != 0 ? x.b.angle : 0);
  sum->gamma += pawl_dot(use->along, x.b.zeta);
}

/* A drive, coupling or servo: Σ c q = u(t) or its rate, u what it was at the start for couplings. */
static pawl_status set_coordinates_block(pawl_system *s, int n, double *offset)
{
  const pawl_block_plan *plan = s->tree.blocks + n;
  const pawl_block_use *use = s->blocks + n;
  pawl_jet u = {use->memory[0], 0, 0};
  coordinate_sum sum = {0, 0};
  int e = 0;
  if (use->signal && pawl_signals_jet(s, use->signal, use->part, &u) != PAWL_OK)
    return s->error.status;
  const pawl_part *part = s->model->parts[use->part];
  if (use->kind == PAWL_BLOCK_DRIVE && part->kind->drive->begin)
    part->kind->drive->begin(part->fields, s->at.t, use->remembers ? use->memory[0] : NAN, &u);
  bool known = use->mode == PAWL_POSITION && (use->signal || use->remembers) && !isnan(u.v);
  if (isnan(u.v)) /* it begins at the start, which is being looked for */
    u = (pawl_jet){0, 0, 0};
  for (int i = 0; i < use->joint_count; i++)
    e = add_coordinate(s, n, e, use->joint[i], use->coefficient[i], &sum);
  if (use->joint_count == 0)
    add_direction(s, n, use, &sum);
  s->blocks[n].wanted = use->mode == PAWL_POSITION ? u.dd : u.d;
  s->row.loose[plan->row] = !known;
  s->row.phi[plan->row] = known ? sum.value - u.v : 0;
  s->row.beta[plan->row] = (use->mode == PAWL_POSITION ? u.dd : u.d) - sum.gamma;
  *offset = -(use->mode == PAWL_POSITION ? u.d : u.v);
  return PAWL_OK;
}

static pawl_status set_rows(pawl_system *s)
{
  for (int n = 0; n < s->tree.block_count; n++) {
    double offset = 0;
    pawl_status status =
        s->blocks[n].kind == PAWL_BLOCK_ROWS ? set_rows_block(s, n) : set_coordinates_block(s, n, &offset);
    if (status != PAWL_OK)
      return status;
    for (int r = 0; r < s->tree.blocks[n].rows; r++)
      s->row.offset[s->tree.blocks[n].row + r] = offset;
  }
  return PAWL_OK;
}

static void remember(pawl_system *s, double t, const double *q, const double *v)
{
  s->at.t = t;
  s->at.q = q;
  s->at.v = v;
}

/* Bases as they are at t, then everything that stands on them: `links`, unless nothing has a place. */
static pawl_status place(pawl_system *s, double t, const double *q, const double *v, const pawl_quat *base,
                         bool links)
{
  remember(s, t, q, v);
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

/* rate = J v + what time adds; inertias are not constrained and have none. */
void pawl_system_rates(pawl_system *s, const double *v)
{
  s->ops->rates(s->kernel, v, s->row.rate);
  for (int r = 0; r < s->tree.row_count; r++) {
    s->row.rate[r] += s->row.offset[r];
    if (s->base.count)
      s->row.rate[r] += s->row.drift[r];
    if (s->tree.soft[r] != 0)
      s->row.rate[r] = 0;
  }
}

pawl_status pawl_system_rows(pawl_system *s, double t, const double *q, const double *v,
                             const pawl_quat *base)
{
  if (place(s, t, q, v, base, !s->own_only) != PAWL_OK)
    return s->error.status;
  pawl_status status = set_rows(s);
  if (status == PAWL_OK && v) {
    if (s->base.count)
      s->ops->rates(s->kernel, NULL, s->row.drift);
    pawl_system_rates(s, v);
  }
  return status;
}

/* ---- loads --------------------------------------------------------------------------------------------------- */

void pawl_system_coordinates(const pawl_system *s, int joint, int count, double *coordinate, double *speed)
{
  const pawl_joint_use *use = s->joint.use + joint;
  pawl_pair x;
  pawl_row row[PAWL_NAMED];
  if (use->link < 0)
    cut_coordinates(s, use, &x, row);
  for (int k = 0; k < count; k++) {
    int d = use->link < 0 ? -1 : s->tree.links[use->link].dof + k;
    coordinate[k] = d < 0 ? row[k].phi : use->sign * s->at.q[d];
    speed[k] = d < 0 ? pawl_row_rate(&x, row + k) : s->at.v ? use->sign * s->at.v[d] : 0;
  }
}

void pawl_system_coordinate(const pawl_system *s, int joint, double *coordinate, double *speed)
{
  pawl_system_coordinates(s, joint, 1, coordinate, speed);
}

/* d(rate)/dt = t·dw + f·dv + gamma, with dv and gamma less what velocities alone make of the frames' origins. */
void pawl_system_coordinate_accelerations(const pawl_system *s, int joint, int count, const double *a,
                                          double *second)
{
  const pawl_joint_use *use = s->joint.use + joint;
  pawl_vec la, aa, lb, ab, zero = {0, 0, 0};
  pawl_pair x;
  pawl_row row[PAWL_NAMED];
  for (int k = 0; use->link >= 0 && k < count; k++)
    second[k] = use->sign * a[s->tree.links[use->link].dof + k];
  if (use->link >= 0)
    return;
  cut_coordinates(s, use, &x, row);
  s->ops->acceleration(s->kernel, &use->a, zero, &la, &aa);
  s->ops->acceleration(s->kernel, &use->b, zero, &lb, &ab);
  pawl_vec dv = pawl_sub(pawl_sub(lb, x.b.zeta), pawl_sub(la, x.a.zeta));
  dv = pawl_sub(dv, pawl_cross(aa, pawl_sub(x.b.r, x.a.r)));
  for (int k = 0; k < count; k++)
    second[k] = pawl_dot(row[k].t, pawl_sub(ab, aa)) + pawl_dot(row[k].f, dv) + row[k].gamma;
}

double pawl_system_coordinate_acceleration(const pawl_system *s, int joint, const double *a)
{
  double second;
  pawl_system_coordinate_accelerations(s, joint, 1, a, &second);
  return second;
}

/* An effort along a joint's coordinate: on the dof, or as opposite wrenches about the axis of a cut joint. */
void pawl_system_effort(pawl_system *s, int joint, double effort)
{
  const pawl_joint_use *use = s->joint.use + joint;
  if (use->link >= 0) {
    s->ops->effort(s->kernel, s->tree.links[use->link].dof, use->sign * effort);
    return;
  }
  pawl_pair x;
  pawl_row row[PAWL_NAMED];
  cut_coordinates(s, use, &x, row);
  s->ops->load(s->kernel, use->b.link, x.b.r, pawl_times(effort, row->f), pawl_times(effort, row->t));
  s->ops->load(s->kernel, use->a.link, x.b.r, pawl_times(-effort, row->f), pawl_times(-effort, row->t));
}

void pawl_system_pull(const pawl_system *s, int joint, double *w)
{
  const pawl_joint_use *use = s->joint.use + joint;
  pawl_pair x;
  pawl_row row[PAWL_NAMED];
  if (use->link >= 0) {
    w[s->tree.links[use->link].dof] += use->sign;
    return;
  }
  cut_coordinates(s, use, &x, row);
  s->ops->pull(s->kernel, use->b.link, x.b.r, row->f, row->t, w);
  s->ops->pull(s->kernel, use->a.link, x.b.r, pawl_times(-1, row->f), pawl_times(-1, row->t), w);
}

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
    if (!use->is_set)
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
  if (place(s, x->t, x->q, x->v, x->base, true) != PAWL_OK)
    return s->error.status;
  if (s->load.count && set_loads(s, power) != PAWL_OK)
    return s->error.status;
  pawl_status own = s->own.count ? pawl_own_motion(s, power) : PAWL_OK;
  if (own != PAWL_OK)
    return own;
  if (s->model->world.mu != 0)
    pawl_system_gravity(s, true);
  pawl_status status = s->tree.block_count ? set_rows(s) : PAWL_OK;
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
  remember(s, x->t, x->q, x->v);
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

void pawl_system_start_turns(pawl_system *s, double *turns)
{
  if (s->extra.turns == 0 || pawl_system_rows(s, 0, s->start.q, s->start.v, s->start.base) != PAWL_OK)
    return;
  s->at.work = NULL;
  for (int i = 0; i < s->joint.count; i++) {
    const pawl_joint_use *use = s->joint.use + i;
    const pawl_freedoms *freedoms = pawl_freedoms_of(s->model->parts[use->part]->kind);
    const double *given = ((const pawl_joint *)s->model->parts[use->part]->fields)->start;
    double angle[PAWL_NAMED], speed[PAWL_NAMED], *turn = turns + use->turn;
    if (use->turn < 0)
      continue;
    pawl_system_coordinates(s, i, freedoms->named, angle, speed);
    for (int k = 0; k < freedoms->named; k++)
      if (!(freedoms->lengths[PAWL_SPATIAL] >> k & 1))
        *turn++ = angle[k] + (isnan(given[k]) ? 0 : TURN * round((given[k] - angle[k]) / TURN));
  }
}
