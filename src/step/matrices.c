/* M, h, J, gamma, lambda, a at the state of a run.
 *
 *   M       from kinetic energy, T = 1/2 v^T M v: with e_i scaled so that M_ii = 1,
 *           M_ij = T(e_i + e_j) - T(e_i) - T(e_j). Its error is rounding of sqrt(M_ii M_jj); inverting M^-1,
 *           which the kernel offers by columns, would lose what the condition of M costs
 *   h       = M a_free, a_free the accelerations without constraint forces: those of the tree alone
 *   J       column by column, J e_i
 *   gamma   = J' v + phi_tt: the second rate of each residual less J a; 0 - J a where the equations hold */
#include "step/matrices.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "system/servo.h"

typedef struct {
  pawl_run *run;
  pawl_system *s;
  pawl_arena *arena;
  pawl_matrices *all;
  const double *q, *v;
  double *sign; /* per coordinate: -1 where the tree runs backwards through a joint */
  double *M, *h, *J, *a, *free, *lambda, *rate, *gamma, *gamma_t, *offset, *unit, *column;
} work;

static const pawl_joint_use *use_of(const work *w, const pawl_link *l)
{
  int joint = l->joint >= 0 ? w->s->index.joint[l->joint] : -1; /* own equations are no joints */
  return joint >= 0 ? w->s->joint.use + joint : NULL;
}

/* ---- names ---- */

static const char *join(pawl_arena *arena, const char *part, const char *between, const char *own)
{
  size_t size = strlen(part) + strlen(between) + strlen(own) + 1;
  char *text = PAWL_TAKE(arena, size, char);
  if (text)
    snprintf(text, size, "%s%s%s", part, between, own);
  return text;
}

/* A coordinate that moves no body of the model: of own equations, a spin, or the rotor of a drive. */
static const char *own_name(const work *w, const pawl_link *l)
{
  const pawl_system *s = w->s;
  for (int i = 0; i < s->channel.count; i++)
    if (s->channel.list[i].dof == l->dof)
      return s->channel.list[i].name;
  for (int j = 0; j < s->joint.count; j++)
    if (s->joint.use[j].link == (int)(l - s->tree.links)) {
      const pawl_part *part = s->model->parts[s->joint.use[j].part];
      return join(w->arena, part->name, ".", part->kind->spin ? "spin" : "rotor");
    }
  return "";
}

static const char *coordinate_name(const work *w, const pawl_link *l, int d)
{
  if (l->mobility == PAWL_SPINS || (l->joint < 0 && l->body < 0))
    return own_name(w, l);
  static const char *const plane[] = {"x", "y", "angle"};
  static const char *const space[] = {"x", "y", "z", "turn_x", "turn_y", "turn_z"};
  const pawl_joint_use *use = use_of(w, l);
  const pawl_part *part = w->run->model->parts[use ? use->part : w->run->model->body_part[l->body]];
  bool named = l->freedoms->named > 0;
  bool backwards = use && use->sign < 0 && !named; /* the motion of the first frame seen from the second */
  const char *own = named                         ? l->freedoms->name[d]
                    : w->s->worlds == PAWL_PLANAR ? plane[d]
                                                  : space[l->mobility == PAWL_SWIVELS ? d + 3 : d];
  return join(w->arena, part->name, backwards ? "~." : ".", own);
}

static bool name_all(work *w)
{
  const pawl_tree *tree = &w->s->tree;
  for (int i = 1; i < tree->link_count; i++)
    for (int d = 0; d < tree->links[i].dofs; d++) {
      const pawl_link *l = tree->links + i;
      const pawl_joint_use *use = use_of(w, l);
      w->sign[l->dof + d] = use && (l->freedoms->named || l->dofs == 1) ? use->sign : 1;
      w->all->coordinates[l->dof + d] = coordinate_name(w, l, d);
    }
  for (int b = 0; b < tree->block_count; b++)
    for (int r = 0; r < tree->blocks[b].rows; r++)
      w->all->equations[tree->blocks[b].row + r] =
          join(w->arena, w->run->model->parts[w->s->blocks[b].part]->name, ".", (char[]){(char)('1' + r), 0});
  return !w->arena->failed;
}

