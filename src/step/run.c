/* The run: steps of the method between projections, outputs from dense output, the ledger.
 *
 * One step:  try h  →  smaller on too large an error  →  project onto the constraints  →  next h.    theory.md, 6.1 */
#include "step/run.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* Root of the smallest pivot below which stages are brought onto the constraints before they are evaluated: off them
 * accelerations err by the residual over the distance squared. A folding kite of four bars at tolerance 1e-12 ends
 * 5e-7 wrong without it, 1e-10 with it. theory.md, 4.5 */
#define NEAR_SINGULAR 0.1

/* What one step may err of the tolerance: errors of the steps within the model's own time add up, and the user means
 * their sum. Andrews' ledger at tolerance 1e-12 is 2e-11 with 1, 2e-12 with 0.1, for a third more steps. */
#define LOCAL_SHARE 0.1

/* What counts of an error off the constraints. With 0 some steps of Andrews' mechanism err by 30 tolerances. */
#define OFF_SHARE 0.3

/* ---- the equations as the integrators see them ------------------------------------------------------------- */

/* Near a singular position: the stage on the constraints. */
static const double *stage_on_constraints(pawl_run *r, double t, const double *y)
{
  int n = r->system.tree.dof_count;
  memcpy(r->on, y, sizeof(double) * (size_t)(2 * n));
  return pawl_project(&r->system, t, r->on, r->on + n, r->base) == PAWL_OK ? r->on : NULL;
}

static int rhs(void *context, double t, const double *y, double *dy)
{
  pawl_run *r = context;
  int n = r->system.tree.dof_count;
  r->books.rhs++;
  r->filter_ready = false;
  const double *work = y + 2 * n;
  if (r->near_singular)
    y = stage_on_constraints(r, t, y);
  if (!y)
    return 1;
  if (pawl_system_motion(&r->system, t, y, y + n, r->base, work, dy + n, dy + 2 * n) != PAWL_OK)
    return 1;
  pawl_system_chart_rates(&r->system, y, y + n, dy);
  return 0;
}

/* Errors off the constraints are removed by projection, so those along them count, and a share of the others: with
 * one degree of freedom the error along it is one number that may pass through zero while the step is bad. Near a
 * singular position nothing off the constraints means anything. */
static void filter(void *context, double t, const double *y, double *error)
{
  pawl_run *r = context;
  pawl_system *s = &r->system;
  int n = s->tree.dof_count;
  if (!r->filter_ready) {
    if (pawl_system_rows(s, t, y, NULL, r->base) != PAWL_OK)
      return;
    s->ops->solve_plain(s->kernel, NULL, NULL, s->correction, NULL, true);
    s->factor_count++;
    r->filter_ready = true;
  }
  memcpy(r->on, error, sizeof(double) * (size_t)(2 * n));
  pawl_project_tangent(s, error);
  pawl_project_tangent(s, error + n);
  for (int i = 0; !r->near_singular && !r->crossing && i < 2 * n; i++)
    error[i] += OFF_SHARE * (r->on[i] - error[i]);
}

/* ---- opening --------------------------------------------------------------------------------------------- */

static bool take_memory(pawl_run *r)
{
  const pawl_tree *tree = &r->system.tree;
  int n = r->n = 2 * tree->dof_count + r->system.work_count;
  r->y = PAWL_TAKE(&r->arena, n + 1, double);
  r->y1 = PAWL_TAKE(&r->arena, n + 1, double);
  r->on = PAWL_TAKE(&r->arena, n + 1, double);
  r->out = PAWL_TAKE(&r->arena, n + 1, double);
  r->scale = PAWL_TAKE(&r->arena, n + 1, double);
  r->relative = PAWL_TAKE(&r->arena, n + 1, double);
  r->base = PAWL_TAKE(&r->arena, tree->quat_count + 1, pawl_quat);
  r->last_base = PAWL_TAKE(&r->arena, tree->quat_count + 1, pawl_quat);
  r->power = PAWL_TAKE(&r->arena, r->system.work_count + 1, double);
  r->acceleration = PAWL_TAKE(&r->arena, tree->dof_count + 1, double);
  r->values = PAWL_TAKE(&r->arena, r->system.channel_count + PAWL_ENERGY_CHANNELS, double);
  return !r->arena.failed;
}

