/* Bodies dropped on a floor made of one way, or of blocks side by side with seams of equal height. */
#include "kinds.h"

/* Blocks from a far end to the other, and the same as one way. Between them are none, one or several seams. */
static int add_blocks(soak_scene *s, soak_lot *lot)
{
  double x = soak_between(lot, -0.1, 0.1), from = -30;
  int count = soak_whole(lot, 2, 4);
  for (int i = 0; i < count; i++) {
    double to = i == count - 1 ? 30 : x;
    soak_xy corner[4] = {{from, -1}, {to, -1}, {to, 0}, {from, 0}};
    soak_add_shape(s, SOAK_GROUND, SOAK_POLYGON, corner, 4);
    from = to;
    x += soak_between(lot, 0.03, 0.2);
  }
  soak_xy whole[] = {{30, 0}, {-30, 0}, {-30, -1}, {30, -1}};
  s->whole = (soak_shape){.curve = SOAK_POLYLINE, .body = SOAK_GROUND, .count = 2, .all = 4};
  for (int i = 0; i < 4; i++)
    s->whole.point[i] = whole[i];
  return s->joined = count;
}

static void make(soak_scene *s, soak_lot *lot)
{
  bool blocks = soak_likely(lot, 0.7);
  int count = 1;
  if (blocks)
    count = add_blocks(s, lot);
  else {
    double edge = soak_between(lot, 0.05, 0.2);
    soak_xy way[] = {{30, 0}, {edge, 0}, {0, 0}, {-30, 0}}, behind[] = {{-30, -20}, {30, -20}};
    soak_add_way(s, SOAK_GROUND, way, 4, behind, 2);
  }
  double size = soak_between(lot, 0.04, 0.09);
  int body = soak_draw_body(s, lot, soak_draw_form(lot, SOAK_ANY), size);
  soak_body *b = s->body + body;
  bool touching = soak_likely(lot, 0.5);
  bool flat = touching || soak_likely(lot, 0.4);
  double gap = touching ? 0 : soak_between(lot, 0.005, 0.2), x = soak_between(lot, -0.2, 0.3);
  soak_put_on(s, lot, body, soak_v(x, 0), soak_v(0, 1), gap, flat);
  b->velocity = soak_v(soak_between(lot, -1.5, 1.5), 0);
  if (!touching)
    b->spin = soak_between(lot, -4, 4);
  double e = soak_restitution(lot), mu = soak_slides_with(lot, touching);
  for (int i = 0; i < count; i++)
    soak_add_contact(s, i, soak_shape_of(s, body), e, mu);
  s->duration = 0.7;
}

const soak_kind soak_kind_seam = {"seam", "a body on a floor with seams of equal height", make, NULL};
