/* Storms: events that go on and on without anything that could be seen of them.      theory.md, 9.3
 *
 *   - So many within a millionth of the model's own time that they will not end.
 *   - A few that meet and move less than rounding.
 *   - At any scale of time: many at several touches, whose approach does not get less, v τ for the time τ between them being below what
 *     shapes may overlap. A light body between heavy ones that slide chatters so, with an amplitude that they keep up.
 *
 * A step of time-stepping without restitution, longer and longer as long as it does not help, leaves touches closed and books what it
 * takes. A row of bounces at a single touch is no storm as long as it is more than rounding: it gets less, and ends by itself (9.3). */
#include <string.h>

#include "base/tolerances.h"
#include "step/run.h"
#include "step/stepping.h"

#define MOST_CROWDED 60 /* events within a millionth of the model's own time                   */
#define MANY 120        /* instants of events that are looked at together                      */
#define FEW 16          /* and of such as move nothing                                         */
#define LASTS 0.5       /* the approach in their second half over that in the first            */
#define ALIKE 0.8       /* of one count over the next, or the other way round: they go on alike    */
#define MOST_ALIKE 20   /* more of these allow no more: clearances are larger                  */
#define PATIENT 4       /* passed one right after the other: more will be                      */
#define FASTER 100      /* than any of the storm: an impact of its own                             */

/* Of all that changes at an instant the touch that approaches fastest counts: those that rest beside it take part in every impact. What a law
 * presses has no impacts that could be too many: it rings, as fast as the law is stiff, and a step across that is none of it. */
void pawl_storm_note(pawl_run *r, const pawl_contact_change *change)
{
  pawl_storm *x = &r->storm;
  const pawl_contact_pair *pair = r->system.contact->pair + change->pair;
  if (pair->kind->searched && !pawl_rigid_of(&pair->fields->law))
    return;
  if (!x->noted) {
    x->pair = change->pair;
    x->point = change->point;
    x->several = false;
    x->approach = 0;
  }
  x->several |= change->pair != x->pair || change->point != x->point;
  x->noted = true;
  if (!isnan(change->before[0]))
    x->approach = fmax(x->approach, -change->before[0]);
}

/* How many storms have been passed right before this instant, without an end. */
static int in_a_row(const pawl_run *r)
{
  const pawl_storm *x = &r->storm;
  return r->t - x->passed_t < 100 * x->passed_h ? x->row : 0;
}

/* Fewer events tell a storm that goes on. */
static long enough(long many, int row)
{
  return many >> (row < 2 ? row : 2);
}

static void count_instant(const pawl_run *r, pawl_instants *w, long most)
{
  const pawl_storm *x = &r->storm;
  if (w->count++ == 0)
    *w = (pawl_instants){.count = 1, .since = r->t, .pair = x->pair, .point = x->point};
  w->several |= x->several || x->pair != w->pair || x->point != w->point;
  double *speed = w->speed + (w->count > most / 2);
  *speed = fmax(*speed, x->approach);
}

static bool is_crowded(pawl_run *r)
{
  pawl_storm *x = &r->storm;
  if (r->t - x->crowd_t > PAWL_CROWDED * r->system.scale.time) {
    x->crowd_t = r->t;
    x->crowd = 0;
  }
  return ++x->crowd > enough(MOST_CROWDED, in_a_row(r));
}

static bool is_alike(double a, double b)
{
  return a >= ALIKE * b && b >= ALIKE * a;
}

/* m: what a storm may move that is to be passed. What goes on and on alike will go on, and the longer it has, the more of it there is to
 * come: it may be larger by as much. */
static double most_unseen(const pawl_run *r)
{
  return PAWL_STORM_MOVES * (r->storm.alike > 1 ? r->storm.alike : 1) * r->system.scale.length;
}

static void count_alike(pawl_storm *x, double speed, double between)
{
  bool alike = x->alike > 0 && is_alike(speed, x->same_speed) && is_alike(between, x->same_between);
  x->alike = !alike ? 1 : x->alike < MOST_ALIKE ? x->alike + 1 : MOST_ALIKE;
  x->same_speed = speed;
  x->same_between = between;
}

/* A touch may be in the air while others change: four times the mean of what lies between two events. */
static double between(const pawl_run *r, const pawl_instants *w)
{
  return 4 * (r->t - w->since) / (double)w->count;
}

