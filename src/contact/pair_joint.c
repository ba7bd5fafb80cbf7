/* Limits and friction of a joint's coordinate q.      theory.md, 9.1
 *   limit:     gap = ±(q - limit),  w_N = ± the direction of the coordinate
 *   friction:  always pressed, by a force from outside;  slide = q', or q_a' - i q_b' of two joints;  w_T its direction */
#include <stdio.h>

#include "base/error.h"
#include "base/tolerances.h"
#include "contact/friction.h"
#include "contact/lay_out.h"
#include "contact/pair.h"

static void follow_limit(pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                         pawl_contact_point *p, bool held)
{
  (void)m, (void)held;
  double coordinate, speed;
  pawl_pair_begin(s, p);
  pawl_system_coordinate(s, pair->joint, &coordinate, &speed);
  p->row.drift[0] = p->row.climb = p->row.slide[0] = 0;
  p->track.now.gap = pair->way * (coordinate - pair->limit);
  p->row.gap_rate = pair->way * speed;
  pawl_pair_end(p);
}

static bool direct_limit(pawl_system *s, const pawl_contact_pair *pair, const pawl_contact_point *p,
                         double *const w[PAWL_DIMENSIONS])
{
  (void)p;
  pawl_system_pull(s, pair->joint, w[PAWL_N]);
  for (int d = 0; d < s->tree.dof_count; d++)
    w[PAWL_N][d] *= pair->way;
  return true;
}

static void rate_limit(pawl_system *s, const pawl_contact_pair *pair, const pawl_contact_point *p,
                       const double *a, double *rate)
{
  (void)p;
  rate[0] = pair->way * pawl_system_coordinate_acceleration(s, pair->joint, a);
  rate[1] = 0;
}

static void load_limit(pawl_system *s, const pawl_contact_pair *pair, const pawl_contact_point *p,
                       double normal, const double friction[PAWL_TANGENTS])
{
  (void)p, (void)friction;
  pawl_system_effort(s, pair->joint, pair->way * normal);
}

pawl_status pawl_joint_pair_limit(pawl_system *s, const pawl_contact_pair *pair, double *limit)
{
  const pawl_joint_friction *f = s->model->parts[pair->part]->fields;
  return pawl_signals_read(s, &f->limit, limit);
}

/* The effort at which it begins to slip. Steps look beyond the event that ends them, so that it may be negative here; judge.c says where a
 * motion is. */
static double pressed_by(pawl_system *s, const pawl_contact_pair *pair)
{
  const pawl_joint_friction *f = s->model->parts[pair->part]->fields;
  double limit = 0;
  if (pawl_joint_pair_limit(s, pair, &limit) != PAWL_OK)
    pawl_fail_place(&s->error, s->model->parts[pair->part]->where);
  return isnan(f->fixed) ? f->static_ratio * fmax(limit, 0) : f->fixed;
}

static void follow_friction(pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                            pawl_contact_point *p, bool held)
{
  (void)m, (void)held;
  double coordinate, second = 0, other = 0;
  pawl_pair_begin(s, p);
  p->row.drift[0] = p->row.climb = p->row.gap_rate = 0;
  pawl_system_coordinate(s, pair->joint, &coordinate, p->row.slide);
  if (pair->second >= 0)
    pawl_system_coordinate(s, pair->second, &second, &other);
  p->row.slide[0] += pair->way * other;
  p->row.strayed = coordinate + pair->way * second - pair->limit;
  p->row.pressed = pressed_by(s, pair);
  p->track.now.gap = -s->scale.length;
  pawl_pair_end(p);
}

static bool direct_friction(pawl_system *s, const pawl_contact_pair *pair, const pawl_contact_point *p,
                            double *const w[PAWL_DIMENSIONS])
{
  (void)p;
  if (pair->second >= 0)
    pawl_system_pull(s, pair->second, w[PAWL_T]);
  for (int d = 0; pair->second >= 0 && d < s->tree.dof_count; d++)
    w[PAWL_T][d] *= pair->way;
  pawl_system_pull(s, pair->joint, w[PAWL_T]);
  return true;
}

static void rate_friction(pawl_system *s, const pawl_contact_pair *pair, const pawl_contact_point *p,
                          const double *a, double *rate)
{
  (void)p;
  rate[0] = 0;
  rate[1] = pawl_system_coordinate_acceleration(s, pair->joint, a);
  if (pair->second >= 0)
    rate[1] += pair->way * pawl_system_coordinate_acceleration(s, pair->second, a);
}

static void load_friction(pawl_system *s, const pawl_contact_pair *pair, const pawl_contact_point *p,
                          double normal, const double friction[PAWL_TANGENTS])
{
  (void)p, (void)normal;
  pawl_system_effort(s, pair->joint, friction[0]);
  if (pair->second >= 0)
    pawl_system_effort(s, pair->second, pair->way * friction[0]);
}

/* ---- what is seen ---- */

