/* Contact after contact: each is solved exactly with the forces of all others as they are. Slow at the
 * end, but it never gets lost; Newton's method finishes what it began (newton.c).      theory.md, 8 */
#include <math.h>

#include "base/tolerances.h"
#include "contact/problem.h"
#include "contact/terms.h"

typedef struct {
  double W[4], b[2];
  double mu, mu_stick, own, own_stick, floor;
} local;

/* λ_T for a known λ_N. */
static double friction(const local *c, double normal)
{
  double rate = c->b[1] + c->W[2] * normal, limit = c->mu_stick * normal + c->own_stick;
  if (c->W[3] > 0 && fabs(rate) <= limit * c->W[3])
    return -rate / c->W[3];
  return (rate > 0 ? -1 : 1) * (c->mu * normal + c->own);
}

/* λ_T = lean λ_N + drag; what opens has neither. */
static bool slide(double force[2], const local *c, double lean, double drag)
{
  double p = c->W[0] + lean * c->W[1], rate = c->b[0] + c->W[1] * drag, normal = -rate / p;
  bool presses = (c->floor > 0 ? rate + p * c->floor : c->b[0]) < 0, found = normal >= c->floor;
  force[0] = presses && found ? normal : c->floor;
  force[1] = lean * force[0] + (presses || c->floor > 0 ? drag : 0);
  return found || !presses;
}

/* Held at the floor: does it separate? */
static bool release(double force[2], const local *c)
{
  force[0] = c->floor;
  force[1] = c->floor > 0 ? friction(c, c->floor) : 0;
  return c->b[0] + c->W[0] * force[0] + c->W[1] * force[1] >= 0;
}

static bool stick(double force[2], const local *c)
{
  const double *W = c->W;
  double det = W[0] * W[3] - W[1] * W[2];
  if (!(det > PAWL_PIVOT_OWN * W[0] * W[3]))
    return false;
  force[0] = (W[1] * c->b[1] - W[3] * c->b[0]) / det;
  force[1] = (W[2] * c->b[0] - W[0] * c->b[1]) / det;
  return force[0] >= c->floor && fabs(force[1]) <= c->mu_stick * force[0] + c->own_stick;
}

/* Pressed and slipping against `sign` > 0: y_T must agree. */
static bool slip(double force[2], const local *c, double sign)
{
  double p = c->W[0] - sign * c->mu * c->W[1];
  if (!(p > 0) && (p == 0 || c->own == 0))
    return false;
  force[0] = -(c->b[0] - sign * c->own * c->W[1]) / p;
  force[1] = -sign * (c->mu * force[0] + c->own);
  return force[0] >= c->floor && sign * (c->b[1] + c->W[2] * force[0] + c->W[3] * force[1]) >= 0;
}

static bool rest(double force[2], const local *c)
{
  if (release(force, c) || stick(force, c))
    return true;
  double first = force[1] > 0 ? -1 : 1;
  if (slip(force, c, first) || slip(force, c, -first))
    return true;
  force[0] = fmax(c->W[0] > 0 ? -c->b[0] / c->W[0] : 0, c->floor);
  force[1] = friction(c, force[0]);
  return false;
}

bool pawl_contact_solve(double force[2], const pawl_problem *p, int i, const double W[4], const double b[2])
{
  local c = {{W[0], W[1], W[2], W[3]},
             {b[0], b[1]},
             pawl_problem_mu(p, i),
             pawl_problem_mu_stick(p, i),
             pawl_problem_own(p, i),
             pawl_problem_own_stick(p, i),
             floor_of(p, i)};
  pawl_contact_kind kind = kind_of(p, i);
  int way = kind == PAWL_SLIDES_PLUS ? -1 : kind == PAWL_SLIDES_MINUS ? 1 : 0;
  double lean = way * c.mu, drag = way * c.own;
  if (is_given(p, i)) {
    force[0] = c.floor;
    force[1] = kind == PAWL_AT_REST ? friction(&c, c.floor) : lean * c.floor + drag;
    return true;
  }
  return kind == PAWL_AT_REST ? rest(force, &c) : slide(force, &c, lean, drag);
}

/* The rates of one contact; its own block goes to W. */
static void look(double rate[2], double W[4], const pawl_problem *p, const double *force, int i)
{
  double normal = p->b[2 * i], tangent = p->b[2 * i + 1];
  if (p->W) {
    int m = 2 * p->n;
    const double *a = p->W + (ptrdiff_t)2 * i * m, *c = a + m;
    for (int q = 0; q < m; q++) {
      normal += a[q] * force[q];
      tangent += c[q] * force[q];
    }
    W[0] = a[2 * i], W[1] = a[2 * i + 1], W[2] = c[2 * i], W[3] = c[2 * i + 1];
  } else {
    for (int k = p->rows->start[i]; k < p->rows->start[i + 1]; k++) {
      const double *w = p->rows->value + 4 * (size_t)k, *f = force + 2 * p->rows->column[k];
      normal += w[0] * f[0] + w[1] * f[1];
      tangent += w[2] * f[0] + w[3] * f[1];
      if (p->rows->column[k] == i)
        W[0] = w[0], W[1] = w[1], W[2] = w[2], W[3] = w[3];
    }
  }
  rate[0] = normal;
  rate[1] = tangent;
}

static double visit(double *force, const pawl_problem *p, const double *unit, int i)
{
  double W[4] = {0}, b[2], *f = force + 2 * i, old[2] = {f[0], f[1]};
  look(b, W, p, force, i);
  b[0] -= W[0] * f[0] + W[1] * f[1];
  b[1] -= W[2] * f[0] + W[3] * f[1];
  pawl_contact_solve(f, p, i, W, b);
  return fmax(fabs(f[0] - old[0]) / unit[2 * i], fabs(f[1] - old[1]) / unit[2 * i + 1]);
}

double pawl_gauss_seidel(double *force, const pawl_problem *p, const double *unit, int sweeps)
{
  double change = 0;
  for (int sweep = 0; sweep < sweeps; sweep++) {
    change = 0;
    for (int k = 0; k < p->n; k++)
      change = fmax(change, visit(force, p, unit, sweep & 1 ? p->n - 1 - k : k));
  }
  return change;
}
