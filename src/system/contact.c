/* A contact as a load: its touches are followed to the instant that is evaluated, and the law answers their depth.
 *
 *     f = F n + R t at the middle of x1 and x2, on the second body;      F = law(δ, δ'), δ = -gap, R = friction(F, slide)
 *
 * What the law stores and what it loses are told apart: power = (F_elastic - F) δ' + R·slide.      theory.md, 7.6 */
#include <stdint.h>

#include "system/single.h"

int pawl_contact_states(const pawl_contact *contact)
{
  return contact->friction.kind ? PAWL_TOUCHES * contact->friction.kind->state_count : 0;
}

const char *pawl_contact_shape(const pawl_system *s, const pawl_contact_pair *pair, int i)
{
  const void *fields = s->model->parts[pair->part]->fields;
  if (!pair->profile[0])
    return NULL;
  int shape = pair->rail ? ((const pawl_curve_joint *)fields)->shape[i] : pair->fields->shape[i];
  return s->model->parts[shape]->name;
}

/* ---- motion ---- */

static pawl_xy seen_from(const pawl_mat *R, pawl_vec v)
{
  return (pawl_xy){pawl_dot(R->x, v), pawl_dot(R->y, v)};
}

void pawl_contact_motion(const pawl_system *s, const pawl_contact_pair *pair, pawl_shape_motion *m)
{
  pawl_end b;
  if (!pair->profile[0]) { /* no shapes: nothing about it is asked */
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

/* ---- touches ---- */

/* Belts: what their surfaces add to sliding. */
static void add_surfaces(pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                         pawl_contact_point *point)
{
  double way[2];
  pawl_touch_ways(pair->profile[0], pair->profile[1], &m->place, &point->track.now, way);
  point->row.drift = point->row.drift_rate = point->row.climb = 0;
  for (int i = 0; i < 2; i++) {
    pawl_jet u = {0, 0, 0};
    if (!pair->surface[i] || pawl_signals_jet(s, pair->surface[i], pair->part, &u) != PAWL_OK)
      continue;
    point->row.drift += (i ? 1 : -1) * way[i] * u.v;
    point->row.drift_rate += isnan(u.d) ? 0 : (i ? 1 : -1) * way[i] * u.d;
  }
  point->row.slide += point->row.drift;
}

void pawl_contact_follow(const pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                         pawl_contact_point *point, bool held)
{
  if (!pair->profile[0]) {
    pawl_single_follow((pawl_system *)(uintptr_t)s, pair, point);
    return;
  }
  double dt = s->now - point->track.time;
  point->track.now = point->track.touch;
  for (int i = 0; i < 2; i++)
    point->track.now.s[i] += point->track.s_rate[i] * dt;
  point->track.found =
      pawl_track(pair->profile[0], pair->profile[1], &m->place, held, &point->track.now, point->track.leaves);
  /* through the far features of a profile an open touch may come to a place that is none */
  if (point->mode.normal == PAWL_OPEN && !held && !pair->rail && point->track.found != PAWL_LOST &&
      point->track.now.gap < 0 &&
      !pawl_overlap_is_real(pair->profile[0], pair->profile[1], &m->place, &point->track.now))
    point->track.found = PAWL_LOST;
  const pawl_touch *t = &point->track.now;
  pawl_xy p = {0.5 * (t->x[0].x + t->x[1].x), 0.5 * (t->x[0].y + t->x[1].y)};
  pawl_xy arm = {p.x - m->place.r.x, p.y - m->place.r.y};
  pawl_xy u = {m->v.x - m->w * arm.y,
               m->v.y + m->w * arm.x}; /* of the second's material over the first's, at p */
  point->row.gap_rate = t->n.x * u.x + t->n.y * u.y;
  point->row.slide = t->n.x * u.y - t->n.y * u.x; /* along the tangent (-n_y, n_x) */
  if (pair->surface[0] || pair->surface[1])
    add_surfaces((pawl_system *)(uintptr_t)s, pair, m, point);
  point->track.at = pawl_add(m->a.r, pawl_turn(&m->a.R, pawl_v(p.x, p.y, 0)));
  point->track.n = pawl_turn(&m->a.R, pawl_v(t->n.x, t->n.y, 0));
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

pawl_press pawl_contact_pressed(const pawl_system *s, const pawl_contact_point *p)
{
  return (pawl_press){.depth = -p->track.now.gap,
                      .rate = -p->row.gap_rate,
                      .approach = p->mode.approach,
                      .curvature = p->mode.curvature,
                      .piece = p->mode.piece,
                      .call = call_law,
                      .context = (void *)(uintptr_t)s};
}

void pawl_contact_press(const pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                        pawl_contact_point *point, double *rate)
{
  const pawl_value *law = &pair->fields->law, *friction = &pair->fields->friction;
  const pawl_press x = pawl_contact_pressed(s, point);
  pawl_push push = {0};
  (void)m;
  if (pawl_rigid_of(law)) /* what is held is solved for: held.c */
    return;
  law->kind->press(law->fields, &x, &push);
  point->row.raw = push.force;
  point->row.elastic = push.elastic;
  point->row.normal = point->mode.normal == PAWL_PRESSED ? push.force : 0;
  point->row.energy = push.energy;
  point->row.friction = 0;
  point->row.power = (push.elastic - point->row.normal) * x.rate - point->row.normal * point->row.climb;
  if (!friction->kind)
    return;
  const pawl_coulomb *dry = pawl_coulomb_of(friction);
  if (dry) {
    double side = point->mode.tangent == PAWL_RUB_PLUS ? 1 : point->mode.tangent == PAWL_RUB_MINUS ? -1 : 0;
    point->row.friction = -side * dry->mu * fmax(point->row.normal, 0);
    point->row.power += point->row.friction * (point->row.slide - point->row.drift);
    return;
  }
  int states = friction->kind->state_count;
  int first = pair->state + states * (int)(point - pair->point);
  pawl_drag drag = {0};
  const pawl_rub rub = {fmax(point->row.normal, 0), point->row.slide,
                        states ? pawl_system_states(s) + first : NULL};
  friction->kind->rub(friction->fields, &rub, &drag);
  point->row.friction = drag.force;
  point->row.power += drag.force * (point->row.slide - point->row.drift);
  for (int i = 0; rate && i < states; i++)
    rate[first + i] = drag.state_rate[i];
}

/* ---- curve joints ---- */

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
          (pawl_contact_point){.track.touch = touch[i], .track.time = s->now, .mode.normal = PAWL_PRESSED};
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
    pawl_contact_follow(s, pair, &m, p, s->assembled);
  if (known && p->track.found == PAWL_LOST && !s->assembled) {
    known = find_rail(s, pair, &m);
    if (known)
      pawl_contact_follow(s, pair, &m, p, false);
  }
  pair->search.guessed = !known || p->track.found == PAWL_LOST;
  if (!s->assembled && pair->search.guessed) {
    if (!touch_of_near(s, pair, &m, touch))
      touch_of_discs(pair, &m, touch);
    return true;
  }
  if (pair->search.guessed)
    return false;
  if (!s->assembled) { /* from guess to guess */
    p->track.touch = p->track.now;
    p->track.time = s->now;
    p->track.s_rate[0] = p->track.s_rate[1] = 0;
  }
  pawl_touch_rate(pair->profile[0], pair->profile[1], &m.place, &p->track.now, m.v, m.w, &rates);
  *touch = (pawl_touching){p->track.now.gap, rates.bend, p->track.at, p->track.n};
  return true;
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
                                                      .track.time = s->now,
                                                      .mode.normal = PAWL_PRESSED,
                                                      .mode.curvature = touch[i].k[0] + touch[i].k[1]};
}

void pawl_contacts_lie(pawl_system *s)
{
  for (int k = 0; k < s->contact_count; k++)
    if (pawl_pair_is_searched(s->contacts + k) && !pawl_rigid_of(&s->contacts[k].fields->law))
      lie(s, s->contacts + k);
}

void pawl_contacts_forget(pawl_system *s)
{
  for (int k = 0; k < s->contact_count; k++)
    if (pawl_pair_is_searched(s->contacts + k))
      s->contacts[k].count = 0;
}

/* ---- forces ---- */

/* The force on the second body, world axes. */
static pawl_vec force_of(const pawl_contact_point *point)
{
  pawl_vec along = {-point->track.n.y, point->track.n.x, 0};
  return pawl_add(pawl_times(point->row.normal, point->track.n), pawl_times(point->row.friction, along));
}

bool pawl_contact_load(pawl_system *s, pawl_contact_pair *pair, pawl_load *out)
{
  pawl_shape_motion m;
  pawl_end b;
  bool moving = false;
  for (int i = 0; i < pawl_contact_states(pair->fields); i++)
    s->state_rate[pair->state + i] = 0;
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
    pawl_contact_press(s, pair, &m, point, s->state_rate);
    out->power += point->row.power;
    out->energy += point->row.energy;
    if (!pair->profile[0]) {
      pawl_single_load(s, pair, point->row.normal, point->row.friction);
      continue;
    }
    pawl_vec f = force_of(point);
    out->f = pawl_add(out->f, f);
    out->t = pawl_add(out->t, pawl_cross(pawl_sub(point->track.at, b.r), f));
  }
  return true;
}

