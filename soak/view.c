/* Views: functions from a scene to a scene whose motion is the same. */
#include "view.h"

#include <math.h>
#include <string.h>

#include "base/power.h"

static const double PI = 3.14159265358979323846;

soak_view soak_view_none(void)
{
  soak_view v = {.name = "plain", .length = 1, .mass = 1, .time = 1};
  for (int i = 0; i < SOAK_BODIES; i++)
    v.body[i] = i;
  return v;
}

static double power_of_ten(soak_lot *lot, int most)
{
  int n = soak_whole(lot, -most, most);
  double x = 1;
  for (int i = 0; i < n; i++)
    x *= 10;
  for (int i = 0; i > n; i--)
    x /= 10;
  return x;
}

static double any_angle(soak_lot *lot)
{
  return soak_likely(lot, 0.3) ? 0.5 * PI * soak_whole(lot, 1, 3) : soak_between(lot, -PI, PI);
}

static soak_xy any_way(soak_lot *lot, double size)
{
  double y = soak_between(lot, -size, size);
  return soak_v(soak_between(lot, -size, size), y);
}

static void choose(soak_view *v, const soak_scene *scene, int kind)
{
  static const char *const names[SOAK_VIEWS] = {"plain",    "mirrored", "turned",    "mirrored-turned",
                                                "shifted",  "boosted",  "reordered", "exchanged",
                                                "begun-on", "units",    "joined",    "beside"};
  soak_lot *lot = &v->lot;
  v->name = names[kind];
  switch (kind) {
  case 1:
    v->mirrored = true;
    break;
  case 3:
    v->mirrored = true;
    v->turn = any_angle(lot);
    break;
  case 2:
    v->turn = any_angle(lot);
    break;
  case 4:
    v->shift = any_way(lot, 10 * scene->length);
    break;
  case 5:
    v->boost = any_way(lot, 3 * scene->length / scene->duration);
    break;
  case 6:
    v->reordered = true;
    break;
  case 7:
    v->exchanged = true;
    break;
  case 8:
    v->begun = true;
    break;
  case 9:
    v->length = power_of_ten(lot, 3);
    v->mass = power_of_ten(lot, 3);
    v->time = power_of_ten(lot, 3);
    break;
  case 10:
    v->joined = true;
    break;
  case 11:
    v->beside = true;
    break;
  }
}

static bool has_room(const soak_scene *s)
{
  return s->body_count + 2 < SOAK_BODIES && s->shape_count + 2 < SOAK_SHAPES &&
         s->contact_count < SOAK_CONTACTS;
}

enum { LOTS = 11 }; /* so that a seed keeps its views when others are added */

/* The first two are always mirrored and turned, which have found most; the others come in an order of the seed's own. */
soak_view soak_view_draw(const soak_scene *scene, int which, unsigned long long seed)
{
  soak_view v = soak_view_none();
  v.lot = soak_begin("view", seed * LOTS + (unsigned long long)which);
  if (which == 0)
    return v;
  int kind = which == 1   ? (seed % 2 ? 1 : 3)
             : which == 2 ? 4 + (int)(seed % 6)
             : which == 3 ? (seed % 2 && has_room(scene) ? 11 : 2)
                          : 4 + (int)((seed + (unsigned)which - 2) % 6);
  if (scene->joined && which % 3 == 1)
    kind = 10;
  choose(&v, scene, kind);
  return v;
}

/* ---- applying ---- */

static soak_xy direction(const soak_view *v, soak_xy a)
{
  return soak_turn(soak_v(v->mirrored ? -a.x : a.x, a.y), v->turn);
}

/* Of a point on a body: turning is the body's matter, on the ground it is the point's. */
static soak_xy place_on(const soak_view *v, int body, soak_xy p)
{
  if (body == SOAK_GROUND)
    return soak_add(soak_times(v->length, direction(v, p)), v->shift);
  return soak_times(v->length, soak_v(v->mirrored ? -p.x : p.x, p.y));
}

static double angle_on(const soak_view *v, int body, double angle)
{
  return (v->mirrored ? -angle : angle) + (body == SOAK_GROUND ? v->turn : 0);
}

static void reverse(soak_xy *p, int n)
{
  for (int i = 0; i < n / 2; i++) {
    soak_xy keep = p[i];
    p[i] = p[n - 1 - i];
    p[n - 1 - i] = keep;
  }
}