/* Those of one joint follow each other. */
static void see(pawl_system *s, const pawl_contact_pair *pair, int count, pawl_level level, pawl_seen *seen)
{
  (void)s, (void)level;
  for (int k = 0; k < count; k++) {
    const pawl_contact_point *p = pair[k].point;
    bool held = p->mode.normal == PAWL_PRESSED, rubs = pair[k].kind->always_pressed;
    seen->effort += !held ? 0 : rubs ? p->row.friction[0] : pair[k].way * p->row.normal;
    seen->power += held ? p->row.power : 0;
    seen->mode = held ? 1 + pawl_rub_number(p->mode.tangent, p->mode.way, pair->dim) : seen->mode;
    seen->rate = seen->slip = p->row.slide[0];
  }
}

static void efforts(const pawl_contact_pair *pair, double *effort)
{
  pawl_seen seen = {0};
  see(NULL, pair, 1, PAWL_AT_FORCE, &seen);
  effort[pair->joint] += seen.effort;
  if (pair->second >= 0)
    effort[pair->second] += pair->way * seen.effort;
}

/* ---- laying out ---- */

static void put_on(pawl_builder *b, int part, const pawl_pair_kind *kind, int joint, double way, double limit)
{
  pawl_contact_pair *pair = pawl_lay_pair(b, part, kind);
  pair->joint = b->s->index.joint[joint];
  pair->way = way;
  pair->limit = limit;
}

static bool is_limit(const pawl_part *part)
{
  return pawl_is_hard_stop(part->kind, part->fields);
}

static void tell_limit(const pawl_system *s, const pawl_contact_pair *pair, char text[PAWL_PAIR_TEXT])
{
  bool slides = pawl_slides(s->model->parts[s->joint.use[pair->joint].part]->kind);
  double gap = pair->point[0].track.now.gap;
  int n = snprintf(text, PAWL_PAIR_TEXT, "%s %.6g %s, ", pair->way > 0 ? "min" : "max", pair->limit,
                   slides ? "m" : "rad");
  if (fabs(gap) <= 1e-12)
    snprintf(text + n, (size_t)(PAWL_PAIR_TEXT - n), "just touches");
  else
    snprintf(text + n, (size_t)(PAWL_PAIR_TEXT - n), "%.4g %s away", gap, slides ? "m" : "rad");
}

static pawl_status add_limit(pawl_builder *b, int part)
{
  const pawl_part *p = b->model->parts[part];
  const pawl_stop *stop = p->fields;
  const pawl_value law = {pawl_kind_find("rigid"), &stop->rigid, p->where};
  if (!isnan(stop->min))
    put_on(b, part, &pawl_pair_limit, stop->joint, 1, stop->min);
  if (!isnan(stop->max))
    put_on(b, part, &pawl_pair_limit, stop->joint, -1, stop->max);
  return pawl_lay_load(b, part, &law, NULL);
}

static pawl_status check_limit(pawl_system *s, const pawl_contact_pair *pair, pawl_error *error)
{
  const pawl_part *part = s->model->parts[pair->part],
                  *joint = s->model->parts[s->joint.use[pair->joint].part];
  if (pair->log.start_depth <= PAWL_GAP_BEYOND)
    return PAWL_OK;
  return pawl_fail(error, PAWL_BAD_MODEL, part->where,
                   "%s \"%s\": joint \"%s\" begins %.6g %s beyond its limit", part->kind->name, part->name,
                   joint->name, pair->log.start_depth, pawl_slides(joint->kind) ? "m" : "rad");
}

static bool is_friction(const pawl_part *part)
{
  return pawl_is_joint_friction(part->kind, part->fields);
}

static pawl_status add_friction(pawl_builder *b, int part)
{
  const pawl_part *p = b->model->parts[part];
  const pawl_joint_friction *friction = p->fields;
  const pawl_value law = {&pawl_law_preload, friction, p->where},
                   dry = {pawl_kind_find("coulomb"), &friction->dry, p->where};
  put_on(b, part, &pawl_pair_friction, friction->joint, 0, 0);
  if (friction->second >= 0) {
    pawl_contact_pair *pair = b->s->contact->pair + b->s->contact->count - 1;
    pair->second = b->s->index.joint[friction->second];
    pair->way = -friction->ratio;
  }
  return pawl_lay_load(b, part, &law, &dry);
}

const pawl_pair_kind pawl_pair_limit = {.of_joint = true,
                                        .most = 2,
                                        .noun = "stop",
                                        .force = "effort",
                                        .tell = tell_limit,
                                        .is = is_limit,
                                        .add = add_limit,
                                        .check = check_limit,
                                        .follow = follow_limit,
                                        .directions = direct_limit,
                                        .rates = rate_limit,
                                        .load = load_limit,
                                        .see = see,
                                        .efforts = efforts};
const pawl_pair_kind pawl_pair_friction = {.of_joint = true,
                                           .always_pressed = true,
                                           .is = is_friction,
                                           .add = add_friction,
                                           .follow = follow_friction,
                                           .directions = direct_friction,
                                           .rates = rate_friction,
                                           .load = load_friction,
                                           .see = see,
                                           .efforts = efforts};
