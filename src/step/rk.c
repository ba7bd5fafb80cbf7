/* The engine of the explicit Runge-Kutta methods; the methods are tables, each in a file of its own (rk_dopri5.c).
 *   k_s = f(t + c_s h, y + h sum_j a_sj k_j),   y1 = y + h sum_j b_j k_j,   error = h sum_j e_j k_j
 * Hairer, Norsett, Wanner: Solving Ordinary Differential Equations I, sections II.4 to II.6 and II.10.      theory.md, 6.1 */
#include "step/rk.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/tolerances.h"

static const double safety = 0.9;

#define LISTED(id, word, doc) &pawl_rk_##word,
const pawl_rk_table *const pawl_rk_tables[] = {PAWL_METHODS(PAWL_RK_NONE, LISTED, PAWL_RK_NONE)};

static double *take_row(double **pool, int width)
{
  double *row = *pool;
  *pool += width;
  return row;
}

static bool take_rows(pawl_rk *rk, pawl_arena *arena)
{
  double **single[] = {&rk->k[PAWL_RK_STAGES], &rk->from,     &rk->to,     &rk->argument, &rk->error,
                       &rk->absolute,          &rk->relative, &rk->weight, &rk->zero};
  int singles = sizeof single / sizeof *single;
  int stages = rk->table->stages + 1 + rk->table->extra, dense = 3 + rk->table->dense;
  double *pool = PAWL_TAKE(arena, (size_t)(singles + stages + dense) * (size_t)rk->width, double);
  if (!pool)
    return false;
  for (int i = 0; i < singles; i++)
    *single[i] = take_row(&pool, rk->width);
  for (int s = 0; s < stages; s++)
    rk->k[s] = take_row(&pool, rk->width);
  for (int r = 0; r < dense; r++)
    rk->dense[r] = take_row(&pool, rk->width);
  return true;
}

/* What is kept of the error of an accepted step: error^(-1/4), the error being at least 1e-4. */
static double remember(double error)
{
  return 1 / sqrt(sqrt(error > PAWL_ERROR_KEPT ? error : PAWL_ERROR_KEPT));
}

bool pawl_rk_open(pawl_rk *rk, const pawl_rk_table *table, const pawl_ode *ode, double tolerance,
                  pawl_arena *arena)
{
  *rk = (pawl_rk){.table = table, .ode = ode, .tolerance = tolerance, .n = ode->n};
  rk->width = (rk->n + 3) / 4 * 4;
  rk->wide = rk->width >= 12 && pawl_rk_has_wide_registers();
  rk->memory = remember(0);
  if (!take_rows(rk, arena))
    return false;
  for (int i = 0; i < rk->n; i++) {
    assert(ode->scale[i] > 0);
    rk->absolute[i] = tolerance * ode->scale[i];
    rk->relative[i] = tolerance * ode->relative[i] + 4 * DBL_EPSILON;
  }
  for (int i = rk->n; i < rk->width; i++)
    rk->absolute[i] = 1; /* the padding shall not divide by zero */
  return true;
}

static int evaluate(pawl_rk *rk, double t, const double *y, double *slope)
{
  rk->rhs_count++;
  return rk->ode->rhs(rk->ode->context, t, y, slope);
}

/* Evaluates the stages from `known` up to but not including `end`. */
static int extend(pawl_rk *rk, int end)
{
  const pawl_rk_table *table = rk->table;
  for (int s = rk->known; s < end; s++) {
    bool at_end = s == table->stages;
    if (!at_end && !pawl_rk_combine(rk, rk->argument, rk->from, rk->h, &table->a[s]))
      return 1;
    if (evaluate(rk, rk->t + table->c[s] * rk->h, at_end ? rk->to : rk->argument, rk->k[s]))
      return 1;
    rk->known = s + 1;
  }
  return 0;
}

/* tolerance (scale_i + relative_i m_i) + 4 epsilon m_i,   m_i = max(|y_i|, |y1_i|) */
static inline double tolerable(const pawl_rk *rk, int i)
{
  double a = fabs(rk->from[i]), b = fabs(rk->to[i]);
  return rk->absolute[i] + rk->relative[i] * (a > b ? a : b);
}

/* Two divisions at a time, which compilers do not find below -O3. */
typedef double pair __attribute__((vector_size(16), may_alias));