/* ---- mass ---- */

static double kinetic(work *w)
{
  double T, unused;
  w->s->ops->place(w->s->kernel, w->q, w->unit, w->run->base);
  w->s->at.v = w->unit;
  pawl_system_energy(w->s, &T, &unused, &unused);
  return T;
}

static void set_mass(work *w)
{
  int n = w->all->n;
  double *size = w->column;
  memset(w->unit, 0, sizeof(double) * (size_t)n);
  for (int i = 0; i < n; i++) {
    w->unit[i] = 1;
    w->M[i * n + i] = 2 * kinetic(w);
    w->unit[i] = 0;
    size[i] = sqrt(w->M[i * n + i]);
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      w->unit[i] = 1 / size[i];
      w->unit[j] = 1 / size[j];
      w->M[i * n + j] = w->M[j * n + i] = size[i] * size[j] * (kinetic(w) - 1);
      w->unit[i] = w->unit[j] = 0;
    }
}

/* ---- constraints ---- */

static void set_jacobian(work *w)
{
  int n = w->all->n, m = w->all->m;
  memset(w->unit, 0, sizeof(double) * (size_t)n);
  for (int i = 0; i < n; i++) {
    w->unit[i] = 1;
    w->s->ops->rates(w->s->kernel, w->unit, w->rate);
    w->unit[i] = 0;
    for (int r = 0; r < m; r++)
      w->J[r * n + i] = w->rate[r];
  }
}

/* How fast the relative velocity of two places changes: turning, and sliding at the second. */
static void relative_acceleration(const work *w, const pawl_block_use *use, const pawl_pair *x, pawl_vec *dw,
                                  pawl_vec *dv)
{
  pawl_system *s = w->s;
  pawl_vec la, aa, lb, ab, gravity = s->model->world.gravity;
  s->ops->acceleration(s->kernel, &use->a, gravity, &la, &aa);
  s->ops->acceleration(s->kernel, &use->b, gravity, &lb, &ab);
  pawl_vec arm = pawl_sub(x->b.r, x->a.r);
  *dw = pawl_sub(ab, aa);
  *dv = pawl_sub(pawl_sub(pawl_sub(lb, x->b.zeta), pawl_sub(la, x->a.zeta)), pawl_cross(aa, arm));
}

/* The second rates of the residuals with the accelerations of the last solve: 0 where the equations hold. */
static void set_second_rates(work *w)
{
  pawl_system *s = w->s;
  for (int b = 0; b < s->tree.block_count; b++) {
    const pawl_block_plan *plan = s->tree.blocks + b;
    const pawl_block_use *use = s->blocks + b;
    const pawl_part *part = s->model->parts[use->part];
    pawl_pair x;
    pawl_row row[PAWL_ROWS] = {0};
    pawl_vec dw, dv;
    if (use->kind != PAWL_BLOCK_ROWS) {
      w->rate[plan->row] = pawl_block_acceleration(s, b, w->a) - use->wanted;
      continue;
    }
    pawl_system_pair(s, &use->a, &use->b, use->spin, -1, &x);
    x.memory = use->remembers ? use->memory : NULL;
    relative_acceleration(w, s->blocks + b, &x, &dw, &dv);
    part->kind->constraint->rows(part->fields, &x, row);
    double spin = use->spin >= 0 ? pawl_system_coordinate_acceleration(s, use->spin, w->a) : 0;
    for (int r = 0; r < plan->rows; r++) {
      bool turning = row[r].f.x == 0 && row[r].f.y == 0 && row[r].f.z == 0;
      double size = turning ? s->scale.length : 1;
      w->rate[plan->row + r] = size * (pawl_dot(row[r].t, dw) + row[r].spin * spin) + pawl_dot(row[r].f, dv) -
                               s->row.beta[plan->row + r];
    }
  }
}

/* What of gamma is prescribed by drives: -u'' of a position u(t), -u' of a speed. */
static void set_prescribed(work *w)
{
  const pawl_system *s = w->s;
  for (int b = 0; b < s->tree.block_count; b++)
    if (s->blocks[b].kind != PAWL_BLOCK_ROWS)
      w->gamma_t[s->tree.blocks[b].row] = -s->blocks[b].wanted;
}