/* Lengths and energies are measured against the model's own and their own size; angles against 1 alone. */
static void set_error_scales(pawl_run *r)
{
  const pawl_system *s = &r->system;
  int n = s->tree.dof_count;
  double L = s->scale.length, T = s->scale.time, V = L / T;
  for (int d = 0; d < n; d++) {
    bool slides = s->slides[d];
    r->scale[d] = slides ? L : 1;
    r->relative[d] = slides ? 1 : 0;
    r->scale[n + d] = r->scale[d] / T;
    r->relative[n + d] = 1;
  }
  for (int i = 2 * n; i < r->n; i++) {
    r->scale[i] = s->scale.mass * V * V;
    r->relative[i] = 1;
  }
}

static int project_state(void *context, double t, double *y)
{
  pawl_run *r = context;
  r->filter_ready = false;
  return pawl_project(&r->system, t, y, y + r->system.tree.dof_count, r->base) != PAWL_OK;
}

/* From here on by BDF. */
bool pawl_run_go_stiff(pawl_run *r)
{
  r->is_stiff = true;
  r->stiff_started = false;
  r->books.stiff_since = r->t;
  return pawl_stiff_open(r->stiff, &r->ode, r->tolerance, r->system.tree.row_count ? project_state : NULL);
}

static const pawl_rk_table *table_of(const pawl_run *r)
{
  if (r->method == PAWL_METHOD_DOPRI5)
    return &pawl_rk_dopri5;
  if (r->method == PAWL_METHOD_DOP853)
    return &pawl_rk_dop853;
  return r->tolerance > 1e-4 ? &pawl_rk_dopri5 : &pawl_rk_dop853; /* measured: bench/README.md */
}

static pawl_status start(pawl_run *r, pawl_error *error)
{
  pawl_system *s = &r->system;
  int n = s->tree.dof_count;
  memcpy(r->y, s->q_start, sizeof(double) * (size_t)n);
  memcpy(r->y + n, s->v_start, sizeof(double) * (size_t)n);
  memcpy(r->base, s->base_start, sizeof(pawl_quat) * (size_t)s->tree.quat_count);
  memcpy(r->last_base, r->base, sizeof(pawl_quat) * (size_t)s->tree.quat_count);
  set_error_scales(r);
  r->ode = (pawl_ode){r->n, r, rhs, s->tree.row_count ? filter : NULL, r->scale, r->relative};
  r->books.smallest_pivot = INFINITY;
  if (pawl_system_motion(s, 0, r->y, r->y + n, r->base, r->y + 2 * n, r->acceleration, r->power) != PAWL_OK) {
    if (error)
      *error = s->error;
    return s->error.status;
  }
  double kinetic, gravity, stored;
  r->energy0 = pawl_system_energy(s, &kinetic, &gravity, &stored);
  r->books.stiff_since = NAN;
  r->stiff = pawl_stiff_new(&r->arena);
  if (!r->stiff)
    return pawl_fail_memory(error);
  if (r->method == PAWL_METHOD_BDF && !pawl_run_go_stiff(r))
    return pawl_fail_memory(error);
  if (!pawl_rk_open(&r->rk, table_of(r), &r->ode, LOCAL_SHARE * r->tolerance, &r->arena))
    return pawl_fail_memory(error);
  return PAWL_OK;
}

pawl_status pawl_run_open(pawl_run **run, pawl_model *model, const pawl_run_options *options,
                          pawl_error *error)
{
  pawl_error unread = {0};
  error = error ? error : &unread;
  *error = (pawl_error){0};
  const pawl_memory *memory = &model->arena.memory;
  pawl_run *r = *run = memory->resize(memory->context, NULL, 0, sizeof **run);
  if (!r)
    return pawl_fail_memory(error);
  *r = (pawl_run){
      .model = model, .tolerance = model->plan.tolerance, .method = (pawl_method)model->plan.method};
  if (options && !isnan(options->tolerance))
    r->tolerance = options->tolerance;
  if (options && options->method >= 0)
    r->method = (pawl_method)options->method;
  pawl_arena_open(&r->arena, memory);
  pawl_status status =
      pawl_system_build(&r->system, model, options ? options->kernel : NULL, &r->arena, error);
  if (status != PAWL_OK)
    return status;
  if (!take_memory(r))
    return pawl_fail_memory(error);
  return start(r, error);
}

pawl_status pawl_run_new(pawl_run **run, pawl_model *model, pawl_error *error)
{
  return pawl_run_open(run, model, NULL, error);
}

void pawl_run_free(pawl_run *r)
{
  if (!r)
    return;
  pawl_memory memory = r->arena.memory;
  if (r->stiff)
    pawl_stiff_close(r->stiff);
  pawl_arena_close(&r->arena);
  memory.resize(memory.context, r, sizeof *r, 0);
}

