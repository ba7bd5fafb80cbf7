/* A pawl on a hinge rides over the teeth of a rack, and stops it when it runs back. */
#include "kinds.h"

static void make(soak_scene *s, soak_lot *lot)
{
  enum { TEETH = 6 };
  double pitch = soak_between(lot, 0.02, 0.05), high = pitch * soak_between(lot, 0.2, 0.5),
         mass = soak_between(lot, 0.2, 2);
  double lean = soak_likely(lot, 0.4) ? 0 : soak_between(lot, 0, 0.2) * pitch; /* of the steep flank */
  soak_xy rack[2 * TEETH + 3];
  int n = 0;
  rack[n++] = soak_v(0, -high);
  rack[n++] = soak_v(TEETH * pitch, -high);
  for (int i = TEETH; i > 0; i--) {
    rack[n++] = soak_v(i * pitch, 0);
    rack[n++] = soak_v((i - 1) * pitch + lean, high);
  }
  rack[n++] = soak_v(0, 0);
  int bar = soak_add_body(s, mass, mass * pitch * pitch);
  soak_body *b = s->body + bar;
  b->size = TEETH * pitch;
  s->length = TEETH * pitch;
  b->velocity.x = soak_between(lot, -1, 1);
  soak_add_shape(s, bar, SOAK_POLYGON, rack, n);
  double tilt = soak_between(lot, -0.5, 0.5);
  s->gravity = soak_turn(soak_v(0, -9.81), tilt); /* along the rack, too */
  s->link[s->link_count++] = (soak_link){.joint = SOAK_PRISMATIC, .a = SOAK_GROUND, .b = bar};
  /* its beak points down to the left; it hangs above the middle of the rack */
  double arm = pitch * soak_between(lot, 2, 4), wide = pitch * soak_between(lot, 0.2, 0.4);
  soak_xy beak[] = {{-arm / 2, -wide}, {arm / 2, 0}, {arm / 2, wide}, {-arm / 2, wide}};
  double heavy = soak_between(lot, 0.02, 0.5);
  int pawl = soak_add_body(s, heavy, heavy * arm * arm / 10);
  soak_body *p = s->body + pawl;
  soak_add_shape(s, pawl, SOAK_POLYGON, beak, 4);
  p->size = arm;
  double above = soak_between(lot, 0.001, 0.01);
  p->place = soak_v(TEETH * pitch / 2 + soak_between(lot, 0, 1) * pitch, high + wide + above);
  s->link[s->link_count++] = (soak_link){.joint = SOAK_REVOLUTE,
                                         .a = SOAK_GROUND,
                                         .b = pawl,
                                         .at_a = soak_add(p->place, soak_v(arm / 2, wide / 2)),
                                         .at_b = soak_v(arm / 2, wide / 2)};
  double mu = soak_friction(lot), e = soak_restitution(lot);
  soak_add_contact(s, 0, 1, e, mu);
  s->duration = 0.4;
}

const soak_kind soak_kind_latch = {"latch", "a pawl on a rack", make, NULL};
