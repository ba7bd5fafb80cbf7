/* Bodies with blunt keels, sides bent by a little, or with rounded corners, on floors, slopes and in valleys: they roll from one edge to the
 * next. */
#include "kinds.h"

static void make_any(soak_scene *s, soak_lot *lot, bool round)
{
  double left = soak_likely(lot, 0.5) ? 0 : soak_between(lot, 0, 0.8),
         right = soak_likely(lot, 0.5) ? 0 : soak_between(lot, 0, 0.8);
  soak_xy way[] = {{30, 30 * right}, {0, 0}, {-30, 30 * left}}, behind[] = {{-30, -20}, {30, -20}};
  soak_add_way(s, SOAK_GROUND, way, 3, behind, 2);
  double size = soak_between(lot, 0.04, 0.09);
  int body = soak_draw_body(s, lot, soak_likely(lot, 0.6) ? SOAK_BOX : SOAK_CONVEX, size);
  soak_shape *shape = s->shape + soak_shape_of(s, body);
  if (round)
    shape->rounding = soak_draw_rounding(shape, lot, size);
  else
    soak_bend_sides(s, lot, soak_shape_of(s, body), 0.2);
  bool flat = soak_likely(lot, 0.3);
  double gap = soak_between(lot, 0.002, 0.1), x = soak_between(lot, -0.2, 0.2), slope = x > 0 ? right : -left,
         length = soak_norm(soak_v(slope, 1));
  soak_put_on(s, lot, body, soak_v(x, slope * x), soak_v(-slope / length, 1 / length), gap, flat);
  s->body[body].velocity = soak_v(soak_between(lot, -0.5, 0.5), 0);
  s->body[body].spin = soak_between(lot, -4, 4);
  double e = soak_restitution(lot), mu = soak_friction(lot);
  soak_add_contact(s, 0, soak_shape_of(s, body), e, mu);
  s->duration = 0.8;
}

static void make(soak_scene *s, soak_lot *lot)
{
  make_any(s, lot, false);
}

static void make_rounded(soak_scene *s, soak_lot *lot)
{
  make_any(s, lot, true);
}

const soak_kind soak_kind_rounded = {
    "rounded", "a body with rounded corners rolls on a floor, a slope, in a valley", make_rounded, NULL};
const soak_kind soak_kind_blunt = {"blunt", "a body with blunt keels rolls on a floor, a slope, in a valley",
                                   make, NULL};
