/* One step of many bodies.      theory.md, 10.3 */
#include "step/stepping_pile.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/tolerances.h"

bool pawl_pile_open(pawl_pile *p, int bodies, int shapes, pawl_arena *arena)
{
  int n = bodies + 1;
  *p = (pawl_pile){
      .arena = arena, .bodies = n, .shapes = shapes, .net.steps = 1}; /* 0: no island has been polished */
  p->options = (pawl_pile_options){
      .theta = 0.5, .tolerance = PAWL_PILE_SWEPT, .sweeps = 30, .lifts = 30, .polish = 1000};
  double **numbers[] = {&p->mass, &p->inertia, &p->inverse_mass, &p->inverse_inertia,
                        &p->sine, &p->cosine,  &p->angle,        &p->rest.quiet};
  for (int i = 0; i < 8; i++)
    *numbers[i] = PAWL_TAKE(arena, n, double);
  pawl_pile_move **moves[] = {&p->at,    &p->speed,       &p->rate,     &p->before,
                              &p->shift, &p->rest.anchor, &p->rest.load};
  for (int i = 0; i < 7; i++)
    *moves[i] = PAWL_TAKE(arena, n, pawl_pile_move);
  p->rest.asleep = PAWL_TAKE(arena, n, bool);
  p->net.root = PAWL_TAKE(arena, n, int);
  p->net.of = PAWL_TAKE(arena, n, int);
  p->net.polished = PAWL_TAKE(arena, n, int);
  p->net.island = PAWL_TAKE(arena, n, pawl_island);
  p->shape = PAWL_TAKE(arena, shapes, pawl_convex);
  p->reach = PAWL_TAKE(arena, shapes, double);
  return !arena->failed && pawl_broad_open(&p->broad, shapes, arena);
}

static void drift(pawl_pile *p, double dt)
{
  for (int i = 1; i < p->bodies; i++) {
    if (pawl_pile_is_joined(p, i)) /* placed by its mechanism */
      continue;
    p->at[i].x += dt * p->speed[i].x;
    p->at[i].y += dt * p->speed[i].y;
    p->at[i].w += dt * p->speed[i].w;
  }
}

static void accelerate(pawl_pile *p, double dt)
{
  memcpy(p->before, p->speed, (size_t)p->bodies * sizeof *p->before);
  for (int i = 1; i < p->bodies; i++) {
    if (p->rest.asleep[i])
      continue;
    p->speed[i].x += dt * p->rate[i].x;
    p->speed[i].y += dt * p->rate[i].y;
    p->speed[i].w += dt * p->rate[i].w;
  }
}

/* γ_N⁺ >= bound. What comes so slowly that the step's own acceleration makes most of it does not bounce
 * but lands: so bounces end where they are shorter than a few steps. */
static void set_bounds(pawl_pile *p, double h)
{
  for (int i = 0; i < p->touches; i++) {
    pawl_pile_touch *t = p->touch + i;
    pawl_pile_note *o = p->note + i;
    double free[2], e = p->law[o->set].restitution;
    pawl_pile_rates(o->before, t, p->before);
    pawl_pile_rates(free, t, p->speed);
    bool fast = -o->before[0] > 2 * fabs(free[0] - o->before[0]);
    bool bounces = fast && e > 0;
    if (o->gap <= p->options.skin)
      t->bound = bounces ? -e * o->before[0] : 0;
    else if (fast)
      t->bound = bounces ? -INFINITY : pawl_pile_bound_fast(p, o, free[0], h);
    else
      t->bound = -(o->gap - 0.5 * p->options.skin) / h;
  }
}

/* What each push did, and what is remembered of it. */
static void book(pawl_pile *p, double h)
{
  p->report.pushing = 0;
  for (int i = 0; i < p->touches; i++) {
    const pawl_pile_touch *t = p->touch + i;
    pawl_pile_note *o = p->note + i;
    double after[2], *kept = p->broad.pair[o->pair].point[o->slot].push;
    pawl_pile_rates(after, t, p->speed);
    for (int k = 0; k < 2; k++) {
      p->work[o->set] += t->push[k] * (0.5 * (after[k] + o->before[k]));
      kept[k] = t->push[k];
    }
    o->gap += h * after[0];
    p->report.pushing += t->push[0] > 0;
  }
}

bool pawl_pile_step(pawl_pile *p, double h)
{
  p->report = (pawl_pile_report){.gained = p->report.gained};
  p->net.steps += p->net.steps < INT_MAX;
  drift(p, h * (1 - p->options.theta));
  if (!pawl_pile_look(p, h))
    return false;
  pawl_pile_rouse(p);
  accelerate(p, h);
  set_bounds(p, h);
  if (!pawl_pile_solve(p, h) || !pawl_pile_strike(p, h))
    return false;
  drift(p, h * p->options.theta);
  book(p, h);
  pawl_pile_lift(p);
  pawl_pile_doze(p, h);
  return true;
}
