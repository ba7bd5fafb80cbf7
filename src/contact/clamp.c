/* Exact fits: touches that can be clamped against each other, and which of them are left idle.      theory.md, 8.8
 *
 * A preload is z >= 0, not 0, with W_NN z = 0: normal forces that balance. With friction it changes the motion, and nothing in
 * the problem says how large it is. A compliance that vanishes,
 *
 *     y_N = W_NN λ_N + … + b + ε λ_N,   ε → 0,
 *
 * leaves at least one touch of every preload without force: z·y = z·b = 0 there, and z·(y + ε λ) > 0 if all were pressed. */
#include <string.h>

#include "base/tolerances.h"
#include "contact/contact.h"
#include "contact/terms.h"

enum { H = PAWL_HELD_FEW };

/* The touches that can be pressed, and G = W_NN between them in natural units. */
typedef struct {
  int n, at[H];
  double *G;
} normals;

static double gram(const normals *k, int i, int j)
{
  return k->G[i * k->n + j];
}

/* False: nothing can be clamped with friction, that much is seen at once. */
static bool list_normals(normals *k, const pawl_problem *p, const double *unit)
{
  bool rubs = false, against = false;
  k->n = 0;
  for (int i = 0; i < p->n; i++) {
    double W = p->W[(ptrdiff_t)(2 * i) * (2 * p->n) + 2 * i];
    if (is_given(p, i) || floor_of(p, i) != 0 || !(W * unit[2 * i] * unit[2 * i] > 0.5))
      continue;
    rubs |= kind_of(p, i) != PAWL_FRICTIONLESS;
    k->at[k->n++] = i;
  }
  for (int i = 0; i < k->n; i++)
    for (int j = 0; j < k->n; j++) {
      int r = 2 * k->at[i], c = 2 * k->at[j];
      k->G[i * k->n + j] = p->W[(ptrdiff_t)r * (2 * p->n) + c] * unit[r] * unit[c];
      against |= k->G[i * k->n + j] < -PAWL_CLAMP_NONE;
    }
  return rubs && against && k->n > 1;
}

/* The preload with the entry 1 at `own`, if there is one: the least of z·G z is an LCP in the others. */
static bool find_preload(double *z, const normals *k, int own, double *room)
{
  int n = k->n - 1, m = 0, index[H];
  double *M = room, *q = M + H * H, *x = q + H, *w = x + H, value = gram(k, own, own), most = 1;
  for (int i = 0; i < k->n; i++)
    if (i != own)
      index[m++] = i;
  for (int i = 0; i < n; i++) {
    q[i] = gram(k, index[i], own);
    for (int j = 0; j < n; j++)
      M[i * n + j] = gram(k, index[i], index[j]);
  }
  if (pawl_lcp(x, w, M, q, NULL, n, NULL, w + H) != PAWL_LCP_SOLVED)
    return false;
  for (int i = 0; i < n; i++) {
    value += q[i] * x[i];
    most = larger(most, x[i]);
    z[index[i]] = x[i];
  }
  z[own] = 1;
  return value <= PAWL_CLAMP_BALANCED * most * most;
}

/* Touches of preloads in which one rubs. */
static bool mark_clamped(bool *clamped, const normals *k, const pawl_problem *p, double *room)
{
  double z[H];
  bool any = false;
  memset(clamped, 0, sizeof(bool) * (size_t)k->n);
  for (int i = 0; i < k->n; i++) {
    if (clamped[i] || kind_of(p, k->at[i]) == PAWL_FRICTIONLESS || !find_preload(z, k, i, room))
      continue;
    any = true;
    for (int j = 0; j < k->n; j++)
      clamped[j] |= z[j] > PAWL_CLAMP_NONE;
  }
  return any;
}

/* Whether the normals agree in less than all directions: without that there is no preload, and this is cheap. One by one they
 * are made orthogonal; `row` has room for n n numbers. */
typedef struct {
  int count, of[H];
  double *row;
} span;

