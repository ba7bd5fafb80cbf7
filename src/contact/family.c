/* A set of modes whose system may be singular: contacts that share a load in more than one way (a table on
 * four legs), or a sliding contact at the edge of Painlevé's paradox.
 *
 * Elimination with full pivoting gives x = x₀ + Z t with t free. All inequalities of the modes are g + G t
 * >= 0; the t wanted is that of the largest m with g + G t >= m, which is a linear programme: m beyond 0
 * means that forces exist, and these are the ones farthest from every limit.      theory.md, 8 */
#include <math.h>

#include "base/dense.h"
#include "base/tolerances.h"
#include "contact/problem.h"
#include "contact/terms.h"

/* Every inequality of the modes for λ and y, `stride` apart; without the floors for a direction. */
static int margins(double *out, int stride, const pawl_problem *p, const unsigned char *mode,
                   const double *unit, const double *force, const double *rate, pawl_margin_sizes size,
                   bool direction)
{
  int count = 0;
  double pull = 1 / size.force, speed = 1 / size.rate;
  for (int i = 0; i < p->n; i++) {
    const double *s = unit + 2 * i, *f = force + 2 * i, *y = rate + 2 * i;
    int tangent = mode[i] >> 1;
    if (mode[i] & 1)
      out[stride * count++] = (f[0] - (direction ? 0 : floor_of(p, i))) / s[0] * pull;
    else if (!is_given(p, i))
      out[stride * count++] = y[0] * s[0] * speed;
    if (tangent == PAWL_TANGENT_STICK) {
      double most = pawl_problem_mu_stick(p, i) * f[0] + (direction ? 0 : pawl_problem_own_stick(p, i));
      out[stride * count++] = (most - f[1]) / s[1] * pull;
      out[stride * count++] = (most + f[1]) / s[1] * pull;
    } else if (tangent != PAWL_TANGENT_NONE && kind_of(p, i) == PAWL_AT_REST)
      out[stride * count++] = (tangent == PAWL_TANGENT_PLUS ? y[1] : -y[1]) * s[1] * speed;
  }
  return count;
}

/* The programme as a dictionary: rows are inequalities less m, columns t_0 … t_{d-1}, m, and the
 * constants. Variables: t_j is j, m is d, the rows' are beyond. */
typedef struct {
  double *table;
  int *basis, *other;
  int rows, d, width;
  int limits; /* of the rows: inequalities of the modes; then m <= 1, and those that keep t within bounds */
} programme;

static void exchange(programme *g, int row, int at)
{
  pawl_pivot(g->table, g->rows, g->width, row, at);
  int swap = g->basis[row];
  g->basis[row] = g->other[at];
  g->other[at] = swap;
}

/* The row that stops the variable of a column, moved in direction `sign`; -1: none. */
static int stopper(const programme *g, int at, double sign)
{
  int best = -1;
  double least = INFINITY;
  for (int r = 0; r < g->rows; r++) {
    double slope = g->table[r * g->width + at] * sign;
    if (g->basis[r] <= g->d || slope >= -PAWL_PIVOT_BASIS)
      continue;
    double way = fmax(g->table[r * g->width + g->width - 1], 0) / -slope;
    if (way < least || (way == least && g->basis[r] < g->basis[best])) {
      least = way;
      best = r;
    }
  }
  return best;
}

/* The variable that can raise m, the first by number: no cycles. -1: m is as large as can be. */
static int raiser(const programme *g, const double *m, double *sign)
{
  int at = -1;
  for (int c = 0; c <= g->d; c++) {
    bool is_free = g->other[c] < g->d;
    if ((is_free ? fabs(m[c]) : m[c]) > PAWL_PIVOT_FAMILY && (at < 0 || g->other[c] < g->other[at]))
      at = c;
  }
  if (at >= 0)
    *sign = m[at] > 0 ? 1 : -1;
  return at;
}

/* m, which stands in a row, as large as can be. */
static void climb(programme *g, int row)
{
  int at;
  double sign;
  for (int tries = 0; tries < 1000; tries++) {
    if ((at = raiser(g, g->table + row * g->width, &sign)) < 0)
      break;
    int stop = stopper(g, at, sign);
    if (stop < 0)
      break;
    exchange(g, stop, at);
  }
}

/* What no m larger than the one found would leave at zero stays there: its column goes. Returns one of these columns; -1: m has
 * come to its bound. */
static int settle(programme *g, int row)
{
  const double *m = g->table + row * g->width;
  int gone = -1;
  for (int c = 0; c <= g->d; c++) {
    if (g->other[c] < g->d || !(m[c] < -PAWL_PIVOT_FAMILY))
      continue;
    if (g->other[c] == g->d + 1 + g->limits)
      return -1;
    gone = c;
  }
  for (int c = 0; gone >= 0 && c <= g->d; c++)
    for (int r = 0; g->other[c] > g->d && m[c] < -PAWL_PIVOT_FAMILY && r < g->rows; r++)
      if (r != row)
        g->table[r * g->width + c] = 0;
  return gone;
}

