/* Short things: what begins and ends within a small part of a run. A brief scene is the text of a model, and one number that
 * is known from a closed form or from an integration of its own. */
#ifndef SOAK_BRIEF_H
#define SOAK_BRIEF_H

#include "draw.h"
#include "trial.h"

typedef struct {
  char text[4096]; /* without `simulate` */
  size_t used;
  double duration, width; /* s: of the run, and of what is short in it */
  bool lua;               /* given by a Lua function alone, which is looked at in rows */
  bool steps;             /* time-stepping can run it */
  char channel[32];
  double value, effect; /* of that channel at the end; by how much it would be off if nothing had happened */
  double allowed;       /* of the effect */
} soak_brief;

void soak_say(soak_brief *brief, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A run, and a width of 1e-4 to 0.4 of it, from `begin` on; at least two rows where Lua alone tells. */
void soak_draw_moment(soak_brief *brief, soak_lot *lot, bool lua, double *begin);

enum { SOAK_WAYS = 4 };
/* Ways to run it: as it is, with other rows, by another method, by stepping. NULL: it cannot be run so. */
const char *soak_brief_way(const soak_brief *brief, int way, char *simulate, size_t room);
double soak_brief_step(const soak_brief *brief); /* of time-stepping */
void soak_brief_try(soak_trial *trial, const soak_brief *brief, int way, const soak_patience *patience);

#endif
