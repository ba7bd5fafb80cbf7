/* All complementary bases of a small LCP: for each set of z that may be positive, the rest of z is 0 and
 * the w of the set are 0. A regular basis gives one point; at a singular one with solutions there are
 * many, along a null vector.      theory.md, 8 */
#include <math.h>
#include <string.h>

#include "base/chance.h"
#include "base/dense.h"
#include "base/tolerances.h"
#include "contact/problem.h"

size_t pawl_lcp_enumerate_bytes(int n)
{
  size_t m = (size_t)n;
  return (m * (m + 1) + 2 * m) * sizeof(double) + 2 * m * sizeof(int);
}

typedef struct {
  const double *M, *q;
  int n;
  double tie;
  double *a, *z, *kept;
  int *index, *column;
} bases;

static bool is_solution(const bases *s, const double *z)
{
  for (int i = 0; i < s->n; i++)
    if (z[i] < -s->tie)
      return false;
  return pawl_lcp_residual(z, s->M, s->q, s->n) <= s->tie;
}

/* Rank, and z of the basis whose z are the bits of `set`, those that are free 0. */
static int solve(bases *s, unsigned set, int *k)
{
  *k = 0;
  for (int i = 0; i < s->n; i++)
    if (set >> i & 1)
      s->index[(*k)++] = i;
  double size = 0;
  for (int r = 0; r < *k; r++) {
    for (int c = 0; c < *k; c++) {
      double m = s->M[(ptrdiff_t)s->index[r] * s->n + s->index[c]];
      s->a[r * (*k + 1) + c] = m;
      size = fmax(size, fabs(m));
    }
    s->a[r * (*k + 1) + *k] = -s->q[s->index[r]];
  }
  double pivot;
  int rank = pawl_reduce(s->a, s->column, *k, PAWL_PIVOT_BASIS * size, &pivot);
  memset(s->z, 0, (size_t)s->n * sizeof *s->z);
  for (int j = 0; j < rank; j++)
    s->z[s->index[s->column[j]]] = s->a[j * (*k + 1) + *k];
  return rank;
}

/* At a singular basis: a step along its null vectors that stays a solution. */
static bool slides(bases *s, int k, int rank)
{
  for (int f = rank; f < k; f++)
    for (int sign = -1; sign <= 1; sign += 2) {
      double step = sign * PAWL_LEMKE_SLIDES;
      memcpy(s->kept, s->z, (size_t)s->n * sizeof *s->z);
      s->kept[s->index[s->column[f]]] += step;
      for (int j = 0; j < rank; j++)
        s->kept[s->index[s->column[j]]] -= step * s->a[j * (k + 1) + s->column[f]];
      if (is_solution(s, s->kept))
        return true;
    }
  return false;
}

pawl_lcp_count pawl_lcp_enumerate(double *solutions, int room, const double *M, const double *q, int n,
                                  void *memory)
{
  bases s = {.M = M, .q = q, .n = n, .a = memory};
  pawl_lcp_count count = {0};
  s.z = s.a + (ptrdiff_t)n * (n + 1);
  s.kept = s.z + n;
  s.index = (int *)(s.kept + n);
  s.column = s.index + n;
  for (int i = 0; i < n; i++)
    s.tie = fmax(s.tie, PAWL_PROBLEM_TIE * fabs(q[i]));
  for (unsigned set = 0; set < 1u << n; set++) {
    int k, rank = solve(&s, set, &k);
    if (!is_solution(&s, s.z))
      continue;
    count.bases++;
    count.continuum |= rank < k && slides(&s, k, rank);
    int known = 0, listed = count.solutions < room ? count.solutions : room;
    for (int i = 0; i < listed && !known; i++) {
      double apart = 0;
      for (int j = 0; j < n; j++)
        apart = fmax(apart, fabs(solutions[(ptrdiff_t)i * n + j] - s.z[j]));
      known = apart <= 1e3 * s.tie;
    }
    if (!known && count.solutions < room)
      memcpy(solutions + (ptrdiff_t)count.solutions * n, s.z, (size_t)n * sizeof *s.z);
    count.solutions += !known;
  }
  return count;
}

size_t pawl_lcp_solve_bytes(int n)
{
  size_t one = pawl_lcp_bytes(n) + (size_t)n * sizeof(double), two = pawl_lcp_enumerate_bytes(n);
  return one > two ? one : two;
}

/* Other covering vectors lead along other paths, and perhaps not to a ray. */
static pawl_lcp_end attempt(double *z, double *w, const double *M, const double *q, int n, int number,
                            void *memory)
{
  double *cover = memory;
  unsigned long long seed = (unsigned long long)number;
  for (int i = 0; i < n; i++)
    cover[i] = number ? 1 + 0.9 * pawl_chance(&seed) : 1;
  return pawl_lcp(z, w, M, q, cover, n, NULL, cover + n);
}

static void rates(double *w, const double *z, const double *M, const double *q, int n)
{
  for (int i = 0; i < n; i++) {
    w[i] = q[i];
    for (int j = 0; j < n; j++)
      w[i] += M[(ptrdiff_t)i * n + j] * z[j];
  }
}

pawl_solved_by pawl_lcp_solve(double *z, double *w, const double *M, const double *q, int n, void *memory)
{
  double size = 0;
  for (int i = 0; i < n; i++)
    size = fmax(size, fabs(q[i]));
  for (int number = 0; number < 8; number++)
    if (attempt(z, w, M, q, n, number, memory) == PAWL_LCP_SOLVED &&
        pawl_lcp_residual(z, M, q, n) <= PAWL_PROBLEM_SOLVED * size)
      return PAWL_BY_LEMKE;
  if (n > PAWL_LCP_MOST)
    return PAWL_NOT_FOUND;
  if (pawl_lcp_enumerate(z, 1, M, q, n, memory).solutions == 0)
    return PAWL_NO_SOLUTION;
  rates(w, z, M, q, n);
  return PAWL_BY_ENUMERATION;
}