static void apply_shape(soak_view *v, soak_shape *s)
{
  for (int i = 0; i < s->all; i++)
    s->point[i] = place_on(v, s->body, s->point[i]);
  if (v->mirrored) {
    reverse(s->point, s->count);
    reverse(s->point + s->count, s->all - s->count);
  }
  if (v->begun && (s->curve == SOAK_POLYGON || s->curve == SOAK_SPLINE)) {
    soak_xy old[SOAK_POINTS];
    int by = soak_whole(&v->lot, 1, s->count - 1);
    memcpy(old, s->point, sizeof old);
    for (int i = 0; i < s->count; i++)
      s->point[i] = old[(i + by) % s->count];
  }
  s->at = place_on(v, s->body, s->at);
  s->angle = angle_on(v, s->body, s->angle);
  s->a *= v->length;
  s->b *= v->length;
  s->rounding *= v->length;
}

static void apply_law(const soak_view *v, soak_contact *c)
{
  bool viscous = c->law == SOAK_LINEAR || c->law == SOAK_IMPACT;
  c->cohesion *= v->mass * v->length / (v->time * v->time);
  c->viscous *= v->mass / v->time;
  if (c->law == SOAK_RIGID)
    return;
  c->stiffness *= v->mass / (v->time * v->time) * pawl_pow(v->length, 1 - c->exponent);
  c->damping *= viscous ? v->mass / v->time : v->time / v->length;
  c->depth *= v->length;
  c->stick_speed *= v->length / v->time;
}

static void apply_body(const soak_view *v, soak_body *b)
{
  double speed = v->length / v->time;
  b->mass *= v->mass;
  b->inertia *= v->mass * v->length * v->length;
  b->place = place_on(v, SOAK_GROUND, b->place);
  b->velocity = soak_add(soak_times(speed, direction(v, b->velocity)), v->boost);
  b->angle = angle_on(v, SOAK_GROUND, b->angle);
  b->spin = (v->mirrored ? -b->spin : b->spin) / v->time;
  b->size *= v->length;
}

static void apply_link(const soak_view *v, soak_link *l)
{
  l->at_a = place_on(v, l->a, l->at_a);
  l->at_b = place_on(v, l->b, l->at_b);
  l->along = (v->mirrored ? PI - l->along : l->along) + (l->a == SOAK_GROUND ? v->turn : 0);
  if (l->joint == SOAK_PRISMATIC) {
    l->min *= v->length;
    l->max *= v->length;
  } else {
    double min = angle_on(v, l->a, l->min), max = angle_on(v, l->a, l->max);
    l->min = v->mirrored ? max : min;
    l->max = v->mirrored ? min : max;
  }
}

static void shuffle(soak_lot *lot, int *order, int n)
{
  for (int i = 0; i < n; i++)
    order[i] = i;
  for (int i = n - 1; i > 0; i--) {
    int j = soak_whole(lot, 0, i), keep = order[i];
    order[i] = order[j];
    order[j] = keep;
  }
}

static int renamed(const int *name, int i)
{
  return i == SOAK_GROUND ? i : name[i];
}

static void reorder(soak_view *v, soak_scene *s)
{
  soak_scene old = *s;
  int body[SOAK_BODIES], shape[SOAK_SHAPES], contact[SOAK_CONTACTS], link[SOAK_LINKS];
  shuffle(&v->lot, body, s->body_count);
  shuffle(&v->lot, shape, s->shape_count);
  shuffle(&v->lot, contact, s->contact_count);
  shuffle(&v->lot, link, s->link_count);
  for (int i = 0; i < s->body_count; i++) {
    s->body[body[i]] = old.body[i];
    v->body[i] = body[i];
  }
  for (int i = 0; i < s->shape_count; i++) {
    soak_shape *to = s->shape + shape[i];
    *to = old.shape[i];
    to->body = renamed(body, to->body);
  }
  for (int i = 0; i < s->contact_count; i++) {
    soak_contact *to = s->contact + contact[i];
    *to = old.contact[i];
    to->a = shape[to->a];
    to->b = shape[to->b];
  }
  for (int i = 0; i < s->link_count; i++) {
    soak_link *to = s->link + link[i];
    *to = old.link[i];
    to->a = renamed(body, to->a);
    to->b = renamed(body, to->b);
  }
}

