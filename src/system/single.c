/* Gaps of own equations as pairs with one touch.      theory.md, 5.14 and 9.1 */
#include "system/single.h"

#include <string.h>

#include "system/own.h"

bool pawl_single_follow(pawl_system *s, const pawl_contact_pair *pair, pawl_contact_point *p)
{
  pawl_gap_seen seen;
  p->found = PAWL_LOST;
  if (pawl_gap_look(s, pair->part, &seen) != PAWL_OK)
    return false;
  double own = 0;
  for (int i = 0; seen.tangent && s->v_now && i < seen.n; i++)
    own += seen.tangent[i] * s->v_now[seen.dof + i];
  p->now = p->touch = (pawl_touch){.gap = seen.gap};
  p->gap_rate = seen.gap_rate;
  p->slide = seen.slide;
  p->drift = seen.slide - own;
  p->leaves[0] = p->leaves[1] = 0;
  p->time = s->now;
  p->found = PAWL_TRACKED;
  return true;
}

bool pawl_single_directions(pawl_system *s, const pawl_contact_pair *pair, double *w_n, double *w_t)
{
  pawl_gap_seen seen;
  size_t size = sizeof(double) * (size_t)s->tree.dof_count;
  memset(w_n, 0, size);
  memset(w_t, 0, size);
  if (pawl_gap_look(s, pair->part, &seen) != PAWL_OK)
    return false;
  memcpy(w_n + seen.dof, seen.normal, sizeof(double) * (size_t)seen.n);
  if (seen.tangent)
    memcpy(w_t + seen.dof, seen.tangent, sizeof(double) * (size_t)seen.n);
  return true;
}

void pawl_single_rates(pawl_system *s, const pawl_contact_pair *pair, const double *a, double rate[2])
{
  pawl_gap_seen seen;
  rate[0] = rate[1] = NAN;
  if (pawl_gap_look(s, pair->part, &seen) != PAWL_OK)
    return;
  rate[0] = seen.bend_n;
  rate[1] = seen.bend_t;
  for (int i = 0; i < seen.n; i++) {
    rate[0] += seen.normal[i] * a[seen.dof + i];
    rate[1] += seen.tangent ? seen.tangent[i] * a[seen.dof + i] : 0;
  }
}

bool pawl_single_respond(pawl_system *s, const pawl_contact_pair *pair, const double *w, double *x)
{
  const pawl_own_gap_use *use = s->gaps + s->own_of_part[pair->part];
  int dof = s->owns[use->own].dof;
  memset(x, 0, sizeof(double) * (size_t)s->tree.dof_count);
  return pawl_own_respond(s, use->own, w + dof, x + dof) == PAWL_OK;
}

void pawl_single_load(pawl_system *s, const pawl_contact_pair *pair, double normal, double friction)
{
  const pawl_own_gap_use *use = s->gaps + s->own_of_part[pair->part];
  pawl_own_use *own = s->owns + use->own;
  pawl_gap_seen seen;
  if (pawl_gap_look(s, pair->part, &seen) != PAWL_OK)
    return;
  for (int i = 0; i < seen.n; i++)
    own->spare[i] = seen.normal[i] * normal + (seen.tangent ? seen.tangent[i] * friction : 0);
  if (pawl_own_respond(s, use->own, own->spare, own->spare) != PAWL_OK)
    return;
  for (int i = 0; i < seen.n; i++)
    s->ops->effort(s->kernel, seen.dof + i, own->spare[i]);
}