/* ---- stepping ------------------------------------------------------------------------------------------------ */

static pawl_status step_failed(pawl_run *r, double h, pawl_error *error)
{
  if (r->system.error.status != PAWL_OK) {
    if (error) {
      *error = r->system.error;
      error->time = r->t;
    }
    return r->system.error.status;
  }
  int block;
  double pivot = r->system.ops->smallest_pivot(r->system.kernel, &block);
  bool singular = r->system.tree.row_count > 0 && pivot < 1e-6;
  const pawl_part *part = singular ? r->model->parts[r->system.blocks[block].part] : NULL;
  if (error && error->status == PAWL_OK)
    error->time = r->t;
  if (singular)
    return pawl_fail(
        error, PAWL_BAD_NUMBERS, part->where,
        "no step of %.3g s or more meets the tolerance at t = %.9g s; the mechanism is in a singular "
        "position: %s \"%s\" has lost a direction",
        h, r->t, part->kind->name, part->name);
  return pawl_fail(error, PAWL_BAD_NUMBERS, r->model->path,
                   "no step of %.3g s or more meets the tolerance at t = %.9g s", h, r->t);
}

/* The slope the next step starts with; evaluated only when a next step is made. */
static int prepare_slope(pawl_run *r)
{
  if (r->slope_known)
    return 0;
  r->slope_known = true;
  return r->unchanged ? pawl_rk_keep_last_slope(&r->rk) : pawl_rk_slope(&r->rk, r->t, r->y);
}

static void watch_singularity(pawl_run *r, double h)
{
  int block;
  double pivot = r->system.ops->smallest_pivot(r->system.kernel, &block);
  r->books.smallest_pivot = fmin(r->books.smallest_pivot, pivot);
  r->last_apart = r->apart;
  r->apart = pivot < 1 ? sqrt(pivot) : 1; /* no rows kept: infinite */
  r->last_h = h;
  /* near, and on the way to it or from it: some mechanisms stay at a small pivot for good */
  r->near_singular = r->apart < NEAR_SINGULAR && r->apart < 4 * fabs(r->apart - r->last_apart);
}

static pawl_status accept(pawl_run *r, double h, double limit, bool last)
{
  pawl_system *s = &r->system;
  int n = s->tree.dof_count;
  memcpy(r->last_base, r->base, sizeof(pawl_quat) * (size_t)s->tree.quat_count);
  memcpy(r->y, r->y1, sizeof(double) * (size_t)r->n);
  r->t = last ? limit : r->t + h;
  r->slope_known = false;
  r->seen = false;
  r->unchanged = s->tree.row_count == 0 && s->tree.quat_count == 0;
  r->books.steps++;
  if (r->unchanged)
    return PAWL_OK;
  pawl_status status = pawl_project(s, r->t, r->y, r->y + n, r->base);
  pawl_system_rebase(s, r->y, r->base);
  if (s->tree.row_count)
    watch_singularity(r, h);
  return status;
}

/* Near a singular position accelerations off the constraints are rounding over distance squared, so no stage may
 * fall there: the step is laid so that the position lies in the widest gap between the stages.   theory.md, 4.5 */
static double across_singularity(pawl_run *r, double h)
{
  double closing = (r->last_apart - r->apart) / r->last_h;
  r->crossing = false;
  if (!(closing > 0) || r->apart > 0.5)
    return h;
  double gap =
      r->rk.table == &pawl_rk_dop853 ? 0.467 : 0.55; /* between the stages at 1/3 and 0.6 | 0.3 and 0.8 */
  double away = r->apart / closing;
  r->crossing = away <= (1 + gap) * h;
  if (away <= gap * h)
    return away / gap;
  return r->crossing ? away - 0.96 * gap * h : h;
}

/* Stiff when the step has stood at the edge of stability 15 times, not counting short relief (Hairer's rule). */
static void watch_stiffness(pawl_run *r)
{
  double edge = r->rk.table == &pawl_rk_dop853 ? 6.1 : 3.25;
  if (r->method != PAWL_METHOD_AUTO || (r->books.steps % 4 != 0 && r->stiff_hits == 0))
    return;
  if (pawl_rk_stiffness(&r->rk) > edge) {
    r->mild_hits = 0;
    r->stiff_hits++;
  } else if (++r->mild_hits >= 6)
    r->stiff_hits = 0;
}

