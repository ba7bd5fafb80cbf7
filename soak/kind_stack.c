/* Boxes and discs on each other, on a floor of one piece; sometimes the topmost comes flying. */
#include "kinds.h"

static void make(soak_scene *s, soak_lot *lot)
{
  soak_xy way[] = {{30, 0}, {-30, 0}}, behind[] = {{-30, -20}, {30, -20}};
  int floor = soak_add_way(s, SOAK_GROUND, way, 2, behind, 2), bodies = soak_whole(lot, 2, 4);
  bool touching = soak_likely(lot, 0.5), aligned = soak_likely(lot, 0.5);
  double e = 0.9 * soak_restitution(lot), mu = soak_friction(lot), top = 0,
         half = soak_between(lot, 0.04, 0.08);
  for (int i = 0; i < bodies; i++) {
    double height = soak_between(lot, 0.02, 0.05);
    int body = soak_draw_body(s, lot, SOAK_BOX, half);
    soak_body *b = s->body + body;
    soak_shape *shape = s->shape + soak_shape_of(s, body);
    soak_corners(shape->point, half, height);
    b->inertia = b->mass * (half * half + height * height) / 3;
    b->size = soak_norm(shape->point[0]);
    b->place.y = top + height + (touching ? 0 : soak_between(lot, 0.001, 0.03));
    b->place.x = aligned ? 0 : soak_between(lot, -0.5, 0.5) * half;
    top = b->place.y + height;
    s->length = s->length < 2 * b->size ? 2 * b->size : s->length;
    soak_add_contact(s, floor, soak_shape_of(s, body), e, mu);
    for (int k = 0; k < body; k++)
      soak_add_contact(s, soak_shape_of(s, k), soak_shape_of(s, body), e, mu);
    if (soak_likely(lot, 0.5))
      half *= soak_between(lot, 0.6, 1);
  }
  if (soak_likely(lot, 0.5))
    s->body[bodies - 1].velocity.x = soak_between(lot, -1, 1);
  s->duration = 0.5;
}

const soak_kind soak_kind_stack = {"stack", "boxes on each other", make, NULL};
