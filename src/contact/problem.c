/* What a contact problem is, whoever solves it: its modes, its natural units, the residual that judges
 * forces.
 *
 * Natural units: with s = 1/√W_ii, forces u = λ/s and rates v = s y are both roots of energies, so that
 * they can be compared and one number measures the problem. The natural map in them is
 *     r_N = min(u_N - u_floor, v_N),      r_T = u_T - [u_T - v_T] cut to ±(μ λ_N + c)/s_T, or to a disc of that radius
 * where c counts only of what is pressed, u_N - v_N > u_floor, or held      theory.md, 8 */
#include "contact/problem.h"

#include <math.h>

#include "base/tolerances.h"
#include "contact/disc.h"
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
  unsigned pressed = tangents[kind_of(p, i)], barred = p->barred ? (unsigned)p->barred[i] : 0;
  if (pawl_problem_dim(p) == 3) {
    const unsigned slips = 1u << PAWL_MODE_HELD_SLIP | 1u << PAWL_MODE_SLIP;
    pressed &= ~(1u << PAWL_MODE_MINUS);
    barred = (barred & ~slips) | (barred & barred >> 2 & slips); /* where both signs are */
  }
  unsigned held = floor_of(p, i) == 0 ? 1u << PAWL_MODE_OPEN : pressed >> 1;
  return (is_given(p, i) ? held : pressed | held) & ~barred;
}

const char *pawl_mode_name(const pawl_problem *p, pawl_contact_mode mode)
{
  static const char *const names[][8] = {
      {"open", "closed", "held", "stick", "held +", "slip +", "held -", "slip -"},
      {"open", "closed", "held", "stick", "held slip", "slip", "", ""}};
  return names[pawl_problem_dim(p) == 3][mode];
}

static double diagonal(const pawl_problem *p, int row)
{
  int d = pawl_problem_dim(p), i = row / d;
  if (p->W)
    return p->W[(size_t)row * ((size_t)(d * p->n) + 1)];
  for (int k = p->rows->start[i]; k < p->rows->start[i + 1]; k++)
    if (p->rows->column[k] == i)
      return p->rows->value[d * d * (ptrdiff_t)k + (row % d) * (d + 1)];
  return 0;
}

/* Of space: a direction for each contact that slides already. */
static const char *fault_of_way(const pawl_problem *p, int i)
{
  pawl_contact_kind kind = kind_of(p, i);
  if (kind == PAWL_SLIDES_MINUS)
    return "in space a contact slides along a direction, not plus or minus";
  if (kind == PAWL_SLIDES_ALONG &&
      !(p->way && fabs(pawl_tangent_length(p->way + 2 * i, 2) - 1) < PAWL_UNIT_WAY))
    return "a direction of sliding is no unit vector";
  return NULL;
}

const char *pawl_problem_fault(const pawl_problem *p)
{
  int d = pawl_problem_dim(p);
  for (int i = 0; i < p->n; i++) {
    if (!(p->mu[i] >= 0 && p->mu[i] < INFINITY))
      return "a coefficient of friction is negative or not a number";
    if (p->mu_stick && !(p->mu_stick[i] >= p->mu[i] && p->mu_stick[i] < INFINITY))
      return "a coefficient of sticking is less than that of sliding";
    if (!(pawl_problem_own(p, i) >= 0 && pawl_problem_own_stick(p, i) < INFINITY))
      return "friction of its own is negative or not a number";
    if (!(pawl_problem_own_stick(p, i) >= pawl_problem_own(p, i)))
      return "friction of its own is less at rest than while it slides";
    for (int k = 0; k < d; k++)
      if (!isfinite(p->b[d * i + k]) || !isfinite(floor_of(p, i)))
        return "a rate or a floor is not a number";
    if (floor_of(p, i) < 0)
      return "a floor is negative";
    for (int k = 0; k < d; k++)
      if (!(diagonal(p, d * i + k) >= 0 && diagonal(p, d * i + k) < INFINITY))
        return "the diagonal of W has a negative number or none";
    if (d == 3 && fault_of_way(p, i))
      return fault_of_way(p, i);
  }
  const size_t block = (size_t)(d * d);
  for (size_t k = 0; p->W && k < block * (size_t)p->n * (size_t)p->n; k++)
    if (!isfinite(p->W[k]))
      return "W has an entry that is not a number";
  for (size_t k = 0; !p->W && p->n > 0 && k < block * (size_t)p->rows->start[p->n]; k++)
    if (!isfinite(p->rows->value[k]))
      return "W has an entry that is not a number";
  return NULL;
}