static pawl_status explicit_step(pawl_run *r, double limit, pawl_error *error)
{
  if (prepare_slope(r) != 0)
    return step_failed(r, 0, error);
  if (r->h == 0)
    r->h = pawl_rk_first_step(&r->rk, r->t, r->y, limit - r->t);
  for (int tries = 0;; tries++) {
    double wanted = r->last_apart > 0 ? across_singularity(r, r->h) : r->h;
    if (tries > 2 && r->apart < 0.5) /* what cannot be predicted shows itself by rejections */
      r->crossing = r->near_singular = true;
    bool last = wanted >= (limit - r->t) * (1 - 1e-12);
    double h = last ? limit - r->t : wanted;
    double least = 16 * DBL_EPSILON * fmax(fabs(r->t), fabs(limit) * DBL_EPSILON);
    if (h < least && !last)
      return step_failed(r, least, error);
    double e = pawl_rk_try(&r->rk, r->t, h, r->y, r->y1);
    if (r->system.error.status != PAWL_OK)
      return step_failed(r, h, error);
    double factor = pawl_rk_factor(&r->rk, e, tries > 0);
    if (e <= 1) {
      watch_stiffness(r);
      /* A step cut short says nothing against the longer one. */
      r->h = h < r->h && h * factor < r->h ? r->h : h * factor;
      return accept(r, h, limit, last);
    }
    r->books.rejected++;
    r->h = h * factor;
  }
}

/* The charts stay where they are while CVODE's history needs them, up to a quarter of a turn. */
static bool charts_worn(const pawl_run *r)
{
  const pawl_tree *tree = &r->system.tree;
  for (int i = 1; tree->quat_count && i < tree->link_count; i++) {
    const pawl_link *l = tree->links + i;
    for (int d = l->dof + l->dofs - 3; l->quat >= 0 && d < l->dof + l->dofs; d++)
      if (fabs(r->y[d]) > 1.5)
        return true;
  }
  return false;
}

static pawl_status stiff_step(pawl_run *r, double limit, pawl_error *error)
{
  if (r->stiff_started && charts_worn(r)) {
    pawl_system_rebase(&r->system, r->y, r->base);
    r->stiff_started = false;
  }
  if (!r->stiff_started && !pawl_stiff_start(r->stiff, r->t, r->y, r->h < limit - r->t ? r->h : 0))
    return step_failed(r, 0, error);
  r->stiff_started = true;
  memcpy(r->last_base, r->base, sizeof(pawl_quat) * (size_t)r->system.tree.quat_count);
  double t = r->t;
  if (!pawl_stiff_step(r->stiff, limit, &t, r->y))
    return step_failed(r, pawl_stiff_last_step(r->stiff), error);
  r->t = t >= limit * (1 - 1e-15) && t > 0 ? limit : t;
  r->h = pawl_stiff_last_step(r->stiff);
  r->books.steps++;
  r->books.rejected = r->explicit_rejected + pawl_stiff_failures(r->stiff);
  r->seen = r->slope_known = r->unchanged = false;
  return PAWL_OK;
}

pawl_status pawl_run_step(pawl_run *r, double limit, pawl_error *error)
{
  if (!(limit > r->t))
    return PAWL_OK;
  if (!r->is_stiff && r->stiff_hits >= 15) {
    r->explicit_rejected = r->books.rejected;
    if (!pawl_run_go_stiff(r))
      return pawl_fail_memory(error);
  }
  return r->is_stiff ? stiff_step(r, limit, error) : explicit_step(r, limit, error);
}

pawl_status pawl_run_until(pawl_run *r, double time, pawl_error *error)
{
  if (!isfinite(time) || time < r->t)
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "cannot run to t = %g s: the run is at t = %g s", time,
                     r->t);
  while (r->t < time) {
    pawl_status status = pawl_run_step(r, time, error);
    if (status != PAWL_OK)
      return status;
  }
  return PAWL_OK;
}

/* ---- outputs ------------------------------------------------------------------------------------------------- */

static const pawl_channel_def energy_channels[PAWL_ENERGY_CHANNELS] = {
    {"energy.kinetic", "J", 0, PAWL_AT_VELOCITY, "kinetic energy"},
    {"energy.gravity", "J", 0, PAWL_AT_POSITION, "potential energy in the field of gravity"},
    {"energy.stored", "J", 0, PAWL_AT_POSITION, "energy stored in springs"},
    {"energy.work", "J", 0, PAWL_AT_POSITION, "work of drives, dampers and forces since the start"},
    {"energy.total", "J", 0, PAWL_AT_VELOCITY, "kinetic, potential and stored energy"},
    {"energy.ledger", "J", 0, PAWL_AT_VELOCITY,
     "total less work less the total at the start: the error of the books", 0}};

