/* Two shapes that always touch, a curve joint: rows of the mechanism hold them, its touch says where.      theory.md, 7.10 */
#include "base/error.h"
#include "contact/lay_out.h"
#include "contact/pair.h"

/* How far a touch is from the parameters that the user wrote, by the length of both ranges. */
static double away_from(const pawl_contact_pair *pair, const pawl_touch *touch, const pawl_vec *near)
{
  const double wanted[2] = {near->x, near->y};
  double sum = 0;
  for (int i = 0; i < 2; i++) {
    double from, to, d = fabs(touch->s[i] - wanted[i]);
    pawl_profile_range(pair->profile[i], &from, &to);
    if (pawl_profile_closed(pair->profile[i]))
      d = fabs(d - (to - from) * round(d / (to - from)));
    sum += to > from ? d / (to - from) : 0;
  }
  return sum;
}

/* Of all touches, the one nearest to the parameters that the user wrote, else the one with the smallest gap. What is far
 * from these parameters is another assembly. */
static bool find_rail(pawl_system *s, pawl_contact_pair *pair, const pawl_shape_motion *m)
{
  const pawl_curve_joint *joint = s->model->parts[pair->part]->fields;
  pawl_touch touch[PAWL_TOUCHES];
  pawl_search_note note;
  double best = INFINITY, reach = fmax(pawl_contact_apart(pair, m), 0) + pawl_profile_size(pair->profile[0]) +
                                  pawl_profile_size(pair->profile[1]);
  int n = pawl_search(pair->profile[0], pair->profile[1], &m->place, reach, NULL, 0, touch, PAWL_TOUCHES,
                      pair->search.room, &note);
  bool chosen = !isnan(joint->near.x);
  for (int i = 0; i < n; i++) {
    double size = chosen ? away_from(pair, touch + i, &joint->near) : fabs(touch[i].gap);
    if (size < best)
      pair->point[0] =
          (pawl_contact_point){.track.touch = touch[i], .track.time = s->at.t, .mode.normal = PAWL_PRESSED};
    best = fmin(best, size);
  }
  pair->count = n > 0 && (!chosen || best < 0.25);
  return pair->count > 0;
}

/* A guess of the assembly at which the shapes do not face each other where the user wants them to: the point of the
 * second is to come to the tangent of the first. */
static bool touch_of_near(const pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                          pawl_touching *touch)
{
  const pawl_curve_joint *joint = s->model->parts[pair->part]->fields;
  pawl_profile_point a, b;
  if (isnan(joint->near.x))
    return false;
  pawl_profile_at(pair->profile[0], joint->near.x, false, &a);
  pawl_profile_at(pair->profile[1], joint->near.y, false, &b);
  const pawl_placing *at = &m->place;
  pawl_vec d = {at->r.x + at->c * b.p.x - at->s * b.p.y - a.p.x,
                at->r.y + at->s * b.p.x + at->c * b.p.y - a.p.y, 0};
  pawl_vec n = {a.n.x, a.n.y, 0}, p = pawl_add(pawl_v(a.p.x, a.p.y, 0), d);
  *touch = (pawl_touching){pawl_dot(n, d), 0, pawl_add(m->a.r, pawl_turn(&m->a.R, p)), pawl_turn(&m->a.R, n)};
  return true;
}

/* A guess of the assembly at which the shapes do not face each other anywhere: their discs are to touch. */
static void touch_of_discs(const pawl_contact_pair *pair, const pawl_shape_motion *m, pawl_touching *touch)
{
  pawl_xy a, b;
  double ra, rb;
  pawl_profile_disc(pair->profile[0], &a, &ra);
  pawl_profile_disc(pair->profile[1], &b, &rb);
  const pawl_placing *at = &m->place;
  pawl_vec d = {at->r.x + at->c * b.x - at->s * b.y - a.x, at->r.y + at->s * b.x + at->c * b.y - a.y, 0};
  double apart = pawl_norm(d);
  pawl_vec n = apart > 0 ? pawl_times(1 / apart, d) : pawl_v(1, 0, 0);
  pawl_vec p = pawl_add(pawl_v(a.x, a.y, 0), pawl_times(ra, n));
  *touch =
      (pawl_touching){apart - ra - rb, 0, pawl_add(m->a.r, pawl_turn(&m->a.R, p)), pawl_turn(&m->a.R, n)};
}