/* Block rows times forces, blocks of two or of three. */
static inline void block_rates(double *rate, const pawl_problem *p, const double *force, const int d)
{
  for (int i = 0; i < p->n; i++) {
    double y[PAWL_DIMENSIONS];
    for (int r = 0; r < d; r++)
      y[r] = p->b[d * i + r];
    for (int k = p->rows->start[i]; k < p->rows->start[i + 1]; k++) {
      const double *w = p->rows->value + d * d * (ptrdiff_t)k, *f = force + d * p->rows->column[k];
      for (int r = 0; r < d; r++, w += d)
        y[r] += d == 2 ? w[0] * f[0] + w[1] * f[1] : w[0] * f[0] + w[1] * f[1] + w[2] * f[2];
    }
    for (int r = 0; r < d; r++)
      rate[d * i + r] = y[r];
  }
}

void pawl_problem_rates(double *rate, const pawl_problem *p, const double *force)
{
  int m = pawl_problem_dim(p) * p->n;
  if (!p->W && pawl_problem_dim(p) == 2)
    block_rates(rate, p, force, 2);
  else if (!p->W)
    block_rates(rate, p, force, 3);
  for (int r = 0; p->W && r < m; r++) {
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
  int d = pawl_problem_dim(p);
  return r % d ? kind_of(p, r / d) != PAWL_FRICTIONLESS : !is_given(p, r / d);
}

/* Tangents of space are turned as one likes: what measures them must not see it. */
static double own_of(const pawl_problem *p, int r)
{
  if (pawl_problem_dim(p) == 2 || r % 3 == 0)
    return diagonal(p, r);
  int first = r - r % 3 + 1;
  return 0.5 * (diagonal(p, first) + diagonal(p, first + 1));
}

/* A direction in which nothing can move (W_ii = 0) is measured like the easiest one. */
void pawl_problem_units(double *unit, const pawl_problem *p)
{
  double largest = 0, any = 0;
  int m = pawl_problem_dim(p) * p->n;
  for (int r = 0; r < m; r++) {
    unit[r] = own_of(p, r);
    any = larger(any, unit[r]);
    if (is_sought(p, r))
      largest = larger(largest, unit[r]);
  }
  largest = largest > 0 ? largest : any;
  for (int r = 0; r < m; r++)
    unit[r] = largest == 0 ? 1 : 1 / sqrt(unit[r] > PAWL_PROBLEM_FIXED * largest ? unit[r] : largest);
}

/* Rates are sums of what forces do; of large forces that nearly balance, rounding remains. */
double pawl_problem_size(const pawl_problem *p, const double *unit, const double *force)
{
  double size = 0, large = 0;
  int d = pawl_problem_dim(p);
  for (int i = 0; i < p->n; i++) {
    const double *s = unit + d * i;
    if (!is_given(p, i))
      size = larger(size, fabs(p->b[d * i]) * s[0]);
    if (kind_of(p, i) == PAWL_AT_REST)
      size = larger(size, pawl_tangent_length(p->b + d * i + 1, d - 1) * s[1]);
    size = larger(size, floor_of(p, i) / s[0]);
    if (force)
      large = larger(large,
                     larger(fabs(force[d * i]) / s[0], pawl_tangent_length(force + d * i + 1, d - 1) / s[1]));
  }
  return size + PAWL_PROBLEM_LOAD * large;
}

/* The most that friction is, over s_T. */
static pawl_disc disc_of(const pawl_problem *p, int i, const double *s, double normal, bool open)
{
  double pressed = larger(normal, 0) / s[1];
  pawl_disc most = {pawl_problem_mu(p, i) * pressed, pawl_problem_mu_stick(p, i) * pressed};
  if (open || !p->own)
    return most;
  most.slides += pawl_problem_own(p, i) / s[1];
  most.holds += pawl_problem_own_stick(p, i) / s[1];
  return most;
}

/* Friction and sliding of one contact in natural units, and the direction of what slides already. */
typedef struct {
  double u[2], v[2], way[2];
  int k; /* of these so many */
} tangent;

static tangent tangent_of(const pawl_problem *p, int i, const double *s, const double *f, const double *y)
{
  tangent t = {.k = pawl_problem_dim(p) - 1};
  for (int a = 0; a < t.k; a++) {
    t.u[a] = f[a + 1] / s[1];
    t.v[a] = y[a + 1] * s[1];
    t.way[a] = t.k == 2 && p->way ? p->way[2 * i + a] : 1;
  }
  return t;
}

/* How far forces and rates are from one tangential mode. */
static double tangent_misfit(tangent *t, int mode, pawl_disc most, bool rest)
{
  if (mode == PAWL_TANGENT_NONE)
    return pawl_tangent_length(t->u, t->k);
  if (mode == PAWL_TANGENT_STICK)
    return pawl_disc_off_stick(t->u, t->v, most, t->k);
  if (t->k == 2 && rest)
    return pawl_disc_off_any_slide(t->u, t->v, most, t->k);
  if (mode == PAWL_TANGENT_MINUS)
    t->way[0] = -1;
  return pawl_disc_off_slide(t->u, t->v, t->way, most, !rest, t->k);
}

static double tangent_residual(tangent *t, pawl_contact_kind kind, pawl_disc most)
{
  if (kind == PAWL_AT_REST)
    return pawl_disc_residual(t->u, t->v, most, t->k);
  int mode = kind == PAWL_FRICTIONLESS   ? PAWL_TANGENT_NONE
             : kind == PAWL_SLIDES_MINUS ? PAWL_TANGENT_MINUS
                                         : PAWL_TANGENT_PLUS;
  return tangent_misfit(t, mode, most, false);
}

void pawl_problem_map(double out[2], const pawl_problem *p, int i, const double *s, const double *f,
                      const double *y)
{
  double above = (f[0] - floor_of(p, i)) / s[0];
  bool open = floor_of(p, i) == 0 && !(above > y[0] * s[0]);
  tangent t = tangent_of(p, i, s, f, y);
  out[0] = fabs(is_given(p, i) ? above : smaller(above, y[0] * s[0]));
  out[1] = tangent_residual(&t, kind_of(p, i), disc_of(p, i, s, f[0], open));
}

static double misfit(const pawl_problem *p, int i, int mode, const double *s, const double *f,
                     const double *y)
{
  double above = (f[0] - floor_of(p, i)) / s[0], v = y[0] * s[0];
  double normal = mode & 1 ? larger(fabs(v), -above) : larger(fabs(above), is_given(p, i) ? 0 : -v);
  tangent t = tangent_of(p, i, s, f, y);
  return larger(normal, tangent_misfit(&t, mode >> 1, disc_of(p, i, s, f[0], mode == PAWL_MODE_OPEN),
                                       kind_of(p, i) == PAWL_AT_REST));
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
  int d = pawl_problem_dim(p);
  pawl_problem_rates(rate, p, force);
  for (int i = 0; i < p->n; i++) {
    double off = off_by(p, i, mode, unit + d * i, force + d * i, rate + d * i);
    worst = larger(worst, off);
    sum += off;
    for (int r = 0; r < d; r++)
      sum += fabs(rate[d * i + r]);
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

double pawl_problem_mode_misfit(const pawl_problem *p, int i, int mode, const double *s, const double *f,
                                const double *y)
{
  return pawl_problem_modes(p, i) >> mode & 1 ? misfit(p, i, mode, s, f, y) : INFINITY;
}

void pawl_problem_read_modes(unsigned char *mode, unsigned char *tie, const pawl_problem *p,
                             const double *unit, const double *force, const double *rate)
{
  double slack = PAWL_PROBLEM_TIE * pawl_problem_size(p, unit, force);
  int d = pawl_problem_dim(p);
  for (int i = 0; i < p->n; i++)
    read_mode(mode + i, tie ? tie + i : NULL, p, i, unit + d * i, force + d * i, rate + d * i, slack);
}
