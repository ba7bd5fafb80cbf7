/* Light bodies between heavy ones and a floor; masses differ by up to a million. */
#include "kinds.h"

static void make(soak_scene *s, soak_lot *lot)
{
  soak_xy way[] = {{30, 0}, {-30, 0}}, behind[] = {{-30, -20}, {30, -20}};
  int floor = soak_add_way(s, SOAK_GROUND, way, 2, behind, 2);
  double e = 0.9 * soak_restitution(lot), mu = soak_friction(lot);
  double size = soak_between(lot, 0.01, 0.03);
  int light = soak_draw_body(s, lot, soak_draw_form(lot, SOAK_OVAL), size);
  size = soak_between(lot, 0.06, 0.12);
  int heavy = soak_draw_body(s, lot, soak_draw_form(lot, SOAK_OVAL), size);
  soak_body *a = s->body + light, *b = s->body + heavy;
  double ratio = soak_over_powers(lot, 2, 1e6);
  b->inertia *= ratio * a->mass / b->mass;
  b->mass = ratio * a->mass;
  bool touching = soak_likely(lot, 0.6);
  soak_put_on(s, lot, light, soak_v(0, 0), soak_v(0, 1), touching ? 0 : 0.002,
              touching || soak_likely(lot, 0.4));
  double top = a->place.y + a->size;
  bool flat = soak_likely(lot, 0.5);
  double gap = soak_between(lot, 0.0005, 0.02), beside = soak_between(lot, -0.01, 0.01);
  soak_put_on(s, lot, heavy, soak_v(beside, top), soak_v(0, 1), gap, flat);
  soak_add_contact(s, floor, soak_shape_of(s, light), e, mu);
  soak_add_contact(s, floor, soak_shape_of(s, heavy), e, mu);
  soak_add_contact(s, soak_shape_of(s, light), soak_shape_of(s, heavy), e, mu);
  s->duration = 0.4;
}

const soak_kind soak_kind_pinch = {"pinch", "light bodies under heavy ones", make, NULL};