const pawl_channel_def *pawl_run_energy_channel(int index)
{
  return energy_channels + index;
}

static void keep_books(pawl_run *r, double t, const double *y, double *energy)
{
  pawl_system *s = &r->system;
  double work = 0;
  for (int i = 2 * s->tree.dof_count; i < r->n; i++)
    work += y[i];
  double total = pawl_system_energy(s, energy, energy + 1, energy + 2);
  energy[3] = work;
  energy[4] = total;
  energy[5] = total - work - r->energy0;
  double V = s->scale.length / s->scale.time;
  r->books.peak_kinetic = fmax(r->books.peak_kinetic, energy[0]);
  double scale = fmax(s->scale.mass * V * V, r->books.peak_kinetic);
  r->books.ledger = energy[5];
  r->books.worst_ledger =
      fmax(r->books.worst_ledger, fabs(energy[5]) / scale / (1 + (t - r->t0) / s->scale.time));
}

static pawl_status output(pawl_run *r, double t, double *y, const pawl_quat *base, double *values)
{
  pawl_system *s = &r->system;
  int n = s->tree.dof_count;
  double *v = y + n;
  if (pawl_system_rows(s, t, y, v, base) != PAWL_OK)
    return s->error.status;
  r->books.worst_position = fmax(r->books.worst_position, pawl_residual_position(s, NULL));
  r->books.worst_velocity = fmax(r->books.worst_velocity, pawl_residual_velocity(s));
  if (pawl_system_full(s, t, y, v, base, y + 2 * n, r->acceleration, r->power) != PAWL_OK)
    return s->error.status;
  pawl_channels_read(s, values);
  keep_books(r, t, y, values + s->channel_count);
  return PAWL_OK;
}

/* y inside the step just taken, in the charts of its start: its last stages are evaluated in them, too. */
static bool interpolate(pawl_run *r, double time)
{
  if (r->is_stiff && r->stiff_started)
    return pawl_stiff_dense(r->stiff, time, r->out);
  pawl_quat *now = r->base;
  r->base = r->last_base;
  bool good = pawl_rk_dense_prepare(&r->rk) == 0;
  r->base = now;
  if (good)
    pawl_rk_dense(&r->rk, (time - r->rk.t) / r->rk.h, r->out);
  return good;
}

pawl_status pawl_run_output(pawl_run *r, double time, double *values, pawl_error *error)
{
  pawl_status status;
  r->filter_ready = false;
  if (time >= r->t)
    status = output(r, r->t, r->y, r->base, values);
  else {
    if (!interpolate(r, time))
      return step_failed(r, 0, error);
    status = pawl_project(&r->system, time, r->out, r->out + r->system.tree.dof_count, r->last_base);
    if (status == PAWL_OK)
      status = output(r, time, r->out, r->last_base, values);
  }
  if (status != PAWL_OK && error) {
    *error = r->system.error;
    error->time = time;
  }
  return status;
}

int pawl_run_channel_count(const pawl_run *r)
{
  return r->system.channel_count + PAWL_ENERGY_CHANNELS;
}

const char *pawl_run_channel_name(const pawl_run *r, int i)
{
  int own = r->system.channel_count;
  if (i < 0 || i >= own + PAWL_ENERGY_CHANNELS)
    return NULL;
  return i < own ? r->system.channels[i].name : energy_channels[i - own].name;
}

const char *pawl_run_channel_unit(const pawl_run *r, int i)
{
  int own = r->system.channel_count;
  if (i < 0 || i >= own + PAWL_ENERGY_CHANNELS)
    return NULL;
  return i < own ? r->system.channels[i].def->unit : energy_channels[i - own].unit;
}

int pawl_run_find(const pawl_run *r, const char *name)
{
  for (int i = 0; i < PAWL_ENERGY_CHANNELS; i++)
    if (strcmp(name, energy_channels[i].name) == 0)
      return r->system.channel_count + i;
  return pawl_channel_find(&r->system, name);
}

double pawl_run_read(pawl_run *r, int i)
{
  if (i < 0 || i >= pawl_run_channel_count(r))
    return NAN;
  if (!r->seen && pawl_run_output(r, r->t, r->values, &r->error) != PAWL_OK)
    return NAN;
  r->seen = true;
  return r->values[i];
}

double pawl_run_time(const pawl_run *r)
{
  return r->t;
}

double pawl_run_duration(const pawl_run *r)
{
  return r->model->plan.duration;
}

const char *pawl_version(void)
{
  return PAWL_VERSION;
}
