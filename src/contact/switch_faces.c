/* Touches of one flat face at an event. They slide with one speed and are held by one force, so they stick or slide together, and how they
 * share friction is for us to say: in proportion to what each can hold.      theory.md, 9.1 and 9.4 */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "contact/impact.h"

typedef struct {
  double friction, limit;
  int count;
  bool sticks, all; /* one of them; or may */
} face;

/* What does not slide may stick: what slips with a rate of zero would, too. */
static bool may_stick(const pawl_switch_room *o, const pawl_problem *p, int i, const double *unit,
                      double slow)
{
  bool rests = (p->kind[i] & 3) == PAWL_AT_REST && !(o->barred[i] >> PAWL_MODE_STICK & 1);
  bool still = fabs(o->rate[2 * i + 1]) * unit[2 * i + 1] <= slow;
  return o->mode[i] >> 1 == PAWL_TANGENT_STICK || (rests && still && o->mode[i] & 1);
}

static face look(const pawl_system *s, const pawl_switch_room *o, const pawl_problem *p, int first,
                 const double *unit, double slow)
{
  face f = {.all = true};
  for (int i = first; i < p->n && s->contact->hold[i].pair == s->contact->hold[first].pair; i++) {
    if (s->contact->hold[i].face != first || !(o->mode[i] & 1))
      continue;
    f.count++;
    f.all &= may_stick(o, p, i, unit, slow);
    f.sticks |= o->mode[i] >> 1 == PAWL_TANGENT_STICK;
    f.friction += o->force[2 * i + 1];
    f.limit += pawl_problem_mu_stick(p, i) * o->force[2 * i] + pawl_problem_own_stick(p, i);
  }
  return f;
}

static void even(const pawl_system *s, pawl_switch_room *o, const pawl_problem *p, const double *unit)
{
  double slow = 100 * PAWL_PROBLEM_TIE * pawl_problem_size(p, unit, o->force);
  for (int first = 0; first < p->n; first++) {
    const pawl_held *h = s->contact->hold + first;
    if (h->face != first || h->given || !h->rubs)
      continue;
    face f = look(s, o, p, first, unit, slow);
    if (f.count < 2 || !f.all || !f.sticks || !(f.limit > 0))
      continue;
    for (int i = first; i < p->n && s->contact->hold[i].pair == h->pair; i++)
      if (s->contact->hold[i].face == first && o->mode[i] & 1) {
        double most = pawl_problem_mu_stick(p, i) * o->force[2 * i] + pawl_problem_own_stick(p, i);
        o->mode[i] = PAWL_MODE_STICK;
        o->rate[2 * i + 1] = 0;
        o->force[2 * i + 1] = f.friction * (most / f.limit);
      }
  }
}

/* Of touches that have closed just now, rows may differ by more than a solution may be off by: then all is as it was found. Flat faces are of
 * the plane. */
void pawl_switch_even_faces(const pawl_system *s, pawl_switch_room *o, const pawl_problem *p)
{
  if (o->solver.dim == 3)
    return;
  size_t mark = o->scratch.used, n = (size_t)p->n;
  double *unit = PAWL_LEND(&o->scratch, 2 * n, double), *force = PAWL_LEND(&o->scratch, 2 * n, double),
         *rate = PAWL_LEND(&o->scratch, 2 * n, double);
  unsigned char *mode = PAWL_LEND(&o->scratch, n, unsigned char);
  memcpy(force, o->force, 2 * n * sizeof *force);
  memcpy(rate, o->rate, 2 * n * sizeof *rate);
  memcpy(mode, o->mode, n);
  pawl_problem_units(unit, p);
  even(s, o, p, unit);
  if (!pawl_switch_is_fulfilled(o, p, o->mode)) {
    memcpy(o->force, force, 2 * n * sizeof *force);
    memcpy(o->rate, rate, 2 * n * sizeof *rate);
    memcpy(o->mode, mode, n);
  }
  o->scratch.used = mark;
}
