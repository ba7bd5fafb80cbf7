/* Touches that are held, brought onto their constraints: gaps, then gap rates and speeds of what sticks, in the mass
 * metric.      theory.md, 9.2 */
#include <string.h>

#include "base/tolerances.h"
#include "contact/held_net.h"
#include "system/project.h"

/* Forces (here: displacements or impulses) that bring `free` of what is held, and sticks, to 0, in the mass metric. */
static bool correct(pawl_system *s, double *x)
{
  struct pawl_held_room *o = s->contact->room;
  if (!pawl_held_couple(s, false))
    return false;
  pawl_held_list(s, false);
  for (int i = 0; i < s->contact->hold_count; i++)
    memset(s->contact->hold[i].force, 0, sizeof s->contact->hold[i].force);
  for (int k = 0; k < o->islands; k++) {
    const pawl_held_unknown *u = o->unknown + o->first[k];
    int n = o->first[k + 1] - o->first[k];
    memset(o->begin, 0, sizeof(double) * (size_t)n);
    if (pawl_held_is_many(o, k)) {
      if (!pawl_held_solve_many(s, k, false, o->begin, o->x))
        return false;
      for (int i = 0; i < n; i++)
        s->contact->hold[u[i].held].force[u[i].along] = u[i].unit * o->x[i];
      continue;
    }
    const pawl_band A = pawl_held_system(s, k);
    if (!pawl_held_is_solved(o, &A, o->b, o->x))
      pawl_held_near(o, &A, o->b, o->begin, o->x);
    for (int i = 0; i < A.n; i++)
      s->contact->hold[u[i].held].force[u[i].along] = u[i].unit * o->x[i];
  }
  pawl_held_add(s, x, NULL);
  return true;
}

/* How far what sticks has strayed, over the model's length or in radians; 0: it is rounding, or nothing can bring it back. */
static double strayed(const pawl_system *s, const pawl_held *h)
{
  const pawl_contact_pair *pair = s->contact->pair + h->pair;
  const pawl_contact_point *p = pair->point + h->point;
  if (!pair->kind->always_pressed || p->mode.tangent != PAWL_RUB_STICK || h->locked)
    return 0;
  bool slides = pawl_slides(s->model->parts[s->joint.use[pair->joint].part]->kind);
  return fabs(p->row.strayed) / (slides ? s->scale.length : 1);
}

/* `places`: what sticks is asked where it began to; else it stays where it is. */
static double place_held(pawl_system *s, bool places, double t, const double *q, const double *v,
                         const pawl_quat *base)
{
  if (pawl_system_rows(s, t, q, v, base) != PAWL_OK || !pawl_held_directions(s))
    return NAN;
  if (!s->own_only) { /* own equations answer by themselves */
    s->ops->solve_plain(s->kernel, NULL, NULL, s->room.correction, NULL, true);
    s->at.factors++;
  }
  pawl_held_respond(s);
  double most = 0;
  for (int i = 0; i < s->contact->hold_count; i++) {
    pawl_held *h = s->contact->hold + i;
    double gap = h->given ? 0 : s->contact->pair[h->pair].point[h->point].track.now.gap;
    h->free[PAWL_N] = v ? h->velocity[PAWL_N] : gap;
    double stray = places ? strayed(s, h) : 0, by = s->contact->pair[h->pair].point[h->point].row.strayed;
    for (int a = PAWL_T; a < h->dim; a++)
      h->free[a] = v ? h->velocity[a] : stray > 0 ? by : 0;
    most = fmax(most, fmax(fabs(gap) / s->scale.length, stray));
  }
  return most;
}

/* Whether something sticks that has a place. */
static bool keeps_places(const pawl_system *s)
{
  for (int i = 0; i < s->contact->hold_count; i++)
    if (s->contact->pair[s->contact->hold[i].pair].kind->always_pressed)
      return true;
  return false;
}

