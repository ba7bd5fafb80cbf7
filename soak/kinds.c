/* The list of kinds, and the sizes of their scenes. */
#include "kinds.h"

#include <string.h>

#include "outline.h"

extern const soak_kind soak_kind_ramp, soak_kind_stairs, soak_kind_drum, soak_kind_seam, soak_kind_slot,
    soak_kind_wedge, soak_kind_peg, soak_kind_stack, soak_kind_pinch, soak_kind_fit, soak_kind_bead,
    soak_kind_link, soak_kind_latch, soak_kind_free, soak_kind_push, soak_kind_stroke, soak_kind_field,
    soak_kind_window, soak_kind_soft, soak_kind_soft_blunt, soak_kind_pieces, soak_kind_blunt,
    soak_kind_rounded, soak_kind_sticky;

const soak_kind *const soak_kinds[] = {
    &soak_kind_ramp,       &soak_kind_stairs, &soak_kind_drum,    &soak_kind_seam,   &soak_kind_slot,
    &soak_kind_wedge,      &soak_kind_peg,    &soak_kind_stack,   &soak_kind_pinch,  &soak_kind_fit,
    &soak_kind_bead,       &soak_kind_link,   &soak_kind_latch,   &soak_kind_free,   &soak_kind_soft,
    &soak_kind_soft_blunt, &soak_kind_blunt,  &soak_kind_rounded, &soak_kind_pieces, &soak_kind_push,
    &soak_kind_stroke,     &soak_kind_field,  &soak_kind_window,  &soak_kind_sticky, NULL};

/* Sizes from 1e-6 to 1e3 m, with times and masses that go with them or do not. */
static void bring_to_size(soak_scene *scene, soak_lot *lot)
{
  soak_view size = soak_view_none();
  soak_scene old = *scene;
  if (soak_likely(lot, 0.6))
    return;
  size.length = soak_over_powers(lot, 1e-5, 1e4);
  size.time = soak_over_powers(lot, 1e-3, 1e2);
  size.mass = soak_over_powers(lot, 1e-6, 1e6);
  soak_view_apply(&size, &old, scene);
}

/* No two shapes of a contact lie in each other at the start. */
static bool is_clear(const soak_scene *s)
{
  static soak_outline local, a, b;
  for (int k = 0; k < s->contact_count; k++) {
    soak_outline *placed[2] = {&a, &b};
    for (int side = 0; side < 2; side++) {
      const soak_shape *shape = s->shape + (side ? s->contact[k].b : s->contact[k].a);
      soak_pose pose = {0};
      if (shape->body != SOAK_GROUND)
        pose = (soak_pose){.place = s->body[shape->body].place, .angle = s->body[shape->body].angle};
      soak_outline_make(&local, shape->part ? &s->whole : shape);
      soak_outline_place(placed[side], &local, &pose);
    }
    if (soak_overlap(&a, &b) > 1e-9 * s->length)
      return false;
  }
  return true;
}

static void draw(const soak_kind *kind, soak_lot *lot, soak_scene *scene)
{
  static const double tolerances[] = {1e-8, 1e-8, 1e-10, 1e-10, 1e-11, 1e-6};
  memset(scene, 0, sizeof *scene);
  scene->gravity = soak_v(0, -9.81);
  scene->duration = 1;
  scene->tolerance = tolerances[soak_whole(lot, 0, 5)];
  kind->make(scene, lot);
}

void soak_kind_brief(const soak_kind *kind, unsigned long long seed, soak_brief *brief)
{
  soak_lot lot = soak_begin(kind->name, seed);
  *brief = (soak_brief){0};
  kind->tell(brief, &lot);
}

/* What overlaps at the start is drawn again. */
void soak_kind_scene(const soak_kind *kind, unsigned long long seed, soak_scene *scene)
{
  enum { TRIES = 50 };
  soak_lot lot = soak_begin(kind->name, seed);
  for (int i = 0; i < TRIES; i++) {
    draw(kind, &lot, scene);
    if (is_clear(scene))
      break;
  }
  bring_to_size(scene, &lot);
}