static void set_gamma(work *w)
{
  int n = w->all->n;
  for (int r = 0; r < w->all->m; r++) {
    w->gamma[r] = w->rate[r];
    for (int i = 0; i < n; i++)
      w->gamma[r] -= w->J[r * n + i] * w->a[i];
  }
}

/* ---- motion ---- */

/* Without weight every row is left out: the tree moves alone. */
static pawl_status set_free_motion(work *w, double *acceleration)
{
  pawl_system *s = w->s;
  int n = s->tree.row_count;
  double *kept = PAWL_TAKE(w->arena, n, double);
  if (n && !kept)
    return pawl_fail_memory(&s->error);
  for (int b = 0; b < n; b++) {
    kept[b] = s->tree.weight[b];
    s->tree.weight[b] = 0;
  }
  pawl_status status =
      pawl_system_motion(s, &(pawl_request){w->all->time, w->q, w->v, w->run->base}, acceleration, NULL);
  for (int b = 0; b < n; b++)
    s->tree.weight[b] = kept[b];
  return status;
}

static pawl_status evaluate(work *w, pawl_error *error)
{
  pawl_system *s = w->s;
  int n = w->all->n, m = w->all->m;
  s->at.work = w->v + n;
  pawl_status status = pawl_system_rows(s, w->all->time, w->q, w->v, w->run->base);
  set_mass(w);
  if (status == PAWL_OK)
    status = set_free_motion(w, w->free);
  if (status == PAWL_OK)
    status = pawl_system_motion(s, &(pawl_request){w->all->time, w->q, w->v, w->run->base}, w->a, NULL);
  if (status != PAWL_OK) {
    *error = s->error;
    return status;
  }
  for (int r = 0; r < m; r++) {
    w->lambda[r] = s->row.lambda[r];
    w->offset[r] = s->row.offset[r];
  }
  set_second_rates(w);
  memcpy(w->gamma, w->rate, sizeof(double) * (size_t)m);
  set_jacobian(w);
  memcpy(w->rate, w->gamma, sizeof(double) * (size_t)m);
  set_gamma(w);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      w->h[i] += w->M[i * n + j] * w->free[j];
  set_prescribed(w);
  return PAWL_OK;
}

/* ---- in the user's signs ---- */

static double *take(work *w, const char *name, int rows, int columns, const char *doc)
{
  double *x = PAWL_TAKE(w->arena, (size_t)rows * (size_t)(columns ? columns : 1) + 1, double);
  pawl_table *t = w->all->tables;
  while (t->name)
    t++;
  *t = (pawl_table){name, rows, columns, x, doc};
  return x;
}

static void turn_signs(work *w, double *q, double *v)
{
  int n = w->all->n, m = w->all->m;
  for (int i = 0; i < n; i++) {
    double s = w->sign[i];
    q[i] = s * w->q[i];
    v[i] = s * w->v[i];
    w->a[i] *= s;
    w->free[i] *= s;
    w->h[i] *= s;
    for (int j = 0; j < n; j++)
      w->M[i * n + j] *= s * w->sign[j];
    for (int r = 0; r < m; r++)
      w->J[r * n + i] *= s;
  }
}

/* Rows that are inertias are part of M, not equations. */
static void leave_out_inertias(work *w)
{
  int n = w->all->n, kept = 0, m = w->all->m;
  for (int r = 0; r < m; r++) {
    if (w->s->tree.soft[r] != 0)
      continue;
    memmove(w->J + kept * n, w->J + r * n, sizeof(double) * (size_t)n);
    w->offset[kept] = w->offset[r];
    w->gamma[kept] = w->gamma[r];
    w->gamma_t[kept] = w->gamma_t[r];
    w->lambda[kept] = w->lambda[r];
    w->all->equations[kept++] = w->all->equations[r];
  }
  w->all->m = kept;
  for (pawl_table *t = w->all->tables; t < w->all->tables + PAWL_TABLES && t->name; t++)
    if (t->x == w->J || t->x == w->offset || t->x == w->gamma || t->x == w->gamma_t || t->x == w->lambda)
      t->rows = kept;
}

