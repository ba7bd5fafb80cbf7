/* One contact by itself, with the forces of all others as they are.
 *
 * In the plane there is a closed form: it separates, or sticks within its bounds, or slides to the side that its friction would exceed.
 * In space sticking is the same, and sliding has one unknown: λ_T is against y_T = α λ_T', so that (A + α) λ_T = -q, where A and q are W
 * and b of the tangents once y_N = 0 has been used; and |λ_T| falls with α from what sticking would need to nothing.
 *      theory.md, 8.6, 8.10 */
#include "contact/disc.h"

#include "base/tolerances.h"
#include "contact/problem.h"
#include "contact/terms.h"

/* One contact in the plane. */
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

static bool solve_in_plane(double *force, const pawl_problem *p, int i, const double *W, const double *b)
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

/* ---- in space ---- */

typedef struct {
  double W[9], b[3];
  double mu, mu_stick, own, own_stick, floor;
} spatial;

/* What pushes along both tangents while the normal force follows, λ_N = base - arm·λ_T:
 *     y_T = A λ_T + q = β d,   λ_T = -(μ λ_N + c) d
 * so that (A + α) λ_T = -q with one α >= 0, and |λ_T| is the most that friction is. */
typedef struct {
  double A[4], q[2], base, arm[2];
  double mu, own, size; /* size: of A, half its trace */
} push;

/* λ_T of α = size t/(1 - t), t from 0, sticking, to 1, no friction; returns by how much it is more than friction is. */
static double excess(double x[2], const push *k, double t)
{
  double r = 1 - t, a = r * k->A[0] + t * k->size, d = r * k->A[3] + t * k->size, b = r * k->A[1],
         c = r * k->A[2], det = a * d - b * c;
  x[0] = r * (b * k->q[1] - d * k->q[0]) / det;
  x[1] = r * (c * k->q[0] - a * k->q[1]) / det;
  return pawl_tangent_length(x, 2) - k->mu * (k->base - pawl_tangent_dot(k->arm, x, 2)) - k->own;
}

/* Where sticking begins: A may be singular, where a direction cannot move. */
static double first_of(const push *k)
{
  double det = k->A[0] * k->A[3] - k->A[1] * k->A[2];
  return det > PAWL_PIVOT_OWN * k->size * k->size ? 0 : PAWL_PIVOT_BLOCK;
}

/* The t whose excess is 0, between one where it is more and one where it is less: false position (Illinois), and halving where that
 * creeps. */
static double find_slide(double x[2], const push *k, double low, double high)
{
  double above = excess(x, k, low), below = excess(x, k, high), t = low;
  double most = fabs(above) + fabs(below);
  for (int i = 0, side = 0; i < 100 && high - low > PAWL_PROBLEM_EPSILON * high; i++) {
    t = i % 4 == 3 ? 0.5 * (low + high) : (low * below - high * above) / (below - above);
    t = t > low && t < high ? t : 0.5 * (low + high);
    double now = excess(x, k, t);
    if (fabs(now) <= PAWL_PROBLEM_EPSILON * most)
      break;
    if (now > 0) {
      low = t, above = now;
      below *= side > 0 ? 0.5 : 1;
      side = 1;
    } else {
      high = t, below = now;
      above *= side < 0 ? 0.5 : 1;
      side = -1;
    }
  }
  return t;
}

/* λ_T of sliding, exactly at its limit. False: there is none. */
static bool slide_freely(double x[2], const push *k)
{
  enum { LOOKS = 16 };
  double low = first_of(k), high = 1;
  if (!(k->size > 0) || !(excess(x, k, low) > 0))
    return false;
  for (int i = 0; !(excess(x, k, high) < 0); high = 1 - ++i / (double)LOOKS)
    if (i == LOOKS - 1)
      return false;
  find_slide(x, k, low, high);
  double length = pawl_tangent_length(x, 2);
  if (!(length > 0))
    return false;
  double share = pawl_tangent_dot(k->arm, x, 2) / length,
         limit = (k->mu * k->base + k->own) / (1 + k->mu * share);
  for (int a = 0; a < 2; a++)
    x[a] *= limit / length;
  return limit > 0;
}

