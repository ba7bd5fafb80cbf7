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
  return p->mode.tangent == PAWL_RUB_PLUS ? -h->mu : p->mode.tangent == PAWL_RUB_MINUS ? h->mu : 0;
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
    if (h->rubs && !h->by_formula && !h->locked && p->mode.tangent == PAWL_RUB_STICK)
      u[n++] = (unknown){i, PAWL_T, 0, 1 / sqrt(pawl_held_W(s, i, PAWL_T, i, PAWL_T))};
  }
  for (int k = 0; k < n; k++)
    u[k].unit = isfinite(u[k].unit) ? u[k].unit : 0;
  return n;
}

/* In natural units smaller pivots mean that forces are not unique. */
#define RANK 1e-9
#define SMALL_PIVOT 3e-5 /* the root of RANK */
#define SOFT 1e-6        /* ε to begin with, */
#define LEAST_SOFT 1e-8  /* and the smallest */
#define PATIENT INFINITY /* all rounds, */
#define BRIEF 0.9        /* or as long as each leaves less than this of what the last has left */
/* Of the largest rate: more than this is not rounding, and over ε it would be 1e-6 of the largest force and more. */
#define INCONSISTENT 1e-13

static double largest(const double *x, int n)
{
  double most = 0;
  for (int i = 0; i < n; i++)
    most = fmax(most, fabs(x[i]));
  return most;
}

/* r = b - A x; returns the largest of its terms. */
static double residual(const double *A, const double *b, const double *x, double *r, int n)
{
  double terms = 0;
  for (int i = 0; i < n; i++) {
    r[i] = b[i];
    for (int j = 0; j < n; j++) {
      double term = A[i * n + j] * x[j];
      r[i] -= term;
      terms = fabs(term) > terms ? fabs(term) : terms;
    }
  }
  return terms;
}

/* (A + ε) δ = r again and again, from `begin`, comes to the solution nearest to it; returns what is left of r, which is in `work` beyond
 * n n. Of a heavy body on a light one A has eigenvalues as small as the ratio of their masses; where three rounds have not come to
 * rounding, ε is made smaller than these as long as that helps. */
static double approach(const double *A, const double *b, double soft, double worth, const double *begin,
                       double *x, double *work, int n)
{
  double factor = 0, before = INFINITY, *M = work, *r = work + n * n, size = largest(b, n);
  int row[2 * PAWL_HELD];
  memcpy(x, begin, sizeof(double) * (size_t)n);
  for (int round = 0; round < 12; round++) {
    double terms = residual(A, b, x, r, n), most = largest(r, n);
    if (most <= 1e-15 * size)
      return 0;
    if (most > worth * before)
      return most;
    if (round >= 3 && most > 1e-14 * (size + terms) && most < 0.95 * before)
      soft = fmax(0.1 * soft, LEAST_SOFT);
    before = most;
    if (factor != soft) {
      memcpy(M, A, sizeof(double) * (size_t)(n * n));
      for (int i = 0; i < n; i++)
        M[i * n + i] += soft;
      if (pawl_factorise(M, row, n, RANK) >= 0)
        return 0;
      factor = soft;
    }
    pawl_substitute(M, row, r, n);
    for (int i = 0; i < n; i++)
      x[i] += r[i];
  }
  residual(A, b, x, r, n);
  return largest(r, n);
}

/* What is left of b after all rounds is what no forces make: a few roundings, or the acceleration of two corners that stick
 * side by side, one deeper than the other by a hair. It is not asked for: piled up over ε it would be a force. */
static void approach_possible(const double *A, const double *b, double soft, double worth,
                              const double *begin, double *x, double *work, int n)
{
  double possible[2 * PAWL_HELD] = {0};
  for (int i = 0; i < n; i++)
    possible[i] = b[i] - work[n * n + i];
  approach(A, possible, soft, worth, begin, x, work, n);
}

void pawl_held_approach(const double *A, const double *b, const double *begin, double *x, double *work, int n)
{
  if (approach(A, b, SOFT, PATIENT, begin, x, work, n) > INCONSISTENT * largest(b, n))
    approach_possible(A, b, SOFT, PATIENT, begin, x, work, n);
}

/* x = A⁻¹ b in x; false: A is singular. Pivots of a column may hide it: with two equal rows, and a third that differs from zero in them by
 * 1e-8, both pivots are 1e-8. So where one is that small all entries are asked for the next. `work` has room for n n. */
