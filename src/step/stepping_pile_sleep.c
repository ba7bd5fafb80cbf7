/* Sleeping, where a model asks for it: an island of which no body has moved by more than the skin for the time `sleep` is left as it
 * is, with the pushes that it had, until something else touches it, or a load on it changes.      theory.md, 10.3 */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "step/stepping_pile.h"

/* How far a body is from where it was, its turn at the radius of gyration. */
static double way(const pawl_pile *p, int body)
{
  const pawl_pile_move *a = p->at + body, *b = p->rest.anchor + body;
  double turn = sqrt(p->inertia[body] / p->mass[body]) * (a->w - b->w);
  return fabs(a->x - b->x) + fabs(a->y - b->y) + fabs(turn);
}

static bool is_pulled(const pawl_pile *p, int body)
{
  const pawl_pile_move *a = p->rate + body, *b = p->rest.load + body, *v = p->speed + body;
  double radius = sqrt(p->inertia[body] / p->mass[body]);
  double size = fabs(b->x) + fabs(b->y) + radius * fabs(b->w);
  double change = fabs(a->x - b->x) + fabs(a->y - b->y) + radius * fabs(a->w - b->w);
  return change > PAWL_SAME_LOAD * size || v->x != 0 || v->y != 0 || v->w != 0;
}

static void wake(pawl_pile *p, int body)
{
  p->rest.asleep[body] = false;
  p->rest.quiet[body] = 0;
  p->rest.anchor[body] = p->at[body];
}

/* An island sleeps when all of its bodies do; else none does. */
void pawl_pile_rouse(pawl_pile *p)
{
  for (int k = 0; k < p->net.count; k++)
    p->net.island[k].sleeps = p->options.sleep > 0;
  if (!(p->options.sleep > 0))
    return;
  for (int i = 1; i < p->bodies; i++)
    if (p->rest.asleep[i] && is_pulled(p, i))
      wake(p, i);
  for (int k = 0; k < p->net.count; k++) {
    pawl_island *l = p->net.island + k;
    for (int pass = 0; pass < 2; pass++) /* first whether one is awake, then all are */
      for (int i = l->begin; i < l->end; i++)
        for (int side = 0; side < 2; side++) {
          int body = p->touch[p->net.order[i]].body[side];
          if (body && !p->rest.asleep[body])
            l->sleeps = false;
          else if (body && pass == 1 && !l->sleeps)
            wake(p, body);
        }
  }
}

/* What little motion there is left is lost in the contacts. */
static void fall_asleep(pawl_pile *p, int body, int set)
{
  pawl_pile_move *v = p->speed + body;
  p->work[set] -= 0.5 * (p->mass[body] * (v->x * v->x + v->y * v->y) + p->inertia[body] * v->w * v->w);
  *v = (pawl_pile_move){0};
  p->rest.asleep[body] = true;
  p->rest.load[body] = p->rate[body];
}

void pawl_pile_doze(pawl_pile *p, double h)
{
  if (!(p->options.sleep > 0))
    return;
  for (int i = 1; i < p->bodies; i++) {
    if (pawl_pile_is_joined(p, i)) /* it is never quiet, nor is what touches it */
      continue;
    bool stays = p->rest.quiet[i] > 0 && way(p, i) <= p->options.skin;
    p->rest.anchor[i] = stays || p->rest.asleep[i] ? p->rest.anchor[i] : p->at[i];
    p->rest.quiet[i] = stays ? p->rest.quiet[i] + h : h;
    p->report.asleep += p->rest.asleep[i];
  }
  for (int k = 0; k < p->net.count; k++) {
    const pawl_island *l = p->net.island + k;
    double least = INFINITY;
    for (int i = l->begin; i < l->end; i++)
      for (int side = 0; side < 2; side++) {
        int body = p->touch[p->net.order[i]].body[side];
        least = body ? fmin(least, p->rest.quiet[body]) : least;
      }
    for (int i = l->begin; !l->sleeps && least >= p->options.sleep && i < l->end; i++)
      for (int side = 0; side < 2; side++) {
        int body = p->touch[p->net.order[i]].body[side];
        if (body && !p->rest.asleep[body])
          fall_asleep(p, body, p->note[p->net.order[i]].set);
      }
  }
}
