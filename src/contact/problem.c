/* What a contact problem is, whoever solves it: its modes, its natural units, the residual that judges
 * forces.
 *
 * Natural units: with s = 1/√W_ii, forces u = λ/s and rates v = s y are both roots of energies, so that
 * they can be compared and one number measures the problem. The natural map in them is
 *     r_N = min(u_N - u_floor, v_N),      r_T = u_T - [u_T - v_T] cut to ±(μ λ_N + c)/s_T
 * where c counts only of what is pressed, u_N - v_N > u_floor, or held      theory.md, 8 */
#include "contact/problem.h"

#include <math.h>

#include "base/tolerances.h"
#include "contact/terms.h"

double pawl_problem_mu(const pawl_problem *p, int i)
{
  return kind_of(p, i) == PAWL_FRICTIONLESS ? 0 : p->mu[i];
}

double pawl_problem_mu_stick(const pawl_problem *p, int i)
{
  return kind_of(p, i) == PAWL_FRICTIONLESS ? 0 : p->mu_stick ? p->mu_stick[i] : p->mu[i];
}

double pawl_problem_own(const pawl_problem *p, int i)
{
  return p->own ? p->own[i] : 0;
}

double pawl_problem_own_stick(const pawl_problem *p, int i)
{
  return p->own_stick ? p->own_stick[i] : pawl_problem_own(p, i);
}

unsigned pawl_problem_modes(const pawl_problem *p, int i)
{
  static const unsigned char tangents[] = {
      [PAWL_AT_REST] = 1 << PAWL_MODE_STICK | 1 << PAWL_MODE_PLUS | 1 << PAWL_MODE_MINUS,
      [PAWL_FRICTIONLESS] = 1 << PAWL_MODE_PRESSED,
      [PAWL_SLIDES_PLUS] = 1 << PAWL_MODE_PLUS,
      [PAWL_SLIDES_MINUS] = 1 << PAWL_MODE_MINUS,
  };
  unsigned pressed = tangents[kind_of(p, i)];
  unsigned held = floor_of(p, i) == 0 ? 1u << PAWL_MODE_OPEN : pressed >> 1;
  return (is_given(p, i) ? held : pressed | held) & ~(p->barred ? (unsigned)p->barred[i] : 0);
}

const char *pawl_mode_name(pawl_contact_mode mode)
{
  static const char *const names[] = {"open",   "closed", "held",   "stick",
                                      "held +", "slip +", "held -", "slip -"};
  return names[mode];
}

static double diagonal(const pawl_problem *p, int row)
{
  if (p->W)
    return p->W[(size_t)row * (2 * (size_t)p->n + 1)];
  int i = row / 2;
  for (int k = p->rows->start[i]; k < p->rows->start[i + 1]; k++)
    if (p->rows->column[k] == i)
      return p->rows->value[4 * (size_t)k + (row & 1 ? 3 : 0)];
  return 0;
}

const char *pawl_problem_fault(const pawl_problem *p)
{
  for (int i = 0; i < p->n; i++) {
    if (!(p->mu[i] >= 0 && p->mu[i] < INFINITY))
      return "a coefficient of friction is negative or not a number";
    if (p->mu_stick && !(p->mu_stick[i] >= p->mu[i] && p->mu_stick[i] < INFINITY))
      return "a coefficient of sticking is less than that of sliding";
    if (!(pawl_problem_own(p, i) >= 0 && pawl_problem_own_stick(p, i) < INFINITY))
      return "friction of its own is negative or not a number";
    if (!(pawl_problem_own_stick(p, i) >= pawl_problem_own(p, i)))
      return "friction of its own is less at rest than while it slides";
    if (!isfinite(p->b[2 * i]) || !isfinite(p->b[2 * i + 1]) || !isfinite(floor_of(p, i)))
      return "a rate or a floor is not a number";
    if (floor_of(p, i) < 0)
      return "a floor is negative";
    for (int k = 0; k < 2; k++)
      if (!(diagonal(p, 2 * i + k) >= 0 && diagonal(p, 2 * i + k) < INFINITY))
        return "the diagonal of W has a negative number or none";
  }
  for (size_t k = 0; p->W && k < 4 * (size_t)p->n * (size_t)p->n; k++)
    if (!isfinite(p->W[k]))
      return "W has an entry that is not a number";
  for (size_t k = 0; !p->W && p->n > 0 && k < 4 * (size_t)p->rows->start[p->n]; k++)
    if (!isfinite(p->rows->value[k]))
      return "W has an entry that is not a number";
  return NULL;
}