static void weigh(pawl_rk *rk)
{
  for (int i = 0; i < rk->width; i += 2) {
    pair bound = {tolerable(rk, i), tolerable(rk, i + 1)};
    *(pair *)(rk->weight + i) = 1 / bound;
  }
}

/* The norm of one estimate: max_i |error_i| weight_i. */
static double error_norm(pawl_rk *rk, const pawl_rk_row *row)
{
  if (!pawl_rk_combine(rk, rk->error, rk->zero, rk->h, row))
    return INFINITY;
  if (rk->ode->filter)
    rk->ode->filter(rk->ode->context, rk->t + rk->h, rk->to, rk->error);
  double most = 0, sum = 0;
  for (int i = 0; i < rk->n; i++) {
    double part = fabs(rk->error[i]) * rk->weight[i];
    most = part > most ? part : most;
    sum += part; /* the comparison passes over NaN */
  }
  return pawl_rk_is_finite(sum) ? most : INFINITY;
}

/* n5 ~ h^6 and n3 ~ h^4 make n5^2 / n3 ~ h^8, as small as the true error; where n3 vanishes, n5 remains. */
static double blend(double n5, double n3)
{
  double square = n5 * n5 + 0.01 * (n3 * n3);
  if (!(square <= DBL_MAX))
    return INFINITY;
  return square > 0 ? n5 * n5 / sqrt(square) : 0;
}

/* What waits to be the slope at the start takes its place. */
static void begin_step(pawl_rk *rk, double t, double h, const double *y)
{
  double *slope = rk->k[rk->start];
  rk->k[rk->start] = rk->k[0];
  rk->k[0] = slope;
  rk->start = 0;
  rk->t = t;
  rk->h = h;
  rk->known = 1;
  rk->dense_ready = false;
  for (int i = 0; i < rk->n; i++)
    rk->from[i] = y[i];
}

/* From k_0 and y to y1 and the error. */
static double advance(pawl_rk *rk)
{
  const pawl_rk_table *table = rk->table;
  if (extend(rk, table->stages) || !pawl_rk_combine(rk, rk->to, rk->from, rk->h, &table->a[table->stages]))
    return INFINITY;
  if (table->last_in_error && extend(rk, table->stages + 1))
    return INFINITY;
  weigh(rk);
  double error = error_norm(rk, &table->error[0]);
  return table->errors == 1 ? error : blend(error, error_norm(rk, &table->error[1]));
}

double pawl_rk_try(pawl_rk *rk, double t, double h, const double *y, double *y1)
{
  begin_step(rk, t, h, y);
  double error = advance(rk);
  if (error > DBL_MAX)
    rk->known = 0;
  for (int i = 0; i < rk->n; i++)
    y1[i] = rk->to[i];
  return error;
}

/* Proportional-integral control (Gustafsson; Hairer's constants): 0.9 (last_error^(1/4) / error)^exponent,
 * without last_error to repeat a step. C libraries differ in the last bit of pow; float does not see that. */
double pawl_rk_factor(pawl_rk *rk, double error, bool after_rejection)
{
  const pawl_rk_table *table = rk->table;
  bool integral = table->remembers && error <= 1;
  double factor = safety * pow(integral ? error * rk->memory : error, -table->exponent);
  factor = (double)(float)(factor < table->most ? factor : table->most);
  if (integral)
    rk->memory = remember(error);
  if (after_rejection && factor > 1)
    return 1;
  return factor > table->least ? factor : table->least;
}

int pawl_rk_slope(pawl_rk *rk, double t, const double *y)
{
  double *slope = rk->k[PAWL_RK_STAGES], sum = 0;
  if (evaluate(rk, t, y, slope))
    return 1;
  for (int i = 0; i < rk->n; i++)
    sum += fabs(slope[i]);
  if (!pawl_rk_is_finite(sum))
    return 1;
  rk->start = PAWL_RK_STAGES;
  return 0;
}

int pawl_rk_keep_last_slope(pawl_rk *rk)
{
  if (!rk->known || extend(rk, rk->table->stages + 1))
    return 1;
  rk->start = rk->table->stages;
  return 0;
}

