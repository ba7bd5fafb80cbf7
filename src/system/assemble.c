/* Assembly: start values that close every loop, from approximate ones.      theory.md, 4.3 */
#include <string.h>

#include "base/chance.h"
#include "base/error.h"
#include "system/contacts.h"
#include "system/project.h"

/* Root of the sum of squares of what is left, over the model's length: does not depend on the axes of the rows. */
static double gap_size(const pawl_system *s)
{
  double sum = 0;
  for (int r = 0; r < s->tree.row_count; r++)
    sum += s->row.phi[r] * s->row.phi[r];
  return sqrt(sum) / s->scale.length;
}

/* A step no longer than 0.3 rad or 0.2 lengths, so that Newton stays on the side where the user started. */
static double step_cap(const pawl_system *s, const double *x)
{
  double most = 0;
  for (int d = 0; d < s->tree.dof_count; d++) {
    double size = fabs(x[d]) / (s->dof.slides[d] ? 0.2 * s->scale.length : 0.3);
    most = size > most ? size : most;
  }
  return most > 1 ? 1 / most : 1;
}

/* Rows of turning also hold half a turn away, with axes against each other, and some a third of a turn away. Those are
 * other machines. */
static bool turned_over(const pawl_system *s)
{
  pawl_end a, b;
  for (int i = 0; i < s->joint.count; i++) {
    const pawl_joint_use *use = s->joint.use + i;
    const pawl_part *part = s->model->parts[use->part];
    int alike = pawl_freedoms_of(part->kind)->alike;
    if (use->block < 0 || s->worlds == PAWL_PLANAR || alike == 0)
      continue;
    s->ops->end(s->kernel, &use->a, &a);
    s->ops->end(s->kernel, &use->b, &b);
    pawl_vec axis = ((const pawl_joint *)part->fields)->axis;
    if (alike == 1
            ? pawl_dot(pawl_turn(&a.R, axis), pawl_turn(&b.R, axis)) < 0.5
            : pawl_dot(a.R.x, b.R.x) < 0.5 || pawl_dot(a.R.y, b.R.y) < 0.5 || pawl_dot(a.R.z, b.R.z) < 0.5)
      return true;
  }
  return false;
}

/* Newton with a capped, halved step; returns the residual it reached. */
double pawl_close_from(pawl_system *s, double t, double *q, const pawl_quat *base, int limit)
{
  double *trial = s->room.trial, now = INFINITY;
  for (int i = 0; i < limit; i++) {
    if (pawl_system_rows(s, t, q, NULL, base) != PAWL_OK)
      return INFINITY;
    now = gap_size(s);
    if (now < 1e-14)
      return turned_over(s) ? 1 : now;
    pawl_correct(s, s->row.phi);
    pawl_system_chart_rates(s, q, s->room.correction, s->room.scratch);
    double step = step_cap(s, s->room.scratch), then = INFINITY;
    for (int halved = 0; halved < 12; halved++, step *= 0.5) {
      for (int d = 0; d < s->tree.dof_count; d++)
        trial[d] = q[d] + step * s->room.scratch[d];
      if (pawl_system_rows(s, t, trial, NULL, base) != PAWL_OK)
        return INFINITY;
      then = gap_size(s);
      if (then < (1 - 0.1 * step) * now || then < 1e-14)
        break;
    }
    if (!(then < now))
      return now < 1e-12 && turned_over(s) ? 1 : now;
    for (int d = 0; d < s->tree.dof_count; d++)
      q[d] = trial[d];
  }
  return now;
}

/* Heavy where given: 1e30 times what the dof has by itself; only the first `count` in the order of writing. */
void pawl_hold_given(pawl_system *s, const bool *given, int count)
{
  double M = s->scale.mass, L = s->scale.length;
  for (int i = 0; i < s->tree.dof_count; i++) {
    int d = s->start.written[i];
    bool held = given[d] && count-- > 0;
    s->room.heavy[d] = held ? 1e30 * M * (s->dof.slides[d] ? 1 : L * L) : 0;
  }
  s->ops->hold(s->kernel, s->room.heavy);
}

int pawl_count_given(const pawl_system *s, const bool *given)
{
  int n = 0;
  for (int d = 0; d < s->tree.dof_count; d++)
    n += given[d];
  return n;
}

/* How many of the given values to hold next: one less at a time, but not for ever. */
int pawl_hold_fewer(int held, int attempt)
{
  return attempt < 16 ? held - 1 : held / 2;
}

