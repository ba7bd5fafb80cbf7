/* One to three bodies in a turning drum of 3 to 12 sides. */
#include "kinds.h"

static void make(soak_scene *s, soak_lot *lot)
{
  const double PI = 3.14159265358979323846;
  int sides = soak_whole(lot, 3, 12), bodies = soak_likely(lot, 0.7) ? 1 : 2;
  double radius = 0.3;
  soak_xy rim[12];
  for (int i = 0; i < sides; i++)
    rim[i] = soak_turn(soak_v(radius, 0), -2 * PI * i / sides); /* clockwise: a hole */
  int drum = soak_add_body(s, 0, 0);
  s->body[drum].driven = true;
  s->body[drum].spin = soak_between(lot, -4, 4);
  s->body[drum].angle = soak_between(lot, -PI, PI);
  int wall = soak_add_shape(s, drum, SOAK_POLYGON, rim, sides);
  double room = radius * (sides == 3   ? 0.5
                          : sides == 4 ? 0.7
                                       : 0.8),
         size = room * soak_between(lot, 0.1, 0.4);
  double e = soak_restitution(lot), mu = soak_friction(lot);
  int first = -1;
  for (int i = 0; i < bodies; i++) {
    int body = soak_draw_body(s, lot, soak_draw_form(lot, SOAK_ANY), size);
    soak_body *b = s->body + body;
    double side = bodies == 1 ? 0 : i ? 1.3 : -1.3;
    b->place = soak_v(side * b->size, soak_between(lot, -0.02, 0.02));
    b->angle = soak_between(lot, -PI, PI);
    b->velocity = bodies == 1 ? soak_v(soak_between(lot, -0.5, 0.5), 0) : soak_v(0, 0);
    soak_add_contact(s, wall, soak_shape_of(s, body), e, mu);
    if (i)
      soak_add_contact(s, soak_shape_of(s, first), soak_shape_of(s, body), soak_restitution(lot), mu);
    first = body;
    size *= 0.8;
  }
  s->duration = soak_between(lot, 0.5, 2);
}

const soak_kind soak_kind_drum = {"drum", "bodies in a turning drum", make, NULL};
