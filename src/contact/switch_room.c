/* Room for the problems of an event, and W of its touches: dense for a few, by blocks for more.      theory.md, 9.1 */
#include <limits.h>
#include <string.h>

#include "base/error.h"
#include "contact/contact.h"
#include "contact/held_net.h"

#define LENT 640 /* bytes for each touch, that calls inside each other take for themselves at most … */
#define MORE 4096

static void place_numbers(pawl_switch_room *o, double *all, unsigned char *bytes)
{
  size_t m = (size_t)o->most, d = (size_t)o->solver.dim;
  double **rows[] = {&o->b, &o->force, &o->rate, &o->first, &o->second, &o->before, &o->total};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++, all += d * m)
    *rows[i] = all;
  double **once[] = {&o->floor, &o->mu, &o->mu_static, &o->own, &o->own_static, &o->e, &o->e_t};
  for (size_t i = 0; i < sizeof once / sizeof *once; i++, all += m)
    *once[i] = all;
  o->way = all;
  o->kind = bytes;
  o->barred = bytes + m;
  o->mode = bytes + 2 * m;
}

/* What has the same size whatever there is. */
static bool take_dense(pawl_switch_room *o, pawl_arena *arena)
{
  enum { H = PAWL_HELD_FEW };
  o->dense.W = PAWL_TAKE(arena, o->solver.dim * o->solver.dim * H * H, double);
  o->dense.clamp = PAWL_TAKE(arena, 6 * H * H, double);
  return !arena->failed;
}

bool pawl_switch_room_fit(pawl_switch_room *o, pawl_arena *arena, int dim, int need)
{
  int most = need > 2 * o->most ? need : 2 * o->most;
  if (need <= o->most)
    return true;
  o->solver.dim = dim; /* memory is laid out by it */
  if (!o->dense.W && !take_dense(o, arena))
    return false;
  size_t m = (size_t)most, lends = LENT * (size_t)dim / 2 * m + MORE;
  void *memory = pawl_arena_take(arena, 1, pawl_solver_bytes_of(dim, most, PAWL_HELD_FEW));
  double *all = PAWL_TAKE(arena, (7 * (size_t)dim + 7 + 2) * m, double);
  unsigned char *bytes = PAWL_TAKE(arena, 3 * m, unsigned char);
  int *start = PAWL_TAKE(arena, m + 1, int);
  pawl_contact_change *change = PAWL_TAKE(arena, m, pawl_contact_change);
  char *lent = PAWL_TAKE(arena, lends, char);
  if (arena->failed)
    return false;
  pawl_large *large = o->solver.large;
  pawl_solver_place_of(&o->solver, dim, most, PAWL_HELD_FEW, memory);
  o->solver.large = large;
  o->most = most;
  o->start = start;
  o->change = change;
  o->scratch = (pawl_scratch){.at = lent, .size = lends};
  place_numbers(o, all, bytes);
  return true;
}

/* ---- W ---- */

/* Along what nothing but rounding moves W has zeros. */
static bool yields(const pawl_held *h, int a)
{
  return a >= h->dim ? false : a == PAWL_N ? !h->blocked : !h->locked;
}

static bool acts(const pawl_held *h, int a)
{
  return yields(h, a) && (a == PAWL_N ? !h->given : h->rubs);
}

/* Touches that forces along the tangent cannot move take their friction as it comes; what does not act at all must not look
 * like something that does not yield. */
static bool is_unit(const pawl_held *h, int a)
{
  return a == PAWL_N ? h->given : h->locked || !h->rubs;
}

static void set_dense(pawl_switch_room *o, const pawl_system *s)
{
  const int d = o->solver.dim, n = d * s->contact->hold_count;
  o->W = o->dense.W;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      const pawl_held *h = s->contact->hold + j / d;
      bool none = !acts(h, j % d) || !yields(s->contact->hold + i / d, i % d);
      o->W[i * n + j] = i == j && is_unit(h, j % d) ? 1
                        : none                      ? 0
                                                    : pawl_held_W(s, i / d, i % d, j / d, j % d);
    }
}

bool pawl_switch_room_fit_blocks(pawl_switch_room *o, pawl_arena *arena, int need)
{
  int to = need > 2 * o->blocks ? need : 2 * o->blocks;
  bool fits = need <= o->blocks, knows = o->solver.large && o->solver.large->most >= o->most;
  if (fits && knows)
    return true;
  to = fits ? o->blocks : to;
  pawl_large *large = PAWL_TAKE(arena, 1, pawl_large);
  void *memory = pawl_arena_take(arena, 1, pawl_large_bytes(o->solver.dim, o->most, to));
  int *column = PAWL_TAKE(arena, to, int);
  const size_t block = (size_t)(o->solver.dim * o->solver.dim);
  double *value = PAWL_TAKE(arena, block * (size_t)to, double);
  if (arena->failed)
    return false;
  pawl_large_place(large, o->solver.dim, o->most, to, memory);
  o->solver.large = large;
  if (o->blocks) {
    memcpy(column, o->column, sizeof *column * (size_t)o->blocks);
    memcpy(value, o->value, block * sizeof *value * (size_t)o->blocks);
  }
  o->column = column;
  o->value = value;
  o->blocks = to;
  return true;
}

