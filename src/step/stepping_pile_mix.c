/* Mechanisms in a pile: what joints, drives and prescribed motions hold is moved by the tree, and touched as bodies of the pile.
 *
 *     V_k = J_k v + what time adds,   R_lk = J_l Y_k,   Y_k = S⁻¹ M⁻¹ J_kᵀ  (loops kept)
 *     v⁺ = c + Σ Y_k F_k,   F_k = Σ of pushes on body k,     c = v⁺ without touches      theory.md, 10.3 */
#include "step/stepping_pile_mix.h"

#include <string.h>

#include "base/roots.h"
#include "base/tolerances.h"
#include "step/stepping_inner.h"

/* ---- laying out ---- */

/* Links that move together: those of one branch, and those that rows join. The ground and bases join nothing. */
static void find_mechanisms(const pawl_system *s, int *root)
{
  for (int i = 0; i < s->tree.link_count; i++)
    root[i] = i;
  for (int i = 1; i < s->tree.link_count; i++)
    if (s->tree.links[i].parent > 0)
      pawl_roots_join(root, i, s->tree.links[i].parent);
  for (int n = 0; n < s->tree.block_count; n++) {
    const pawl_block_plan *b = s->tree.blocks + n;
    int first = 0;
    for (int e = 0; e < b->end_count; e++) {
      if (b->end[e].link > 0 && first > 0)
        pawl_roots_join(root, first, b->end[e].link);
      first = b->end[e].link > 0 ? b->end[e].link : first;
    }
  }
}

static bool has_rows(const pawl_system *s, int link)
{
  for (int n = 0; n < s->tree.block_count; n++)
    for (int e = 0; e < s->tree.blocks[n].end_count; e++)
      if (s->tree.blocks[n].end[e].link == link)
        return true;
  return false;
}

/* Of one link that nobody joined to anything. (In the spatial kernel two slides without mass come before it.) */
static bool is_free(const pawl_system *s, int body)
{
  int link = s->place.com[body].link;
  const pawl_link *l = s->tree.links + link;
  const pawl_body *fields = s->model->parts[s->model->body_part[body]]->fields;
  if (link <= 0 || l->body != body || l->joint >= 0 || has_rows(s, link) || !(fields->mass > 0) ||
      !(fields->inertia[2] > 0) || l->mobility == PAWL_CARRIED || l->mobility == PAWL_DRIFTS)
    return false;
  for (int i = 1; i < s->tree.link_count; i++)
    if (s->tree.links[i].parent == link)
      return false;
  for (int other = 1; other <= s->model->body_count; other++)
    if (other != body && s->place.com[other].link == link)
      return false;
  return true;
}

static void find_free(pawl_pile_mix *x, const pawl_system *s)
{
  for (int b = 1; b <= s->model->body_count; b++) {
    int end = s->tree.links[s->place.com[b].link].dof + s->tree.links[s->place.com[b].link].dofs;
    x->free[b] = is_free(s, b);
    for (int d = end - 3; x->free[b] && d < end; d++)
      x->flies[d] = true;
  }
  for (int d = 0; d < s->tree.dof_count; d++)
    if (!x->flies[d])
      x->dof[x->dofs++] = d;
}

/* Those with shapes, mechanism by mechanism. */
static void list_joined(pawl_pile_joined *j, const pawl_pile_mix *x, const pawl_system *s, const int *root)
{
  const pawl_pile *p = x->pile;
  for (int b = 0; b < p->bodies; b++)
    j->of[b] = -1;
  for (int i = 0; i < p->shapes; i++) {
    int first = p->shape[i].body, begin = j->count;
    if (first == 0 || x->free[first] || j->of[first] >= 0)
      continue;
    for (int k = i; k < p->shapes; k++) {
      int body = p->shape[k].body;
      if (body && !x->free[body] && j->of[body] < 0 &&
          root[s->place.com[body].link] == root[s->place.com[first].link]) {
        j->of[body] = j->count;
        j->body[j->count++] = body;
      }
    }
    for (int k = begin; k < j->count; k++)
      j->begin[k] = begin, j->end[k] = j->count;
  }
}