static void sparse_rates(double *rate, const pawl_problem *p, const double *force)
{
  for (int i = 0; i < p->n; i++) {
    double normal = p->b[2 * i], tangent = p->b[2 * i + 1];
    for (int k = p->rows->start[i]; k < p->rows->start[i + 1]; k++) {
      const double *w = p->rows->value + 4 * (size_t)k, *f = force + 2 * p->rows->column[k];
      normal += w[0] * f[0] + w[1] * f[1];
      tangent += w[2] * f[0] + w[3] * f[1];
    }
    rate[2 * i] = normal;
    rate[2 * i + 1] = tangent;
  }
}

void pawl_problem_rates(double *rate, const pawl_problem *p, const double *force)
{
  if (!p->W) {
    sparse_rates(rate, p, force);
    return;
  }
  int m = 2 * p->n;
  for (int r = 0; r < m; r++) {
    const double *w = p->W + (ptrdiff_t)r * m;
    double sum = p->b[r];
    for (int c = 0; c < m; c++)
      sum += w[c] * force[c];
    rate[r] = sum;
  }
}

/* Whether forces along a direction are looked for: where they are not, W may hold anything. */
static bool is_sought(const pawl_problem *p, int r)
{
  return r % 2 ? kind_of(p, r / 2) != PAWL_FRICTIONLESS : !is_given(p, r / 2);
}

/* A direction in which nothing can move (W_ii = 0) is measured like the easiest one. */
void pawl_problem_units(double *unit, const pawl_problem *p)
{
  double largest = 0, any = 0;
  for (int r = 0; r < 2 * p->n; r++) {
    unit[r] = diagonal(p, r);
    any = larger(any, unit[r]);
    if (is_sought(p, r))
      largest = larger(largest, unit[r]);
  }
  largest = largest > 0 ? largest : any;
  for (int r = 0; r < 2 * p->n; r++)
    unit[r] = largest == 0 ? 1 : 1 / sqrt(unit[r] > PAWL_PROBLEM_FIXED * largest ? unit[r] : largest);
}

/* Rates are sums of what forces do; of large forces that nearly balance, rounding remains. */
double pawl_problem_size(const pawl_problem *p, const double *unit, const double *force)
{
  double size = 0, large = 0;
  for (int i = 0; i < p->n; i++) {
    const double *s = unit + 2 * i;
    if (!is_given(p, i))
      size = larger(size, fabs(p->b[2 * i]) * s[0]);
    if (kind_of(p, i) == PAWL_AT_REST)
      size = larger(size, fabs(p->b[2 * i + 1]) * s[1]);
    size = larger(size, floor_of(p, i) / s[0]);
    if (force)
      large = larger(large, larger(fabs(force[2 * i]) / s[0], fabs(force[2 * i + 1]) / s[1]));
  }
  return size + PAWL_PROBLEM_LOAD * large;
}

static double beyond(double x, double limit)
{
  return x > limit ? x - limit : x < -limit ? x + limit : 0;
}

/* The most that friction is, over s_T: while it slides, and at rest. */
typedef struct {
  double slides, holds;
} limits;

static limits limits_of(const pawl_problem *p, int i, const double *s, double normal, bool open)
{
  double pressed = larger(normal, 0) / s[1];
  limits most = {pawl_problem_mu(p, i) * pressed, pawl_problem_mu_stick(p, i) * pressed};
  if (open || !p->own)
    return most;
  most.slides += pawl_problem_own(p, i) / s[1];
  most.holds += pawl_problem_own_stick(p, i) / s[1];
  return most;
}

/* How far forces and rates are from one tangential mode, natural units. */
static double tangent_misfit(int tangent, double u, double v, limits most, bool rest)
{
  switch (tangent) {
  case PAWL_TANGENT_STICK:
    return larger(fabs(v), fabs(beyond(u, most.holds)));
  case PAWL_TANGENT_PLUS:
    return larger(fabs(u + most.slides), rest ? -v : 0);
  case PAWL_TANGENT_MINUS:
    return larger(fabs(u - most.slides), rest ? v : 0);
  default:
    return fabs(u);
  }
}

static double tangent_residual(const pawl_problem *p, int i, double u, double v, limits most)
{
  pawl_contact_kind kind = kind_of(p, i);
  if (kind == PAWL_FRICTIONLESS)
    return fabs(u);
  if (kind != PAWL_AT_REST)
    return fabs(u + (kind == PAWL_SLIDES_PLUS ? most.slides : -most.slides));
  if (most.holds == most.slides)
    return fabs(u - smaller(larger(u - v, -most.slides), most.slides));
  double best = tangent_misfit(PAWL_TANGENT_STICK, u, v, most, true);
  best = smaller(best, tangent_misfit(PAWL_TANGENT_PLUS, u, v, most, true));
  return smaller(best, tangent_misfit(PAWL_TANGENT_MINUS, u, v, most, true));
}

