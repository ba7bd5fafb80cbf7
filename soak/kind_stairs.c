/* A body tumbles down stairs. */
#include "kinds.h"

static void make(soak_scene *s, soak_lot *lot)
{
  soak_xy way[16], behind[2];
  int n = 0, steps = soak_whole(lot, 2, 5);
  double side = soak_likely(lot, 0.5) ? 1 : -1, x = 0, y = 0;
  double tread = soak_between(lot, 0.08, 0.3), riser = soak_between(lot, 0.04, 0.15), lean = 0;
  if (soak_likely(lot, 0.4))
    lean = soak_between(lot, -0.4, 0.4) * riser;
  /* downwards to the right: the way runs from right to left, so points are collected from the top and then reversed */
  way[n++] = soak_v(-60, 0);
  for (int i = 0; i < steps; i++) {
    way[n++] = soak_v(x, y);
    y -= riser;
    way[n++] = soak_v(x + lean, y);
    x += tread;
  }
  way[n++] = soak_v(60, y);
  behind[0] = soak_v(-60, -40);
  behind[1] = soak_v(60, -40);
  for (int i = 0; side > 0 && i < n / 2; i++) {
    soak_xy keep = way[i];
    way[i] = way[n - 1 - i];
    way[n - 1 - i] = keep;
  }
  for (int i = 0; side < 0 && i < n; i++)
    way[i].x = -way[i].x;
  int ground = soak_add_way(s, SOAK_GROUND, way, n, behind, 2);
  double size = soak_between(lot, 0.04, 0.09);
  int body = soak_draw_body(s, lot, soak_draw_form(lot, SOAK_ANY), size);
  soak_body *b = s->body + body;
  bool touching = soak_likely(lot, 0.4);
  double speed = soak_between(lot, 0.2, 1.5);
  soak_xy from = soak_v(-side * soak_between(lot, 0.02, 0.2), 0);
  bool flat = touching || soak_likely(lot, 0.4);
  soak_put_on(s, lot, body, from, soak_v(0, 1), touching ? 0 : soak_between(lot, 0.005, 0.1), flat);
  b->velocity = soak_v(side * speed, 0);
  if (!touching)
    b->spin = soak_between(lot, -4, 4);
  double mu = soak_slides_with(lot, touching);
  soak_add_contact(s, ground, soak_shape_of(s, body), soak_restitution(lot), mu);
}

const soak_kind soak_kind_stairs = {"stairs", "a body that tumbles down stairs", make, NULL};