static bool is_limit(const programme *g, int variable)
{
  return variable > g->d && variable <= g->d + 1 + g->limits;
}

/* Whether a row depends on what is still free; rounding of one that does not is taken away. */
static bool yields(programme *g, int r)
{
  double most = 0, *row = g->table + r * g->width;
  for (int c = 0; c <= g->d; c++)
    most = fmax(most, fabs(row[c]));
  for (int c = 0; !(most > PAWL_PIVOT_FAMILY) && c <= g->d; c++)
    row[c] = 0;
  return most > PAWL_PIVOT_FAMILY;
}

/* Those that have been settled keep what they have; how far can the least of the others come? m is from here on what it gains. False:
 * none of them depends on anything that is free. */
static bool begin_anew(programme *g, int row, int gone)
{
  bool any = false;
  double *m = g->table + row * g->width;
  for (int c = 0; c <= g->d; c++)
    if (g->other[c] > g->d && m[c] < -PAWL_PIVOT_FAMILY)
      g->other[c] = g->d + 1 + g->rows; /* nobody's */
  for (int c = 0; c < g->width; c++)
    m[c] = 0;
  g->basis[row] = g->d + 1 + g->rows;
  for (int r = 0; r < g->rows; r++) {
    bool bound = g->basis[r] == g->d + 1 + g->limits, own = is_limit(g, g->basis[r]) && yields(g, r);
    double sum = own || bound ? -1 : 0;
    any |= own;
    for (int c = 0; c <= g->d; c++)
      sum += is_limit(g, g->other[c]) ? g->table[r * g->width + c] : 0;
    g->table[r * g->width + gone] = sum;
  }
  g->other[gone] = g->d;
  return any;
}

/* The largest m; then, for `each`, with what limits it left there, the largest for the others, and so on. Returns the first. */
static double maximise(programme *g, bool each)
{
  int last = g->width - 1, row = g->limits, gone;
  for (int r = 0; r < g->rows; r++)
    if (g->table[r * g->width + g->d] != 0 && g->table[r * g->width + last] < g->table[row * g->width + last])
      row = r;
  exchange(g, row, g->d);
  climb(g, row);
  double least = g->table[row * g->width + last];
  for (int round = 0; each && round < g->rows && (gone = settle(g, row)) >= 0; round++) {
    if (!begin_anew(g, row, gone) || (row = stopper(g, gone, 1)) < 0)
      break;
    exchange(g, row, gone);
    climb(g, row);
  }
  return least;
}

/* The null vector of a free column. */
static void null_vector(double *x, const double *table, const int *column, int k, int rank, int at)
{
  for (int j = 0; j < k; j++)
    x[j] = 0;
  x[column[at]] = 1;
  for (int j = 0; j < rank; j++)
    x[column[j]] = -table[j * (k + 1) + column[at]];
}

static void particular(double *x, const double *table, const int *column, int k, int rank)
{
  for (int j = 0; j < k; j++)
    x[column[j]] = j < rank ? table[j * (k + 1) + k] : 0;
}

static double largest(const double *x, const double *unit, int n)
{
  double most = 0;
  for (int i = 0; i < n; i++)
    most = fmax(most, fabs(x[i]) * (unit ? unit[i] : 1));
  return most;
}

/* y = W λ without b. */
static void turn(double *rate, const pawl_problem *p, const double *force)
{
  pawl_problem_rates(rate, p, force);
  for (int r = 0; r < 2 * p->n; r++)
    rate[r] -= p->b[r];
}

/* No direction is followed beyond this, in sizes of the problem: forces that differ so much less do it as
 * well. */
static const double FAR = 1e6;

static void add_row(programme *g, double constant)
{
  double *row = g->table + g->rows * g->width;
  for (int j = 0; j <= g->d; j++)
    row[j] = 0;
  row[g->width - 1] = constant;
  g->rows++;
}

/* Whether an inequality is at its limit whatever is free: what is open and does not part. Then it says nothing of the others. */
static bool is_idle(const programme *g, int r)
{
  double most = 0, *row = g->table + r * g->width;
  for (int c = 0; c < g->d; c++)
    most = fmax(most, fabs(row[c]));
  return most <= PAWL_PIVOT_FAMILY && fabs(row[g->width - 1]) <= PAWL_PROBLEM_TIE;
}

/* The rows that keep m and t within bounds, and which variable is where. */
static void bound(programme *g, bool beside_idle)
{
  for (int r = 0; r < g->rows; r++)
    g->table[r * g->width + g->d] = beside_idle && is_idle(g, r) ? 0 : -1;
  g->limits = g->rows;
  add_row(g, 1);
  g->table[(g->rows - 1) * g->width + g->d] = -1;
  for (int j = 0; j < 2 * g->d; j++) {
    add_row(g, FAR);
    g->table[(g->rows - 1) * g->width + j / 2] = j & 1 ? 1 : -1;
  }
  for (int r = 0; r < g->rows; r++)
    g->basis[r] = g->d + 1 + r;
  for (int j = 0; j <= g->d; j++)
    g->other[j] = j;
}

