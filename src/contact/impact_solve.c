/* Impacts: velocities jump, positions do not. All touches that are closed take part at once.      theory.md, 9.3
 *
 *     γ⁺ = γ⁻ + W P
 *     Newton:   0 <= P_N complementary to γ_N⁺ + e γ_N⁻ >= 0
 *     Poisson:  compression to γ_C >= 0 with impulses P_C; expansion with P_NE >= e P_NC complementary to γ_N⁺ >= 0
 *     both:     |P_T| <= μ P_N where γ_T⁺ = 0, P_T = -μ P_N sgn γ_T⁺ else
 *
 * T⁺ - T⁻ = ½ P·(γ⁺ + γ⁻) must not be positive. Where a law would raise it, as Newton's may with friction, restitution is
 * made less for all, just as far as needed: without restitution energy cannot rise. */
#include <string.h>

#include "base/tolerances.h"
#include "contact/impact.h"

typedef struct {
  pawl_system *s;
  pawl_switching *x;
  pawl_switch_room *o;
  int n;
  bool counts;  /* how many motions there are */
  bool tells;   /* its problems, to who listens */
  bool again;   /* with less restitution: nothing more is told of several */
  bool several; /* motions, of which the clearest is taken in every try */
} impact;

/* In an exact fit there is no preload in an impact, either. */
static bool leave_idle(const impact *k, const pawl_problem *problem, unsigned char *kind)
{
  size_t mark = k->o->scratch.used;
  pawl_fit *fit = PAWL_LEND(&k->o->scratch, problem->n, pawl_fit);
  bool any = pawl_clamps_release(k->o, problem, PAWL_STILL * speed_unit(k->s), fit);
  for (int i = 0; any && i < problem->n; i++)
    kind[i] = (unsigned char)(fit[i] == PAWL_FIT_IDLE ? PAWL_FRICTIONLESS | PAWL_GIVEN : problem->kind[i]);
  k->o->scratch.used = mark;
  return any;
}

/* Whether the same share of all normal impulses that are not unique comes back, without friction: then their sums do not depend on how
 * they are shared, and nothing moves otherwise. */
static bool come_back_alike(const impact *k, const bool *normal)
{
  double e = NAN;
  for (int i = 0; i < k->n; i++) {
    const pawl_held *h = k->s->contact->hold + i;
    if (!normal[i])
      continue;
    if ((h->rubs && !h->locked && k->o->mu[i] > 0) || (!isnan(e) && k->o->e[i] != e))
      return false;
    e = k->o->e[i];
  }
  return true;
}

/* Where impulses are not unique those farthest from their limits are taken, also where they decide what moves how: that is told. By
 * Poisson's law they do wherever a normal impulse of the compression is one of many, since a share of it comes back. */
static void spread(const impact *k, const pawl_problem *problem, int island, double *force)
{
  pawl_scratch *scratch = &k->o->scratch;
  size_t mark = scratch->used;
  int *group = PAWL_LEND(scratch, k->n, int);
  bool *loose = PAWL_LEND(scratch, k->n, bool), *normal = PAWL_LEND(scratch, k->n, bool),
       compresses = force == k->o->first;
  pawl_mode_family family = {.each = true, .group = group, .loose = loose, .normal = normal};
  for (int i = 0; i < k->n; i++)
    group[i] = k->s->contact->hold[i].pair;
  bool many = pawl_spread_forces(k->o, problem, island, force, &family);
  bool decide = many && compresses && !come_back_alike(k, normal);
  for (int i = 0; many && i < k->n; i++)
    if ((family.moves && (loose[i] || normal[i])) || (decide && normal[i] && k->o->e[i] > 0))
      pawl_doubt_note(k->s->contact->pair + k->s->contact->hold[i].pair, PAWL_DOUBT_MOTION, k->x->t);
  scratch->used = mark;
}

/* Impulses from velocities b; the room's rate gets the velocities after. `kind` is room for those of an exact fit. */
static bool solve_with(impact *k, const double *b, const double *floor, double *force, unsigned char *kind)
{
  pawl_switch_room *o = k->o;
  pawl_problem problem = pawl_switch_room_problem(o, k->n, b);
  problem.floor = floor;
  if (k->x->on_problem && k->tells)
    k->x->on_problem(k->x->listener, k->x->t, &problem, "impact");
  if (leave_idle(k, &problem, kind))
    problem.kind = kind;
  pawl_motion list[PAWL_MOTIONS];
  const pawl_solve_options options = {
      .count = k->counts, .clearest = k->counts, .exhaust = true, .motion = list, .room = PAWL_MOTIONS};
  pawl_solution found = pawl_problem_solve(force, o->rate, o->mode, &problem, &options, &o->solver);
  if (!pawl_is_solved(found.by) && problem.kind == kind) {
    problem.kind = o->kind;
    found = pawl_problem_solve(force, o->rate, o->mode, &problem, &options, &o->solver);
  }
  if (!pawl_is_solved(found.by))
    return false;
  if (!k->again)
    pawl_several_note(k->s, k->x, &found, list);
  k->several |= found.motions > 1 || found.continuum;
  for (int i = 0; i < o->solver.islands; i++)
    spread(k, &problem, i, force);
  return true;
}

