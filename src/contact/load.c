/* A contact as a load: its touches are followed to the instant that is evaluated, and the law answers their depth.
 *
 *     f = F n + R t at the middle of x1 and x2, on the second body;      F = law(δ, δ'), δ = -gap, R = friction(F, slide)
 *
 * What the law stores and what it loses are told apart: power = (F_elastic - F) δ' + R·slide.      theory.md, 7.6 */
#include <string.h>

#include "contact/contact.h"

int pawl_contact_states(const pawl_contact *contact)
{
  return PAWL_TOUCHES * pawl_friction_states(&contact->friction);
}

const char *pawl_contact_shape(const pawl_system *s, const pawl_contact_pair *pair, int i)
{
  const void *fields = s->model->parts[pair->part]->fields;
  if (!pair->kind->shapes)
    return NULL;
  int shape = pair->kind->is_rail ? ((const pawl_curve_joint *)fields)->shape[i] : pair->fields->shape[i];
  return s->model->parts[shape]->name;
}

const char *pawl_contact_unit(const pawl_system *s, const pawl_contact_pair *pair)
{
  if (pair->kind->of_joint)
    return pawl_slides(s->model->parts[s->joint.use[pair->joint].part]->kind) ? "m" : "rad";
  return pair->kind->of_places ? "m" : "1";
}

int pawl_base_below(const pawl_system *s, int link)
{
  for (; link > 0; link = s->tree.links[link].parent)
    for (int i = 0; i < s->base.count; i++)
      if (s->base.use[i].link == link)
        return i;
  return -1;
}

/* ---- motion ---- */

static pawl_xy seen_from(const pawl_mat *R, pawl_vec v)
{
  return (pawl_xy){pawl_dot(R->x, v), pawl_dot(R->y, v)};
}

void pawl_contact_motion(const pawl_system *s, const pawl_contact_pair *pair, pawl_shape_motion *m)
{
  pawl_end b;
  if (!pair->kind->shapes) { /* no shapes: nothing about it is asked */
    *m = (pawl_shape_motion){0};
    return;
  }
  s->ops->end(s->kernel, &pair->place[0], &m->a);
  s->ops->end(s->kernel, &pair->place[1], &b);
  pawl_vec d = pawl_sub(b.r, m->a.r), u = pawl_sub(pawl_sub(b.v, m->a.v), pawl_cross(m->a.w, d));
  pawl_xy turned = seen_from(&m->a.R, b.R.x);
  m->place = (pawl_placing){seen_from(&m->a.R, d), turned.x, turned.y};
  m->v = seen_from(&m->a.R, u);
  m->w = b.w.z - m->a.w.z;
}

double pawl_contact_apart(const pawl_contact_pair *pair, const pawl_shape_motion *m)
{
  if (!pair->kind->shapes)
    return pair->point[0].track.now.gap;
  pawl_xy a, b;
  double ra, rb;
  pawl_profile_disc(pair->profile[0], &a, &ra);
  pawl_profile_disc(pair->profile[1], &b, &rb);
  const pawl_placing *at = &m->place;
  double x = at->r.x + at->c * b.x - at->s * b.y - a.x, y = at->r.y + at->s * b.x + at->c * b.y - a.y;
  return sqrt(x * x + y * y) - ra - rb;
}

/* ---- touches ---- */

void pawl_contact_follow(pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                         pawl_contact_point *point, bool held)
{
  pair->kind->follow(s, pair, m, point, held);
}

/* A law of the model's own. What went wrong is kept where the evaluation looks for it. */
static double call_law(void *context, int function, double depth, double rate)
{
  pawl_system *s = context;
  const double argument[2] = {depth, rate};
  double value = NAN;
  if (pawl_function_value(s->model, function, argument, 2, &value, &s->error) != PAWL_OK)
    return NAN;
  return value;
}

pawl_press pawl_contact_pressed(pawl_system *s, const pawl_contact_point *p)
{
  return (pawl_press){.depth = -p->track.now.gap,
                      .rate = -p->row.gap_rate,
                      .approach = p->mode.approach,
                      .curvature = p->mode.curvature,
                      .piece = p->mode.piece,
                      .pressed = p->row.pressed,
                      .call = call_law,
                      .context = s};
}

