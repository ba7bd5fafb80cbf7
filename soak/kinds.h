/* Kinds of scenes. Each is one file, kind_*.c, that ends in a table; kinds.c lists them. A scene is made at the scale of a hand,
 * about 0.1 m and 1 s; the size is drawn afterwards. */
#ifndef SOAK_KINDS_H
#define SOAK_KINDS_H

#include "brief.h"
#include "draw.h"
#include "scene.h"

typedef struct {
  const char *name, *doc;
  void (*make)(soak_scene *scene, soak_lot *lot); /* NULL: it makes brief scenes */
  void (*tell)(soak_brief *brief, soak_lot *lot);
} soak_kind;

extern const soak_kind *const soak_kinds[]; /* ends with NULL */

/* The scene of a seed: made, and brought to its size. */
void soak_kind_scene(const soak_kind *kind, unsigned long long seed, soak_scene *scene);

void soak_kind_brief(const soak_kind *kind, unsigned long long seed, soak_brief *brief);

#endif