bool pawl_pile_mix_find(pawl_pile_mix *x, const pawl_system *s, pawl_pile *p, pawl_arena *arena)
{
  *x = (pawl_pile_mix){.pile = p};
  x->free = PAWL_TAKE(arena, p->bodies, bool);
  x->flies = PAWL_TAKE(arena, s->tree.dof_count + 1, bool);
  x->dof = PAWL_TAKE(arena, s->tree.dof_count + 1, int);
  if (!arena->failed)
    find_free(x, s);
  return !arena->failed;
}

static void *take(pawl_arena *arena, int rows, int columns)
{
  return pawl_arena_take(arena, (size_t)rows * (size_t)columns + 1, sizeof(double));
}

bool pawl_pile_mix_open(pawl_pile_mix *x, pawl_system *s, pawl_arena *arena)
{
  pawl_pile_joined *j = &x->pile->joined;
  int *root = PAWL_TAKE(arena, s->tree.link_count, int), **ints[] = {&j->of, &j->body, &j->begin, &j->end};
  for (int i = 0; i < 4; i++)
    *ints[i] = PAWL_TAKE(arena, x->pile->bodies, int);
  if (arena->failed)
    return false;
  find_mechanisms(s, root);
  for (int i = 0; i < s->tree.link_count; i++)
    root[i] = pawl_root_of(root, i);
  list_joined(j, x, s, root);
  int n = 3 * j->count;
  x->wrench = take(arena, n, 1);
  x->lift = take(arena, n, 1);
  j->ahead = take(arena, n, 1);
  j->R = take(arena, n, n);
  x->w = take(arena, n, x->dofs);
  x->Y = take(arena, n, x->dofs);
  x->multiplier = take(arena, n, s->tree.row_count);
  x->impulse = take(arena, s->tree.row_count, 1);
  j->turn = PAWL_TAKE(arena, j->count + 1, pawl_xy);
  s->contact->wrench = PAWL_TAKE(arena, j->count + 1, pawl_group_wrench);
  return !arena->failed;
}

/* ---- the begin of a step ---- */