static bool is_solved(const double *A, double *x, double *work, int n)
{
  double least = INFINITY;
  memcpy(work, A, sizeof(double) * (size_t)(n * n));
  if (pawl_eliminate(work, x, n, RANK) >= 0)
    return false;
  for (int i = 0; i < n; i++)
    least = fmin(least, fabs(work[i * n + i]));
  if (least > SMALL_PIVOT)
    return true;
  memcpy(work, A, sizeof(double) * (size_t)(n * n));
  return !pawl_is_singular(work, n, RANK);
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

/* Under feet that are all next to their limits those of the last event hold for as good as no time, when the load goes from foot to foot: after
 * so many events that have only spread them anew, friction stays the same share of the normal force. */
#define AGAIN 40

/* Forces near x in which it does. False: it need not. */
static bool keep_shares(const pawl_system *s, const unknown *u, int n, const double *x, double *begin)
{
  bool any = false;
  for (int i = 0; i < n; i++) {
    const pawl_held *h = s->hold + u[i].held;
    const pawl_contact_point *p = s->contacts[h->pair].point + h->point;
    bool keeps = p->mode.spread_anew >= AGAIN && u[i].along == PAWL_T && u[i].unit > 0 && i > 0 &&
                 u[i - 1].held == u[i].held && p->mode.rest[PAWL_N] > 0;
    if (u[i].along == PAWL_N)
      begin[i] = x[i];
    else if (keeps)
      begin[i] = p->mode.rest[PAWL_T] / p->mode.rest[PAWL_N] * u[i - 1].unit * x[i - 1] / u[i].unit;
    any |= keeps;
  }
  return any;
}

bool pawl_held_forces(pawl_system *s)
{
  unknown u[2 * PAWL_HELD];
  double b[2 * PAWL_HELD], x[2 * PAWL_HELD], begin[2 * PAWL_HELD];
  int n = list_unknowns(s, u);
  double *A = s->hold_matrix, *copy = A + n * n;
  set_system(s, u, n, A, b);
  memcpy(x, b, sizeof(double) * (size_t)n);
  bool unique = is_solved(A, x, copy, n);
  if (!unique) {
    for (int i = 0; i < n; i++) {
      const pawl_held *h = s->hold + u[i].held;
      double rest = s->contacts[h->pair].point[h->point].mode.rest[u[i].along];
      begin[i] = u[i].unit > 0 ? rest / u[i].unit : 0;
    }
    pawl_held_approach(A, b, begin, x, copy, n);
    if (keep_shares(s, u, n, x, begin))
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
  return unique;
}

void pawl_held_add(const pawl_system *s, double *x, double *multipliers)
{
  for (int i = 0; i < s->hold_count; i++) {
    const pawl_held *h = s->hold + i;
    for (int a = h->given ? PAWL_T : PAWL_N; a <= (h->rubs ? PAWL_T : PAWL_N); a++) {
      for (int d = h->first[a]; d < h->last[a]; d++)
        x[d] += h->x[a][d] * h->force[a];
      for (int r = 0; multipliers && r < s->tree.row_count; r++)
        multipliers[r] += h->multiplier[a][r] * h->force[a];
    }
  }
}

/* What held forces and touches, of rows in W that nearly cancel, leave of the rates that they should bring to 0: a body whose moment of
 * inertia is 1e-9 of m l² turns by what rounding makes of a force. */
#define LEFT 1e-12

/* In the row of `u`: what is left, of what is there. */
static double left_over(const pawl_system *s, const unknown *u, const double *a, const double *free,
                        double *size)
{
  const pawl_held *h = s->hold + u->held;
  double left = h->free[u->along];
  *size = fabs(left);
  for (int d = h->from[u->along]; d < h->to[u->along]; d++) {
    left += h->w[u->along][d] * (a[d] - free[d]);
    *size += fabs(h->w[u->along][d]) * (fabs(a[d]) + fabs(free[d]));
  }
  return left;
}

/* The correction goes to accelerations by itself: a sum of forces has no digits for it. */
static void add_correction(pawl_system *s, const unknown *u, int n, const double *y, double *a)
{
  for (int i = 0; i < n; i++) {
    pawl_held *h = s->hold + u[i].held;
    double f = u[i].unit * y[i], lean = u[i].along == PAWL_N ? u[i].lean * f : 0;
    h->force[u[i].along] += f;
    for (int d = h->first[u[i].along]; d < h->last[u[i].along]; d++)
      a[d] += h->x[u[i].along][d] * f;
    for (int r = 0; r < s->tree.row_count; r++)
      s->lambda[r] += h->multiplier[u[i].along][r] * f;
    if (lean == 0)
      continue;
    h->force[PAWL_T] += lean;
    for (int d = h->first[PAWL_T]; d < h->last[PAWL_T]; d++)
      a[d] += h->x[PAWL_T][d] * lean;
    for (int r = 0; r < s->tree.row_count; r++)
      s->lambda[r] += h->multiplier[PAWL_T][r] * lean;
  }
}

/* δ of A δ = b in b: where forces are not unique, the smallest. False: there is none that makes b less by half. */
static bool find_correction(const double *A, double *b, double *work, int n, bool unique)
{
  const double none[2 * PAWL_HELD] = {0};
  double x[2 * PAWL_HELD], size = largest(b, n);
  if (unique) {
    memcpy(work, A, sizeof(double) * (size_t)(n * n));
    return pawl_eliminate(work, b, n, 0) < 0;
  }
  double left =
      approach(A, b, LEAST_SOFT, BRIEF, none, x, work, n); /* ε small, so that its own rounding is nothing */
  if (!(left < 0.5 * size))
    return false;
  if (left > INCONSISTENT * size)
    approach_possible(A, b, LEAST_SOFT, BRIEF, none, x, work, n);
  memcpy(b, x, sizeof(double) * (size_t)n);
  return true;
}

/* Accelerations `a` were `free` without held forces. */
static void refine(pawl_system *s, double *a, const double *free, bool unique)
{
  unknown u[2 * PAWL_HELD];
  double b[2 * PAWL_HELD], size;
  int n = list_unknowns(s, u);
  double *A = s->hold_matrix;
  for (int round = 0; round < (unique ? 3 : 1); round++) {
    bool ill = false;
    for (int i = 0; i < n; i++) {
      b[i] = -u[i].unit * left_over(s, u + i, a, free, &size);
      ill |= fabs(b[i]) > LEFT * u[i].unit * size;
    }
    if (!ill)
      return;
    double none[2 * PAWL_HELD];
    if (round == 0)
      set_system(s, u, n, A, none);
    if (!find_correction(A, b, A + n * n, n, unique))
      return;
    add_correction(s, u, n, b, a);
  }
}

void pawl_held_note(pawl_system *s)
{
  for (int i = 0; i < s->hold_count; i++) {
    const pawl_held *h = s->hold + i;
    pawl_contact_point *p = s->contacts[h->pair].point + h->point;
    if (!h->given)
      p->row.normal = h->force[PAWL_N];
    p->row.friction = h->force[PAWL_T];
    p->row.rate[PAWL_N] = h->rate[PAWL_N];
    p->row.rate[PAWL_T] = h->rate[PAWL_T];
  }
}

/* What held forces give to the mechanism: friction takes. */
void pawl_held_powers(pawl_system *s, double *power)
{
  for (int i = 0; i < s->hold_count; i++) {
    const pawl_held *h = s->hold + i;
    pawl_contact_pair *pair = s->contacts + h->pair;
    pawl_contact_point *p = pair->point + h->point;
    double gives = h->force[PAWL_T] * (h->velocity[PAWL_T] - p->row.drift);
    p->row.power =
        gives + (h->given ? p->row.power : h->force[PAWL_N] * (h->velocity[PAWL_N] - p->row.climb));
    if (power)
      power[pawl_pair_work(s, pair)] += h->given ? gives : p->row.power;
  }
}

void pawl_held_load(pawl_system *s)
{
  for (int i = 0; i < s->hold_count; i++) {
    const pawl_held *h = s->hold + i;
    const pawl_contact_pair *pair = s->contacts + h->pair;
    pair->kind->load(s, pair, pair->point + h->point, h->given ? 0 : h->force[PAWL_N], h->force[PAWL_T]);
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
  bool unique = pawl_held_forces(s);
  memcpy(s->hold_move, a, sizeof(double) * (size_t)s->tree.dof_count);
  pawl_held_add(s, a, s->lambda);
  refine(s, a, s->hold_move, unique);
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
  memcpy(y, b, sizeof(double) * (size_t)n);
  if (!is_solved(A, y, copy, n))
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
    double gap = h->given ? 0 : s->contacts[h->pair].point[h->point].track.now.gap;
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
    work[pawl_pair_work(s, pair)] += h->force[PAWL_N] * (0.5 * h->free[PAWL_N] - p->row.climb) +
                                     h->force[PAWL_T] * (0.5 * h->free[PAWL_T] - p->row.drift);
  }
  return PAWL_OK;
}
