/* What comes fast is struck at once, at its touch. Taken in parts, by γ_N⁺ + g/h >= 0 in some steps, each part would have
 * friction of its own, and what comes of it would depend on where in a step it falls, however short that is. So pushes are
 * found twice. For positions: what meets within the step lands, it ends at its touch,
 *     γ_N⁺ + g/(hθ) >= 0,
 * and what would meet after that, but before the next step looks, at q⁺ + h(1-θ)v⁺, waits to be in touch there,
 *     γ_N⁺ + (g + h(1-θ)γ_N)/(hθ) >= 0.
 * Then for speeds: γ_N⁺ >= 0 for what has landed, and γ_N for what waits. The one puts positions ahead of the speeds, the
 * other behind; the work of that way is booked.      theory.md, 10.3 */
#include <string.h>

#include "step/stepping_pile.h"

enum { FREE, LANDS, WAITS };

static double bound_of(const pawl_pile *p, pawl_pile_note *o, int fate, double rate, double h)
{
  double theta = p->options.theta, gap = o->gap - 0.5 * p->options.skin;
  o->fate = (unsigned char)fate;
  o->keeps = rate;
  return fate == FREE ? -gap / h : -(gap + (fate == WAITS ? h * (1 - theta) * rate : 0)) / (h * theta);
}

double pawl_pile_bound_fast(const pawl_pile *p, pawl_pile_note *o, double rate, double h)
{
  double gap = o->gap - 0.5 * p->options.skin;
  int fate = gap + h * rate >= 0 ? FREE : gap + h * p->options.theta * rate < 0 ? LANDS : WAITS;
  return bound_of(p, o, fate, rate, h);
}

/* What others have slowed down, so that it does not land, may have to wait. */
static bool waits_instead(const pawl_pile *p, pawl_pile_touch *t, pawl_pile_note *o, double h)
{
  double rate[2];
  if (o->fate != LANDS || t->push[0] > 0)
    return false;
  pawl_pile_rates(rate, t, p->speed);
  if (o->gap - 0.5 * p->options.skin + h * rate[0] >= 0)
    return false;
  t->bound = bound_of(p, o, WAITS, rate[0], h);
  return true;
}

static bool is_struck(const pawl_pile *p, pawl_pile_touch *t, pawl_pile_note *o, double h)
{
  (void)p, (void)h;
  if (!o->fate || !(t->push[0] > 0))
    return false;
  t->bound = o->fate == LANDS ? 0 : o->keeps;
  o->fate = FREE;
  return true;
}

typedef bool change(const pawl_pile *p, pawl_pile_touch *t, pawl_pile_note *o, double h);

/* Whether there was any. */
static bool change_bounds(pawl_pile *p, double h, change *changes)
{
  bool any = false;
  for (int k = 0; k < p->net.count; k++) {
    pawl_island *l = p->net.island + k;
    l->again = false;
    for (int i = l->begin; i < l->end && !l->sleeps; i++)
      l->again |= changes(p, p->touch + p->net.order[i], p->note + p->net.order[i], h);
    any |= l->again;
  }
  return any;
}

/* Gaps that are expected a step later are told by the speeds at the end (book): here the way beside them. */
static void add_ways(pawl_pile *p)
{
  for (int i = 0; i < p->touches; i++) {
    double rate[2];
    pawl_pile_rates(rate, p->touch + i, p->shift);
    p->note[i].gap += rate[0];
  }
}

/* What is left of the pushes for positions once those for speeds are taken from them. */
static void end_ahead(pawl_pile *p)
{
  for (int i = 0; p->joined.count && i < p->touches; i++)
    pawl_pile_add_wrench(p, p->touch + i, -p->touch[i].push[0], -p->touch[i].push[1], p->joined.ahead);
}

bool pawl_pile_strike(pawl_pile *p, double h)
{
  double dt = h * p->options.theta;
  pawl_pile_move *way = p->shift;
  while (change_bounds(p, h, waits_instead))
    if (!pawl_pile_solve_again(p, h))
      return false;
  memcpy(way, p->speed, (size_t)p->bodies * sizeof *way);
  if (p->joined.count)
    pawl_pile_wrenches(p, false, p->joined.ahead);
  bool any = false;
  for (; change_bounds(p, h, is_struck); any = true)
    if (!pawl_pile_solve_again(p, h))
      return false;
  for (int i = 1; any && i < p->bodies; i++) {
    const pawl_pile_move *v = p->speed + i, *a = p->rate + i;
    way[i] = (pawl_pile_move){dt * (way[i].x - v->x), dt * (way[i].y - v->y), dt * (way[i].w - v->w), 0};
    if (pawl_pile_is_joined(p, i))
      continue;
    p->at[i].x += way[i].x, p->at[i].y += way[i].y, p->at[i].w += way[i].w;
    p->report.gained -= p->mass[i] * (way[i].x * a->x + way[i].y * a->y) + p->inertia[i] * way[i].w * a->w;
  }
  if (any)
    add_ways(p);
  end_ahead(p);
  return true;
}