/* ---- what is seen ---- */

bool pawl_contact_looks_away(const pawl_contact_point *point)
{
  return point->mode.normal == PAWL_OPEN && point->track.now.gap < 0 &&
         isinf(point->mode.slack[PAWL_MARGIN_GAP]);
}

/* The deepest touch that counts, an open one only where none is closed, and the first of those that are equally deep; NULL:
 * the shapes are far apart. */
static const pawl_contact_point *deepest(const pawl_system *s, const pawl_contact_pair *pair)
{
  const pawl_contact_point *best = NULL;
  for (int i = 0; i < pair->count; i++) {
    const pawl_contact_point *p = pair->point + i;
    if (p->track.found == PAWL_LOST || pawl_contact_looks_away(p))
      continue;
    bool open = p->mode.normal == PAWL_OPEN, worse = best && best->mode.normal == PAWL_OPEN && !open;
    bool deeper = best && p->track.now.gap < best->track.now.gap - 1e-12 * s->scale.length;
    if (!best || worse || (deeper && (!open || best->mode.normal == PAWL_OPEN)))
      best = p;
  }
  return best;
}

/* Of those that are closed the one that pushes most, and the first of those that push alike but for rounding; NULL: all are
 * open. */
static const pawl_contact_point *most_loaded(const pawl_contact_pair *pair)
{
  const pawl_contact_point *best = NULL;
  for (int i = 0; i < pair->count; i++) {
    const pawl_contact_point *p = pair->point + i;
    if (p->track.found != PAWL_LOST && p->mode.normal != PAWL_OPEN &&
        (!best || p->row.normal > best->row.normal + 1e-9 * fabs(best->row.normal)))
      best = p;
  }
  return best;
}