/* λ_T for a known λ_N. */
static void friction_in_space(double x[2], const spatial *c, double normal)
{
  const double *W = c->W, limit = c->mu_stick * normal + c->own_stick;
  push k = {.A = {W[4], W[5], W[7], W[8]},
            .q = {c->b[1] + W[3] * normal, c->b[2] + W[6] * normal},
            .base = normal,
            .mu = c->mu,
            .own = c->own,
            .size = 0.5 * (W[4] + W[8])};
  x[0] = x[1] = 0;
  if (!(k.size > 0) || !(limit > 0)) {
    double way[2], slides = c->mu * normal + c->own;
    pawl_tangent_direction(way, k.q, 2);
    for (int a = 0; a < 2; a++)
      x[a] = pawl_tangent_length(k.q, 2) > 0 ? -slides * way[a] : 0;
    return;
  }
  excess(x, &k, first_of(&k));
  if (pawl_tangent_length(x, 2) <= limit)
    return;
  if (c->mu * normal + c->own > 0)
    slide_freely(x, &k);
  else
    x[0] = x[1] = 0;
}

/* It separates, or is held at the floor; or is pressed, and sticks or slides. */
static bool rest_in_space(double force[3], const spatial *c)
{
  const double *W = c->W;
  force[0] = c->floor;
  force[1] = force[2] = 0;
  if (c->floor > 0)
    friction_in_space(force + 1, c, c->floor);
  if (c->b[0] + W[0] * force[0] + W[1] * force[1] + W[2] * force[2] >= 0)
    return true;
  if (W[0] > 0) {
    push k = {.q = {c->b[1] - W[3] * c->b[0] / W[0], c->b[2] - W[6] * c->b[0] / W[0]},
              .base = -c->b[0] / W[0],
              .arm = {W[1] / W[0], W[2] / W[0]},
              .mu = c->mu,
              .own = c->own};
    for (int a = 0; a < 4; a++)
      k.A[a] = W[4 + a % 2 + 3 * (a / 2)] - W[3 + 3 * (a / 2)] * W[1 + a % 2] / W[0];
    k.size = 0.5 * (W[4] + W[8]);
    excess(force + 1, &k, first_of(&k));
    force[0] = k.base - pawl_tangent_dot(k.arm, force + 1, 2);
    if (force[0] >= c->floor && pawl_tangent_length(force + 1, 2) <= c->mu_stick * force[0] + c->own_stick)
      return true;
    bool slides = slide_freely(force + 1, &k);
    force[0] = k.base - pawl_tangent_dot(k.arm, force + 1, 2);
    if (slides && force[0] >= c->floor)
      return true;
  }
  force[0] = fmax(W[0] > 0 ? -c->b[0] / W[0] : 0, c->floor);
  friction_in_space(force + 1, c, force[0]);
  return false;
}

/* What slides along a known direction, or has no friction, is in the plane of the normal and that. */
static bool slide_in_space(double force[3], const spatial *c, const double *way, bool given)
{
  const double *W = c->W;
  const double none[2] = {1, 0}, *d = way ? way : none;
  local flat = {{W[0], pawl_tangent_dot(W + 1, d, 2)},
                {c->b[0]},
                way ? c->mu : 0,
                .own = way ? c->own : 0,
                .floor = c->floor};
  double pair[2] = {c->floor, -flat.mu * c->floor - flat.own};
  bool found = given || slide(pair, &flat, -flat.mu, -flat.own);
  force[0] = pair[0];
  for (int a = 0; a < 2; a++)
    force[1 + a] = pair[1] * d[a];
  return found;
}

static bool solve_in_space(double *force, const pawl_problem *p, int i, const double *W, const double *b)
{
  spatial c = {.mu = pawl_problem_mu(p, i),
               .mu_stick = pawl_problem_mu_stick(p, i),
               .own = pawl_problem_own(p, i),
               .own_stick = pawl_problem_own_stick(p, i),
               .floor = floor_of(p, i)};
  for (int a = 0; a < 9; a++)
    c.W[a] = W[a];
  for (int a = 0; a < 3; a++)
    c.b[a] = b[a];
  pawl_contact_kind kind = kind_of(p, i);
  if (kind != PAWL_AT_REST)
    return slide_in_space(force, &c, kind == PAWL_SLIDES_ALONG ? p->way + 2 * i : NULL, is_given(p, i));
  if (!is_given(p, i))
    return rest_in_space(force, &c);
  force[0] = c.floor;
  friction_in_space(force + 1, &c, c.floor);
  return true;
}

bool pawl_contact_solve(double *force, const pawl_problem *p, int i, const double *W, const double *b)
{
  return pawl_problem_dim(p) == 3 ? solve_in_space(force, p, i, W, b) : solve_in_plane(force, p, i, W, b);
}