void pawl_problem_map(double out[2], const pawl_problem *p, int i, const double s[2], const double f[2],
                      const double y[2])
{
  double above = (f[0] - floor_of(p, i)) / s[0];
  bool open = floor_of(p, i) == 0 && !(above > y[0] * s[0]);
  out[0] = fabs(is_given(p, i) ? above : smaller(above, y[0] * s[0]));
  out[1] = tangent_residual(p, i, f[1] / s[1], y[1] * s[1], limits_of(p, i, s, f[0], open));
}

static double misfit(const pawl_problem *p, int i, int mode, const double *s, const double *f,
                     const double *y)
{
  double above = (f[0] - floor_of(p, i)) / s[0], v = y[0] * s[0];
  double normal = mode & 1 ? larger(fabs(v), -above) : larger(fabs(above), is_given(p, i) ? 0 : -v);
  limits most = limits_of(p, i, s, f[0], mode == PAWL_MODE_OPEN);
  return larger(normal,
                tangent_misfit(mode >> 1, f[1] / s[1], y[1] * s[1], most, kind_of(p, i) == PAWL_AT_REST));
}

/* One contact, by its mode or (NULL) by the map. */
static double off_by(const pawl_problem *p, int i, const unsigned char *mode, const double *s,
                     const double *f, const double *y)
{
  double out[2];
  if (mode)
    return pawl_problem_modes(p, i) >> mode[i] & 1 ? misfit(p, i, mode[i], s, f, y) : INFINITY;
  pawl_problem_map(out, p, i, s, f, y);
  return larger(out[0], out[1]);
}

static double judge(double *rate, const pawl_problem *p, const double *unit, const double *force,
                    const unsigned char *mode)
{
  double size = pawl_problem_size(p, unit, force), worst = 0, sum = 0;
  pawl_problem_rates(rate, p, force);
  for (int i = 0; i < p->n; i++) {
    double off = off_by(p, i, mode, unit + 2 * i, force + 2 * i, rate + 2 * i);
    worst = larger(worst, off);
    sum += off + fabs(rate[2 * i]) + fabs(rate[2 * i + 1]);
  }
  if (!isfinite(sum))
    return INFINITY;
  return size > 0 ? worst / size : worst;
}

double pawl_problem_residual(double *rate, const pawl_problem *p, const double *unit, const double *force)
{
  return judge(rate, p, unit, force, NULL);
}

double pawl_problem_misfit(double *rate, const pawl_problem *p, const double *unit, const double *force,
                           const unsigned char *mode)
{
  return judge(rate, p, unit, force, mode);
}

/* Among those that fit, sticking comes first and open last: a contact at rest without a force is a touch
 * still. */
static void read_mode(unsigned char *mode, unsigned char *tie, const pawl_problem *p, int i, const double *s,
                      const double *f, const double *y, double slack)
{
  static const unsigned char order[] = {PAWL_MODE_STICK,      PAWL_MODE_PLUS,       PAWL_MODE_MINUS,
                                        PAWL_MODE_PRESSED,    PAWL_MODE_HELD_STICK, PAWL_MODE_HELD_PLUS,
                                        PAWL_MODE_HELD_MINUS, PAWL_MODE_OPEN};
  unsigned allowed = pawl_problem_modes(p, i);
  double best = INFINITY;
  int fitting = 0;
  for (int k = 0; k < 8; k++) {
    double off = allowed >> order[k] & 1 ? misfit(p, i, order[k], s, f, y) : INFINITY;
    fitting += off <= slack;
    if (off < best && !(best <= slack)) {
      best = off;
      *mode = order[k];
    }
  }
  if (tie)
    *tie = fitting > 1;
}

double pawl_problem_mode_misfit(const pawl_problem *p, int i, int mode, const double s[2], const double f[2],
                                const double y[2])
{
  return pawl_problem_modes(p, i) >> mode & 1 ? misfit(p, i, mode, s, f, y) : INFINITY;
}

void pawl_problem_read_modes(unsigned char *mode, unsigned char *tie, const pawl_problem *p,
                             const double *unit, const double *force, const double *rate)
{
  double slack = PAWL_PROBLEM_TIE * pawl_problem_size(p, unit, force);
  for (int i = 0; i < p->n; i++)
    read_mode(mode + i, tie ? tie + i : NULL, p, i, unit + 2 * i, force + 2 * i, rate + 2 * i, slack);
}
