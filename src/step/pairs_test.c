/* What every kind of pair owes: gap, gap rate and slide, the directions of its forces and the rates of its rates say the same, seen by
 * differences along the motion of its examples and of models.      theory.md, 9.1 */
#include <math.h>

#include "base/chance.h"
#include "step/sessions_test.h"

enum { MOST = 400, INSTANTS = 5 };

typedef struct {
  double q[MOST], v[MOST], a[MOST], power[MOST];
} motion;

typedef struct {
  int pairs; /* that were looked at, */
  const pawl_pair_kind *kind[32];
  int kinds;
  double worst;
  char where[120];
} figures;

static pawl_contact_point followed(pawl_system *s, const pawl_contact_pair *pair, const pawl_contact_point *p)
{
  pawl_contact_point point = *p;
  pawl_shape_motion m;
  pawl_contact_motion(s, pair, &m);
  pawl_contact_follow(s, pair, &m, &point, true);
  return point;
}

static bool place(pawl_run *r, double t, const double *q, const double *v)
{
  r->system.at.work = r->y + 2 * r->system.tree.dof_count;
  return pawl_system_rows(&r->system, t, q, v, r->base) == PAWL_OK;
}

/* The state on, by `e` of the time. */
static void move(motion *to, const motion *from, int n, double e)
{
  for (int d = 0; d < n; d++) {
    to->q[d] = from->q[d] + e * from->v[d] + 0.5 * e * e * from->a[d];
    to->v[d] = from->v[d] + e * from->a[d];
  }
}

static void compare(figures *f, const pawl_run *r, const pawl_contact_pair *pair, const char *what, double a,
                    double b, double unit)
{
  double off = fabs(a - b) / fmax(unit, fmax(fabs(a), fabs(b)));
  if (!(off <= f->worst)) {
    f->worst = off;
    snprintf(f->where, sizeof f->where, "%.60s: %s %.9g, %.9g", r->model->parts[pair->part]->name, what, a,
             b);
  }
}

static double product(const double *w, const double *v, int n)
{
  double sum = 0;
  for (int d = 0; d < n; d++)
    sum += w[d] * v[d];
  return sum;
}

static void look_at(pawl_run *r, const pawl_contact_pair *pair, const pawl_contact_point *p, const motion *m,
                    figures *f)
{
  static motion before, after;
  static double w[PAWL_DIMENSIONS][MOST], faster[MOST];
  pawl_system *s = &r->system;
  int n = s->tree.dof_count;
  double e = 1e-4 * s->scale.time, L = pawl_pair_unit(s, pair), T = s->scale.time, rate[2] = {0};
  move(&before, m, n, -e);
  move(&after, m, n, e);
  if (!place(r, r->t - e, before.q, before.v))
    return;
  pawl_contact_point first = followed(s, pair, p);
  if (!place(r, r->t + e, after.q, after.v))
    return;
  pawl_contact_point last = followed(s, pair, p);
  for (int d = 0; d < n; d++)
    faster[d] = m->v[d] + (0.3 + d % 3) * s->dof.unit[d] / T;
  place(r, r->t, m->q, faster);
  pawl_contact_point fast = followed(s, pair, p);
  const pawl_request free = {r->t, m->q, m->v, r->base, r->y + 2 * n, .held = PAWL_HELD_OFF};
  static motion now;
  if (pawl_system_motion(s, &free, now.a, now.power) != PAWL_OK)
    return;
  pawl_contact_point here = followed(s, pair, p);
  bool good = first.track.found == PAWL_TRACKED && last.track.found == PAWL_TRACKED &&
              here.track.found == PAWL_TRACKED && fast.track.found == PAWL_TRACKED;
  memset(w, 0, sizeof w);
  if (!good || !pair->kind->directions(s, pair, &here, (double *const[]){w[0], w[1], w[2]}))
    return;
  if (!pair->kind->always_pressed) {
    compare(f, r, pair, "gap rate", (last.track.now.gap - first.track.now.gap) / (2 * e), here.row.gap_rate,
            1e-2 * L / T);
    compare(f, r, pair, "normal direction", product(w[0], faster, n) - product(w[0], m->v, n),
            fast.row.gap_rate - here.row.gap_rate, 1e-2 * L / T);
  }
  if (pawl_is_dry(&pair->fields->friction))
    compare(f, r, pair, "tangent", product(w[1], faster, n) - product(w[1], m->v, n),
            fast.row.slide[0] - here.row.slide[0], 1e-2 * L / T);
  pair->kind->rates(s, pair, &here, now.a, rate);
  bool shut = !pair->kind->shapes ||
              fabs(here.track.now.gap) < 1e-9 * L; /* of shapes, material half-way between them counts */
  if (!pair->kind->always_pressed && shut)
    compare(f, r, pair, "rate of the gap rate", (last.row.gap_rate - first.row.gap_rate) / (2 * e), rate[0],
            L / (T * T));
  f->pairs++;
  int k = 0;
  while (k < f->kinds && f->kind[k] != pair->kind)
    k++;
  f->kind[k] = pair->kind;
  f->kinds = k < f->kinds ? f->kinds : k + 1;
}

static void look(session s, figures *f)
{
  pawl_run *r = s.run;
  pawl_system *system = &r->system;
  int n = system->tree.dof_count;
  static motion m;
  if (s.model->worlds != PAWL_PLANAR || n + system->extra.works >= MOST || r->way->fixed)
    return;
  for (int k = 1; k <= INSTANTS; k++) {
    pawl_error error = {0};
    if (pawl_run_until(r, s.model->plan.duration * k / (INSTANTS + 0.5), &error) != PAWL_OK)
      return;
    memcpy(m.q, r->y, sizeof(double) * (size_t)n);
    memcpy(m.v, r->y + n, sizeof(double) * (size_t)n);
    const pawl_request free = {r->t, m.q, m.v, r->base, r->y + 2 * n, .held = PAWL_HELD_OFF};
    if (pawl_system_motion(system, &free, m.a, m.power) != PAWL_OK)
      continue;
    for (int i = 0; i < system->contact->count; i++) {
      const pawl_contact_pair *pair = system->contact->pair + i;
      for (int j = 0; j < pair->count && pair->kind->directions && pair->fields; j++)
        if (!pair->point[j].track.gone)
          look_at(r, pair, pair->point + j, &m, f);
    }
  }
}

static void pairs_keep_their_contract(void **state)
{
  (void)state;
  static const char *const models[] = {
      "models/tackle",        "models/hoist",         "models/ratchet",
      "models/woodpecker",    "models/latch-rigid",   "models/impact-oscillator",
      "models/bouncing-ball", "models/rocking-block", "models/billiards"};
  figures f = {0};
  for (int i = 0; pawl_kinds[i]; i++) {
    session s = open_text(pawl_kinds[i]->example, NULL);
    if (s.run->system.contact->count)
      look(s, &f);
    leave(s);
  }
  for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
    session s = open_file(models[i], NULL, NULL, NULL);
    look(s, &f);
    leave(s);
  }
  print_message("%d touches of %d kinds of pairs, off by %.1e at most (%s)\n", f.pairs, f.kinds, f.worst,
                f.where);
  assert_true(f.pairs > 100 && f.kinds >= 5);
  assert_true(f.worst < 1e-5);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(pairs_keep_their_contract)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