double pawl_rk_shift(pawl_rk *rk, double dt, double *y1)
{
  if (!rk->known || extend(rk, rk->table->stages + 1))
    return INFINITY;
  const double *last = rk->k[rk->table->stages];
  double most = 0;
  for (int i = 0; i < rk->n; i++) {
    most = fmax(most, 0.5 * dt * dt * fabs((last[i] - rk->k[0][i]) / rk->h) * rk->weight[i]);
    y1[i] += dt * last[i];
  }
  return most;
}

/* max_i |a_i - b_i| / (scale_i + relative_i |y_i|) */
static double distance(const pawl_rk *rk, const double *a, const double *b, const double *y)
{
  double most = 0, sum = 0;
  for (int i = 0; i < rk->n; i++) {
    double part = fabs(a[i] - b[i]) / (rk->ode->scale[i] + rk->ode->relative[i] * fabs(y[i]));
    most = part > most ? part : most;
    sum += part;
  }
  return pawl_rk_is_finite(sum) ? most : INFINITY;
}

/* Hairer's start (II.4) in the unit of time of the motion itself: h = tolerance^(1/order) / w with the rate
 * w = max(|y'|, |y''|^(1/2)) / size; y'' from an Euler step that moves y by a hundredth of its size. Hairer's
 * further safety of 100^(1/order) would cost a step after every event. */
double pawl_rk_first_step(pawl_rk *rk, double t, const double *y, double limit)
{
  const double *slope = rk->k[rk->start];
  rk->memory = remember(0);
  double first = distance(rk, slope, rk->zero, y);
  double probe = fmin(0.01 / first, 0.01 * limit);
  for (int i = 0; i < rk->n; i++)
    rk->argument[i] = y[i] + probe * slope[i];
  if (evaluate(rk, t + probe, rk->argument, rk->error))
    return 0.01 * probe; /* f ends nearby */
  double second = distance(rk, rk->error, slope, y) / probe;
  if (!(second <= DBL_MAX))
    return 0.01 * probe;
  double part = (double)(float)pow(rk->tolerance, 1.0 / rk->table->order);
  return fmin(limit, part / fmax(first, sqrt(second)));
}

/* The last stage and y1 both stand at t + h: how much faster slopes change than the solution. Of y = (q, v, …) only
 * the accelerations count, against both v and q: q' = v alone is a change without any stiffness. */
/* h times the slope of the states at the end of y, which are of first order. */
static double stiffness_of_states(const pawl_rk *rk, int states, int last)
{
  double slope = 0, place = 0;
  for (int i = rk->ode->n - states; i < rk->ode->n; i++) {
    double a = (rk->k[rk->table->stages][i] - rk->k[last][i]) / rk->ode->scale[i];
    double x = (rk->to[i] - rk->argument[i]) / rk->ode->scale[i];
    slope += a * a;
    place += x * x;
  }
  return place > 0 ? rk->h * sqrt(slope / place) : 0;
}

/* The root of the largest |Δa|/|Δq|, by three steps of the power method at the end of the step: q is moved by far more than rounding, and
 * then along the accelerations that this makes. 0: it cannot be evaluated. */
static double frequency(pawl_rk *rk, int dofs)
{
  const double share = PAWL_POWER_WAY;
  const pawl_rk_table *table = rk->table;
  const double *here = rk->k[table->stages];
  double *d = rk->error, *there = rk->k[PAWL_RK_STAGES],
         square = 0; /* nothing waits in that row after a try */
  for (int i = 0; i < dofs; i++)
    d[i] = here[dofs + i] - rk->k[table->stages - 1][dofs + i];
  for (int round = 0; round < 3; round++) {
    double size = 0;
    for (int i = 0; i < dofs; i++)
      size += d[i] / rk->ode->scale[i] * (d[i] / rk->ode->scale[i]);
    memcpy(rk->argument, rk->to, sizeof(double) * (size_t)rk->n);
    for (int i = 0; i < dofs; i++)
      rk->argument[i] += share / sqrt(size) * d[i];
    rk->rhs_count++;
    if (!(size > 0) || rk->ode->rhs(rk->ode->context, rk->t + rk->h, rk->argument, there) != 0)
      return 0;
    square = 0;
    for (int i = 0; i < dofs; i++) {
      d[i] = there[dofs + i] - here[dofs + i];
      square += d[i] / rk->ode->scale[i] * (d[i] / rk->ode->scale[i]);
    }
  }
  return sqrt(sqrt(square) / share);
}

