/* A body slides or falls down a ramp into a floor, to either side. */
#include "kinds.h"

static void make(soak_scene *s, soak_lot *lot)
{
  const double deg = 3.14159265358979323846 / 180;
  double slope = soak_between(lot, 12, 80) * deg, side = soak_likely(lot, 0.5) ? 1 : -1, rise = 1.5;
  soak_xy up = soak_turn(soak_v(1, 0), slope), top = soak_times(rise, up);
  /* to the right of the floor, run from right to left; mirrored, the other way about */
  soak_xy way[] = {top, {0, 0}, {-60, 0}}, behind[] = {{-60, -40}, {60, -40}, {60, top.y}};
  if (side < 0) {
    way[0] = soak_v(60, 0);
    way[2] = soak_v(-top.x, top.y);
    behind[0] = soak_v(-60, top.y);
    behind[1] = soak_v(-60, -40);
    behind[2] = soak_v(60, -40);
  }
  int ground = soak_add_way(s, SOAK_GROUND, way, 3, behind, 3);
  double size = soak_between(lot, 0.04, 0.09);
  int body = soak_draw_body(s, lot, soak_draw_form(lot, SOAK_ANY), size);
  soak_body *b = s->body + body;
  bool touching = soak_likely(lot, 0.6);
  double along = soak_between(lot, 0.25, 0.6), speed = soak_likely(lot, 0.3) ? 0 : soak_between(lot, 0, 1.5);
  soak_xy from = soak_v(side * along * up.x, along * up.y), n = soak_v(-side * up.y, up.x);
  bool flat = touching || soak_likely(lot, 0.3);
  soak_put_on(s, lot, body, from, n, touching ? 0 : soak_between(lot, 0.005, 0.05), flat);
  b->velocity = soak_v(-side * speed * up.x, -speed * up.y);
  if (!touching)
    b->spin = soak_between(lot, -3, 3);
  double mu = soak_slides_with(lot, touching);
  soak_add_contact(s, ground, soak_shape_of(s, body), soak_restitution(lot), mu);
}

const soak_kind soak_kind_ramp = {"ramp", "a body on a ramp that ends in a floor", make, NULL};
