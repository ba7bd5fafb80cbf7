/* Forces of touches that are held, in frozen modes.      theory.md, 9.1
 *
 * Unknown are λ_N of what is held without a law, and λ_T of what sticks; with λ_T = -μ σ λ_N of what slides
 *
 *     A u = -R (b + W c),   A = R W C,   λ = c + C u
 *
 * in natural units (diagonal of W 1). Where A is singular, as under a table with too many legs, forces are not unique and
 * accelerations are: those nearest to the forces at the last event are taken. */
#include <string.h>

#include "base/dense.h"
#include "base/error.h"
#include "system/held.h"
#include "system/project.h"
#include "system/single.h"

/* ---- forces ---- */

typedef struct {
  int held, along; /* which unknown; its row is of the same */
  double lean;     /* λ_T of a sliding one goes with it: lean λ_N */
  double unit;     /* 1/√W_ii */
} unknown;

static double lean_of(const pawl_held *h, const pawl_contact_point *p)
{
  if (h->by_formula)
    return h->lean;
  return p->rub == PAWL_RUB_PLUS ? -h->mu : p->rub == PAWL_RUB_MINUS ? h->mu : 0;
}

static int list_unknowns(const pawl_system *s, unknown *u)
{
  int n = 0;
  for (int i = 0; i < s->hold_count; i++) {
    const pawl_held *h = s->hold + i;
    const pawl_contact_point *p = s->contacts[h->pair].point + h->point;
    if (!h->given && !h->blocked)
      u[n++] =
          (unknown){i, PAWL_N, h->rubs ? lean_of(h, p) : 0, 1 / sqrt(pawl_held_W(s, i, PAWL_N, i, PAWL_N))};
    if (h->rubs && !h->by_formula && !h->locked && p->rub == PAWL_RUB_STICK)
      u[n++] = (unknown){i, PAWL_T, 0, 1 / sqrt(pawl_held_W(s, i, PAWL_T, i, PAWL_T))};
  }
  for (int k = 0; k < n; k++)
    u[k].unit = isfinite(u[k].unit) ? u[k].unit : 0;
  return n;
}

/* In natural units smaller pivots mean that forces are not unique. */
#define RANK 1e-9

/* A singular system that has solutions: (A + ε) δ = r again and again comes to the one nearest to where it began. Of a heavy body on
 * a light one A has eigenvalues as small as the ratio of their masses; where three rounds have not come to rounding but come nearer, ε is made
 * smaller than these. (What does not come nearer is in no force's reach: slides of a law's touches, which err by their depth.) */
void pawl_held_approach(const double *A, const double *b, const double *begin, double *x, double *work, int n)
{
  double soft = 1e-6, before = INFINITY, *M = work, *r = work + n * n;
  memcpy(x, begin, sizeof(double) * (size_t)n);
  for (int round = 0; round < 12; round++) {
    double most = 0, size = 0, terms = 0;
    for (int i = 0; i < n; i++) {
      r[i] = b[i];
      for (int j = 0; j < n; j++) {
        r[i] -= A[i * n + j] * x[j];
        terms = fmax(terms, fabs(A[i * n + j] * x[j]));
      }
      most = fmax(most, fabs(r[i]));
      size = fmax(size, fabs(b[i]));
    }
    if (most <= 1e-15 * size)
      return;
    if (round >= 3 && most > 1e-14 * (size + terms) && most < 0.95 * before)
      soft = fmax(0.1 * soft, 10 * RANK);
    before = most;
    memcpy(M, A, sizeof(double) * (size_t)(n * n));
    for (int i = 0; i < n; i++)
      M[i * n + i] += soft;
    if (pawl_eliminate(M, r, n, RANK) >= 0)
      return;
    for (int i = 0; i < n; i++)
      x[i] += r[i];
  }
}

/* The rate along (i, a) that forces make. */
static double rate_by_forces(const pawl_system *s, int i, int a)
{
  double y = s->hold[i].free[a];
  for (int j = 0; j < s->hold_count; j++) {
    const pawl_held *h = s->hold + j;
    if (!h->given && h->force[PAWL_N] != 0)
      y += pawl_held_W(s, i, a, j, PAWL_N) * h->force[PAWL_N];
    if (h->rubs && h->force[PAWL_T] != 0)
      y += pawl_held_W(s, i, a, j, PAWL_T) * h->force[PAWL_T];
  }
  return y;
}