void pawl_contact_press(pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                        pawl_contact_point *point, double *rate)
{
  const pawl_value *law = &pair->fields->law, *friction = &pair->fields->friction;
  const pawl_press x = pawl_contact_pressed(s, point);
  pawl_push push = {0};
  (void)m;
  if (pawl_rigid_of(law)) /* what is held is solved for: held.c */
    return;
  law->kind->law->press(law->fields, &x, &push);
  point->row.raw = push.force;
  point->row.elastic = push.elastic;
  point->row.normal = point->mode.normal == PAWL_PRESSED ? push.force : 0;
  point->row.energy = push.energy;
  memset(point->row.friction, 0, sizeof point->row.friction);
  point->row.power = (push.elastic - point->row.normal) * x.rate - point->row.normal * point->row.climb;
  if (!friction->kind)
    return;
  const int k = pair->dim - 1;
  double pressed = fmax(point->row.normal, 0), way[PAWL_TANGENTS];
  pawl_rub_direction(s, pair, point, way);
  double bound = pawl_is_dry(friction)
                     ? pawl_bound_under(
                           pawl_friction_slides(s, pair, pawl_tangent_dot(way, point->row.slide, k)), pressed)
                     : 0;
  for (int a = 0; a < k; a++)
    point->row.friction[a] = -way[a] * bound;
  if (!pawl_is_dry(friction))
    point->row.friction[0] = pawl_friction_drags(s, pair, point, pressed, rate);
  for (int a = 0; a < k; a++)
    point->row.power += point->row.friction[a] * (point->row.slide[a] - point->row.drift[a]);
}

/* ---- at rest ---- */

static void lie(pawl_system *s, pawl_contact_pair *pair)
{
  pawl_shape_motion m;
  pawl_touch touch[PAWL_TOUCHES];
  pawl_search_note note;
  pawl_contact_motion(s, pair, &m);
  pair->count = 0;
  if (pawl_contact_apart(pair, &m) > 0)
    return;
  int n = pawl_search(pair->profile[0], pair->profile[1], &m.place, 0, NULL, 0, touch, PAWL_TOUCHES,
                      pair->search.room, &note);
  for (int i = 0; i < n; i++)
    pair->point[pair->count++] = (pawl_contact_point){.track.touch = touch[i],
                                                      .track.time = s->at.t,
                                                      .mode.normal = PAWL_PRESSED,
                                                      .mode.curvature = touch[i].k[0] + touch[i].k[1]};
}

void pawl_contacts_lie(pawl_system *s)
{
  for (int k = 0; k < s->contact->count; k++)
    if (s->contact->pair[k].kind->searched && !pawl_rigid_of(&s->contact->pair[k].fields->law))
      lie(s, s->contact->pair + k);
}

void pawl_contacts_forget(pawl_system *s)
{
  for (int k = 0; k < s->contact->count; k++)
    if (s->contact->pair[k].kind->searched)
      s->contact->pair[k].count = 0;
}

/* ---- forces ---- */

bool pawl_contact_load(pawl_system *s, pawl_contact_pair *pair, pawl_load *out)
{
  pawl_shape_motion m;
  pawl_end b;
  bool moving = false;
  for (int i = 0; i < pawl_contact_states(pair->fields); i++)
    s->extra.rate[pair->state + i] = 0;
  for (int i = 0; i < pair->count; i++) {
    pawl_contact_point *point = pair->point + i;
    if (point->mode.normal == PAWL_OPEN || pawl_rigid_of(&pair->fields->law))
      continue;
    if (!moving) {
      pawl_contact_motion(s, pair, &m);
      s->ops->end(s->kernel, &pair->place[1], &b);
    }
    moving = true;
    pawl_contact_follow(s, pair, &m, point, true);
    if (point->track.found == PAWL_LOST)
      return false;
    pawl_contact_press(s, pair, &m, point, s->extra.rate);
    out->power += point->row.power;
    out->energy += point->row.energy;
    if (!pair->kind->shapes) {
      pair->kind->load(s, pair, point, point->row.normal, point->row.friction);
      continue;
    }
    pawl_vec f = pawl_contact_force(point);
    out->f = pawl_add(out->f, f);
    out->t = pawl_add(out->t, pawl_cross(pawl_sub(point->track.at, b.r), f));
  }
  return true;
}