/* Drives of speed, and rows that will hold on to the start, say nothing about positions: they are left out by no
 * weight. Needs rows that were set. */
static void leave_out_speeds(pawl_system *s, bool out)
{
  for (int r = 0; r < s->tree.row_count; r++)
    if (s->row.loose[r]) {
      s->row.saved_weight[r] = out ? s->tree.weight[r] : s->row.saved_weight[r];
      s->tree.weight[r] = out ? 0 : s->row.saved_weight[r];
    }
}

/* Other places for what is not held, wider with each attempt. */
static void guess(pawl_system *s, double *q, int attempt, unsigned long long *seed)
{
  for (int d = 0; d < s->tree.dof_count; d++) {
    double u = pawl_chance(seed);
    q[d] = s->room.first[d] + (s->room.heavy[d] > 0 ? 0 : 0.25 * attempt * u * s->dof.unit[d]);
  }
}

/* Newton with the first `held` of the values given held, from a guess for the others. */
static double close_from_guess(pawl_system *s, double t, double *q, const pawl_quat *base, int held,
                               int attempt, unsigned long long *seed)
{
  int n = s->tree.dof_count;
  pawl_hold_given(s, s->start.q_given, held);
  guess(s, q, attempt, seed);
  double left = pawl_close_from(s, t, q, base, 200);
  if (left <= 1e-12) { /* exactly as written, not within rounding of it */
    for (int d = 0; d < n; d++)
      q[d] = s->room.heavy[d] > 0 ? s->room.first[d] : q[d];
    left = pawl_close_from(s, t, q, base, 200);
  }
  for (int d = 0; left <= 1e-12 && d < n; d++) /* what is held did not move, however heavy it had to be */
    left = s->room.heavy[d] > 0 && fabs(q[d] - s->room.first[d]) > 1e-9 * s->dof.unit[d] ? 1 : left;
  s->ops->hold(s->kernel, NULL);
  return left;
}

/* ---- start values that cannot all be met --------------------------------------------------------------------- */

/* Values held by 1e30 times what a dof has by itself, the others that were given by 1e3: they give way a little. */
static void weigh_given(pawl_system *s, const bool *held)
{
  double M = s->scale.mass, L = s->scale.length;
  for (int d = 0; d < s->tree.dof_count; d++)
    s->room.heavy[d] = (held[d] ? 1e30 : s->start.q_given[d] ? 1e3 : 0) * M * (s->dof.slides[d] ? 1 : L * L);
}

/* From a closed position q: `run` more values, from the i-th written on, exactly as given. False: q is as it was. */
static bool hold_more(pawl_system *s, double t, double *q, const pawl_quat *base, int i, int run, bool *held)
{
  int n = s->tree.dof_count;
  memcpy(s->room.best, q, sizeof(double) * (size_t)n);
  for (int k = i; k < i + run; k++)
    held[s->start.written[k]] = s->start.q_given[s->start.written[k]];
  weigh_given(s, held);
  for (int d = 0; d < n; d++)
    q[d] = held[d] ? s->room.first[d] : q[d];
  double left = pawl_close_from(s, t, q, base, 15);
  for (int d = 0; left <= 1e-12 && d < n; d++)
    q[d] = held[d] ? s->room.first[d] : q[d];
  left = left <= 1e-12 ? pawl_close_from(s, t, q, base, 15) : left;
  for (int d = 0; left <= 1e-12 && d < n; d++)
    left = held[d] && fabs(q[d] - s->room.first[d]) > 1e-9 * s->dof.unit[d] ? 1 : left;
  if (left <= 1e-12)
    return true;
  memcpy(q, s->room.best, sizeof(double) * (size_t)n);
  for (int k = i; k < i + run; k++)
    held[s->start.written[k]] = false;
  return false;
}

/* First near to what was given, all of it giving way a little; then exactly by what can be met, in the order of writing:
 * runs of values that can be held together are found by halving. A mechanism of many loops with nothing but rough
 * values is not searched to the end: what was written last stays near. */
