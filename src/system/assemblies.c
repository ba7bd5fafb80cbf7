/* Which of several starts: all of them close the loops and hold what was written.      theory.md, 4.3
 *   Start values that leave freedom: the closed position nearest to what stands in the model, and 0 where nothing does.
 *   Start values that leave none, but loops that close in several ways: the way nearest to what was written, then the one
 *   whose other hinges and guides are nearest to 0, then the one with the higher, then the further right centre of mass.
 * None of this knows in which order parts and their frames were written. */
#include <string.h>

#include "base/chance.h"
#include "system/contacts.h"
#include "system/project.h"

enum { MANY_DOFS = 64, MOST_WAYS = 16 };
static const double turn = 2 * 3.14159265358979323846;

/* ---- what is held ------------------------------------------------------------------------------------------------ */

/* Values that were written and are met; the rest of the dofs are counted. */
static int find_held(pawl_system *s, const double *q)
{
  int others = 0;
  for (int d = 0; d < s->tree.dof_count; d++) {
    s->start.held[d] = s->start.q_given[d] && fabs(q[d] - s->room.first[d]) <= 1e-9 * s->dof.unit[d];
    others += !s->start.held[d];
  }
  return others;
}

/* By 1e30 times what the dof has by itself; the others by `light` times. */
static void hold(pawl_system *s, double light)
{
  double M = s->scale.mass, L = s->scale.length;
  for (int d = 0; d < s->tree.dof_count; d++)
    s->room.heavy[d] = (s->start.held[d] ? 1e30 : light) * M * (s->dof.slides[d] ? 1 : L * L);
  s->ops->hold(s->kernel, s->room.heavy);
}

/* From q, with what is held where it was written; false: not closed, or only by moving that. */
static bool close_held(pawl_system *s, double t, double *q, const pawl_quat *base)
{
  for (int round = 0; round < 2; round++) {
    for (int d = 0; d < s->tree.dof_count; d++)
      q[d] = s->start.held[d] ? s->room.first[d] : q[d];
    if (!(pawl_close_from(s, t, q, base, 60) <= 1e-12))
      return false;
  }
  for (int d = 0; d < s->tree.dof_count; d++)
    if (s->start.held[d] && fabs(q[d] - s->room.first[d]) > 1e-9 * s->dof.unit[d])
      return false;
  return true;
}

static double difference(const pawl_system *s, int d, double a, double b)
{
  return s->dof.slides[d] ? (a - b) / s->scale.length : remainder(a - b, turn);
}

static bool is_same(const pawl_system *s, const double *a, const double *b)
{
  for (int d = 0; d < s->tree.dof_count; d++)
    if (fabs(difference(s, d, a[d], b[d])) > 1e-4)
      return false;
  return true;
}

/* ---- freedom that is left ----------------------------------------------------------------------------------------- */

/* Whether nothing but q is near q: a little beside it, the loops lead back. */
static bool is_alone(pawl_system *s, double t, const double *q, const pawl_quat *base, double *other)
{
  unsigned long long seed = 29;
  for (int k = 0; k < 2; k++) {
    for (int d = 0; d < s->tree.dof_count; d++)
      other[d] = q[d] + (s->start.held[d] ? 0 : 1e-3 * pawl_chance(&seed) * s->dof.unit[d]);
    if (!close_held(s, t, other, base))
      return false;
    for (int d = 0; d < s->tree.dof_count; d++)
      if (fabs(difference(s, d, other[d], q[d])) > 1e-6)
        return false;
  }
  return true;
}

static double distance(const pawl_system *s, const double *q)
{
  double sum = 0;
  for (int d = 0; d < s->tree.dof_count; d++)
    sum += (q[d] - s->room.first[d]) * (q[d] - s->room.first[d]) / (s->dof.unit[d] * s->dof.unit[d]);
  return sum;
}

/* In s->scratch the way from q to where it was to be, as far as it is along the constraints, each coordinate measured by
 * itself: what no row asks to move, stays. (The mass metric moves everything that hangs together.) */
static bool find_way_home(pawl_system *s, double t, const double *q, const pawl_quat *base)
{
  const double light = 1073741824; /* 2^30: weights are as before, afterwards */
  double *x = s->room.scratch;
  for (int d = 0; d < s->tree.dof_count; d++)
    x[d] = s->start.held[d] ? 0 : s->room.first[d] - q[d];
  hold(s, light);
  bool good = pawl_system_rows(s, t, q, NULL, base) == PAWL_OK;
  for (int r = 0; r < s->tree.row_count; r++)
    s->tree.weight[r] *= light;
  if (good) {
    s->ops->rates(s->kernel, x, s->row.rate);
    pawl_correct(s, s->row.rate);
  }
  for (int r = 0; r < s->tree.row_count; r++)
    s->tree.weight[r] /= light;
  for (int d = 0; good && d < s->tree.dof_count; d++)
    x[d] += s->room.correction[d];
  hold(s, 0);
  return good;
}

