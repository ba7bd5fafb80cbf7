/* The whole state of a run as plain numbers: restoring it continues bit for bit.
 *   t, h, the controller's memory, the distance from singular positions, signs of stiffness, y, base quaternions,
 *   what contacts remember, the energy and time the ledger counts from; of stepping, what it has found out about forces
 *   and touches, which comes last. BDF's history is not in it: that method starts it anew.      theory.md, 6.5 */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/tolerances.h"
#include "step/run.h"
#include "step/stepping.h"

enum { HEAD = 20 };

size_t pawl_run_state_shared(const pawl_run *r)
{
  return HEAD + (size_t)r->n + 4 * (size_t)r->system.tree.quat_count +
         (size_t)pawl_contacts_memory_size(&r->system);
}

size_t pawl_run_state_size(const pawl_run *r)
{
  return pawl_run_state_shared(r) + (r->stepping ? pawl_stepping_memory_size(r) : 0);
}

/* A number made of the version and of all names of parts: states of other models are told apart by it. */
static double signature(const pawl_run *r)
{
  unsigned long long hash = 14695981039346656037ULL;
  for (const char *c = PAWL_VERSION; *c; c++)
    hash = (hash ^ (unsigned char)*c) * 1099511628211ULL;
  for (int i = 0; i < r->model->part_count; i++) {
    const pawl_part *p = r->model->parts[i];
    if (p->kind->family == PAWL_STATEMENT || p->kind->family == PAWL_SENSOR)
      continue; /* they have no state */
    for (const char *c = p->kind->name; *c; c++)
      hash = (hash ^ (unsigned char)*c) * 1099511628211ULL;
    for (const char *c = p->name; *c; c++)
      hash = (hash ^ (unsigned char)*c) * 1099511628211ULL;
  }
  return (double)(hash >> 12);
}

enum { IS_STIFF = 1, RINGS = 2, RINGS_END = 4, RING_HITS = 8 };

static double stiffness(const pawl_run *r)
{
  return (r->way->stiff ? IS_STIFF : 0) + (r->stiffness.rings ? RINGS : 0) +
         (r->stiffness.rings_end ? RINGS_END : 0) + RING_HITS * r->stiffness.ring_hits;
}

void pawl_run_get_state(const pawl_run *r, double *state)
{
  const double head[HEAD] = {r->t,
                             r->steps.h,
                             r->rk.memory,
                             r->plan.t0,
                             r->plan.energy0,
                             r->books.turned,
                             r->singular.apart,
                             r->singular.last_apart,
                             r->steps.last_h,
                             r->singular.near,
                             stiffness(r),
                             r->stiffness.hits,
                             r->stiffness.mild_hits,
                             (double)r->books.steps,
                             r->steps.usual_h,
                             signature(r),
                             (double)r->books.rejected,
                             (double)r->books.rhs,
                             r->steps.flight,
                             r->steps.flown};
  memcpy(state, head, sizeof head);
  memcpy(state + HEAD, r->y, sizeof(double) * (size_t)r->n);
  memcpy(state + HEAD + r->n, r->base, sizeof(pawl_quat) * (size_t)r->system.tree.quat_count);
  pawl_contacts_get(&r->system, state + HEAD + r->n + 4 * r->system.tree.quat_count);
  if (r->stepping)
    pawl_stepping_get(r, state + pawl_run_state_shared(r));
}

/* The ledger goes on where it was, unless numbers of the model have changed since: then it begins anew here. */
static pawl_status open_books(pawl_run *r, pawl_error *error)
{
  pawl_system *s = &r->system;
  int n = s->tree.dof_count;
  double unused[3], work = 0;
  if (pawl_run_motion(r, r->t, r->y) != PAWL_OK) {
    if (error)
      *error = s->error;
    return s->error.status;
  }
  double total = pawl_system_energy(s, unused, unused + 1, unused + 2);
  for (int i = 0; i < s->extra.works; i++)
    work += r->y[2 * n + i];
  r->accounts.known = r->accounts.least_known = false;
  if (!(fabs(total - work - r->plan.energy0) <
        fmax(PAWL_LEDGER, 1e4 * r->plan.tolerance) * pawl_judge_scale(r))) {
    r->plan.energy0 = total - work;
    r->plan.t0 = r->t;
  }
  return PAWL_OK;
}