static double assemble_by_release(pawl_system *s, double t, double *q, const pawl_quat *base)
{
  int n = s->tree.dof_count, tries = 300;
  bool *held = s->start.held;
  memcpy(q, s->room.first, sizeof(double) * (size_t)n);
  for (int d = 0; d < n; d++)
    held[d] = false;
  weigh_given(s, held);
  s->ops->hold(s->kernel, s->room.heavy);
  double left = pawl_close_from(s, t, q, base, 200);
  for (int i = 0, run = n; left <= 1e-12 && i < n && tries > 0; tries--) {
    run = run < n - i ? run : n - i;
    if (hold_more(s, t, q, base, i, run, held)) {
      i += run;
      run *= 2;
    } else if (run == 1)
      i++;
    else
      run /= 2;
  }
  s->ops->hold(s->kernel, NULL);
  return left <= 1e-12 ? pawl_close_from(s, t, q, base, 200) : left;
}

/* The values given are held, and for the others several places are tried; where that does not close, those written
 * last give way first. */
static double assemble_positions(pawl_system *s, double t, double *q, const pawl_quat *base)
{
  double left = INFINITY, best = INFINITY;
  int n = s->tree.dof_count, given = pawl_count_given(s, s->start.q_given);
  unsigned long long seed = 7;
  memcpy(s->room.first, q, sizeof(double) * (size_t)n);
  for (int round = 0, held = given; left > 1e-12 && held >= 0;
       round++, held = held ? pawl_hold_fewer(held, round) : -1) {
    int attempts = held == n ? 1 : held == given || held == 0 ? 24 : 8;
    for (int attempt = 0; left > 1e-12 && attempt < attempts; attempt++) {
      left = close_from_guess(s, t, q, base, held, attempt, &seed);
      if (left > 1e-12 && round == 0 && attempt == attempts - 1 && given > 0)
        left = assemble_by_release(s, t, q, base);
      if (left < best) {
        best = left;
        memcpy(s->room.best, q, sizeof(double) * (size_t)n);
      }
    }
  }
  if (left > 1e-12)
    memcpy(q, s->room.best, sizeof(double) * (size_t)n);
  return left;
}

/* How far cut joints are from the start values written on them, at most, in the model's units: which of two ways a loop
 * closes, they tell. */
static double cut_miss(pawl_system *s, double t, const double *q, const pawl_quat *base)
{
  double most = 0, speed[PAWL_NAMED], is[PAWL_NAMED];
  if (pawl_system_rows(s, t, q, NULL, base) != PAWL_OK)
    return 0;
  for (int i = 0; i < s->joint.count; i++) {
    const pawl_kind *kind = s->model->parts[s->joint.use[i].part]->kind;
    const pawl_joint *j = s->model->parts[s->joint.use[i].part]->fields;
    const pawl_freedoms *freedoms = pawl_freedoms_of(kind);
    if (freedoms->named == 0 || (s->joint.use[i].link >= 0 && !j->positive))
      continue;
    pawl_system_coordinates(s, i, freedoms->named, is, speed);
    most = j->positive && is[0] < 0 ? fmax(most, 1) : most;
    for (int k = 0; s->joint.use[i].link < 0 && k < freedoms->named; k++) {
      double off = is[k] - j->start[k];
      bool length = freedoms->lengths[s->worlds] >> k & 1;
      off = length ? off / s->scale.length : remainder(off, 2 * 3.14159265358979323846);
      most = isnan(j->start[k]) ? most : fmax(most, fabs(off));
    }
  }
  return most;
}

/* The loops are closed at q; when a cut joint is far from where it was written, other ways to close them are tried, and
 * the one that is nearest is taken. */
static void take_nearest(pawl_system *s, double t, double *q, const pawl_quat *base)
{
  int n = s->tree.dof_count;
  double least = cut_miss(s, t, q, base);
  unsigned long long seed = 13;
  if (!(least > 0.3))
    return;
  memcpy(s->room.nearest, q, sizeof(double) * (size_t)n);
  for (int attempt = 1; attempt <= 24 && least > 0.1; attempt++) {
    double left = close_from_guess(s, t, q, base, pawl_count_given(s, s->start.q_given), attempt, &seed);
    double miss = left <= 1e-12 ? cut_miss(s, t, q, base) : INFINITY;
    if (miss < 0.7 * least) {
      least = miss;
      memcpy(s->room.nearest, q, sizeof(double) * (size_t)n);
    }
  }
  memcpy(q, s->room.nearest, sizeof(double) * (size_t)n);
  pawl_close_from(s, t, q, base, 200);
}