double pawl_rk_stiffness(pawl_rk *rk, int dofs, int states, double refused, double *rings)
{
  *rings = 0;
  const pawl_rk_table *table = rk->table;
  int last = table->stages - 1;
  if (!rk->known || extend(rk, table->stages + 1) ||
      !pawl_rk_combine(rk, rk->argument, rk->from, rk->h, &table->a[last]))
    return -1;
  double slope = 0, place = 0, speed = 0, rounding = 0;
  for (int i = 0; i < dofs; i++) {
    int v = dofs + i;
    double a = (rk->k[table->stages][v] - rk->k[last][v]) / rk->ode->scale[v];
    double q = (rk->to[i] - rk->argument[i]) / rk->ode->scale[i],
           u = (rk->to[v] - rk->argument[v]) / rk->ode->scale[v];
    double least = 4 * DBL_EPSILON * rk->to[i] / rk->ode->scale[i];
    slope += a * a;
    place += q * q;
    speed += u * u;
    rounding += least * least;
  }
  double of_states = states ? stiffness_of_states(rk, states, last) : 0;
  if (!(speed > 0 && (place > 0 || rounding > 0)))
    return of_states;
  /* scale[v] is scale[q] over a time that cancels in the first ratio and not in the second */
  double unit = dofs > 0 ? rk->ode->scale[0] / rk->ode->scale[dofs] : 1;
  double by_speed = sqrt(slope / speed), by_place = sqrt(sqrt(slope / place) / unit);
  if (place <= 1e4 * rounding)
    *rings = refused > 0 ? refused * frequency(rk, dofs) : NAN;
  else if (by_speed > 0.25 * by_place)
    *rings = rk->h * by_place;
  if (place <= rounding) /* strong damping: places do not change by what can be seen */
    return fmax(of_states, rk->h * by_speed);
  return fmax(of_states, rk->h * fmin(by_speed, by_place));
}

/* y + theta (F0 + (1 - theta) (F1 + theta (F2 + (1 - theta) (F3 + ...)))): F0, F1, F2 are the cubic through
 * both ends with their slopes, the rest are h sum_j d_j k_j. */
int pawl_rk_dense_prepare(pawl_rk *rk)
{
  const pawl_rk_table *table = rk->table;
  if (rk->dense_ready)
    return 0;
  if (!rk->known || extend(rk, table->stages + 1 + table->extra))
    return 1;
  for (int i = 0; i < rk->n; i++) {
    double rise = rk->to[i] - rk->from[i];
    double bend = rk->h * rk->k[0][i] - rise;
    rk->dense[0][i] = rise;
    rk->dense[1][i] = bend;
    rk->dense[2][i] = rise - rk->h * rk->k[table->stages][i] - bend;
  }
  for (int r = 0; r < table->dense; r++)
    if (!pawl_rk_combine(rk, rk->dense[3 + r], rk->zero, rk->h, &table->d[r]))
      return 1;
  rk->dense_ready = true;
  return 0;
}

/* Exact at both ends: y + (y1 - y) is y1 again, because y1 itself was rounded from a sum with y. */
void pawl_rk_dense(const pawl_rk *rk, double theta, double *out)
{
  assert(rk->dense_ready);
  double rest = 1 - theta;
  for (int i = 0; i < rk->n; i++) {
    double x = 0;
    for (int r = 2 + rk->table->dense; r >= 0; r--)
      x = (rk->dense[r][i] + x) * (r % 2 ? rest : theta);
    out[i] = rk->from[i] + x;
  }
}

void pawl_rk_dense_rate(const pawl_rk *rk, double theta, double *out)
{
  assert(rk->dense_ready);
  double rest = 1 - theta;
  for (int i = 0; i < rk->n; i++) {
    double x = 0, d = 0;
    for (int r = 2 + rk->table->dense; r >= 0; r--) {
      double sum = rk->dense[r][i] + x;
      d = r % 2 ? d * rest - sum : d * theta + sum;
      x = sum * (r % 2 ? rest : theta);
    }
    out[i] = d / rk->h;
  }
}