bool pawl_rail_touch(pawl_system *s, pawl_contact_pair *pair, pawl_touching *touch)
{
  pawl_shape_motion m;
  pawl_touch_rates rates;
  pawl_contact_point *p = pair->point;
  pawl_contact_motion(s, pair, &m);
  bool known = pair->count > 0 || find_rail(s, pair, &m);
  if (known)
    pawl_contact_follow(s, pair, &m, p, s->start.assembled);
  if (known && p->track.found == PAWL_LOST && !s->start.assembled) {
    known = find_rail(s, pair, &m);
    if (known)
      pawl_contact_follow(s, pair, &m, p, false);
  }
  pair->search.guessed = !known || p->track.found == PAWL_LOST;
  if (!s->start.assembled && pair->search.guessed) {
    if (!touch_of_near(s, pair, &m, touch))
      touch_of_discs(pair, &m, touch);
    return true;
  }
  if (pair->search.guessed)
    return false;
  if (!s->start.assembled) { /* from guess to guess */
    p->track.touch = p->track.now;
    p->track.time = s->at.t;
    p->track.s_rate[0] = p->track.s_rate[1] = 0;
  }
  pawl_touch_rate(pair->profile[0], pair->profile[1], &m.place, &p->track.now, m.v, m.w, &rates);
  *touch = (pawl_touching){p->track.now.gap, rates.bend, p->track.at, p->track.n};
  return true;
}

static bool may_lift(const pawl_part *part)
{
  return part->kind->family == PAWL_CURVE_JOINT && ((const pawl_curve_joint *)part->fields)->unilateral;
}

/* A curve joint that may lift off is a rigid contact whose shapes touch at the start. */
static pawl_status add_lifting(pawl_builder *b, int part)
{
  const pawl_part *p = b->model->parts[part];
  const pawl_curve_joint *joint = p->fields;
  pawl_contact *contact = PAWL_TAKE(b->s->arena, 1, pawl_contact);
  if (!contact)
    return pawl_fail_memory(b->error);
  *contact = (pawl_contact){.shape = {joint->shape[0], joint->shape[1]},
                            .law = {pawl_kind_find("rigid"), &joint->rigid, p->where},
                            .friction = joint->friction};
  pawl_status status = pawl_lay_contact(b, part, contact);
  if (status == PAWL_OK)
    b->s->contact->pair[b->s->contact->count - 1].begins_shut = true;
  return status;
}

/* Its pair is one of two shapes. */
const pawl_pair_kind pawl_pair_lifting = {.is = may_lift, .add = add_lifting};

static bool is_rail(const pawl_part *part)
{
  return part->kind->family == PAWL_CURVE_JOINT;
}

/* A row or two of the mechanism on the touch of its shapes. */
static pawl_status add_rail(pawl_builder *b, int part)
{
  const pawl_curve_joint *joint = b->model->parts[part]->fields;
  if (pawl_lay_shapes(b, part, joint->shape) != PAWL_OK)
    return b->error->status;
  int index = b->s->contact->count - 1;
  pawl_contact_pair *pair = b->s->contact->pair + index;
  const pawl_rail_ends ends = {index, {pair->place[0], pair->place[1]}};
  pair->kind = &pawl_pair_rail;
  pawl_add_rows_block(b, part, -1, &ends);
  return pawl_pair_check(b->s, pair, b->error);
}

const pawl_pair_kind pawl_pair_rail = {.shapes = true,
                                       .of_places = true,
                                       .is_rail = true,
                                       .is = is_rail,
                                       .add = add_rail,
                                       .follow = pawl_shapes_follow};
