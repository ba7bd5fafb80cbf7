/* Free bodies that meet in the void. */
#include "kinds.h"

static void make(soak_scene *s, soak_lot *lot)
{
  const double PI = 3.14159265358979323846;
  int bodies = soak_whole(lot, 2, 4);
  double size = soak_between(lot, 0.04, 0.08), begin = soak_between(lot, -PI, PI);
  double e = soak_restitution(lot), mu = soak_friction(lot);
  s->gravity = soak_v(0, 0);
  for (int i = 0; i < bodies; i++) {
    int body = soak_draw_body(s, lot, soak_draw_form(lot, SOAK_ANY), size);
    soak_body *b = s->body + body;
    soak_xy out = soak_turn(soak_v(1, 0), begin + 2 * PI * i / bodies);
    soak_xy aim = {.y = soak_between(lot, -0.05, 0.05)};
    aim.x = soak_between(lot, -0.05, 0.05);
    b->place = soak_times(0.2 + soak_between(lot, 0, 0.1), out);
    b->velocity = soak_times(soak_between(lot, 0.3, 2), soak_sub(soak_times(0.3, aim), soak_times(0.4, out)));
    b->angle = soak_between(lot, -PI, PI);
    b->spin = soak_between(lot, -5, 5);
    for (int k = 0; k < body; k++)
      soak_add_contact(s, soak_shape_of(s, k), soak_shape_of(s, body), e, mu);
  }
}

const soak_kind soak_kind_free = {"free", "free bodies that collide", make, NULL};