static double dot(const double *a, const double *b, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

/* w and Y of a unit wrench on body k. What rows and drives hold moves nothing, but for rounding. */
static void respond(pawl_run *r, const pawl_pile_mix *x, int k, int a)
{
  pawl_system *s = &r->system;
  pawl_stepping *st = r->stepping;
  const pawl_place *place = s->place.com + x->pile->joined.body[k];
  double *pull = st->mean, *moves = st->trial, *w = x->w + (size_t)(3 * k + a) * (size_t)x->dofs,
         *Y = x->Y + (size_t)(3 * k + a) * (size_t)x->dofs;
  double free = 0, heavy = s->scale.mass * s->scale.length * s->scale.length;
  pawl_end e;
  s->ops->end(s->kernel, place, &e);
  memset(pull, 0, sizeof(double) * (size_t)s->tree.dof_count);
  s->ops->pull(s->kernel, place->link, e.r, pawl_v(a == 0, a == 1, 0), pawl_v(0, 0, a == 2), pull);
  s->ops->solve_plain(s->kernel, pull, NULL, moves,
                      x->multiplier + (size_t)(3 * k + a) * (size_t)s->tree.row_count, false);
  for (int i = 0; i < x->dofs; i++) {
    double unit = s->dof.unit[x->dof[i]];
    w[i] = pull[x->dof[i]];
    Y[i] = moves[x->dof[i]];
    free += w[i] * w[i] * unit * unit / heavy;
  }
  bool yields = dot(w, Y, x->dofs) > PAWL_UNMOVED * free;
  pawl_stepping_apply(r, moves, pull);
  for (int i = 0; i < x->dofs; i++)
    Y[i] = yields ? pull[x->dof[i]] : 0;
}

/* Its place, its speed, and the acceleration that it would have without touches. */
static void place_body(pawl_run *r, const pawl_pile_mix *x, int k, double h)
{
  const pawl_system *s = &r->system;
  pawl_pile *p = x->pile;
  const double *v = r->y + s->tree.dof_count, *u = r->stepping->u;
  int body = p->joined.body[k];
  double change[3] = {0};
  pawl_end e;
  s->ops->end(s->kernel, s->place.com + body, &e);
  for (int a = 0; a < 3; a++)
    for (int i = 0; i < x->dofs; i++)
      change[a] += x->w[(size_t)(3 * k + a) * (size_t)x->dofs + (size_t)i] * (u[x->dof[i]] - v[x->dof[i]]);
  p->joined.turn[k] = (pawl_xy){e.R.x.x, e.R.x.y};
  p->at[body] = (pawl_pile_move){e.r.x, e.r.y, 0, 0};
  p->speed[body] = (pawl_pile_move){e.v.x, e.v.y, e.w.z, 0};
  p->rate[body] = (pawl_pile_move){change[0] / h, change[1] / h, change[2] / h, 0};
}

pawl_status pawl_pile_mix_place(pawl_run *r, const pawl_pile_mix *x, double h)
{
  pawl_system *s = &r->system;
  const pawl_pile_joined *j = &x->pile->joined;
  size_t n = 3 * (size_t)j->count;
  if (pawl_stepping_place(r, h * (1 - r->stepping->theta)) != PAWL_OK)
    return s->error.status;
  s->ops->solve_plain(s->kernel, NULL, NULL, s->room.correction, NULL, true);
  s->at.factors++;
  for (int k = 0; k < j->count; k++)
    for (int a = 0; a < 3; a++)
      respond(r, x, k, a);
  for (int k = 0; k < j->count; k++)
    place_body(r, x, k, h);
  for (size_t l = 0; l < n; l++)
    for (size_t k = 0; k < n; k++)
      j->R[9 * (l / 3 * (n / 3) + k / 3) + 3 * (l % 3) + k % 3] =
          dot(x->w + l * (size_t)x->dofs, x->Y + k * (size_t)x->dofs, x->dofs);
  return PAWL_OK;
}

/* ---- its end ---- */

/* to += Σ Y F */
static void add_responses(const pawl_pile_mix *x, const double *F, double *to)
{
  for (int k = 0; k < 3 * x->pile->joined.count; k++)
    for (int i = 0; F[k] != 0 && i < x->dofs; i++)
      to[x->dof[i]] += F[k] * x->Y[(size_t)k * (size_t)x->dofs + (size_t)i];
}

void pawl_pile_mix_push(pawl_run *r, pawl_pile_mix *x, double h)
{
  pawl_system *s = &r->system;
  const pawl_pile_joined *j = &x->pile->joined;
  pawl_pile_wrenches(x->pile, false, x->wrench);
  add_responses(x, x->wrench, r->stepping->u);
  memset(x->impulse, 0, sizeof(double) * (size_t)s->tree.row_count);
  for (int k = 0; k < 3 * j->count; k++)
    for (int row = 0; row < s->tree.row_count; row++)
      x->impulse[row] += x->wrench[k] * x->multiplier[(size_t)k * (size_t)s->tree.row_count + (size_t)row];
  s->contact->wrenches = j->count;
  for (int k = 0; k < j->count; k++) {
    const double *F = x->wrench + 3 * k;
    s->contact->wrench[k] =
        (pawl_group_wrench){j->body[k], pawl_v(F[0] / h, F[1] / h, 0), pawl_v(0, 0, F[2] / h)};
  }
}

pawl_status pawl_pile_mix_lift(pawl_run *r, pawl_pile_mix *x, double h, double *gained)
{
  pawl_system *s = &r->system;
  double *way = r->stepping->mean, energy[2], kinetic, gravity, stored;
  int n = s->tree.dof_count, count = 3 * x->pile->joined.count;
  bool any = false;
  pawl_pile_wrenches(x->pile, true, x->lift);
  for (int k = 0; k < count; k++) {
    x->lift[k] += h * r->stepping->theta * x->pile->joined.ahead[k];
    any |= x->lift[k] != 0;
  }
  if (!any)
    return PAWL_OK;
  memset(way, 0, sizeof(double) * (size_t)n);
  add_responses(x, x->lift, way);
  for (int i = 0; i < 2; i++) {
    if (i)
      pawl_move(s, r->y, way, s->room.scratch);
    if (pawl_system_rows(s, r->t + h, r->y, r->y + n, r->base) != PAWL_OK)
      return s->error.status;
    energy[i] = pawl_system_energy(s, &kinetic, &gravity, &stored);
  }
  *gained += energy[1] - energy[0];
  return PAWL_OK;
}
