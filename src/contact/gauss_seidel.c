/* Contact after contact: each is solved exactly with the forces of all others as they are (disc.c). Slow at the
 * end, but it never gets lost; Newton's method finishes what it began (newton.c).      theory.md, 8 */
#include <math.h>

#include "contact/problem.h"

/* The rates of one contact; its own block goes to W. */
static inline void look(double *rate, double *W, const pawl_problem *p, const double *force, int i,
                        const int d)
{
  for (int r = 0; r < d; r++)
    rate[r] = p->b[d * i + r];
  if (p->W) {
    int m = d * p->n;
    for (int r = 0; r < d; r++) {
      const double *a = p->W + (ptrdiff_t)(d * i + r) * m;
      for (int q = 0; q < m; q++)
        rate[r] += a[q] * force[q];
      for (int c = 0; c < d; c++)
        W[d * r + c] = a[d * i + c];
    }
    return;
  }
  for (int k = p->rows->start[i]; k < p->rows->start[i + 1]; k++) {
    const double *w = p->rows->value + d * d * (ptrdiff_t)k, *f = force + d * p->rows->column[k];
    for (int r = 0; r < d; r++, w += d)
      rate[r] += d == 2 ? w[0] * f[0] + w[1] * f[1] : w[0] * f[0] + w[1] * f[1] + w[2] * f[2];
    for (int a = 0; p->rows->column[k] == i && a < d * d; a++)
      W[a] = w[a - d * d];
  }
}

static inline double visit(double *force, const pawl_problem *p, const double *unit, int i, const int d)
{
  double W[PAWL_DIMENSIONS * PAWL_DIMENSIONS] = {0}, b[PAWL_DIMENSIONS], old[PAWL_DIMENSIONS],
                             *f = force + d * i, change = 0;
  look(b, W, p, force, i, d);
  for (int r = 0; r < d; r++) {
    const double *w = W + d * r;
    b[r] -= d == 2 ? w[0] * f[0] + w[1] * f[1] : w[0] * f[0] + w[1] * f[1] + w[2] * f[2];
    old[r] = f[r];
  }
  pawl_contact_solve(f, p, i, W, b);
  for (int r = 0; r < d; r++)
    change = fmax(change, fabs(f[r] - old[r]) / unit[d * i + r]);
  return change;
}

double pawl_gauss_seidel(double *force, const pawl_problem *p, const double *unit, int sweeps)
{
  double change = 0;
  for (int sweep = 0; sweep < sweeps; sweep++) {
    change = 0;
    for (int k = 0; k < p->n; k++) {
      int i = sweep & 1 ? p->n - 1 - k : k;
      change =
          fmax(change, pawl_problem_dim(p) == 2 ? visit(force, p, unit, i, 2) : visit(force, p, unit, i, 3));
    }
  }
  return change;
}
