/* A block slides over a slot that it cannot fall into, or tips into one that is wide. */
#include "kinds.h"

static void make(soak_scene *s, soak_lot *lot)
{
  double half = soak_between(lot, 0.01, 0.06), deep = soak_between(lot, 0.03, 0.12),
         side = soak_likely(lot, 0.5) ? 1 : -1;
  double lip = soak_likely(lot, 0.7) ? 0 : soak_between(lot, 0, 0.3) * half; /* wider below */
  soak_xy way[] = {{30, 0}, {half, 0}, {half + lip, -deep}, {-half - lip, -deep}, {-half, 0}, {-30, 0}};
  soak_xy behind[] = {{-30, -20}, {30, -20}};
  int floor = soak_add_way(s, SOAK_GROUND, way, 6, behind, 2);
  double size = soak_between(lot, 0.03, 0.08);
  soak_form last = soak_likely(lot, 0.7) ? SOAK_CORNERED : SOAK_ANY;
  int body = soak_draw_body(s, lot, soak_draw_form(lot, last), size);
  soak_body *b = s->body + body;
  double from = half + b->size + soak_between(lot, 0.001, 0.05);
  bool touching = soak_likely(lot, 0.8);
  bool flat = touching || soak_likely(lot, 0.5);
  soak_put_on(s, lot, body, soak_v(-side * from, 0), soak_v(0, 1),
              touching ? 0 : soak_between(lot, 0.001, 0.01), flat);
  b->velocity.x = side * soak_between(lot, 0.2, 1.5);
  double mu = soak_slides_with(lot, touching);
  soak_add_contact(s, floor, soak_shape_of(s, body), soak_restitution(lot), mu);
  s->duration = 0.6;
}

const soak_kind soak_kind_slot = {"slot", "a body that slides over a slot", make, NULL};
