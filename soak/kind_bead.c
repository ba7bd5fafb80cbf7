/* Beads on a straight guide: discs, boxes, and corners that point at each other. */
#include "kinds.h"

static int add_bead(soak_scene *s, soak_lot *lot, double size, bool vertex)
{
  int form = soak_whole(lot, 0, 2), body;
  if (vertex) {
    double mass = soak_between(lot, 0.1, 2);
    body = soak_add_body(s, mass, mass * size * size);
    soak_add_shape(s, body, SOAK_VERTEX, NULL, 0);
    s->body[body].size = size;
    s->length = s->length < 2 * size ? 2 * size : s->length;
    return body;
  }
  body = soak_draw_body(s, lot, form == 0 ? SOAK_ROUND : SOAK_BOX, size);
  soak_shape *shape = s->shape + soak_shape_of(s, body);
  if (form == 2) { /* a diamond: corners along the guide */
    const soak_xy corner[4] = {{-size, 0}, {0, -0.6 * size}, {size, 0}, {0, 0.6 * size}};
    for (int i = 0; i < 4; i++)
      shape->point[i] = corner[i];
    s->body[body].size = size;
  }
  return body;
}

static void make(soak_scene *s, soak_lot *lot)
{
  int beads = soak_whole(lot, 2, 4), last = -1;
  double tilt = soak_between(lot, -3, 3), x = 0, e = soak_restitution(lot);
  bool vertex = soak_likely(lot, 0.2);
  soak_xy along = soak_turn(soak_v(1, 0), tilt);
  s->gravity = soak_likely(lot, 0.5) ? soak_v(0, 0) : s->gravity;
  for (int i = 0; i < beads; i++) {
    int body = add_bead(s, lot, soak_between(lot, 0.02, 0.05), vertex && i % 2);
    soak_body *b = s->body + body;
    x += 0.12 + soak_between(lot, 0, 0.1);
    b->place = soak_times(x, along);
    b->angle = tilt;
    b->velocity = soak_times(i == 0 ? soak_between(lot, 0.3, 1.5) : soak_between(lot, -1, 0.2), along);
    s->link[s->link_count++] =
        (soak_link){.joint = SOAK_PRISMATIC, .a = SOAK_GROUND, .b = body, .along = tilt};
    if (i)
      soak_add_contact(s, soak_shape_of(s, last), soak_shape_of(s, body), e, 0);
    last = body;
  }
  s->duration = 0.6;
}

const soak_kind soak_kind_bead = {"bead", "beads on a guide", make, NULL};
