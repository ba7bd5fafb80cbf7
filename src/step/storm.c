/* Storms: events that go on and on without anything that could be seen of them.      theory.md, 9.3
 *
 *   - So many within a millionth of the model's own time that they will not end.
 *   - At any scale of time: many at several touches, whose approach does not get less, v τ for the time τ between them being below what
 *     shapes may overlap. A light body between heavy ones that slide chatters so, with an amplitude that they keep up.
 *
 * A step of time-stepping without restitution, longer and longer as long as it does not help, leaves touches closed and books what it
 * takes. A row of bounces at a single touch is no storm: it gets less, and ends by itself (9.3). */
#include "step/run.h"
#include "step/stepping.h"

#define MOST_CROWDED 60 /* events within a millionth of the model's own time                   */
#define MANY 240        /* events that are looked at together                                  */
#define LASTS 0.5       /* the approach in their second half over that in the first            */
#define UNSEEN 1e-6     /* of the model's length: what they move                               */
#define LONGEST 1e-4    /* of the model's own time: what is passed at once of a crowd          */
#define LONGER 2e-4     /* and of what is not seen                                             */
#define STEPS_ERR 5e-3  /* of what is turned over in it: as runs by stepping may                 */

void pawl_storm_note(pawl_run *r, const pawl_contact_change *change)
{
  pawl_storm *x = &r->storm;
  if (x->count++ == 0) {
    x->since = r->t;
    x->speed[0] = x->speed[1] = 0;
    x->pair = change->pair;
    x->point = change->point;
    x->several = false;
  }
  x->several |= change->pair != x->pair || change->point != x->point;
  double *most = x->speed + (x->count > MANY / 2);
  if (!isnan(change->before[0]))
    *most = fmax(*most, -change->before[0]);
}

static bool is_crowded(pawl_run *r)
{
  pawl_storm *x = &r->storm;
  if (r->t - x->crowd_t > 1e-6 * r->system.scale.time) {
    x->crowd_t = r->t;
    x->crowd = 0;
  }
  return ++x->crowd > MOST_CROWDED;
}

/* How long it has lasted; 0: it is none. A touch may be in the air while others change: four times the mean of what lies between two
 * events. */
static double unseen_for(pawl_run *r)
{
  pawl_storm *x = &r->storm;
  if (x->count < MANY)
    return 0;
  double between = 4 * (r->t - x->since) / (double)x->count, most = fmax(x->speed[0], x->speed[1]);
  bool lasts = x->speed[1] >= LASTS * x->speed[0];
  bool unseen = most * between < UNSEEN * r->system.scale.length && between < 1e-3 * r->system.scale.time;
  x->count = 0;
  return x->several && lasts && unseen ? r->t - x->since : 0;
}

/* Of the system as it was evaluated last: kinetic, gravity, stored, and the work of all with its sign in the ledger. */
static void read_accounts(pawl_run *r, double account[4])
{
  const pawl_system *s = &r->system;
  pawl_system_energy(&r->system, account, account + 1, account + 2);
  account[3] = 0;
  for (int i = 0; i < s->work_count; i++)
    account[3] -= r->y[2 * s->tree.dof_count + i];
}

/* What a long step errs by goes with the storm, as far as stepping may err, and what it takes of bounces that are not seen is lost; more is
 * left for the judge. */
static void book_error(pawl_run *r, const double before[4])
{
  const pawl_system *s = &r->system;
  double after[4], sum = 0, net = 0, least = 1e-12 * pawl_judge_scale(r);
  read_accounts(r, after);
  for (int i = 0; i < 4; i++) {
    sum += fabs(after[i] - before[i]);
    net += after[i] - before[i];
  }
  double most = fmax(STEPS_ERR * 0.5 * (sum - fabs(net)), net < 0 ? UNSEEN * pawl_judge_scale(r) : 0);
  if (fabs(net) > least && fabs(net) <= most && r->storm.pair < s->contact_count)
    r->y[2 * s->tree.dof_count + pawl_pair_work(s, s->contacts + r->storm.pair)] += net;
}

/* By h, but not beyond the end that is asked for. */
static pawl_status pass(pawl_run *r, double h, pawl_error *error)
{
  double before[4];
  bool last = h >= r->limit - r->t;
  read_accounts(r, before);
  if (pawl_stepping_pass(r, last ? r->limit - r->t : h, error) != PAWL_OK)
    return error->status;
  r->t = last ? r->limit : r->t;
  r->storm.passed_t = r->storm.crowd_t = r->storm.since = r->t;
  r->storm.passed_h = h;
  book_error(r, before);
  pawl_contacts_accept(&r->system);
  return PAWL_OK;
}

/* Of more touches than can be enumerated a solution may not be found: a step of time-stepping, longer where a short one does not help,
 * comes to others. */
pawl_status pawl_storm_instead(pawl_run *r, pawl_error *error)
{
  pawl_status status = PAWL_BAD_NUMBERS;
  pawl_error first = *error;
  for (double h = 1e-8; status != PAWL_OK && h < 1e-4 && r->limit > r->t; h *= 10) {
    *error = (pawl_error){0};
    r->system.error = (pawl_error){0};
    status = pass(r, h * r->system.scale.time, error);
  }
  if (status != PAWL_OK)
    *error = first;
  return status;
}

pawl_status pawl_storm_pass(pawl_run *r, bool *passed, pawl_error *error)
{
  pawl_storm *x = &r->storm;
  double T = r->system.scale.time, unseen = unseen_for(r), longest = (unseen > 0 ? LONGER : LONGEST) * T;
  if (!is_crowded(r) && !(unseen > 0))
    return PAWL_OK;
  bool again = r->t - x->passed_t < 100 * x->passed_h;
  x->passed_h = fmin(fmax(again ? 4 * x->passed_h : 1e-7 * T, unseen), longest);
  x->crowd = again ? MOST_CROWDED / 2 : 0;
  x->count = again ? MANY / 2 : 0;
  if (!(r->t + fmin(x->passed_h, r->limit - r->t) > r->t)) /* at the end: the next run goes on with it */
    return PAWL_OK;
  if (pass(r, x->passed_h, error) != PAWL_OK)
    return error->status;
  *passed = true;
  return PAWL_OK;
}
