/* A peg falls into a hole that is a little wider than it. */
#include "kinds.h"

static void make(soak_scene *s, soak_lot *lot)
{
  double a = soak_between(lot, 0.01, 0.04), b = soak_between(lot, 0.02, 0.08),
         play = soak_over_powers(lot, 1e-5, 0.3) * a;
  double half = a + play / 2, deep = soak_between(lot, 0.5, 2.5) * b,
         in = soak_between(lot, -0.3, 0.6) * deep;
  soak_xy way[] = {{30, 0}, {half, 0}, {half, -deep}, {-half, -deep}, {-half, 0}, {-30, 0}};
  soak_xy behind[] = {{-30, -20}, {30, -20}};
  int floor = soak_add_way(s, SOAK_GROUND, way, 6, behind, 2);
  int body = soak_draw_body(s, lot, soak_likely(lot, 0.8) ? SOAK_BOX : SOAK_ROUND, a);
  soak_body *x = s->body + body;
  soak_shape *shape = s->shape + soak_shape_of(s, body);
  if (shape->curve == SOAK_POLYGON) {
    soak_corners(shape->point, a, b);
    x->inertia = x->mass * (a * a + b * b) / 3;
    x->size = soak_norm(shape->point[0]);
    s->length = 2 * x->size;
  } else
    b = a;
  x->place = soak_v(soak_between(lot, -0.4, 0.4) * play, b - in);
  if (in > deep - 0.001)
    x->place.y = b - deep + 0.001;
  x->angle = soak_likely(lot, 0.4) ? 0 : soak_between(lot, -0.03, 0.03) * play / b;
  x->velocity.y = -soak_between(lot, 0, 0.5);
  if (soak_likely(lot, 0.5))
    x->velocity.x = soak_between(lot, -0.2, 0.2);
  /* in a narrow gap what bounces does so for ever */
  double mu = soak_friction(lot), e = play < 0.05 * a ? 0 : 0.5 * soak_restitution(lot);
  soak_add_contact(s, floor, soak_shape_of(s, body), e, mu);
  s->duration = 0.4;
}

const soak_kind soak_kind_peg = {"peg", "a peg in a hole", make, NULL};
