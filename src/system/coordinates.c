/* Coordinates of joints: in the tree they are its own; of a joint that is cut they are read between its two frames. Angles count whole
 * turns.      theory.md, 3.1, 4.9 */
#include "system/evaluate.h"

#define TURN 6.28318530717958647693

/* The coordinates of a joint that is not in the tree, as rows between its two frames. The pose tells an angle, the integrated
 * angle only how many whole turns it has made. */
void pawl_cut_coordinates(const pawl_system *s, const pawl_joint_use *use, pawl_pair *x, pawl_row *row)
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

void pawl_system_coordinates(const pawl_system *s, int joint, int count, double *coordinate, double *speed)
{
  const pawl_joint_use *use = s->joint.use + joint;
  pawl_pair x;
  pawl_row row[PAWL_NAMED];
  if (use->link < 0)
    pawl_cut_coordinates(s, use, &x, row);
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
  pawl_cut_coordinates(s, use, &x, row);
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
  pawl_cut_coordinates(s, use, &x, row);
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
  pawl_cut_coordinates(s, use, &x, row);
  s->ops->pull(s->kernel, use->b.link, x.b.r, row->f, row->t, w);
  s->ops->pull(s->kernel, use->a.link, x.b.r, pawl_times(-1, row->f), pawl_times(-1, row->t), w);
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