/* Whether a row depends on those of the span; the row of its factor is left behind them. */
static bool depends(const span *s, const normals *k, int i)
{
  double *row = s->row + s->count * k->n, left = gram(k, i, i);
  for (int j = 0; j < s->count; j++) {
    const double *other = s->row + j * k->n;
    row[j] = gram(k, i, s->of[j]);
    for (int q = 0; q < j; q++)
      row[j] -= row[q] * other[q];
    row[j] /= other[j];
    left -= row[j] * row[j];
  }
  row[s->count] = sqrt(larger(left, 0));
  return !(left > PAWL_CLAMP_BALANCED);
}

static bool add_to_span(span *s, const normals *k, int i)
{
  if (depends(s, k, i))
    return false;
  s->of[s->count++] = i;
  return true;
}

static bool is_regular(const normals *k, double *room)
{
  span s = {.row = room};
  for (int i = 0; i < k->n; i++)
    if (!add_to_span(&s, k, i))
      return false;
  return true;
}

static bool cannot_press(const pawl_problem *p, int i)
{
  return p->barred && p->barred[i] & 1 << PAWL_MODE_PRESSED;
}

/* Forces with a little compliance. */
static bool solve_soft(pawl_switch_room *o, const normals *k, const pawl_problem *p, double *W)
{
  size_t n = 2 * (size_t)p->n;
  memcpy(W, p->W, sizeof(double) * n * n);
  for (int i = 0; i < k->n; i++)
    W[(size_t)(2 * k->at[i]) * (n + 1)] *= 1 + PAWL_SOFT;
  pawl_problem soft = *p;
  unsigned char mode[H] = {0};
  soft.W = W;
  for (int attempt = 0; attempt < 2; attempt++) {
    pawl_solution found = pawl_problem_solve(o->force, o->rate, mode, &soft, NULL, &o->solver);
    if (pawl_is_solved(found.by))
      return true;
    soft.barred = NULL; /* what has ended may still have a force, but for rounding */
  }
  return false;
}

/* What has no force and cannot open because the others are held is idle. Of those without force the first are kept, and last
 * those that have just been about to pull. */
static void mark_idle(pawl_fit *fit, const pawl_switch_room *o, const normals *k, const pawl_problem *p,
                      const double *unit, double still, double *room)
{
  double most = 0, size = pawl_problem_size(p, unit, o->force);
  span s = {.row = room};
  for (int i = 0; i < k->n; i++)
    most = larger(most, o->force[2 * k->at[i]] / unit[2 * k->at[i]]);
  for (int pass = 0; pass < 3; pass++)
    for (int i = 0; i < k->n; i++) {
      int at = k->at[i], r = 2 * at;
      bool pulls = cannot_press(p, at),
           pressed = !pulls && o->force[r] / unit[r] > fmax(PAWL_CLAMP_NONE * most, still * unit[r]);
      if (pass != (pressed ? 0 : pulls ? 2 : 1))
        continue;
      bool parts = !pressed && o->rate[r] > fmax(still, PAWL_CLAMP_PARTS * size / unit[r]);
      bool held = !parts && (pulls ? !depends(&s, k, i) : add_to_span(&s, k, i));
      if (!pressed && fit[at] != PAWL_FIT_NONE)
        fit[at] = parts || (held && pulls) ? PAWL_FIT_NONE : held ? PAWL_FIT_SHUT : PAWL_FIT_IDLE;
    }
}

bool pawl_clamps_release(pawl_switch_room *o, const pawl_problem *p, double still, pawl_fit *fit)
{
  normals k = {.G = o->dense.clamp};
  double *room = k.G + H * H, unit[2 * H];
  bool clamped[H];
  for (int i = 0; i < p->n; i++)
    fit[i] = PAWL_FIT_NONE;
  if (pawl_problem_dim(p) == 3 || !p->W || p->n < 2 || p->n > H)
    return false;
  pawl_problem_units(unit, p);
  if (!list_normals(&k, p, unit) || is_regular(&k, room) || !mark_clamped(clamped, &k, p, room))
    return false;
  for (int i = 0; i < k.n; i++)
    fit[k.at[i]] = clamped[i] ? PAWL_FIT_PRESSED : PAWL_FIT_NONE;
  if (solve_soft(o, &k, p, room))
    mark_idle(fit, o, &k, p, unit, still, room);
  return true;
}