void pawl_switch_room_use_blocks(pawl_switch_room *o)
{
  o->W = NULL;
  o->rows = (pawl_block_rows){o->start, o->column, o->value};
}

static bool set_blocks(pawl_switch_room *o, pawl_system *s)
{
  const struct pawl_held_room *net = s->contact->room;
  const int n = s->contact->hold_count, d = o->solver.dim;
  if (!pawl_held_couple(s, true) || !pawl_switch_room_fit_blocks(o, s->arena, net->start[n]))
    return false;
  memcpy(o->start, net->start, sizeof *o->start * ((size_t)n + 1));
  memcpy(o->column, net->column, sizeof *o->column * (size_t)net->start[n]);
  for (int i = 0; i < n; i++)
    for (int k = o->start[i]; k < o->start[i + 1]; k++)
      for (int a = 0, at = d * d * k; a < d; a++)
        for (int c = 0; c < d; c++, at++) {
          const pawl_held *h = s->contact->hold + o->column[k];
          bool none = !acts(h, c) || !yields(s->contact->hold + i, a);
          o->value[at] = o->column[k] == i && a == c && is_unit(h, c) ? 1 : none ? 0 : net->value[at];
        }
  pawl_switch_room_use_blocks(o);
  return true;
}

bool pawl_switch_room_couple(pawl_switch_room *o, pawl_system *s)
{
  if (s->contact->hold_count > PAWL_HELD_FEW)
    return set_blocks(o, s) || (pawl_fail_memory(&s->error), false);
  set_dense(o, s);
  return true;
}

pawl_problem pawl_switch_room_problem(const pawl_switch_room *o, int n, const double *b)
{
  return (pawl_problem){.n = n,
                        .dim = o->solver.dim,
                        .W = o->W,
                        .rows = o->W ? NULL : &o->rows,
                        .b = b,
                        .mu = o->mu,
                        .kind = o->kind,
                        .way = o->solver.dim == 3 ? o->way : NULL};
}

void pawl_switch_room_rub(pawl_switch_room *o, int i, pawl_bound slides, pawl_bound holds, double h)
{
  o->mu[i] = slides.share;
  o->mu_static[i] = holds.share;
  o->own[i] = h * slides.own;
  o->own_static[i] = h * holds.own;
  o->owns = (i > 0 && o->owns) || slides.own > 0 || holds.own > 0;
}

void pawl_switch_room_rest(const pawl_switch_room *o, pawl_problem *problem)
{
  problem->mu_stick = o->mu_static;
  problem->own = o->owns ? o->own : NULL;
  problem->own_stick = o->owns ? o->own_static : NULL;
  problem->floor = o->floor;
}

double *pawl_switch_room_own(pawl_switch_room *o, int n, int r)
{
  const int d = o->solver.dim;
  int k = o->W ? 0 : o->start[r / d];
  while (!o->W && o->column[k] != r / d)
    k++;
  return o->W ? o->W + r * (d * n + 1) : o->value + d * d * (ptrdiff_t)k + (d + 1) * (r % d);
}

double pawl_switch_room_W(const pawl_switch_room *o, int n, int r, int c)
{
  const int d = o->solver.dim;
  if (o->W)
    return o->W[r * d * n + c];
  for (int k = o->start[r / d]; k < o->start[r / d + 1]; k++)
    if (o->column[k] == c / d)
      return o->value[d * d * (ptrdiff_t)k + d * (r % d) + c % d];
  return 0;
}

double pawl_switch_room_add(const pawl_switch_room *o, int n, int r, double rate, const double *force)
{
  const int d = o->solver.dim;
  for (int c = 0; o->W && c < d * n; c++)
    rate += o->W[r * d * n + c] * force[c];
  for (int k = o->W ? 0 : o->start[r / d], end = o->W ? 0 : o->start[r / d + 1]; k < end; k++) {
    const double *w = o->value + d * d * (ptrdiff_t)k + d * (r % d), *f = force + d * o->column[k];
    for (int c = 0; c < d; c++)
      rate += w[c] * f[c];
  }
  return rate;
}

double pawl_switch_room_size(const pawl_switch_room *o, int n, int r, const double *force)
{
  double sum = 0;
  const int d = o->solver.dim;
  for (int c = 0; o->W && c < d * n; c++)
    sum += fabs(o->W[r * d * n + c] * force[c]);
  for (int k = o->W ? 0 : o->start[r / d], end = o->W ? 0 : o->start[r / d + 1]; k < end; k++) {
    const double *w = o->value + d * d * (ptrdiff_t)k + d * (r % d), *f = force + d * o->column[k];
    for (int c = 0; c < d; c++)
      sum += fabs(w[c] * f[c]);
  }
  return sum;
}
