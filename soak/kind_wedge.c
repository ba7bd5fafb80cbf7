/* A body falls between two inclines, sometimes with another one on top of it. */
#include "kinds.h"

static void make(soak_scene *s, soak_lot *lot)
{
  const double deg = 3.14159265358979323846 / 180;
  soak_xy left = soak_turn(soak_v(-1, 0), -soak_between(lot, 15, 75) * deg),
          right = soak_turn(soak_v(1, 0), soak_between(lot, 15, 75) * deg);
  bool two = soak_likely(lot, 0.3); /* of two shapes instead of one */
  int walls[2], count = 0;
  soak_xy a = soak_times(3, left), b = soak_times(3, right);
  if (two) {
    soak_xy l[] = {{0, 0}, a}, behind_l[] = {{a.x, -20}, {0, -20}}, r[] = {b, {0, 0}},
            behind_r[] = {{0, -20}, {b.x, -20}};
    walls[count++] = soak_add_way(s, SOAK_GROUND, l, 2, behind_l, 2);
    walls[count++] = soak_add_way(s, SOAK_GROUND, r, 2, behind_r, 2);
  } else {
    soak_xy way[] = {b, {0, 0}, a}, behind[] = {{a.x, -20}, {b.x, -20}};
    walls[count++] = soak_add_way(s, SOAK_GROUND, way, 3, behind, 2);
  }
  int bodies = soak_likely(lot, 0.7) ? 1 : 2;
  double e = 0.9 * soak_restitution(lot), mu = soak_friction(lot), height = 0;
  for (int i = 0; i < bodies; i++) {
    double size = soak_between(lot, 0.03, 0.08);
    int body = soak_draw_body(s, lot, soak_draw_form(lot, SOAK_ANY), size);
    soak_body *x = s->body + body;
    double steepest = left.y > right.y ? left.y / -left.x : right.y / right.x;
    /* a disc round it is clear of both walls */
    height += i ? 1.02 * (s->body[0].size + x->size) : 1.02 * x->size * (1 + steepest);
    x->place = soak_v(0, height);
    x->angle = soak_between(lot, -3, 3);
    x->velocity = soak_v(soak_between(lot, -0.3, 0.3), 0);
    x->spin = soak_between(lot, -2, 2);
    for (int k = 0; k < count; k++)
      soak_add_contact(s, walls[k], soak_shape_of(s, body), e, mu);
    for (int k = 0; k < body; k++)
      soak_add_contact(s, soak_shape_of(s, k), soak_shape_of(s, body), e, mu);
  }
}

const soak_kind soak_kind_wedge = {"wedge", "bodies between two inclines", make, NULL};