/* How long it has lasted; 0: it is none. Begins a new count. `such`: several touches take part, or it is so small that one may. */
static double lasted(pawl_run *r, pawl_instants *w, double most_moved, bool such)
{
  double speed = fmax(w->speed[0], w->speed[1]), time = between(r, w);
  bool lasts = w->speed[1] >= LASTS * w->speed[0];
  bool unseen = speed * time < most_moved && time < PAWL_STORM_LASTS * r->system.scale.time;
  w->count = 0;
  r->storm.fastest = speed;
  return such && lasts && unseen ? r->t - w->since : 0;
}

/* How long events have gone on that cannot be seen; 0: they do not. */
static double unseen_for(pawl_run *r)
{
  pawl_storm *x = &r->storm;
  double time = 0;
  long many = enough(MANY, in_a_row(r)), few = enough(FEW, in_a_row(r));
  if (x->noted) {
    count_instant(r, &x->many, many);
    count_instant(r, &x->few, few);
    x->noted = false;
  }
  if (x->few.count >= few) {
    bool meet = x->few.speed[1] > 0; /* friction that only turns round may turn over much without any way */
    double few_for = lasted(r, &x->few, PAWL_GAP_TOLD * r->system.scale.length, true);
    time = meet ? few_for : 0;
  }
  if (x->many.count >= many) {
    count_alike(x, fmax(x->many.speed[0], x->many.speed[1]), between(r, &x->many));
    time = fmax(time, lasted(r, &x->many, most_unseen(r), x->many.several));
  }
  return time;
}

/* Whether an open touch comes to an impact within h that could be seen, by how far it comes or because it is far faster than any of the
 * storm: that is no part of it, and nothing of it would be given back. */
static bool meets(const pawl_run *r, double h)
{
  const pawl_system *s = &r->system;
  const pawl_storm *x = &r->storm;
  double slow =
      fmax(FASTER * fmax(x->fastest, x->approach), PAWL_STORM_SLOW * s->scale.length / s->scale.time);
  for (int k = 0; k < s->contact->count; k++)
    for (int i = 0; i < s->contact->pair[k].count; i++) {
      const pawl_contact_point *p = s->contact->pair[k].point + i;
      double way = -2 * h * p->row.gap_rate;
      bool shows = way > most_unseen(r) || -p->row.gap_rate > slow;
      if (p->mode.normal == PAWL_OPEN && !p->track.gone && shows && p->track.now.gap < way)
        return true;
    }
  return false;
}

/* Of the system as it was evaluated last: kinetic, gravity, stored, and the work of all with its sign in the ledger. */
static void read_accounts(pawl_run *r, double account[4])
{
  const pawl_system *s = &r->system;
  pawl_system_energy(&r->system, account, account + 1, account + 2);
  account[3] = 0;
  for (int i = 0; i < s->extra.works; i++)
    account[3] -= r->y[2 * s->tree.dof_count + i];
}

/* What came from nowhere since, and how much of it goes with the storm: as much as stepping may err, and of what it takes from bounces
 * that are not seen, which is lost. */
static double error_since(pawl_run *r, const double before[4], double *most)
{
  double after[4], sum = 0, net = 0;
  read_accounts(r, after);
  for (int i = 0; i < 4; i++) {
    sum += fabs(after[i] - before[i]);
    net += after[i] - before[i];
  }
  *most = fmax(PAWL_LEDGER_IN_STEPS * 0.5 * (sum - fabs(net)),
               net < 0 ? PAWL_STORM_MOVES * pawl_judge_scale(r) : 0);
  return net;
}

/* More is left for the judge. */
static void book_error(pawl_run *r, const double before[4])
{
  const pawl_system *s = &r->system;
  double most, net = error_since(r, before, &most), least = PAWL_LEDGER_ROUNDING * pawl_judge_scale(r);
  if (fabs(net) > least && fabs(net) <= most && r->storm.pair < s->contact->count)
    r->y[2 * s->tree.dof_count + pawl_pair_work(s, s->contact->pair + r->storm.pair)] += net;
}

/* Whether the step just made is one: where it leads across an impact that is no part of the storm, shapes may have come into each
 * other, and energy be off by more than stepping may err. */