static bool solve(impact *k, const double *b, const double *floor, double *force)
{
  size_t mark = k->o->scratch.used;
  bool good = solve_with(k, b, floor, force, PAWL_LEND(&k->o->scratch, k->n, unsigned char));
  k->o->scratch.used = mark;
  return good;
}

/* γ = γ⁻ + W P. */
static void velocities(const impact *k, const double *P, double *gamma)
{
  size_t mark = k->o->scratch.used;
  const int d = k->o->solver.dim;
  double *acts = PAWL_LEND(&k->o->scratch, d * k->n, double);
  for (int j = 0; j < d * k->n; j++)
    acts[j] = j % d >= PAWL_T && k->s->contact->hold[j / d].locked ? 0 : P[j];
  for (int i = 0; i < d * k->n; i++)
    gamma[i] = pawl_switch_room_add(k->o, k->n, i, k->o->before[i], acts);
  k->o->scratch.used = mark;
}

static bool newton(impact *k, double share)
{
  pawl_switch_room *o = k->o;
  for (int i = 0; i < k->n; i++) {
    const double *before = o->before + o->solver.dim * i;
    double back = before[PAWL_N] < 0 ? o->e[i] : 0; /* what parts gives nothing back */
    for (int a = 0; a < o->solver.dim; a++)
      o->b[o->solver.dim * i + a] = before[a] * (1 + share * (a == PAWL_N ? back : o->e_t[i]));
  }
  return solve(k, o->b, NULL, o->total);
}

/* What was stored along the tangent comes back as far as the cone of the expansion allows. */
static void release(impact *k, double share, double *stored)
{
  pawl_switch_room *o = k->o;
  for (int i = 0; i < k->n; i++)
    stored[i] = share * o->e_t[i] * share * o->e[i] * o->first[o->solver.dim * i + 1];
}

/* Impulses of the expansion beside what is released. Where the touch moves the way that it is pushed there is no more friction;
 * where it still slides against it, friction helps as far as the cone leaves room. */
static bool expand(impact *k, const double *stored)
{
  pawl_switch_room *o = k->o;
  size_t mark = o->scratch.used;
  double *mu = PAWL_LEND(&o->scratch, k->n, double);
  bool *helps = PAWL_LEND(&o->scratch, k->n, bool), again = true, good = true;
  memcpy(mu, o->mu, sizeof(double) * (size_t)k->n);
  for (int round = 0; good && again && round <= k->n; round++) {
    for (int i = 0; i < k->n; i++)
      o->mu[i] = stored[i] == 0 ? mu[i] : helps[i] ? fmax(mu[i] - fabs(stored[i]) / o->floor[i], 0) : 0;
    good = solve(k, o->b, o->floor, o->second);
    again = false;
    for (int i = 0; good && i < k->n; i++)
      if (stored[i] * o->rate[o->solver.dim * i + 1] < 0 && !helps[i])
        again = helps[i] = true;
  }
  memcpy(o->mu, mu, sizeof(double) * (size_t)k->n);
  o->scratch.used = mark;
  return good;
}

/* `stored`: room for what comes back along the tangents. */
static bool poisson_with(impact *k, double share, double *stored)
{
  pawl_switch_room *o = k->o;
  const int d = o->solver.dim, n = d * k->n;
  memcpy(o->b, o->before, sizeof(double) * (size_t)n);
  if (!solve(k, o->b, NULL, o->first))
    return false;
  memcpy(o->total, o->first, sizeof(double) * (size_t)n);
  bool expands = false;
  for (int i = 0; i < k->n; i++) {
    o->floor[i] = share * o->e[i] * o->first[d * i];
    expands |= o->floor[i] > 0;
  }
  if (!expands)
    return true;
  release(k, share, stored);
  velocities(k, o->first, o->b);
  for (int j = 0; j < n; j++) /* as room: what comes back alone */
    o->total[j] = j % d == PAWL_T ? stored[j / d] : 0;
  for (int i = 0; i < n; i++)
    o->b[i] = pawl_switch_room_add(o, k->n, i, o->b[i], o->total);
  memcpy(o->total, o->first, sizeof(double) * (size_t)n);
  if (!expand(k, stored))
    return false;
  for (int i = 0; i < n; i++)
    o->total[i] += o->second[i] + (i % d == PAWL_T ? stored[i / d] : 0);
  return true;
}

static bool poisson(impact *k, double share)
{
  size_t mark = k->o->scratch.used;
  bool good = poisson_with(k, share, PAWL_LEND(&k->o->scratch, k->n, double));
  k->o->scratch.used = mark;
  return good;
}

static double gain(const impact *k)
{
  double sum = 0;
  for (int i = 0; i < k->o->solver.dim * k->n; i++)
    sum += 0.5 * k->o->total[i] * (k->o->rate[i] + k->o->before[i]);
  return sum;
}