static bool step_home(pawl_system *s, double t, double *q, const pawl_quat *base, double *next)
{
  int n = s->tree.dof_count;
  double *way = s->room.nearest, size = 0;
  if (!find_way_home(s, t, q, base))
    return false;
  memcpy(way, s->room.scratch, sizeof(double) * (size_t)n);
  for (int d = 0; d < n; d++)
    size = fmax(size, fabs(way[d]) / s->dof.unit[d]);
  for (double step = fmin(1, 0.3 / size); size > 1e-9 && step * size > 1e-6; step *= 0.5) {
    for (int d = 0; d < n; d++)
      next[d] = q[d] + step * way[d];
    if (close_held(s, t, next, base) && distance(s, next) < distance(s, q)) {
      memcpy(q, next, sizeof(double) * (size_t)n);
      return true;
    }
  }
  return false;
}

/* What came back but for rounding is exactly as it stands. */
static void snap(pawl_system *s, double t, double *q, const pawl_quat *base, double *next)
{
  int n = s->tree.dof_count;
  for (int d = 0; d < n; d++) {
    bool back = fabs(q[d] - s->room.first[d]) <= 1e-6 * s->dof.unit[d];
    next[d] = back ? s->room.first[d] : q[d];
  }
  if (!close_held(s, t, next, base))
    return;
  for (int d = 0; d < n; d++)
    if (fabs(next[d] - q[d]) > 1e-5 * s->dof.unit[d])
      return;
  memcpy(q, next, sizeof(double) * (size_t)n);
}

static void go_home(pawl_system *s, double t, double *q, const pawl_quat *base, double *room)
{
  double before = distance(s, q);
  memcpy(room + s->tree.dof_count, q, sizeof(double) * (size_t)s->tree.dof_count);
  for (int k = 0; k < 30 && step_home(s, t, q, base, room); k++)
    ;
  if (distance(s, q) < 0.999 * before)
    snap(s, t, q, base, room);
  else /* it was there: to the last bit */
    memcpy(q, room + s->tree.dof_count, sizeof(double) * (size_t)s->tree.dof_count);
}

/* ---- ways to close ------------------------------------------------------------------------------------------------- */

typedef struct {
  double written, others; /* squares of what hinges and guides are away: from what was written, else from 0 */
  pawl_vec centre;        /* of mass, times the mass */
} verdict;

static void judge_joint(pawl_system *s, int i, verdict *v)
{
  const pawl_part *part = s->model->parts[s->joint.use[i].part];
  const pawl_joint *j = part->fields;
  const pawl_freedoms *freedoms = pawl_freedoms_of(part->kind);
  double is[PAWL_NAMED], speed[PAWL_NAMED];
  if (!freedoms->named)
    return;
  pawl_system_coordinates(s, i, freedoms->named, is, speed);
  for (int k = 0; k < freedoms->named; k++) {
    double off = is[k] - (isnan(j->start[k]) ? 0 : j->start[k]);
    off = freedoms->lengths[s->worlds] >> k & 1 ? off / s->scale.length : remainder(off, turn);
    *(isnan(j->start[k]) ? &v->others : &v->written) += off * off;
  }
  v->written += j->positive && is[0] < 0;
}

static void judge_body(const pawl_system *s, int i, verdict *v)
{
  const pawl_body *b = s->model->parts[s->model->body_part[i]]->fields;
  pawl_end own, com;
  s->ops->end(s->kernel, s->place.body + i, &own);
  s->ops->end(s->kernel, s->place.com + i, &com);
  pawl_vec r = pawl_add(own.r, s->origin);
  const double at[3] = {r.x, r.y, r.z};
  bool plane = s->worlds == PAWL_PLANAR;
  for (int k = 0; k < (plane ? 2 : 3); k++)
    if (!isnan(b->start[k]))
      v->written += (at[k] - b->start[k]) * (at[k] - b->start[k]) / (s->scale.length * s->scale.length);
  if (plane && !isnan(b->start[2])) {
    double off = remainder(own.angle - b->start[2], turn);
    v->written += off * off;
  }
  v->centre = pawl_add(v->centre, pawl_times(b->mass, com.r));
}

static verdict judge(pawl_system *s, double t, const double *q, const pawl_quat *base)
{
  verdict v = {0, 0, {0, 0, 0}};
  if (pawl_system_rows(s, t, q, NULL, base) != PAWL_OK)
    return (verdict){INFINITY, INFINITY, {0, 0, 0}};
  for (int i = 0; i < s->joint.count; i++)
    judge_joint(s, i, &v);
  for (int i = 1; i <= s->model->body_count; i++)
    if (s->model->parts[s->model->body_part[i]]->kind->family != PAWL_BASE)
      judge_body(s, i, &v);
  return v;
}

/* Of two numbers of that size: -1 the first is clearly less, 1 the second, 0 neither. */
static int compare(double a, double b, double size)
{
  return fabs(a - b) <= 1e-6 * size ? 0 : a < b ? -1 : 1;
}

