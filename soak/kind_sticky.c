/* Scenes of other kinds whose friction is more at rest than while it slides; under laws that give way it also does not depend on the normal
 * force, or grows with the speed. Each for itself or together, other numbers for each contact or the same for all. */
#include "kinds.h"

extern const soak_kind soak_kind_ramp, soak_kind_stairs, soak_kind_drum, soak_kind_slot, soak_kind_wedge,
    soak_kind_stack, soak_kind_free, soak_kind_latch, soak_kind_soft, soak_kind_soft_blunt;

/* Of what the heaviest body weighs, and of the speed at which it has fallen while the scene lasts. */
static void stick(const soak_scene *s, soak_lot *lot, soak_contact *c)
{
  double g = soak_norm(s->gravity) > 0 ? soak_norm(s->gravity) : 9.81, weight = 0, fall = g * s->duration;
  for (int i = 0; i < s->body_count; i++)
    weight = s->body[i].driven || s->body[i].mass < weight ? weight : s->body[i].mass;
  weight *= g;
  c->hold = soak_likely(lot, 0.5) ? soak_between(lot, 0.05, 1) : 0;
  c->cohesion = soak_likely(lot, 0.5) ? soak_over_powers(lot, 1e-3, 1) * weight : 0;
  c->viscous = soak_likely(lot, 0.4) ? soak_over_powers(lot, 1e-3, 3) * weight / fall : 0;
}

static void make(soak_scene *s, soak_lot *lot)
{
  static const soak_kind *const of[] = {
      &soak_kind_ramp,  &soak_kind_stairs, &soak_kind_drum, &soak_kind_slot, &soak_kind_wedge,
      &soak_kind_stack, &soak_kind_latch,  &soak_kind_free, &soak_kind_soft, &soak_kind_soft_blunt};
  enum { RIGID = 8, ALL = sizeof of / sizeof *of };
  soak_contact same = {0};
  int which = soak_likely(lot, 0.5) ? soak_whole(lot, RIGID, ALL - 1) : soak_whole(lot, 0, RIGID - 1);
  bool alike = soak_likely(lot, 0.5);
  of[which]->make(s, lot);
  stick(s, lot, &same);
  for (int i = 0; i < s->contact_count; i++) {
    if (!alike)
      stick(s, lot, &same);
    s->contact[i].hold = same.hold;
    s->contact[i].cohesion = which < RIGID ? 0 : same.cohesion;
    s->contact[i].viscous = which < RIGID ? 0 : same.viscous;
  }
}

const soak_kind soak_kind_sticky = {
    "sticky", "other kinds, with friction that is more at rest, or not of the normal force", make, NULL};
