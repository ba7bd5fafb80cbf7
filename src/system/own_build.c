/* Own equations on their way into the system: coordinates as links, memory, start values, checks of sizes.
 *                                                                                              theory.md, 5.14 */
#include <string.h>

#include "base/chance.h"
#include "base/error.h"
#include "base/tolerances.h"
#include "system/own.h"
#include "system/units.h"

static bool is_gap(const pawl_part *part)
{
  return part->kind->family == PAWL_GAP || part->kind->family == PAWL_CONDITION;
}

void pawl_own_count(const pawl_model *model, int *coordinates, int *owns, int *gaps)
{
  *coordinates = *owns = *gaps = 0;
  for (int i = 0; i < model->part_count; i++) {
    const pawl_part *part = model->parts[i];
    *gaps += is_gap(part);
    if (part->kind->family != PAWL_EQUATIONS)
      continue;
    *owns += 1;
    *coordinates += ((const pawl_lagrangian *)part->fields)->coordinates.count;
  }
}

int pawl_own_of_part(const pawl_system *s, int part)
{
  return s->index.own[part];
}

const char *pawl_own_unit(const pawl_lagrangian *p, int coordinate)
{
  return p->units.count ? p->units.word[coordinate] : "1";
}

/* ---- links and memory ---------------------------------------------------------------------------------------- */

/* What a function of force may know. */
static bool is_plain(const pawl_model *model, const pawl_array *force)
{
  return force->function <= 0 || pawl_function_arguments(model, force->function) <= 3;
}

static void see_what_stays(const pawl_model *model, const pawl_lagrangian *p, pawl_own_use *own)
{
  own->steady = p->mass.number && p->kinetic <= 0 && p->potential <= 0 && p->lagrangian <= 0;
  own->repeats = own->steady && is_plain(model, &p->force);
  for (int i = 0; i < p->forces.count; i++)
    own->repeats = own->repeats && is_plain(model, &p->forces.pull[i].force);
}

static bool add_own(pawl_builder *b, int part)
{
  pawl_system *s = b->s;
  pawl_arena *arena = s->arena;
  const pawl_lagrangian *p = b->model->parts[part]->fields;
  int n = p->coordinates.count;
  pawl_own_use *own = s->own.use + s->own.count;
  *own =
      (pawl_own_use){.part = part, .n = n, .dof = s->tree.dof_count, .work = s->extra.works++, .stamp = -1};
  own->M = PAWL_TAKE(arena, n * n, double);
  own->factor = PAWL_TAKE(arena, n * n, double);
  own->h = PAWL_TAKE(arena, n, double);
  own->a = PAWL_TAKE(arena, n, double);
  own->spare = PAWL_TAKE(arena, 6 * n, double);
  see_what_stays(b->model, p, own);
  own->kept = PAWL_TAKE(arena, PAWL_OWN_KEPT * (3 * n + 2), double);
  for (int i = 0; own->kept && i < PAWL_OWN_KEPT; i++)
    own->kept[i] = NAN;
  own->q = PAWL_TAKE(arena, n, pawl_jet);
  own->v = PAWL_TAKE(arena, n, pawl_jet);
  own->answer = PAWL_TAKE(arena, n * n, pawl_jet);
  for (int k = 0; k < n; k++) {
    pawl_link *l = pawl_new_link(b, 0, -1, part, PAWL_SPINS);
    s->tree.added[l->dof] = 1;
  }
  s->index.own[part] = s->own.count++;
  return !arena->failed;
}

/* A row must have as many numbers as there are coordinates. */
static pawl_status check_row(pawl_builder *b, const pawl_part *part, const char *field, const pawl_array *row,
                             int n)
{
  if (!row->number || (row->rows == 1 && row->columns == n))
    return PAWL_OK;
  return pawl_fail(b->error, PAWL_BAD_MODEL, part->where,
                   "%s \"%s\": '%s' must be %d number%s, as many as coordinates", part->kind->name,
                   part->name, field, n, n == 1 ? "" : "s");
}

/* Two rows of numbers that say one direction, or one that says none. Whether they are square to each other is the user's to say: lengths
 * and angles of own coordinates are not known here. */
static bool are_dependent(const double *rows, int n)
{
  double aa = 0, bb = 0, ab = 0;
  for (int i = 0; i < n; i++) {
    aa += rows[i] * rows[i];
    bb += rows[n + i] * rows[n + i];
    ab += rows[i] * rows[n + i];
  }
  return !(aa * bb - ab * ab > PAWL_SAME_ROW * aa * bb);
}

/* One row, or two of a gap that slides along both. */
static pawl_status check_tangents(pawl_builder *b, const pawl_part *part, const pawl_gap *gap, int n)
{
  int count = pawl_gap_tangents(gap);
  pawl_array one = gap->tangent;
  one.rows = one.rows == count ? 1 : one.rows;
  if (count == 2 && n < 2)
    return pawl_fail(b->error, PAWL_BAD_MODEL, part->where,
                     "gap \"%s\": two tangents are more than its one coordinate can move along", part->name);
  if (gap->drift.number && count > 0 && gap->drift.columns * gap->drift.rows != count)
    return pawl_fail(b->error, PAWL_BAD_MODEL, part->where,
                     "gap \"%s\": 'drift' must be %d number%s, as many as tangents", part->name, count,
                     count == 1 ? "" : "s");
  if (count == 2 && gap->tangent.number && gap->tangent.rows == 2 && gap->tangent.columns == n &&
      are_dependent(gap->tangent.number, n))
    return pawl_fail(b->error, PAWL_BAD_MODEL, part->where,
                     "gap \"%s\": its two tangents are one direction; they are to be square to each other",
                     part->name);
  return check_row(b, part, "tangent", &one, n);
}