double pawl_contact_apart(const pawl_contact_pair *pair, const pawl_shape_motion *m)
{
  if (!pair->profile[0])
    return pair->point[0].track.now.gap;
  pawl_xy a, b;
  double ra, rb;
  pawl_profile_disc(pair->profile[0], &a, &ra);
  pawl_profile_disc(pair->profile[1], &b, &rb);
  const pawl_placing *at = &m->place;
  double x = at->r.x + at->c * b.x - at->s * b.y - a.x, y = at->r.y + at->s * b.x + at->c * b.y - a.y;
  return sqrt(x * x + y * y) - ra - rb;
}

/* Shapes that are far apart have no touch that is followed, but a distance all the same. */
static const pawl_contact_point *find_nearest(const pawl_system *s, pawl_contact_pair *pair,
                                              const pawl_shape_motion *m)
{
  pawl_touch touch[PAWL_TOUCHES];
  pawl_search_note note;
  double reach = fmax(pawl_contact_apart(pair, m), 0) + pawl_profile_size(pair->profile[0]) +
                 pawl_profile_size(pair->profile[1]);
  int n = pawl_search(pair->profile[0], pair->profile[1], &m->place, reach, NULL, 0, touch, PAWL_TOUCHES,
                      pair->search.room, &note);
  if (n == 0)
    return NULL;
  pair->point[0] = (pawl_contact_point){.track.touch = touch[0], .track.time = s->now};
  pawl_contact_follow(s, pair, m, pair->point, false);
  return pair->point;
}

