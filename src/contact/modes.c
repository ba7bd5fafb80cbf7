/* A set of modes as a linear system with inequalities.
 *
 * The modes say which forces are unknown: λ_N of the pressed, λ_T of the sticking, x together. The others
 * follow:
 *     λ = c + C x,   c the forces held and those that friction has of its own, C also carrying λ_T = -μ σ λ_N of the sliding
 *     A x = a,   A = R W C,  a = -R (b + W c),   R the rows y_N of the pressed and y_T of the sticking
 * in natural units, where the diagonal of A is 1 unless a contact slides.      theory.md, 8 */
#include <math.h>
#include <stdint.h>

#include "base/tolerances.h"
#include "contact/problem.h"
#include "contact/terms.h"

static size_t round_up(size_t bytes)
{
  return (bytes + 63) & ~(size_t)63;
}

/* Rows and numbers per row of the largest table: Lemke's 3n, and the programme for a family of forces; in space Newton's system, too. */
static size_t table_size(int dim, int most)
{
  size_t n = (size_t)most, flat = 20 * n * n + 60 * n + 96;
  size_t space = dim == 3 ? pawl_space_bytes(most, most) / sizeof(double) + 1 : 0;
  return space > flat ? space : flat;
}

/* One island as a problem, and (space) one in planes as another. */
static size_t own_size(int dim, int most, int dense)
{
  size_t m = (size_t)most, n = (size_t)dense, d = (size_t)dim;
  return d * d * n * n + (dim == 3 ? 16 * m + 4 * n * n + 6 * m : 11 * m);
}

size_t pawl_solver_bytes_of(int dim, int most, int dense)
{
  size_t m = (size_t)most, d = (size_t)dim, real = sizeof(double);
  return 5 * round_up(d * m * real) + round_up((12 * m + 32) * real) +
         round_up(table_size(dim, dense) * real) + 2 * round_up((12 * m + 16) * sizeof(int)) +
         round_up(8 * m) + round_up(own_size(dim, most, dense) * real) + round_up(m * sizeof(pawl_solution)) +
         round_up(m * sizeof(int)) + round_up(4 * m);
}

size_t pawl_solver_bytes(int most)
{
  return pawl_solver_bytes_of(2, most, most);
}

void pawl_solver_place(pawl_solver *s, int most, void *memory)
{
  pawl_solver_place_of(s, 2, most, most, memory);
}

void pawl_solver_place_of(pawl_solver *s, int dim, int most, int dense, void *memory)
{
  size_t m = (size_t)most, d = (size_t)dim, real = sizeof(double);
  char *at = memory;
  s->dim = dim;
  s->most = most;
  s->dense = dense;
  s->large = NULL;
  double **rows[] = {&s->unit, &s->rate, &s->try_force, &s->try_rate, &s->fixed};
  for (int i = 0; i < 5; i++, at += round_up(d * m * real))
    *rows[i] = (double *)at;
  s->x = (double *)at, at += round_up((12 * m + 32) * real);
  s->table = (double *)at, at += round_up(table_size(dim, dense) * real);
  s->basis = (int *)at, at += round_up((12 * m + 16) * sizeof(int));
  s->other = (int *)at, at += round_up((12 * m + 16) * sizeof(int));
  s->list = (unsigned char *)at, at += round_up(8 * m);
  s->own = (double *)at, at += round_up(own_size(dim, most, dense) * real);
  s->flat = dim == 3 ? s->own + 9 * (size_t)dense * (size_t)dense + 16 * m : NULL;
  s->of = (pawl_solution *)at, at += round_up(m * sizeof(pawl_solution));
  s->island = (int *)at, at += round_up(m * sizeof(int));
  s->own_bytes = (unsigned char *)at;
}

/* A and a, side by side, k rows of k + 1; which rows of W they are goes to `index`. */
int pawl_modes_build(const pawl_problem *p, const unsigned char *mode, pawl_solver *s)
{
  int n = p->n, m = 2 * n, k = 0, *index = s->basis;
  double *c = s->fixed;
  bool held = false;
  for (int i = 0; i < n; i++) {
    double normal = mode[i] & 1 ? 0 : floor_of(p, i);
    c[2 * i] = normal;
    c[2 * i + 1] = normal * lean_of(p, i, mode[i]) + drag_of(p, i, mode[i]);
    held |= normal != 0 || c[2 * i + 1] != 0;
    if (mode[i] & 1)
      index[k++] = 2 * i;
    if (mode[i] >> 1 == PAWL_TANGENT_STICK)
      index[k++] = 2 * i + 1;
  }
  for (int r = 0; r < k; r++) {
    const double *w = p->W + (ptrdiff_t)index[r] * m;
    double *a = s->table + (ptrdiff_t)r * (k + 1), sr = s->unit[index[r]], sum = p->b[index[r]];
    for (int j = 0; j < k; j++) {
      int q = index[j], i = q >> 1;
      double lean = q & 1 ? 0 : lean_of(p, i, mode[i]);
      a[j] = (lean != 0 ? w[q] + lean * w[q + 1] : w[q]) * sr * s->unit[q];
    }
    for (int q = 0; held && q < m; q++)
      sum += w[q] * c[q];
    a[k] = -sum * sr;
  }
  return k;
}

