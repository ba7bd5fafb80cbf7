/* Touches that are held, brought onto their constraints: gaps, then gap rates and speeds of what sticks, in the mass
 * metric.      theory.md, 9.2 */
#include <string.h>

#include "system/held_net.h"
#include "system/project.h"

/* Forces (here: displacements or impulses) that bring `free` of what is held, and sticks, to 0, in the mass metric. */
static void correct(pawl_system *s, double *x)
{
  struct pawl_held_room *o = s->hold_room;
  pawl_held_couple(s);
  pawl_held_list(s, false);
  for (int i = 0; i < s->hold_count; i++)
    s->hold[i].force[PAWL_N] = s->hold[i].force[PAWL_T] = 0;
  for (int k = 0; k < o->islands; k++) {
    const pawl_band A = pawl_held_system(s, k);
    const pawl_held_unknown *u = o->unknown + o->first[k];
    memset(o->begin, 0, sizeof(double) * (size_t)A.n);
    if (!pawl_held_is_solved(o, &A, o->b, o->x))
      pawl_held_near(o, &A, o->b, o->begin, o->x);
    for (int i = 0; i < A.n; i++)
      s->hold[u[i].held].force[u[i].along] = u[i].unit * o->x[i];
  }
  pawl_held_add(s, x, NULL);
}

static double place_held(pawl_system *s, double t, const double *q, const double *v, const pawl_quat *base)
{
  if (pawl_system_rows(s, t, q, v, base) != PAWL_OK || !pawl_held_directions(s))
    return NAN;
  s->ops->solve_plain(s->kernel, NULL, NULL, s->correction, NULL, true);
  s->factor_count++;
  pawl_held_respond(s);
  double most = 0;
  for (int i = 0; i < s->hold_count; i++) {
    pawl_held *h = s->hold + i;
    double gap = h->given ? 0 : s->contacts[h->pair].point[h->point].track.now.gap;
    h->free[PAWL_N] = v ? h->velocity[PAWL_N] : gap;
    h->free[PAWL_T] = v ? h->velocity[PAWL_T] : 0;
    most = fmax(most, fabs(gap));
  }
  return most / s->scale.length;
}

/* Positions alone; v only helps loops along. */
static pawl_status close_gaps(pawl_system *s, double t, double *q, double *v, const pawl_quat *base)
{
  double before = INFINITY;
  for (int round = 0; round < 8; round++) {
    double now = place_held(s, t, q, NULL, base);
    if (isnan(now))
      return PAWL_BAD_NUMBERS;
    if (now <= 1e-15 || (round > 2 && now > 0.5 * before))
      break;
    before = now;
    memset(s->hold_move, 0, sizeof(double) * (size_t)s->tree.dof_count);
    correct(s, s->hold_move);
    pawl_move(s, q, s->hold_move, s->scratch);
    if (s->tree.row_count && pawl_project(s, t, q, v, base) != PAWL_OK)
      return s->error.status;
  }
  return PAWL_OK;
}

double pawl_held_part(pawl_system *s, pawl_gathered which, double t, double *q, double *v,
                      const pawl_quat *base)
{
  if (!pawl_held_gather(s, which) || close_gaps(s, t, q, v, base) != PAWL_OK)
    return NAN;
  return place_held(s, t, q, NULL, base);
}

pawl_status pawl_held_project(pawl_system *s, double t, double *q, double *v, const pawl_quat *base,
                              double *work)
{
  if (!pawl_held_gather(s, PAWL_GATHER_HELD) || s->hold_count == 0)
    return PAWL_OK;
  if (close_gaps(s, t, q, v, base) != PAWL_OK || isnan(place_held(s, t, q, v, base)))
    return PAWL_BAD_NUMBERS;
  correct(s, v);
  for (int i = 0; work && i < s->hold_count; i++) {
    const pawl_held *h = s->hold + i;
    const pawl_contact_pair *pair = s->contacts + h->pair;
    const pawl_contact_point *p = pair->point + h->point;
    work[pawl_pair_work(s, pair)] += h->force[PAWL_N] * (0.5 * h->free[PAWL_N] - p->row.climb) +
                                     h->force[PAWL_T] * (0.5 * h->free[PAWL_T] - p->row.drift);
  }
  return PAWL_OK;
}