static void put_orientations(const work *w, double *e)
{
  for (int i = 0; i < w->s->tree.quat_count; i++) {
    const pawl_quat *q = w->run->base + i;
    const double four[4] = {q->w, q->x, q->y, q->z};
    memcpy(e + 4 * i, four, sizeof four);
  }
}

pawl_status pawl_matrices_compute(pawl_matrices *all, pawl_run *run, pawl_arena *arena, pawl_error *error)
{
  pawl_system *s = &run->system;
  int n = s->tree.dof_count, m = s->tree.row_count;
  *all = (pawl_matrices){.model = run->model->path, .time = run->t, .n = n, .m = m};
  work w = {.run = run, .s = s, .arena = arena, .all = all, .q = run->y, .v = run->y + n};
  double *q = take(&w, "q", n, 0, "coordinates; those of turning in space are counted from `orientation`: 0");
  double *v =
      take(&w, "v", n, 0, "their rates; of turning in space about the own axes of the frame that turns");
  w.a = take(&w, "a", n, 0, "accelerations");
  w.free = take(&w, "a_free", n, 0, "accelerations without constraint forces");
  w.M = take(&w, "M", n, n, "mass matrix");
  w.h = take(&w, "h", n, 0, "generalised forces without those of constraints: M a_free");
  w.J = take(&w, "J", m, n, "Jacobian of the equations, J v + phi_t = 0");
  w.offset = take(&w, "phi_t", m, 0, "what drives prescribe of the rates");
  w.gamma = take(&w, "gamma", m, 0, "J a + gamma = 0: velocity terms and what drives prescribe");
  w.gamma_t = take(&w, "gamma_t", m, 0, "what drives prescribe of gamma; the rest is J' v");
  w.lambda = take(&w, "lambda", m, 0, "multipliers, M a = h + J^T lambda");
  double *e = take(&w, "orientation", s->tree.quat_count, 4, "unit quaternions of frames that turn in space");
  w.rate = PAWL_TAKE(arena, m + 1, double);
  w.unit = PAWL_TAKE(arena, n + 1, double);
  w.column = PAWL_TAKE(arena, n + 1, double);
  w.sign = PAWL_TAKE(arena, n + 1, double);
  all->coordinates = PAWL_TAKE(arena, n + 1, const char *);
  all->equations = PAWL_TAKE(arena, m + 1, const char *);
  if (arena->failed || !name_all(&w))
    return pawl_fail_memory(error);
  pawl_status status = evaluate(&w, error);
  if (status != PAWL_OK)
    return status;
  turn_signs(&w, q, v);
  leave_out_inertias(&w);
  put_orientations(&w, e);
  return PAWL_OK;
}

/* ---- for programs ---- */

pawl_status pawl_matrices_new(pawl_matrices **matrices, pawl_run *run, pawl_error *error)
{
  pawl_arena arena;
  *matrices = NULL;
  pawl_arena_open(&arena, &run->arena.memory);
  pawl_matrices *all = PAWL_TAKE(&arena, 1, pawl_matrices);
  pawl_status status = all ? pawl_matrices_compute(all, run, &arena, error) : pawl_fail_memory(error);
  run->room.seen = false; /* the system was placed otherwise */
  if (status != PAWL_OK) {
    pawl_arena_close(&arena);
    return status;
  }
  all->arena = arena;
  *matrices = all;
  return PAWL_OK;
}

const double *pawl_matrices_table(const pawl_matrices *all, const char *name, int *rows, int *columns)
{
  for (const pawl_table *t = all->tables; t < all->tables + PAWL_TABLES && t->name; t++)
    if (strcmp(t->name, name) == 0) {
      *rows = t->rows;
      *columns = t->columns ? t->columns : 1;
      return t->x;
    }
  *rows = *columns = 0;
  return NULL;
}

const char *pawl_matrices_coordinate(const pawl_matrices *all, int i)
{
  return i >= 0 && i < all->n ? all->coordinates[i] : NULL;
}

void pawl_matrices_free(pawl_matrices *matrices)
{
  if (!matrices)
    return;
  pawl_arena arena = matrices->arena;
  pawl_arena_close(&arena);
}
