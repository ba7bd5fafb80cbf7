/* What moves to and fro is seen where a speed changes its sign without a jump: between two such instants lies half a period.
 * Three periods in a row of fewer rows than are enough to see them count; less may be how something comes to rest. */
#include "step/swings.h"

#include <math.h>

#include "base/tolerances.h"
#include "step/rows.h"

enum { IN_A_ROW = 6 };

typedef struct {
  double since;        /* s: when it turned round last; NaN: not known                  */
  double place;        /* and where                                                     */
  double least, most;  /* of its places in the run                                      */
  double last, last_t; /* the speed at the last look, and when                          */
  int count;           /* half periods in a row that are seen by too few rows           */
  double shortest;     /* s: half period of those that count; INFINITY: there are none  */
} swing;

struct pawl_swings {
  double interval;
  double none; /* m or rad: what moves less does not move */
  int count;
  swing *of;
  const char **name;
};

pawl_swings *pawl_swings_open(const pawl_run *r, double interval, pawl_arena *arena)
{
  const pawl_tree *tree = &r->system.tree;
  pawl_swings *x = PAWL_TAKE(arena, 1, pawl_swings);
  swing *of = PAWL_TAKE(arena, tree->dof_count, swing);
  const char **name = PAWL_TAKE(arena, tree->dof_count, const char *);
  if (arena->failed)
    return NULL;
  *x = (pawl_swings){interval, PAWL_ROW_NONE * fmin(r->system.scale.length, 1), tree->dof_count, of, name};
  for (int d = 0; d < x->count; d++)
    of[d] = (swing){.since = (double)NAN,
                    .least = (double)INFINITY,
                    .most = -(double)INFINITY,
                    .shortest = (double)INFINITY};
  for (int i = 0; i < tree->link_count; i++) {
    const pawl_link *link = tree->links + i;
    int part = link->joint >= 0 ? link->joint : link->body > 0 ? r->model->body_part[link->body] : -1;
    for (int k = 0; part >= 0 && k < link->dofs; k++)
      name[link->dof + k] = r->model->parts[part]->name;
  }
  return x;
}

/* It turns round at t. */
static void turn(swing *s, double t, double place, const pawl_swings *x)
{
  bool seen =
      fabs(place - s->place) > PAWL_SWING_SMALL * (s->most - s->least) && s->most - s->least > x->none;
  s->count = 2 * (t - s->since) < PAWL_ROWS_ENOUGH * x->interval && seen ? s->count + 1 : 0;
  if (s->count >= IN_A_ROW)
    s->shortest = fmin(s->shortest, t - s->since);
  s->since = t;
  s->place = place;
}

void pawl_swings_look(pawl_swings *x, double t, const double *y)
{
  for (int d = 0; d < x->count; d++) {
    swing *s = x->of + d;
    double place = y[d], v = y[x->count + d];
    s->least = fmin(s->least, place);
    s->most = fmax(s->most, place);
    if (v * s->last < 0)
      turn(s, t - (t - s->last_t) * v / (v - s->last), place, x);
    s->last = v != 0 ? v : s->last;
    s->last_t = t;
  }
}

void pawl_swings_break(pawl_swings *x)
{
  for (int d = 0; d < x->count; d++) {
    x->of[d].since = (double)NAN;
    x->of[d].last = x->of[d].count = 0;
  }
}

const char *pawl_swings_coarse(const pawl_swings *x)
{
  const char *name = NULL;
  double shortest = (double)INFINITY;
  for (int d = 0; d < x->count; d++)
    if (x->name[d] && x->of[d].shortest < shortest) {
      shortest = x->of[d].shortest;
      name = x->name[d];
    }
  return name;
}
