/* The contact problem as a linear complementarity problem, and Lemke's method on it.
 *
 * A sliding contact has λ_T = -σ (μ λ_N + c) and one row. At a contact at rest λ_T is measured from the lower
 * limit, and y_T is split:  λ+ = μ λ_N + c + λ_T,  λ- = μ λ_N + c - λ_T,  y_T = k+ - k-.  With λ_N = floor + x,
 * the rows are
 *     y_N = [W (λ_N, λ+ - μ λ_N - c)]_N + b_N          complementary to x
 *     k+  = [W (λ_N, λ+ - μ λ_N - c)]_T + b_T + k-     complementary to λ+
 *     λ-  = 2 (μ λ_N + c) - λ+                         complementary to k-
 * where c would be there of what is open, too: the polish leaves it out, and says whether that is an answer;
 * all in natural units over the problem's size, where every number is of the order of one. Where the
 * coefficients of sticking and sliding differ it is that of sticking; the polish then slides with the other.      theory.md, 8 */
#include <math.h>

#include "base/chance.h"
#include "base/tolerances.h"
#include "contact/problem.h"
#include "contact/terms.h"

int pawl_condensed_size(const pawl_problem *p)
{
  int size = 0;
  for (int i = 0; i < p->n; i++)
    size += !is_given(p, i) + 2 * (kind_of(p, i) == PAWL_AT_REST);
  return size;
}

/* λ_T/s_T = lean λ_N/s_N where nothing else acts along the tangent. */
static double natural_lean(const pawl_problem *p, int i, const double *unit)
{
  pawl_contact_kind kind = kind_of(p, i);
  double mu = kind == PAWL_AT_REST ? pawl_problem_mu_stick(p, i) : pawl_problem_mu(p, i);
  return (kind == PAWL_SLIDES_MINUS ? mu : -mu) * unit[2 * i] / unit[2 * i + 1];
}

/* The rest of it, λ_T. */
static double own_lean(const pawl_problem *p, int i)
{
  pawl_contact_kind kind = kind_of(p, i);
  double own = kind == PAWL_AT_REST ? pawl_problem_own_stick(p, i) : pawl_problem_own(p, i);
  return kind == PAWL_FRICTIONLESS ? 0 : kind == PAWL_SLIDES_MINUS ? own : -own;
}

/* One row of W over all columns; returns its constant. */
static double condense_row(double *out, const pawl_problem *p, const double *unit, const double *lean,
                           int row)
{
  const double *w = p->W + (size_t)row * 2 * (size_t)p->n;
  double sum = p->b[row];
  for (int j = 0, at = 0; j < p->n; j++) {
    double tangent = w[2 * j + 1] * unit[2 * j + 1], normal = w[2 * j] * unit[2 * j] + lean[j] * tangent;
    if (p->floor)
      sum += normal * p->floor[j] / unit[2 * j];
    if (p->own)
      sum += w[2 * j + 1] * own_lean(p, j);
    if (!is_given(p, j))
      out[at++] = normal * unit[row];
    if (kind_of(p, j) == PAWL_AT_REST) {
      out[at++] = tangent * unit[row];
      out[at++] = 0;
    }
  }
  return sum * unit[row];
}

/* The row λ- of a contact whose columns begin at `at`. */
static double limit_row(double *out, const pawl_problem *p, const double *unit, double lean, int i, int at,
                        int m)
{
  double own = p->own ? own_lean(p, i) / unit[2 * i + 1] : 0;
  for (int j = 0; j < m; j++)
    out[j] = 0;
  if (!is_given(p, i))
    out[at++] = -2 * lean;
  out[at] = -1;
  return -2 * lean * floor_of(p, i) / unit[2 * i] - 2 * own;
}