static bool is_good(pawl_run *r, const double before[4])
{
  pawl_system *s = &r->system;
  int n = s->tree.dof_count;
  double most;
  s->at.work = r->y + 2 * n;
  if (pawl_system_rows(s, r->t, r->y, r->y + n, r->base) != PAWL_OK)
    return false;
  double net = error_since(r, before, &most);
  return fabs(net) <= fmax(most, PAWL_LEDGER_ROUNDING * pawl_judge_scale(r)) &&
         pawl_judge_apart(r, PAWL_STORM_LEAVES);
}

/* By h or less, but not beyond the end that is asked for. */
static pawl_status pass(pawl_run *r, double h, pawl_error *error)
{
  const pawl_system *s = &r->system;
  double before[4], limit = r->steps.limit;
  read_accounts(r, before);
  pawl_pairs_copy(r->event.kept, s->contact->pair, s->contact->count);
  for (;; h *= 0.25) {
    bool last = h >= limit - r->t;
    if (pawl_stepping_pass(r, last ? limit - r->t : h, error) != PAWL_OK)
      return error->status;
    r->t = last ? limit : r->t;
    if (h <= PAWL_STORM_SHORTEST * s->scale.time || is_good(r, before))
      break;
    pawl_stepping_undo(r);
    pawl_pairs_copy(s->contact->pair, r->event.kept, s->contact->count);
  }
  if (pawl_stepping_passed(r, error) != PAWL_OK)
    return error->status;
  r->storm.passed_t = r->storm.crowd_t = r->storm.many.since = r->storm.few.since = r->t;
  r->storm.passed_h = h;
  r->storm.noted = false; /* what it leaves is no event of the next */
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
  for (double h = PAWL_STORM_INSTEAD; status != PAWL_OK && h < PAWL_STORM_LONGEST && r->steps.limit > r->t;
       h *= 10) {
    *error = (pawl_error){0};
    r->system.error = (pawl_error){0};
    status = pass(r, h * r->system.scale.time, error);
  }
  if (status != PAWL_OK)
    *error = first;
  return status;
}

/* A storm that has gone on through so many passes will not end with the next. Ahead of what is seen of it by half of what it has taken. */
static void look_forward(pawl_storm *x, int row)
{
  x->row = row + 1;
  x->left = row < PATIENT ? 0 : row / 2;
}

pawl_status pawl_storm_pass(pawl_run *r, bool *passed, pawl_error *error)
{
  pawl_storm *x = &r->storm;
  double T = r->system.scale.time, unseen = unseen_for(r),
         longest = (unseen > 0 ? PAWL_STORM_LONGER : PAWL_STORM_LONGEST) * T;
  if (!is_crowded(r) && !(unseen > 0))
    return PAWL_OK;
  int row = in_a_row(r);
  double h = fmin(fmax(row ? 4 * x->passed_h : PAWL_STORM_FIRST * T, unseen), longest);
  x->crowd = x->many.count = x->few.count = 0;
  while (h > PAWL_STORM_SHORTEST * T && meets(r, h))
    h *= 0.25;
  if (meets(r, h)) /* which comes first */
    return PAWL_OK;
  if (!(r->t + fmin(h, r->steps.limit - r->t) > r->t)) /* at the end: the next run goes on with it */
    return PAWL_OK;
  if (pass(r, h, error) != PAWL_OK)
    return error->status;
  look_forward(x, row);
  *passed = true;
  return PAWL_OK;
}

pawl_status pawl_storm_go_on(pawl_run *r, bool *gone, pawl_error *error)
{
  pawl_storm *x = &r->storm;
  *gone = false;
  if (x->left == 0 || x->passed_t != r->t || meets(r, x->passed_h) ||
      !(r->t + fmin(x->passed_h, r->steps.limit - r->t) > r->t)) {
    x->left = 0;
    return PAWL_OK;
  }
  int n = r->system.tree.dof_count;
  r->system.at.work = r->y + 2 * n;
  if (pawl_system_rows(&r->system, r->t, r->y, r->y + n, r->base) !=
      PAWL_OK) /* a row may have been asked for */
    return pawl_run_fail_step(r, 0, error);
  x->left--;
  x->row++;
  pawl_pairs_copy(r->event.before, r->system.contact->pair, r->system.contact->count);
  *gone = true;
  return pass(r, x->passed_h, error);
}
