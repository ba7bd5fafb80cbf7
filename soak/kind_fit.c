/* A block between a floor and a ceiling, of exactly its own height or a little more. */
#include "kinds.h"

static void make(soak_scene *s, soak_lot *lot)
{
  double a = soak_between(lot, 0.03, 0.1), b = soak_between(lot, 0.02, 0.06);
  double play = soak_likely(lot, 0.4) ? 0 : soak_over_powers(lot, 1e-7, 0.1) * b;
  soak_xy low[] = {{30, 0}, {-30, 0}}, below[] = {{-30, -20}, {30, -20}};
  soak_xy high[] = {{-30, 2 * b + play}, {30, 2 * b + play}}, above[] = {{30, 20}, {-30, 20}};
  int floor = soak_add_way(s, SOAK_GROUND, low, 2, below, 2),
      ceiling = soak_add_way(s, SOAK_GROUND, high, 2, above, 2);
  int body = soak_draw_body(s, lot, SOAK_BOX, a);
  soak_body *x = s->body + body;
  soak_shape *shape = s->shape + soak_shape_of(s, body);
  soak_corners(shape->point, a, b);
  x->inertia = x->mass * (a * a + b * b) / 3;
  x->size = soak_norm(shape->point[0]);
  s->length = 2 * x->size;
  x->place = soak_v(0, b + play * soak_whole(lot, 0, 2) / 2);
  x->velocity.y = play > 0 ? soak_between(lot, -0.1, 0.1) : 0;
  x->velocity.x = soak_between(lot, -1, 1);
  double e = play < 0.05 * b ? 0 : 0.5 * soak_restitution(lot), mu = soak_friction(lot);
  soak_add_contact(s, floor, soak_shape_of(s, body), e, mu);
  /* what just fits moves as if there were no ceiling, unless it would tip */
  if (play == 0 && mu * b < 0.9 * a) {
    s->joined = 2;
    s->whole = s->shape[floor];
  }
  soak_add_contact(s, ceiling, soak_shape_of(s, body), e, mu);
  s->duration = 0.4;
}

const soak_kind soak_kind_fit = {"fit", "a block in a gap of its own height", make, NULL};