static bool is_better(const pawl_system *s, const verdict *a, const verdict *b)
{
  double moment = s->scale.mass * s->scale.length;
  int by[4] = {compare(a->written, b->written, 1), compare(a->others, b->others, 1),
               compare(b->centre.y, a->centre.y, moment), compare(b->centre.x, a->centre.x, moment)};
  for (int i = 0; i < 4; i++)
    if (by[i])
      return by[i] < 0;
  return false;
}

/* Hinges whose angle nobody wrote count from the turn nearest to 0, where no coupling counts them. */
static void unwind(pawl_system *s, double t, double *q, const pawl_quat *base)
{
  for (int d = 0; d < s->tree.dof_count; d++) {
    double was = q[d];
    if (s->start.held[d] || s->dof.slides[d] || fabs(was) <= 0.5 * turn + 1e-9 || s->room.first[d] != 0)
      continue;
    q[d] = remainder(was, turn);
    if (pawl_system_rows(s, t, q, NULL, base) != PAWL_OK || pawl_residual_position(s, NULL) > 1e-12)
      q[d] = was;
  }
}

/* The joint that tells the two ways apart best. */
static void tell_apart(pawl_system *s, double t, const double *q, const double *other, const pawl_quat *base)
{
  pawl_assembly *a = &s->start.assembly;
  double most = 0, speed[PAWL_NAMED], x[2][PAWL_NAMED];
  for (int i = 0; i < s->joint.count; i++) {
    const pawl_freedoms *freedoms = pawl_freedoms_of(s->model->parts[s->joint.use[i].part]->kind);
    for (int k = 0; freedoms->named && k < 2; k++) {
      pawl_system_rows(s, t, k ? other : q, NULL, base);
      pawl_system_coordinates(s, i, freedoms->named, x[k], speed);
    }
    for (int k = 0; k < freedoms->named; k++) {
      double off = x[0][k] - x[1][k];
      off = freedoms->lengths[s->worlds] >> k & 1 ? off / s->scale.length : remainder(off, turn);
      if (fabs(off) <= 1.001 * most)
        continue;
      most = fabs(off);
      a->part = s->joint.use[i].part;
      a->coordinate = k;
      a->is = x[0][k];
      a->other = x[1][k];
    }
  }
}

/* Fills `ways` with q and others that were found; returns how many. */
static int find_ways(pawl_system *s, double t, const double *q, const pawl_quat *base, double *ways)
{
  int n = s->tree.dof_count, count = 1;
  int tries = 24 * (s->tree.block_count < 4 ? s->tree.block_count : 4);
  unsigned long long seed = 17;
  memcpy(ways, q, sizeof(double) * (size_t)n);
  for (int k = 0; k < tries && count < MOST_WAYS; k++) {
    double *next = ways + count * n;
    bool known = false;
    for (int d = 0; d < n; d++) {
      double u = pawl_chance(&seed);
      next[d] = s->room.first[d] +
                (s->start.held[d] ? 0 : u * (s->dof.slides[d] ? 2 * s->dof.unit[d] : 0.5 * turn));
    }
    if (!close_held(s, t, next, base))
      continue;
    for (int i = 0; i < count; i++)
      known |= is_same(s, ways + i * n, next);
    count += !known;
  }
  return count;
}

static void take_best(pawl_system *s, double t, double *q, const pawl_quat *base, double *ways)
{
  int n = s->tree.dof_count, count = find_ways(s, t, q, base, ways), best = 0, next = -1;
  verdict of[MOST_WAYS];
  for (int i = 0; i < count; i++) {
    unwind(s, t, ways + i * n, base);
    of[i] = judge(s, t, ways + i * n, base);
    best = i && is_better(s, of + i, of + best) ? i : best;
  }
  for (int i = 0; i < count; i++)
    if (i != best && (next < 0 || is_better(s, of + i, of + next)))
      next = i;
  memcpy(q, ways + best * n, sizeof(double) * (size_t)n);
  s->start.assembly = (pawl_assembly){.count = count, .part = -1};
  if (next < 0)
    return;
  s->start.assembly.told = compare(of[best].written, of[next].written, 1) != 0;
  tell_apart(s, t, q, ways + next * n, base);
}

/* Touches that curves find, turns in space, and mechanisms of many loops are taken as they close first. */
static bool is_asked(const pawl_system *s)
{
  return !s->contact_ops->has_rails(s) && s->tree.quat_count == 0 && s->tree.dof_count <= MANY_DOFS;
}

void pawl_choose_assembly(pawl_system *s, double t, double *q, const pawl_quat *base)
{
  int n = s->tree.dof_count;
  s->start.assembly = (pawl_assembly){.count = 1, .part = -1};
  if (!is_asked(s) || find_held(s, q) == 0)
    return;
  double *room = PAWL_TAKE(s->arena, MOST_WAYS * n, double);
  if (!room) /* it is closed as it is; who allocates next will say so */
    return;
  hold(s, 0);
  if (is_alone(s, t, q, base, room))
    take_best(s, t, q, base, room);
  else
    go_home(s, t, q, base, room);
  s->ops->hold(s->kernel, NULL);
  s->error = (pawl_error){0};
}