static void set_system(const pawl_system *s, const unknown *u, int n, double *A, double *b)
{
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      double W = pawl_held_W(s, u[i].held, u[i].along, u[j].held, u[j].along);
      if (u[j].lean != 0)
        W += u[j].lean * pawl_held_W(s, u[i].held, u[i].along, u[j].held, PAWL_T);
      A[i * n + j] = u[i].unit * W * u[j].unit;
    }
    b[i] = -u[i].unit * s->hold[u[i].held].free[u[i].along];
  }
}

void pawl_held_forces(pawl_system *s)
{
  unknown u[2 * PAWL_HELD];
  double b[2 * PAWL_HELD], x[2 * PAWL_HELD], begin[2 * PAWL_HELD];
  int n = list_unknowns(s, u);
  double *A = s->hold_matrix, *copy = A + n * n;
  set_system(s, u, n, A, b);
  memcpy(copy, A, sizeof(double) * (size_t)(n * n));
  memcpy(x, b, sizeof(double) * (size_t)n);
  if (pawl_eliminate(copy, x, n, RANK) >= 0) {
    for (int i = 0; i < n; i++) {
      const pawl_held *h = s->hold + u[i].held;
      double rest = s->contacts[h->pair].point[h->point].rest[u[i].along];
      begin[i] = u[i].unit > 0 ? rest / u[i].unit : 0;
    }
    pawl_held_approach(A, b, begin, x, copy, n);
  }
  for (int i = 0; i < n; i++) {
    pawl_held *h = s->hold + u[i].held;
    h->force[u[i].along] = u[i].unit * x[i];
    if (u[i].along == PAWL_N)
      h->force[PAWL_T] = u[i].lean * h->force[PAWL_N];
  }
  for (int i = 0; i < s->hold_count; i++)
    for (int a = 0; a < 2; a++)
      s->hold[i].rate[a] = rate_by_forces(s, i, a);
}

void pawl_held_add(const pawl_system *s, double *x, double *multipliers)
{
  for (int i = 0; i < s->hold_count; i++) {
    const pawl_held *h = s->hold + i;
    for (int a = h->given ? PAWL_T : PAWL_N; a <= (h->rubs ? PAWL_T : PAWL_N); a++) {
      for (int d = 0; d < s->tree.dof_count; d++)
        x[d] += h->x[a][d] * h->force[a];
      for (int r = 0; multipliers && r < s->tree.row_count; r++)
        multipliers[r] += h->multiplier[a][r] * h->force[a];
    }
  }
}

void pawl_held_note(pawl_system *s)
{
  for (int i = 0; i < s->hold_count; i++) {
    const pawl_held *h = s->hold + i;
    pawl_contact_point *p = s->contacts[h->pair].point + h->point;
    if (!h->given)
      p->normal = h->force[PAWL_N];
    p->friction = h->force[PAWL_T];
    p->rate[PAWL_N] = h->rate[PAWL_N];
    p->rate[PAWL_T] = h->rate[PAWL_T];
  }
}

/* What held forces give to the mechanism: friction takes. */
void pawl_held_powers(pawl_system *s, double *power)
{
  for (int i = 0; i < s->hold_count; i++) {
    const pawl_held *h = s->hold + i;
    pawl_contact_pair *pair = s->contacts + h->pair;
    pawl_contact_point *p = pair->point + h->point;
    double gives = h->force[PAWL_T] * (h->velocity[PAWL_T] - p->drift);
    p->power = gives + (h->given ? p->power : h->force[PAWL_N] * (h->velocity[PAWL_N] - p->climb));
    if (power)
      power[pawl_pair_work(s, pair)] += h->given ? gives : p->power;
  }
}

void pawl_held_load(pawl_system *s)
{
  pawl_vec zero = {0, 0, 0};
  for (int i = 0; i < s->hold_count; i++) {
    const pawl_held *h = s->hold + i;
    const pawl_contact_pair *pair = s->contacts + h->pair;
    const pawl_contact_point *p = pair->point + h->point;
    if (!pair->profile[0]) {
      pawl_single_load(s, pair, h->given ? 0 : h->force[PAWL_N], h->force[PAWL_T]);
      continue;
    }
    pawl_vec t = {-p->n.y, p->n.x, 0};
    pawl_vec f = pawl_add(pawl_times(h->given ? 0 : h->force[PAWL_N], p->n), pawl_times(h->force[PAWL_T], t));
    s->ops->load(s->kernel, pair->place[1].link, p->at, f, zero);
    s->ops->load(s->kernel, pair->place[0].link, p->at, pawl_times(-1, f), zero);
  }
}