/* The ground moves with everything else: it becomes a base. */
static void move_ground(const soak_view *v, soak_scene *s)
{
  int stand = SOAK_GROUND;
  for (int i = 0; i < s->shape_count + s->link_count; i++) {
    soak_link *l = s->link + i - s->shape_count;
    int *holders[2] = {i < s->shape_count ? &s->shape[i].body : &l->a, i < s->shape_count ? NULL : &l->b};
    for (int k = 0; k < 2; k++) {
      if (!holders[k] || *holders[k] != SOAK_GROUND)
        continue;
      if (stand == SOAK_GROUND) {
        stand = soak_add_body(s, 0, 0);
        s->body[stand].driven = s->stands = true;
        s->body[stand].velocity = v->boost;
      }
      *holders[k] = stand;
    }
  }
}

/* The first block becomes the whole; contacts with the others go. */
static void join(soak_scene *s)
{
  int kept = 0;
  s->shape[0] = s->whole;
  for (int i = 0; i < s->contact_count; i++)
    if (s->contact[i].a == 0 || s->contact[i].a >= s->joined)
      s->contact[kept++] = s->contact[i];
  s->contact_count = kept;
}

/* A box at rest on a ledge across gravity. */
static void lie_beside(soak_scene *s)
{
  double l = 0.3 * s->length, g = soak_norm(s->gravity), mass = s->body_count ? s->body[0].mass : 0;
  soak_xy up = g > 0 ? soak_times(-1 / g, s->gravity) : soak_v(0, 1), along = soak_v(up.y, -up.x),
          at = soak_times(3 * s->length, along); /* no contact with anything else is declared */
  int body = soak_add_body(s, mass > 0 ? mass : 1, (mass > 0 ? mass : 1) * 2 * l * l / 3);
  s->body[body].place = soak_add(at, soak_times(l, up));
  s->body[body].size = 1.5 * l;
  s->body[body].angle = atan2(along.y, along.x);
  const soak_xy box[4] = {{-l, -l}, {l, -l}, {l, l}, {-l, l}};
  soak_xy ledge[4];
  for (int i = 0; i < 4; i++)
    ledge[i] = soak_add(at, soak_add(soak_times(3 * box[i].x, along), soak_times(box[i].y - l, up)));
  int a = soak_add_shape(s, SOAK_GROUND, SOAK_POLYGON, ledge, 4),
      b = soak_add_shape(s, body, SOAK_POLYGON, box, 4);
  soak_add_contact(s, a, b, 0.3, 0.5);
}

void soak_view_apply(soak_view *v, const soak_scene *from, soak_scene *to)
{
  *to = *from;
  if (v->beside)
    lie_beside(to);
  if (v->joined)
    join(to);
  to->gravity = soak_times(v->length / (v->time * v->time), direction(v, to->gravity));
  to->duration *= v->time;
  to->length *= v->length;
  for (int i = 0; i < to->shape_count; i++)
    apply_shape(v, to->shape + i);
  if (to->joined)
    apply_shape(v, &to->whole);
  for (int i = 0; i < to->body_count; i++)
    apply_body(v, to->body + i);
  for (int i = 0; i < to->link_count; i++)
    apply_link(v, to->link + i);
  for (int i = 0; i < to->contact_count; i++)
    apply_law(v, to->contact + i);
  if (v->boost.x != 0 || v->boost.y != 0)
    move_ground(v, to);
  if (v->reordered)
    reorder(v, to);
  for (int i = 0; v->exchanged && i < to->contact_count; i++) {
    soak_contact *c = to->contact + i;
    int a = c->a;
    c->a = c->b;
    c->b = a;
  }
}

static soak_xy direction_back(const soak_view *v, soak_xy a)
{
  soak_xy b = soak_turn(a, -v->turn);
  return soak_v(v->mirrored ? -b.x : b.x, b.y);
}

soak_pose soak_view_back(const soak_view *v, soak_pose x, double t)
{
  soak_xy away = soak_add(v->shift, soak_times(t, v->boost));
  soak_pose p = {.place = direction_back(v, soak_times(1 / v->length, soak_sub(x.place, away))),
                 .velocity =
                     direction_back(v, soak_times(v->time / v->length, soak_sub(x.velocity, v->boost))),
                 .angle = x.angle - v->turn,
                 .spin = x.spin * v->time};
  if (v->mirrored) {
    p.angle = -p.angle;
    p.spin = -p.spin;
  }
  return p;
}
