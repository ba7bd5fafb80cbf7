/* What lands in a step is struck once.      theory.md, 10.1
 *
 * With γ_N⁺ + g/(hθ) >= 0 a touch that closes within the step ends at a gap of 0, but takes only a part of the approach: the
 * rest would be taken in the next step, and Coulomb's law acts on each part. So the velocities of that problem are those by
 * which positions go on, and the step's own are found with γ_N⁺ >= 0 for what was stopped by it. */
#include <string.h>

#include "base/tolerances.h"
#include "step/stepping_inner.h"

/* The part of its approach that it has lost. */
static double lost(const pawl_run *r, int i)
{
  const pawl_switch_room *o = &r->event.room;
  double after = o->rate[o->solver.dim * i] - r->stepping->landing.reach[i];
  return 1 - after / o->before[o->solver.dim * i];
}

bool pawl_stepping_strike(pawl_run *r)
{
  pawl_stepping *x = r->stepping;
  bool any = false;
  for (int i = 0; i < x->touches && !x->plastic; i++)
    if (x->landing.reach[i] > 0 && x->landing.fast[i] &&
        r->event.room.total[r->event.room.solver.dim * i] > 0 && lost(r, i) > PAWL_STILL_IN_STEPS) {
      x->landing.reach[i] = 0;
      x->landing.struck = r->system.contact->hold[i].pair;
      any = true;
    }
  return any;
}

pawl_status pawl_stepping_land(pawl_run *r, double h)
{
  pawl_system *s = &r->system;
  pawl_stepping *x = r->stepping;
  int n = s->tree.dof_count;
  double kinetic, gravity, stored, energy[2];
  for (int k = 0; k < 2; k++) {
    if (k)
      memcpy(r->y, x->landing.at, sizeof(double) * (size_t)n);
    if (pawl_system_rows(s, r->t + h, r->y, r->y + n, r->base) != PAWL_OK)
      return s->error.status;
    energy[k] = pawl_system_energy(s, &kinetic, &gravity, &stored);
  }
  r->y[2 * n + pawl_pair_work(s, s->contact->pair + x->landing.struck)] += energy[1] - energy[0];
  return PAWL_OK;
}