pawl_status pawl_held_motion(pawl_system *s, double *a, double *power)
{
  if (!pawl_held_gather(s, false))
    return pawl_fail(&s->error, PAWL_BAD_NUMBERS, s->model->path,
                     "more than %d touches are held at once at t = %.9g s; only shapes of free bodies under "
                     "'contacts' may have more, by method = \"stepping\"",
                     PAWL_HELD, s->now);
  if (s->hold_count == 0)
    return PAWL_OK;
  if (!pawl_held_directions(s))
    return PAWL_BAD_NUMBERS; /* a shorter step will do */
  pawl_held_free(s, a);
  pawl_held_respond(s);
  pawl_held_forces(s);
  pawl_held_add(s, a, s->lambda);
  pawl_held_note(s);
  pawl_held_powers(s, power);
  return PAWL_OK;
}

/* ---- projection ---- */

/* Forces (here: displacements or impulses) that bring `free` of what is held, and sticks, to 0, in the mass metric. */
static void correct(pawl_system *s, double *x)
{
  unknown u[2 * PAWL_HELD];
  double b[2 * PAWL_HELD], begin[2 * PAWL_HELD] = {0}, y[2 * PAWL_HELD];
  int n = list_unknowns(s, u);
  double *A = s->hold_matrix, *copy = A + n * n;
  for (int i = 0; i < n; i++)
    u[i].lean = 0;
  set_system(s, u, n, A, b);
  memcpy(copy, A, sizeof(double) * (size_t)(n * n));
  memcpy(y, b, sizeof(double) * (size_t)n);
  if (pawl_eliminate(copy, y, n, RANK) >= 0)
    pawl_held_approach(A, b, begin, y, copy, n);
  for (int i = 0; i < s->hold_count; i++)
    s->hold[i].force[PAWL_N] = s->hold[i].force[PAWL_T] = 0;
  for (int i = 0; i < n; i++)
    s->hold[u[i].held].force[u[i].along] = u[i].unit * y[i];
  pawl_held_add(s, x, NULL);
}

static double place_held(pawl_system *s, double t, const double *q, const double *v, const pawl_quat *base)
{
  if (pawl_system_rows(s, t, q, v, base) != PAWL_OK || !pawl_held_directions(s))
    return NAN;
  s->ops->solve_plain(s->kernel, NULL, NULL, s->correction, NULL, true);
  s->factor_count++;
  pawl_held_respond(s);
  double most = 0;
  for (int i = 0; i < s->hold_count; i++) {
    pawl_held *h = s->hold + i;
    double gap = h->given ? 0 : s->contacts[h->pair].point[h->point].now.gap;
    h->free[PAWL_N] = v ? h->velocity[PAWL_N] : gap;
    h->free[PAWL_T] = v ? h->velocity[PAWL_T] : 0;
    most = fmax(most, fabs(gap));
  }
  return most / s->scale.length;
}

/* Positions alone; v only helps loops along. */
static pawl_status close_gaps(pawl_system *s, double t, double *q, double *v, const pawl_quat *base)
{
  double before = INFINITY;
  for (int round = 0; round < 8; round++) {
    double now = place_held(s, t, q, NULL, base);
    if (isnan(now))
      return PAWL_BAD_NUMBERS;
    if (now <= 1e-15 || (round > 2 && now > 0.5 * before))
      break;
    before = now;
    memset(s->hold_move, 0, sizeof(double) * (size_t)s->tree.dof_count);
    correct(s, s->hold_move);
    pawl_move(s, q, s->hold_move, s->scratch);
    if (s->tree.row_count && pawl_project(s, t, q, v, base) != PAWL_OK)
      return s->error.status;
  }
  return PAWL_OK;
}

double pawl_held_part(pawl_system *s, double t, double *q, double *v, const pawl_quat *base)
{
  if (!pawl_held_gather(s, false) || close_gaps(s, t, q, v, base) != PAWL_OK)
    return NAN;
  return place_held(s, t, q, NULL, base);
}

pawl_status pawl_held_project(pawl_system *s, double t, double *q, double *v, const pawl_quat *base,
                              double *work)
{
  if (!pawl_held_gather(s, false) || s->hold_count == 0)
    return PAWL_OK;
  if (close_gaps(s, t, q, v, base) != PAWL_OK || isnan(place_held(s, t, q, v, base)))
    return PAWL_BAD_NUMBERS;
  correct(s, v);
  for (int i = 0; work && i < s->hold_count; i++) {
    const pawl_held *h = s->hold + i;
    const pawl_contact_pair *pair = s->contacts + h->pair;
    const pawl_contact_point *p = pair->point + h->point;
    work[pawl_pair_work(s, pair)] += h->force[PAWL_N] * (0.5 * h->free[PAWL_N] - p->climb) +
                                     h->force[PAWL_T] * (0.5 * h->free[PAWL_T] - p->drift);
  }
  return PAWL_OK;
}