/* Positions alone; v only helps loops along. */
static pawl_status close_gaps(pawl_system *s, bool places, double t, double *q, double *v,
                              const pawl_quat *base)
{
  bool keeps = places && keeps_places(s);
  double before = INFINITY, enough = keeps ? 0 : PAWL_PROJECTED; /* rounding adds up to a creep, too */
  for (int round = 0; round < 8; round++) {
    double now = place_held(s, places, t, q, NULL, base);
    if (isnan(now))
      return PAWL_BAD_NUMBERS;
    if (now <= enough || (round > (keeps ? 0 : 2) && now > 0.5 * before))
      break;
    before = now;
    memset(s->contact->move, 0, sizeof(double) * (size_t)s->tree.dof_count);
    if (!correct(s, s->contact->move))
      return s->error.status;
    pawl_move(s, q, s->contact->move, s->room.scratch);
    if (s->tree.row_count && pawl_project(s, t, q, v, base) != PAWL_OK)
      return s->error.status;
  }
  return PAWL_OK;
}

/* T times what all forces give when the state moves so. */
static pawl_status add_powers(pawl_system *s, double t, const double *q, const double *way,
                              const pawl_quat *base, double T, double *work)
{
  const pawl_request at = {.t = t, .q = q, .v = way, .base = base, .work = s->at.work};
  pawl_status status = pawl_system_motion(s, &at, s->room.trial, s->contact->power);
  for (int i = 0; status == PAWL_OK && i < s->extra.works; i++)
    work[i] += s->contact->power[i] * T;
  return status;
}

/* What all forces give on the way from `first` to where q is now, which no step has made: as if it took the model's time, less what drives
 * and bases give in that without it. */
static pawl_status book_way(pawl_system *s, double t, const double *q, const pawl_quat *base, double *work)
{
  double most = 0, *way = s->room.best, T = s->scale.time;
  for (int d = 0; d < s->tree.dof_count; d++) {
    way[d] = (q[d] - s->room.first[d]) / T;
    most = fmax(most, fabs(way[d]) * T / s->dof.unit[d]);
  }
  if (most <= PAWL_PROJECTED)
    return PAWL_OK;
  pawl_status status = add_powers(s, t, q, way, base, T, work);
  memset(way, 0, sizeof(double) * (size_t)s->tree.dof_count);
  return status == PAWL_OK ? add_powers(s, t, q, way, base, -T, work) : status;
}

/* Rows are met before what sticks is brought back to its place, or they would take it along again. */
static pawl_status close_places(pawl_system *s, double t, double *q, double *v, const pawl_quat *base,
                                double *work)
{
  bool keeps = keeps_places(s);
  if (keeps && work)
    memcpy(s->room.first, q, sizeof(double) * (size_t)s->tree.dof_count);
  if (keeps && s->tree.row_count && pawl_project(s, t, q, v, base) != PAWL_OK)
    return s->error.status;
  pawl_status status = close_gaps(s, true, t, q, v, base);
  return keeps && work && status == PAWL_OK ? book_way(s, t, q, base, work) : status;
}

double pawl_held_part(pawl_system *s, pawl_gathered which, double t, double *q, double *v,
                      const pawl_quat *base)
{
  if (!pawl_held_gather(s, which) || close_gaps(s, false, t, q, v, base) != PAWL_OK)
    return NAN;
  return place_held(s, false, t, q, NULL, base);
}

pawl_status pawl_held_project(pawl_system *s, double t, double *q, double *v, const pawl_quat *base,
                              double *work)
{
  if (!pawl_held_gather(s, PAWL_GATHER_HELD))
    return s->error.status;
  if (s->contact->hold_count == 0)
    return PAWL_OK;
  if (close_places(s, t, q, v, base, work) != PAWL_OK || isnan(place_held(s, true, t, q, v, base)))
    return PAWL_BAD_NUMBERS;
  if (!correct(s, v))
    return s->error.status;
  for (int i = 0; work && i < s->contact->hold_count; i++) {
    const pawl_held *h = s->contact->hold + i;
    const pawl_contact_pair *pair = s->contact->pair + h->pair;
    const pawl_contact_point *p = pair->point + h->point;
    double gives = h->force[PAWL_N] * (0.5 * h->free[PAWL_N] - p->row.climb);
    for (int a = PAWL_T; a < h->dim; a++)
      gives += h->force[a] * (0.5 * h->free[a] - p->row.drift[a - PAWL_T]);
    work[pawl_pair_work(s, pair)] += gives;
  }
  return PAWL_OK;
}