double pawl_condense(double *A, double *q, int width, double *lean, const pawl_problem *p, const double *unit)
{
  double size = pawl_problem_size(p, unit, NULL);
  int m = pawl_condensed_size(p), row = 0;
  for (int i = 0; i < p->n; i++)
    lean[i] = natural_lean(p, i, unit);
  for (int i = 0; i < p->n; i++) {
    int at = row;
    if (!is_given(p, i)) {
      q[(ptrdiff_t)row * width] = condense_row(A + (ptrdiff_t)row * width, p, unit, lean, 2 * i);
      row++;
    }
    if (kind_of(p, i) != PAWL_AT_REST)
      continue;
    q[(ptrdiff_t)row * width] = condense_row(A + (ptrdiff_t)row * width, p, unit, lean, 2 * i + 1);
    A[(ptrdiff_t)row * width + row + 1] = 1;
    row++;
    q[(ptrdiff_t)row * width] = limit_row(A + (ptrdiff_t)row * width, p, unit, lean[i], i, at, m);
    row++;
  }
  for (int r = 0; r < m && size > 0; r++)
    q[(ptrdiff_t)r * width] /= size;
  return size;
}

/* Forces and modes from the values of x, λ+ and of which variables are basic. */
static void read_answer(double *force, unsigned char *mode, const pawl_problem *p, const double *unit,
                        const double *lean, const double *z, const unsigned char *basic, double size)
{
  int at = 0;
  for (int i = 0; i < p->n; i++) {
    pawl_contact_kind kind = kind_of(p, i);
    bool pressed = false;
    double normal = floor_of(p, i) / unit[2 * i], tangent;
    if (!is_given(p, i)) {
      pressed = basic[at];
      normal += size * z[at++];
    }
    tangent = lean[i] * normal + (p->own ? own_lean(p, i) / unit[2 * i + 1] : 0);
    int way = kind == PAWL_FRICTIONLESS   ? PAWL_TANGENT_NONE
              : kind == PAWL_SLIDES_MINUS ? PAWL_TANGENT_MINUS
                                          : PAWL_TANGENT_PLUS;
    if (kind == PAWL_AT_REST) {
      way = basic[at + 1] ? PAWL_TANGENT_MINUS : basic[at] ? PAWL_TANGENT_STICK : PAWL_TANGENT_PLUS;
      tangent += size * z[at];
      at += 2;
    }
    if (!pressed && floor_of(p, i) == 0)
      way = PAWL_TANGENT_NONE;
    force[2 * i] = normal * unit[2 * i];
    force[2 * i + 1] = tangent * unit[2 * i + 1];
    mode[i] = (unsigned char)(way << 1 | pressed);
  }
}

/* Other paths to other solutions, for when the first ends on a ray. */
static const double *covering(double *cover, int m, int attempt)
{
  unsigned long long seed = (unsigned long long)attempt;
  for (int i = 0; i < m; i++)
    cover[i] = 1 + 0.9 * pawl_chance(&seed);
  return attempt ? cover : NULL;
}

pawl_lcp_end pawl_problem_lemke(double *force, double *rate, unsigned char *mode, const pawl_problem *p,
                                int attempt, pawl_solver *s)
{
  int m = pawl_condensed_size(p), width = m + 2;
  double *lean = s->fixed, *z = s->x;
  double size = pawl_condense(s->table, s->table + m + 1, width, lean, p, s->unit);
  pawl_lemke l = {.n = m,
                  .width = width,
                  .table = s->table,
                  .basis = s->basis,
                  .other = s->other,
                  .where = s->other + m + 1};
  pawl_lcp_end end = pawl_lemke_run(&l, covering(z, m, attempt), 0);
  if (end != PAWL_LCP_SOLVED)
    return end;
  for (int r = 0; r < m; r++)
    z[r] = s->list[r] = 0;
  for (int r = 0; r < m; r++) {
    int k = l.basis[r] - m;
    if (k >= 0 && k < m) {
      s->list[k] = 1;
      z[k] = fmax(l.table[(ptrdiff_t)r * width + m + 1], 0);
    }
  }
  read_answer(force, mode, p, s->unit, lean, z, s->list, size);
  if (!pawl_modes_check(s->try_force, s->try_rate, p, mode, s))
    return pawl_problem_misfit(rate, p, s->unit, force, mode) <= PAWL_PROBLEM_SOLVED ? end : PAWL_LCP_LIMIT;
  for (int r = 0; r < 2 * p->n; r++) {
    force[r] = s->try_force[r];
    rate[r] = s->try_rate[r];
  }
  return end;
}