void pawl_contact_see(pawl_system *s, const pawl_contact_pair *pair, pawl_level level, pawl_seen *seen)
{
  pawl_contact_pair own = *pair; /* looking changes nothing */
  pawl_shape_motion m;
  pawl_end b;
  pawl_contact_motion(s, &own, &m);
  s->ops->end(s->kernel, &own.place[1], &b);
  pawl_vec f = {0, 0, 0}, ta = {0, 0, 0}, tb = {0, 0, 0}, sum = {0, 0, 0};
  for (int i = 0; i < own.count; i++) {
    pawl_contact_point *point = own.point + i;
    pawl_contact_follow(s, &own, &m, point, point->mode.normal != PAWL_OPEN);
    if (point->mode.normal == PAWL_OPEN || point->track.found == PAWL_LOST)
      continue;
    double held = point->row.friction;
    /* the index into states is by place in the list, so the copy answers as the pair itself */
    pawl_contact_press(s, &own, &m, point, NULL);
    if (point->mode.tangent == PAWL_RUB_STICK) /* not the law's: as it was solved for */
      point->row.friction = held;
    pawl_vec g = force_of(point);
    f = pawl_add(f, g);
    tb = pawl_add(tb, pawl_cross(pawl_sub(point->track.at, b.r), g));
    ta = pawl_sub(ta, pawl_cross(pawl_sub(point->track.at, m.a.r), g));
    bool pulls = pair->single == PAWL_SINGLE_CONSTRAINT; /* else at its zero it may be negative by rounding */
    seen->effort += pulls ? point->row.normal : fmax(point->row.normal, 0);
    sum = pawl_add(sum, pawl_times(fmax(point->row.normal, 0), point->track.at));
    seen->across += point->row.friction;
    seen->power += point->row.power;
    seen->energy += point->row.energy;
    seen->count += 1;
  }
  seen->f = f;
  seen->t = tb;
  seen->back_t = ta;
  const pawl_contact_point *loaded = most_loaded(&own), *best = deepest(s, &own);
  if (loaded && pawl_rigid_of(&pair->fields->law)) {
    /* what does not give way is nowhere deep: which of its gaps is the least is up to rounding. But what is read while forces
     * are not known yet must not depend on those of another instant */
    bool known = level >= PAWL_AT_FORCE;
    best = known ? loaded : best;
    loaded = best;
  }
  if (!best && !pair->profile[0])
    return;
  bool followed = best != NULL;
  if (!best)
    best = find_nearest(s, &own, &m);
  /* nowhere opposite each other, or one deep in the other, or seen through it */
  if (!best || (!followed && seen->count == 0 && best->track.now.gap < 0)) {
    seen->length = fmax(pawl_contact_apart(&own, &m), 0);
    return;
  }
  seen->length = best->track.now.gap;
  seen->rate = best->row.gap_rate;
  seen->depth = seen->count > 0 ? fmax(-best->track.now.gap, 0) : 0;
  best = loaded ? loaded : best;
  seen->mode = loaded ? 1 + (int)loaded->mode.tangent : 0;
  seen->slip = best->row.slide;
  seen->parameter[0] = best->track.now.s[0];
  seen->parameter[1] = best->track.now.s[1];
  seen->r = pawl_add(seen->effort > 0 ? pawl_times(1 / seen->effort, sum) : best->track.at, s->origin);
}