/* Kinetic energy that goes into the touches: what rounding is measured by. */
static double size_of(const impact *k)
{
  double sum = 0;
  for (int i = 0; i < k->o->solver.dim * k->n; i++)
    sum += fabs(k->o->total[i] * k->o->before[i]);
  return sum;
}

static bool attempt(impact *k, bool by_newton, double share)
{
  if (!(by_newton ? newton(k, share) : poisson(k, share)))
    return false;
  for (int i = 0; i < k->n; i++) {
    const int tangents = k->s->contact->hold[i].dim - 1;
    const double *slide = k->o->before + k->o->solver.dim * i + PAWL_T,
                 speed = pawl_tangent_length(slide, tangents);
    double *impulse = k->o->total + k->o->solver.dim * i;
    for (int a = 0; k->s->contact->hold[i].locked && a < tangents;
         a++) /* it moves nothing, but someone has to provide it */
      impulse[PAWL_T + a] = (speed > 0 ? -slide[a] / speed : 0) * k->o->mu[i] * impulse[PAWL_N];
  }
  velocities(k, k->o->total, k->o->rate);
  return true;
}

static bool solve_all(pawl_system *s, pawl_switching *x, pawl_impact_report *report)
{
  impact k = {.s = s, .x = x, .o = x->room, .n = s->contact->hold_count, .tells = true};
  k.counts = s->model->plan.impacts != 1; /* in turn there is one touch */
  bool by_newton = true;
  for (int i = 0; i < k.n; i++) {
    const pawl_rigid *law = pawl_rigid_of(&s->contact->pair[s->contact->hold[i].pair].fields->law);
    by_newton &= !law || law->law == PAWL_NEWTON;
  }
  report->repaired = false;
  if (!attempt(&k, by_newton, 1))
    return false;
  if (!s->model->plan.audit || gain(&k) <= PAWL_IMPACT_GAIN * size_of(&k))
    return true;
  report->repaired = true;
  k.again = true;
  k.counts = k.several;
  double low = 0, high = 1;
  for (int i = 0; i < 60; i++) {
    double middle = 0.5 * (low + high);
    if (!attempt(&k, by_newton, middle))
      return false;
    if (gain(&k) <= 0)
      low = middle;
    else
      high = middle;
  }
  return attempt(&k, by_newton, low);
}

/* The touch that approaches fastest, in its own unit; -1: none does. */
static int fastest(const pawl_system *s, const pawl_switch_room *o)
{
  double most = PAWL_STILL;
  int best = -1;
  for (int i = 0; i < s->contact->hold_count; i++)
    if (!s->contact->hold[i].given &&
        -o->before[o->solver.dim * i] > most * speed_of(s, i) * (1 + PAWL_FASTEST)) {
      most = -o->before[o->solver.dim * i] / speed_of(s, i);
      best = i;
    }
  return best;
}

/* One touch at a time, all others as if they were not there, until none approaches. */
static bool solve_in_turn(pawl_system *s, pawl_switching *x, pawl_impact_report *report)
{
  enum { MOST_TURNS = 100000 };
  pawl_switch_room *o = x->room;
  int n = s->contact->hold_count;
  size_t mark = o->scratch.used;
  double *sum = PAWL_LEND(&o->scratch, o->solver.dim * n, double),
         *begin = PAWL_LEND(&o->scratch, o->solver.dim * n, double);
  unsigned char *kind = PAWL_LEND(&o->scratch, n, unsigned char);
  memcpy(begin, o->before, sizeof(double) * (size_t)(o->solver.dim * n));
  memcpy(kind, o->kind, (size_t)n);
  report->repaired = false;
  bool good = true;
  for (int turn = 0, i; good && (i = fastest(s, o)) >= 0; turn++) {
    pawl_impact_report one;
    for (int j = 0; j < n; j++)
      o->kind[j] = j == i ? kind[j] : PAWL_FRICTIONLESS | PAWL_GIVEN;
    good = turn < MOST_TURNS && solve_all(s, x, &one);
    for (int j = 0; good && j < o->solver.dim * n; j++) {
      sum[j] += o->total[j];
      o->before[j] = o->rate[j];
    }
    report->repaired |= good && one.repaired;
  }
  memcpy(o->rate, o->before, sizeof(double) * (size_t)(o->solver.dim * n));
  memcpy(o->before, begin, sizeof(double) * (size_t)(o->solver.dim * n));
  memcpy(o->total, sum, sizeof(double) * (size_t)(o->solver.dim * n));
  memcpy(o->kind, kind, (size_t)n);
  o->scratch.used = mark;
  return good;
}

bool pawl_impact_plastic(pawl_system *s, pawl_switching *x, const double *velocities)
{
  impact k = {.s = s, .x = x, .o = x->room, .n = s->contact->hold_count};
  return solve(&k, velocities, NULL, x->room->total);
}

bool pawl_impact_solve(pawl_system *s, pawl_switching *x, pawl_impact_report *report)
{
  return s->model->plan.impacts == 1 ? solve_in_turn(s, x, report) : solve_all(s, x, report);
}