static pawl_status cannot_close(pawl_system *s, double t, const double *q, const pawl_quat *base,
                                pawl_error *error)
{
  int row = 0;
  char unit[8];
  if (s->error.status != PAWL_OK) {
    *error = s->error;
    return error->status;
  }
  /* Redundant by design: dependent at any pose, not only in a stretched one that the search ended in. */
  unsigned long long seed = 3;
  for (int d = 0; d < s->tree.dof_count; d++)
    s->room.trial[d] = q[d] + s->dof.unit[d] * pawl_chance(&seed);
  pawl_system_rows(s, t, s->room.trial, NULL, base);
  pawl_correct(s, s->row.phi);
  int *dropped = s->row.dropped_at_random;
  for (int i = 0; i < s->tree.block_count; i++)
    dropped[i] = s->ops->dropped_rows(s->kernel, i);
  pawl_system_rows(s, t, q, NULL, base);
  pawl_residual_position(s, &row);
  int block = pawl_block_of_row(s, row);
  double gap = pawl_gap_of(s, block, row, s->row.phi, unit);
  const pawl_part *part = s->model->parts[s->blocks[block].part];
  if (pawl_residual_position(s, NULL) < 1e-9)
    return pawl_fail(
        error, PAWL_BAD_MODEL, part->where,
        "%s \"%s\" closes only with axes of its frames turned against each other; start nearer to the pose "
        "that is meant",
        part->kind->name, part->name);
  if (s->blocks[block].kind != PAWL_BLOCK_ROWS)
    return pawl_fail(error, PAWL_BAD_MODEL, part->where,
                     "%s \"%s\" prescribes what the other constraints do not allow; %.6g %s are left",
                     part->kind->name, part->name, gap, unit);
  if (dropped[block] > 0)
    return pawl_fail(error, PAWL_BAD_MODEL, part->where,
                     "%s \"%s\" is redundant and contradicts the other constraints by %.6g %s",
                     part->kind->name, part->name, gap, unit);
  return pawl_fail(error, PAWL_BAD_MODEL, part->where,
                   "%s \"%s\" cannot be assembled: a gap of %.6g %s is left", part->kind->name, part->name,
                   gap, unit);
}

/* What is left at q when every touch is looked for there, not followed from guess to guess. `lost`: a curve joint
 * without one, or -1. */
static double look_again(pawl_system *s, double t, const double *q, const pawl_quat *base, int *lost)
{
  *lost = -1;
  s->contact_ops->forget_rails(s);
  leave_out_speeds(s, true);
  if (pawl_system_rows(s, t, q, NULL, base) != PAWL_OK)
    return INFINITY;
  *lost = s->contact_ops->lost_rail(s);
  double left = pawl_residual_position(s, NULL);
  leave_out_speeds(s, false);
  return left;
}

static double assemble_once(pawl_system *s, double t, double *q, pawl_quat *base)
{
  s->contact_ops->forget_rails(s);
  leave_out_speeds(s, true);
  double left = assemble_positions(s, t, q, base);
  if (left <= 1e-12) {
    take_nearest(s, t, q, base);
    pawl_choose_assembly(s, t, q, base);
  }
  leave_out_speeds(s, false);
  return left;
}

pawl_status pawl_assemble_positions(pawl_system *s, double t, double *q, pawl_quat *base, pawl_error *error)
{
  double left = 0;
  int lost = -1;
  if (s->tree.row_count == 0)
    return PAWL_OK;
  for (int round = 0; round < 4; round++) {
    left = assemble_once(s, t, q, base);
    if (!(left <= 1e-12) || (look_again(s, t, q, base, &lost) <= 1e-12 && lost < 0))
      break;
    left = INFINITY;
  }
  if (lost >= 0)
    return pawl_fail(error, PAWL_BAD_MODEL, s->model->parts[lost]->where,
                     "%s \"%s\" cannot be assembled: its curves do not face each other near the start",
                     s->model->parts[lost]->kind->name, s->model->parts[lost]->name);
  if (!(left <= 1e-12))
    return cannot_close(s, t, q, base, error);
  pawl_system_rebase(s, q, base);
  return PAWL_OK;
}

bool pawl_close_loops(pawl_system *s, double t, double *q, const pawl_quat *base)
{
  if (!(pawl_close_from(s, t, q, base, 12) <= 1e-12) || pawl_system_rows(s, t, q, NULL, base) != PAWL_OK)
    return false;
  pawl_correct(s, s->row.phi);
  return true;
}