/* λ = c + C x. */
void pawl_modes_spread(double *force, const pawl_problem *p, const unsigned char *mode, const double *fixed,
                       const double *x, int k, const pawl_solver *s)
{
  for (int q = 0; q < 2 * p->n; q++)
    force[q] = fixed ? fixed[q] : 0;
  for (int j = 0; j < k; j++) {
    int q = s->basis[j], i = q >> 1;
    force[q] = x[j] * s->unit[q];
    if (!(q & 1) && mode[i] >> 1 != PAWL_TANGENT_STICK)
      force[q + 1] += lean_of(p, i, mode[i]) * force[q];
  }
}

/* Rows by the largest pivot of a column. Returns the least pivot. */
static double eliminate(double *table, int k)
{
  double least = 1;
  for (int j = 0; j < k; j++) {
    int best = j;
    for (int r = j + 1; r < k; r++)
      if (fabs(table[r * (k + 1) + j]) > fabs(table[best * (k + 1) + j]))
        best = r;
    double *a = table + j * (k + 1), *other = table + best * (k + 1);
    least = smaller(least, fabs(other[j]));
    if (least <= PAWL_PROBLEM_RANK)
      return 0;
    for (int q = j; best != j && q <= k; q++) {
      double swap = a[q];
      a[q] = other[q];
      other[q] = swap;
    }
    double inverse = 1 / a[j];
    for (int r = j + 1; r < k; r++) {
      double *row = table + r * (k + 1), factor = row[j] * inverse;
      if (factor != 0)
        for (int q = j + 1; q <= k; q++)
          row[q] -= factor * a[q];
    }
    a[j] = inverse;
  }
  return least;
}

static void substitute(double *x, const double *table, int k)
{
  for (int j = k - 1; j >= 0; j--) {
    const double *a = table + j * (k + 1);
    double sum = a[k];
    for (int q = j + 1; q < k; q++)
      sum -= a[q] * x[q];
    x[j] = sum * a[j];
  }
}

/* The least of a set's inequalities for λ and y, each over what it is measured by. */
static double least_margin(const pawl_problem *p, const unsigned char *mode, const double *unit,
                           const double *force, const double *rate, pawl_margin_sizes size)
{
  double pull = INFINITY, speed = INFINITY;
  for (int i = 0; i < p->n; i++) {
    const double *s = unit + 2 * i, *f = force + 2 * i, *y = rate + 2 * i;
    if (mode[i] & 1)
      pull = smaller(pull, (f[0] - floor_of(p, i)) / s[0]);
    else if (!is_given(p, i))
      speed = smaller(speed, y[0] * s[0]);
    int tangent = mode[i] >> 1;
    if (tangent == PAWL_TANGENT_STICK)
      pull = smaller(pull,
                     (pawl_problem_mu_stick(p, i) * f[0] + pawl_problem_own_stick(p, i) - fabs(f[1])) / s[1]);
    else if (tangent != PAWL_TANGENT_NONE && kind_of(p, i) == PAWL_AT_REST)
      speed = smaller(speed, (tangent == PAWL_TANGENT_PLUS ? y[1] : -y[1]) * s[1]);
  }
  return smaller(pull / size.force, speed / size.rate);
}

/* What is zero by the modes is exactly zero. */
static void clear_rates(double *rate, const pawl_solver *s, int k)
{
  for (int j = 0; j < k; j++)
    rate[s->basis[j]] = 0;
}

/* Rounding in forces grows with the condition of the system, that in rates does not. */
pawl_margin_sizes pawl_modes_sizes(const pawl_problem *p, const double *unit, const double *force,
                                   double pivot)
{
  double own = pawl_problem_size(p, unit, NULL), size = pawl_problem_size(p, unit, force);
  return (pawl_margin_sizes){size + PAWL_PROBLEM_EPSILON / pivot / PAWL_PROBLEM_TIE * 1e5 * (size - own),
                             size};
}

bool pawl_modes_check(double *force, double *rate, const pawl_problem *p, const unsigned char *mode,
                      pawl_solver *s)
{
  for (int i = 0; i < p->n; i++)
    if (!(pawl_problem_modes(p, i) >> mode[i] & 1))
      return false;
  int k = pawl_modes_build(p, mode, s);
  double pivot = eliminate(s->table, k);
  if (pivot == 0)
    return false;
  substitute(s->x, s->table, k);
  pawl_modes_spread(force, p, mode, s->fixed, s->x, k, s);
  pawl_problem_rates(rate, p, force);
  clear_rates(rate, s, k);
  pawl_margin_sizes size = pawl_modes_sizes(p, s->unit, force, pivot);
  return !(size.rate > 0) || least_margin(p, mode, s->unit, force, rate, size) >= -PAWL_PROBLEM_TIE;
}