/* A direction of the family in which sums of groups change. */
static void note_loose(const pawl_mode_family *family, const double *force, int n)
{
  double most = largest(force, NULL, 2 * n);
  for (int i = 0; family->normal && i < n; i++)
    family->normal[i] |= fabs(force[2 * i]) > PAWL_FORCE_UNLIKE * most;
  for (int i = 0; family->group && i < n; i++)
    for (int a = 0; a < 2; a++) {
      double sum = 0;
      for (int j = 0; j < n; j++)
        sum += family->group[j] == family->group[i] ? force[2 * j + a] : 0;
      family->loose[i] |= fabs(sum) > PAWL_FORCE_UNLIKE * most;
    }
}

/* Fills the programme's table: constants from (λ, y), a column for each direction, t in sizes of the
 * problem; true when a direction changes y. */
static bool fill(programme *g, const pawl_mode_family *family, const pawl_problem *p,
                 const unsigned char *mode, const double *force, const double *rate, pawl_margin_sizes size,
                 const int *column, int k, int rank, pawl_solver *s)
{
  bool moves = false;
  g->rows = margins(g->table + g->width - 1, g->width, p, mode, s->unit, force, rate, size, false);
  for (int j = 0; j < g->d; j++) {
    null_vector(s->x, s->table, column, k, rank, rank + j);
    for (int i = 0; i < k; i++)
      s->x[i] *= size.rate;
    pawl_modes_spread(s->try_force, p, mode, NULL, s->x, k, s);
    turn(s->try_rate, p, s->try_force);
    note_loose(family, s->try_force, p->n);
    moves |= largest(s->try_rate, s->unit, 2 * p->n) > PAWL_PROBLEM_SAME * largest(s->x, NULL, k);
    margins(g->table + j, g->width, p, mode, s->unit, s->try_force, s->try_rate, size, true);
  }
  bound(g, family->beside_idle);
  return moves;
}

/* x + Z t. */
static void add_family(double *x, double *z, const programme *g, double size, const double *table,
                       const int *column, int k, int rank)
{
  particular(x, table, column, k, rank);
  for (int r = 0; r < g->rows; r++) {
    if (g->basis[r] >= g->d)
      continue;
    null_vector(z, table, column, k, rank, rank + g->basis[r]);
    for (int j = 0; j < k; j++)
      x[j] += size * g->table[r * g->width + g->width - 1] * z[j];
  }
}

static void evaluate(double *force, double *rate, const pawl_problem *p, const unsigned char *mode, int k,
                     const pawl_solver *s)
{
  pawl_modes_spread(force, p, mode, s->fixed, s->x, k, s);
  pawl_problem_rates(rate, p, force);
}

/* Equations that repeat others must say the same. */
static bool agree(const double *table, int k, int rank, double slack)
{
  for (int j = rank; j < k; j++)
    if (!(fabs(table[j * (k + 1) + k]) <= slack))
      return false;
  return true;
}

/* The largest least inequality, and the forces that have it. */
static double widen(double *force, double *rate, pawl_mode_family *family, const pawl_problem *p,
                    const unsigned char *mode, pawl_margin_sizes size, const int *column, int k, int rank,
                    pawl_solver *s)
{
  programme g = {s->table + k * (k + 1), s->basis + k, s->other + k, 0, k - rank, k - rank + 2, 0};
  family->moves = fill(&g, family, p, mode, force, rate, size, column, k, rank, s);
  double margin = 1;
  if (g.d == 0) {
    for (int r = 0; r < g.rows; r++)
      margin = fmin(margin, g.table[r * g.width + 1]);
    return margin;
  }
  margin = maximise(&g, family->each);
  add_family(s->x, s->x + k, &g, size.rate, s->table, column, k, rank);
  evaluate(force, rate, p, mode, k, s);
  return margin;
}

bool pawl_modes_solve(double *force, double *rate, pawl_mode_family *family, const pawl_problem *p,
                      const unsigned char *mode, pawl_solver *s)
{
  int k = pawl_modes_build(p, mode, s), *column = s->other;
  double pivot;
  int rank = pawl_reduce(s->table, column, k, PAWL_PROBLEM_RANK, &pivot);
  particular(s->x, s->table, column, k, rank);
  evaluate(force, rate, p, mode, k, s);
  pawl_margin_sizes size = pawl_modes_sizes(p, s->unit, force, pivot);
  family->freedom = k - rank;
  family->moves = false;
  family->margin = 0;
  if (!agree(s->table, k, rank, 10 * PAWL_PROBLEM_TIE * size.force))
    return false;
  if (size.rate > 0)
    family->margin = widen(force, rate, family, p, mode, size, column, k, rank, s);
  for (int j = 0; j < rank; j++)
    rate[s->basis[column[j]]] = 0;
  return family->margin >= -PAWL_PROBLEM_TIE;
}
