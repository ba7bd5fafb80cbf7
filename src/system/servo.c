/* A servo's effort acts along one coordinate, B, and keeps a condition on another, J q'' = c:
 *   M q'' = h + B tau + …,   J q'' + gamma = u''   with J not B^T, so its row takes no part in the elimination.
 * The accelerations are linear in tau: one solve without, one with each unit effort, then
 *   A tau = c - J q''(0),   A = J (q''(e_j) - q''(0)),   and the solve that counts.      theory.md, 5.8 */
#include "system/servo.h"

#include "base/dense.h"
#include "base/error.h"

static pawl_status powerless(pawl_system *s, int servo)
{
  for (int n = 0; n < s->tree.block_count; n++)
    if (s->blocks[n].kind == PAWL_BLOCK_SERVO && servo-- == 0) {
      const pawl_part *part = s->model->parts[s->blocks[n].part];
      return pawl_fail(
          &s->error, PAWL_BAD_NUMBERS, part->where,
          "servo \"%s\" cannot meet its condition at t = %.9g s: the effort at joint \"%s\" does not "
          "accelerate what it shall keep",
          part->name, s->at.t, s->model->parts[s->joint.use[s->blocks[n].actor].part]->name);
    }
  return PAWL_BAD_NUMBERS;
}

double pawl_block_acceleration(const pawl_system *s, int block, const double *a)
{
  const pawl_block_use *use = s->blocks + block;
  pawl_vec lin, ang;
  double sum = 0;
  for (int i = 0; i < use->joint_count; i++)
    sum += use->coefficient[i] * pawl_system_coordinate_acceleration(s, use->joint[i], a);
  if (use->joint_count)
    return sum;
  s->ops->acceleration(s->kernel, &use->b, s->model->world.gravity, &lin, &ang);
  return pawl_dot(use->along, lin) + pawl_dot(use->about, ang);
}

/* By how much the conditions are missed. */
static void misses(const pawl_system *s, const double *a, double *out)
{
  for (int n = 0, k = 0; n < s->tree.block_count; n++)
    if (s->blocks[n].kind == PAWL_BLOCK_SERVO)
      out[k++] = pawl_block_acceleration(s, n, a) - s->blocks[n].wanted;
}

static void weigh(pawl_system *s, bool in)
{
  for (int n = 0; n < s->tree.block_count; n++) {
    int row = s->tree.blocks[n].row;
    if (s->blocks[n].kind != PAWL_BLOCK_SERVO)
      continue;
    if (!in)
      s->row.saved_weight[row] = s->tree.weight[row];
    s->tree.weight[row] = in ? s->row.saved_weight[row] : 0;
  }
}

static const pawl_block_use *servo_block(const pawl_system *s, int servo)
{
  int n = 0;
  while (s->blocks[n].kind != PAWL_BLOCK_SERVO || servo-- > 0)
    n++;
  return s->blocks + n;
}

static bool slides(const pawl_system *s, int joint)
{
  return pawl_slides(s->model->parts[s->joint.use[joint].part]->kind);
}

/* An effort that moves this model: a power of two, so that nothing is rounded by it. */
static double effort_unit(const pawl_system *s, int servo)
{
  const pawl_scales *x = &s->scale;
  double size = x->mass * x->length / (x->time * x->time);
  return ldexp(1, ilogb(slides(s, servo_block(s, servo)->actor) ? size : size * x->length));
}

/* The acceleration that it makes of what is kept, about. */
static double condition_unit(const pawl_system *s, int servo)
{
  const pawl_block_use *use = servo_block(s, servo);
  bool length = use->joint_count ? slides(s, use->joint[0]) : use->about.z == 0;
  return (length ? s->scale.length : 1) / (s->scale.time * s->scale.time);
}

static pawl_status find_efforts(pawl_system *s, const pawl_request *x, double *a, pawl_solve_motion *solve)
{
  int n = s->servo.count;
  double *tau = s->servo.effort, *A = s->servo.matrix, *miss = A + n * n, *with = miss + n;
  for (int j = -1; j < n; j++) {
    for (int k = 0; k < n; k++)
      tau[k] = k == j ? effort_unit(s, k) : 0;
    if (solve(s, x, a, NULL, tau) != PAWL_OK)
      return s->error.status ? s->error.status : PAWL_BAD_NUMBERS;
    misses(s, a, j < 0 ? miss : with);
    for (int k = 0; j >= 0 && k < n; k++)
      A[k * n + j] = (with[k] - miss[k]) / condition_unit(s, k);
  }
  for (int k = 0; k < n; k++)
    tau[k] = -miss[k] / condition_unit(s, k);
  int lost = pawl_eliminate(A, tau, n, 1e-11);
  for (int k = 0; k < n; k++)
    tau[k] *= effort_unit(s, k);
  return lost < 0 ? PAWL_OK : powerless(s, lost);
}

pawl_status pawl_servo_motion(pawl_system *s, const pawl_request *x, double *a, double *power,
                              pawl_solve_motion *solve)
{
  weigh(s, false);
  pawl_status status = find_efforts(s, x, a, solve);
  if (status == PAWL_OK)
    status = solve(s, x, a, power, s->servo.effort);
  weigh(s, true);
  if (s->row.dropped >= s->servo.count)
    s->row.dropped -= s->servo.count;
  return status;
}