static pawl_status add_gap(pawl_builder *b, int part)
{
  pawl_system *s = b->s;
  const pawl_part *p = b->model->parts[part];
  bool gap = p->kind->family == PAWL_GAP;
  const pawl_gap *g = p->fields;
  const pawl_condition *c = p->fields;
  pawl_own_gap_use *use = s->own.gaps + s->own.gap_count;
  *use = (pawl_own_gap_use){.part = part, .own = s->index.own[gap ? g->own : c->own], .stamp = -1};
  int n = s->own.use[use->own].n;
  use->normal = PAWL_TAKE(s->arena, n, double);
  use->tangent = PAWL_TAKE(s->arena, 2 * n, double);
  const pawl_array *row[3] = {gap ? &g->normal : &c->row, gap ? &g->tangent : NULL, gap ? &g->tangent : NULL};
  for (int a = 0; a < 3; a++)
    if (row[a] && row[a]->number && s->own.use[use->own].steady)
      use->response[a] = PAWL_TAKE(s->arena, n, double);
  s->index.own[part] = s->own.gap_count++;
  if (s->arena->failed)
    return pawl_fail_memory(b->error);
  pawl_status status = check_row(b, p, gap ? "normal" : "rate", gap ? &g->normal : &c->row, n);
  return status == PAWL_OK && gap ? check_tangents(b, p, g, n) : status;
}

pawl_status pawl_own_links(pawl_builder *b)
{
  pawl_system *s = b->s;
  s->own.dof = s->tree.dof_count;
  for (int i = 0; i < b->model->part_count; i++) {
    s->index.own[i] = -1;
    if (b->model->parts[i]->kind->family == PAWL_EQUATIONS && !add_own(b, i))
      return pawl_fail_memory(b->error);
  }
  s->own.dofs = s->tree.dof_count - s->own.dof;
  for (int i = 0; i < b->model->part_count; i++)
    if (is_gap(b->model->parts[i]) && add_gap(b, i) != PAWL_OK)
      return b->error->status;
  return PAWL_OK;
}

/* ---- start ------------------------------------------------------------------------------------------------------ */

void pawl_own_start(pawl_system *s)
{
  for (int i = 0; i < s->own.count; i++) {
    const pawl_own_use *own = s->own.use + i;
    const pawl_lagrangian *p = s->model->parts[own->part]->fields;
    for (int k = 0; k < own->n; k++) {
      int d = own->dof + k;
      const char *unit = pawl_own_unit(p, k);
      s->start.q[d] = p->start.count ? p->start.number[k] : 0;
      s->start.v[d] = p->speed.count ? p->speed.number[k] : 0;
      s->start.q_given[d] = s->start.v_given[d] = true;
      s->dof.unit[d] = pawl_unit_scale(&s->scale, unit);
      s->dof.slides[d] = strcmp(unit, "rad") != 0;
    }
  }
}

/* ---- normals against gaps --------------------------------------------------------------------------------------- */

/* A row that is not the derivative of its gap: at some place, of some coordinate. */
static pawl_status not_derivative(pawl_system *s, const pawl_part *part, const char *coordinate, double given,
                                  double found)
{
  return pawl_fail(
      &s->error, PAWL_BAD_MODEL, part->where,
      "gap \"%s\": 'normal' is not the derivative of 'gap': for coordinate '%s' it has %.9g where the "
      "derivative is %.9g; leave it out, and it is found by differentiation",
      part->name, coordinate, given, found);
}

static pawl_status check_normal(pawl_system *s, pawl_own_gap_use *use, double t, const double *q)
{
  const pawl_part *part = s->model->parts[use->part];
  const pawl_own_use *own = s->own.use + use->own;
  const pawl_lagrangian *p = s->model->parts[own->part]->fields;
  double most = 0;
  use->stamp = -1; /* its rows are written over */
  if (pawl_gap_normals(s, use, t, q, use->normal, use->tangent) != PAWL_OK)
    return s->error.status;
  for (int k = 0; k < own->n; k++)
    most = fmax(most, fabs(use->tangent[k]) * s->dof.unit[own->dof + k]);
  for (int k = 0; k < own->n; k++)
    if (!(fabs(use->normal[k] - use->tangent[k]) * s->dof.unit[own->dof + k] <= 1e-8 * most))
      return not_derivative(s, part, p->coordinates.word[k], use->normal[k], use->tangent[k]);
  return PAWL_OK;
}

pawl_status pawl_own_check(pawl_system *s)
{
  unsigned long long seed = 3;
  for (int i = 0; i < s->own.gap_count; i++) {
    pawl_own_gap_use *use = s->own.gaps + i;
    const pawl_own_use *own = s->own.use + use->own;
    const pawl_gap *g = s->model->parts[use->part]->fields;
    if (s->model->parts[use->part]->kind->family != PAWL_GAP || g->gap.function <= 0 ||
        !pawl_array_given(&g->normal))
      continue;
    for (int sample = 0; sample < 4; sample++) {
      double *q = own->spare + 4 * own->n;
      for (int k = 0; k < own->n; k++)
        q[k] = s->start.q[own->dof + k] + 0.01 * sample * pawl_chance(&seed) * s->dof.unit[own->dof + k];
      if (check_normal(s, use, 0, q) != PAWL_OK)
        return s->error.status;
    }
  }
  return PAWL_OK;
}