pawl_status pawl_run_set_state(pawl_run *r, const double *state, pawl_error *error)
{
  for (size_t i = 0; i < pawl_run_state_size(r); i++)
    if (!isfinite(state[i]))
      return pawl_fail(error, PAWL_BAD_CALL, NULL, "the state has a number that is not finite, at place %zu",
                       i);
  if (state[15] != signature(r))
    return pawl_fail(error, PAWL_BAD_CALL, NULL,
                     "the state is that of another model, or of another version of Pawl");
  r->t = state[0];
  r->steps.h = state[1];
  r->rk.memory = state[2];
  r->plan.t0 = state[3];
  r->plan.energy0 = state[4];
  r->books.turned = state[5];
  r->singular.apart = state[6];
  r->singular.last_apart = state[7];
  r->steps.last_h = state[8];
  r->singular.near = state[9] != 0;
  r->stiffness.hits = (int)state[11];
  r->stiffness.mild_hits = (int)state[12];
  r->books.steps = (long)state[13];
  r->steps.usual_h = state[14];
  r->books.rejected = (long)state[16];
  r->books.rhs = (long)state[17];
  r->steps.flight = state[18];
  r->steps.flown = state[19];
  int stiff = (int)fmin(fmax(state[10], 0), 1e6);
  r->way = r->plan.method->way->fixed ? r->plan.method->way : &pawl_way_explicit;
  r->stiffness.rings = stiff & RINGS;
  r->stiffness.rings_end = stiff & RINGS_END;
  r->stiffness.ring_hits = stiff / RING_HITS > 15 ? stiff / RING_HITS : 15;
  if (stiff & IS_STIFF && !pawl_run_go_stiff(r))
    return pawl_fail_memory(error);
  memcpy(r->y, state + HEAD, sizeof(double) * (size_t)r->n);
  memcpy(r->base, state + HEAD + r->n, sizeof(pawl_quat) * (size_t)r->system.tree.quat_count);
  memcpy(r->last_base, r->base, sizeof(pawl_quat) * (size_t)r->system.tree.quat_count);
  if (!pawl_contacts_set(&r->system, state + HEAD + r->n + 4 * r->system.tree.quat_count))
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "the state is that of other contacts");
  if (r->stepping && !pawl_stepping_put(r, state + pawl_run_state_shared(r)))
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "the state is that of other contacts");
  r->stiffness.started = false;
  r->system.row.delicate = r->steps.last_h > 0 && r->singular.apart < PAWL_DELICATE;
  r->system.at.since = r->steps.last_t = r->steps.pace_t = r->t;
  r->steps.paced = 0;
  r->storm = (pawl_storm){0};
  r->jam = (pawl_jam){0};
  r->chatter.watched = 0;
  r->chatter.rounds = 0;
  r->chatter.longest = 0;
  r->storm.crowd_t = r->storm.passed_t = r->storm.many.since = r->storm.few.since = r->t;
  r->steps.slope_known = r->steps.unchanged = r->room.seen = r->room.filter_ready = false;
  r->system.error = (pawl_error){0};
  return open_books(r, error);
}

/* FNV-1a over the bytes of time and state, least significant first on every machine. */
unsigned long long pawl_run_hash(const pawl_run *r)
{
  unsigned long long hash = 14695981039346656037ULL;
  for (int i = -1; i < r->n + 4 * r->system.tree.quat_count; i++) {
    double x = i < 0 ? r->t : i < r->n ? r->y[i] : ((const double *)r->base)[i - r->n];
    unsigned long long bits;
    x = x == 0 ? 0 : x; /* -0 is 0 */
    memcpy(&bits, &x, sizeof bits);
    for (int b = 0; b < 64; b += 8)
      hash = (hash ^ ((bits >> b) & 255)) * 1099511628211ULL;
  }
  return hash;
}
