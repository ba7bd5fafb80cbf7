/* Views of a scene: the same motion, written otherwise. Each can be mapped back.
 *
 *     r' = length S R (r) + shift + boost t',    t' = time t;    S mirrors x, then R turns */
#ifndef SOAK_VIEW_H
#define SOAK_VIEW_H

#include "draw.h"
#include "scene.h"

typedef struct {
  const char *name;
  bool mirrored, exchanged, reordered;
  bool begun;  /* closed curves begin at another point             */
  bool joined; /* ground that is made of blocks is of one piece    */
  bool beside; /* a box lies on a ledge of its own                 */
  double turn;
  soak_xy shift, boost;
  double length, mass, time; /* what one of the scene's units is in the view's */
  soak_lot lot;              /* for orders and beginnings */
  int body[SOAK_BODIES];     /* the view's number of each body of the scene */
} soak_view;

enum { SOAK_VIEWS = 12 };
/* View number `which` of a scene; 0 is the scene as it is. The order differs from seed to seed, so that a few views of many
 * scenes are all views. */
soak_view soak_view_draw(const soak_scene *scene, int which, unsigned long long seed);
soak_view soak_view_none(void);
/* The scene as the view has it; notes the order of bodies in the view. */
void soak_view_apply(soak_view *view, const soak_scene *from, soak_scene *to);

/* A body at an instant. */
typedef struct {
  soak_xy place, velocity;
  double angle, spin;
} soak_pose;
/* As the scene itself would have it; t is the view's time. */
soak_pose soak_view_back(const soak_view *view, soak_pose pose, double t);

#endif
