/* Motions of the machines of siblings_test.h in long double, by extrapolation of the modified midpoint rule to
 * order 16. Chains by Lagrange's equations in absolute angles, machines with loops by bodies in absolute
 * coordinates and multipliers of their pins; the library uses joint coordinates on a spanning tree. */
#ifndef PAWL_STEP_REFERENCES_TEST_H
#define PAWL_STEP_REFERENCES_TEST_H

#include "step/siblings_test.h"

enum { STATES = 6 * BODIES, LEVELS = 8, ROWS = 2 * PINS };

typedef void slope_of(const void *context, const long double *y, long double *dy);

/* T_k: midpoint rule with 2 (k + 1) substeps and a smoothing step, then Neville's scheme in h². */
static void extrapolated_step(slope_of *slope, const void *context, long double *y, int n, long double H)
{
  long double T[LEVELS][STATES], f[STATES], before[STATES], now[STATES];
  for (int k = 0; k < LEVELS; k++) {
    int substeps = 2 * (k + 1);
    long double h = H / substeps;
    memcpy(before, y, sizeof *y * (size_t)n);
    slope(context, before, f);
    for (int i = 0; i < n; i++)
      now[i] = before[i] + h * f[i];
    for (int s = 1; s < substeps; s++) {
      slope(context, now, f);
      for (int i = 0; i < n; i++) {
        long double next = before[i] + 2 * h * f[i];
        before[i] = now[i];
        now[i] = next;
      }
    }
    slope(context, now, f);
    for (int i = 0; i < n; i++)
      T[k][i] = 0.5L * (before[i] + now[i] + h * f[i]);
  }
  for (int j = 1; j < LEVELS; j++)
    for (int k = LEVELS - 1; k >= j; k--) {
      long double ratio = (long double)(k + 1) / (long double)(k - j + 1);
      for (int i = 0; i < n; i++)
        T[k][i] += (T[k][i] - T[k - 1][i]) / (ratio * ratio - 1);
    }
  memcpy(y, T[LEVELS - 1], sizeof *y * (size_t)n);
}

static void integrate_steps(slope_of *slope, const void *context, long double *y, int n, long double duration,
                            int steps)
{
  for (int i = 0; i < steps; i++)
    extrapolated_step(slope, context, y, n, duration / steps);
}

/* With twice as many steps, and twice again, until places and angles (the first half of y) stay within `good`.
 * Returns what the last doubling changed, which is far more than what the next one would. */
static double integrate(slope_of *slope, const void *context, long double *y, int n, long double duration,
                        int steps, double good)
{
  long double coarse[STATES], fine[STATES];
  double change = INFINITY;
  memcpy(coarse, y, sizeof *y * (size_t)n);
  integrate_steps(slope, context, coarse, n, duration, steps);
  for (int doubled = 0; doubled < 6 && !(change <= good); doubled++) {
    steps *= 2;
    memcpy(fine, y, sizeof *y * (size_t)n);
    integrate_steps(slope, context, fine, n, duration, steps);
    change = 0;
    for (int i = 0; i < n / 2; i++) {
      double part = fabs((double)(fine[i] - coarse[i]));
      change = part <= change ? change : part; /* NaN stays */
    }
    memcpy(coarse, fine, sizeof *y * (size_t)n);
  }
  memcpy(y, fine, sizeof *y * (size_t)n);
  return change;
}

/* L D L^T of a positive symmetric matrix in its lower half, and x = A^-1 x. Rows from the last up, so that
 * column j is still undivided above the row at hand. */
static void factorise(int n, long double A[][ROWS])
{
  for (int j = 0; j < n; j++)
    for (int i = n - 1; i > j; i--) {
      if (A[i][j] == 0)
        continue;
      long double l = A[i][j] / A[j][j];
      for (int k = j + 1; k <= i; k++)
        A[i][k] -= l * A[k][j];
      A[i][j] = l;
    }
}

static void solve_factorised(int n, long double A[][ROWS], long double *x)
{
  for (int i = 0; i < n; i++)
    for (int k = 0; k < i; k++)
      x[i] -= A[i][k] * x[k];
  for (int i = 0; i < n; i++)
    x[i] /= A[i][i];
  for (int i = n - 1; i >= 0; i--)
    for (int k = i + 1; k < n; k++)
      x[i] -= A[k][i] * x[k];
}

/* ---- one angle: th'' = a sin th + b cos th ---- */

typedef struct {
  long double a, b;
} swing;

static void swing_slope(const void *context, const long double *y, long double *dy)
{
  const swing *s = context;
  dy[0] = y[1];
  dy[1] = s->a * sinl(y[0]) + s->b * cosl(y[0]);
}

/* ---- chains: y = (absolute angles, their rates) ---- */

/* sum_j c_ij (cos(th_i - th_j) th_j'' + sin(th_i - th_j) th_j'^2) + g V_i cos th_i = 0 */
typedef struct {
  int n;
  long double c[BODIES][BODIES], gravity[BODIES];
} chain;

static chain chain_of(const machine *m)
{
  chain x = {.n = m->bodies};
  long double beyond = 0;
  for (int i = m->bodies - 1; i >= 0; i--) {
    const test_body *b = m->body + i + 1;
    long double l = i + 1 < m->bodies ? m->pin[i + 1].ax : 0, c = b->cx, mass = b->mass;
    x.c[i][i] = b->inertia + mass * c * c + l * l * beyond;
    for (int j = 0; j < i; j++)
      x.c[i][j] = x.c[j][i] = m->pin[j + 1].ax * (mass * c + l * beyond);
    x.gravity[i] = m->gravity * (mass * c + l * beyond);
    beyond += mass;
  }
  return x;
}

static void chain_slope(const void *context, const long double *y, long double *dy)
{
  const chain *x = context;
  int n = x->n;
  long double A[ROWS][ROWS], b[BODIES], si[BODIES], co[BODIES];
  for (int i = 0; i < n; i++) {
    si[i] = sinl(y[i]);
    co[i] = cosl(y[i]);
    b[i] = -x->gravity[i] * co[i];
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      long double s = x->c[i][j] * (si[i] * co[j] - co[i] * si[j]);
      A[i][j] = x->c[i][j] * (co[i] * co[j] + si[i] * si[j]);
      b[i] -= s * y[n + j] * y[n + j];
      b[j] += s * y[n + i] * y[n + i];
    }
  factorise(n, A);
  solve_factorised(n, A, b);
  for (int i = 0; i < n; i++) {
    dy[i] = y[n + i];
    dy[n + i] = b[i];
  }
}

/* ---- any machine of pins: y = (x, y, angle of every body at its centre of mass; their rates) ---- */

/* An arm from the centre of mass to a pin, turned. */
typedef struct {
  long double x, y;
} arm;

typedef struct {
  const machine *m;
  long double sine[BODIES + 1], cosine[BODIES + 1];
  arm a[PINS], b[PINS]; /* b minus a closes the pin */
} pose;

static arm turned(const pose *p, int body, long double x, long double y)
{
  if (body > 0) {
    x -= p->m->body[body].cx;
    y -= p->m->body[body].cy;
  }
  return (arm){p->cosine[body] * x - p->sine[body] * y, p->sine[body] * x + p->cosine[body] * y};
}

static void take_pose(pose *p, const machine *m, const long double *y)
{
  p->m = m;
  p->sine[0] = 0;
  p->cosine[0] = 1;
  for (int i = 1; i <= m->bodies; i++) {
    p->sine[i] = sinl(y[3 * i - 1]);
    p->cosine[i] = cosl(y[3 * i - 1]);
  }
  for (int i = 0; i < m->pins; i++) {
    p->a[i] = turned(p, m->pin[i].a, m->pin[i].ax, m->pin[i].ay);
    p->b[i] = turned(p, m->pin[i].b, m->pin[i].bx, m->pin[i].by);
  }
}

/* out += sign times what motion x (of centres of mass) does to a place on a body. */
static void add_motion(long double out[2], int body, arm r, const long double *x, long double sign)
{
  if (body == 0)
    return;
  x += 3 * (body - 1);
  out[0] += sign * (x[0] - x[2] * r.y);
  out[1] += sign * (x[1] + x[2] * r.x);
}

/* Block (i, j) of J M^-1 J^T gets the part of a body on which pins i and j act at r and s. */
static void add_mobility(long double A[][ROWS], int i, int j, const test_body *b, arm r, arm s,
                         long double sign)
{
  long double mass = sign / b->mass, turn = sign / b->inertia;
  A[2 * i][2 * j] += mass + turn * r.y * s.y;
  A[2 * i][2 * j + 1] -= turn * r.y * s.x;
  A[2 * i + 1][2 * j] -= turn * r.x * s.y;
  A[2 * i + 1][2 * j + 1] += mass + turn * r.x * s.x;
}

static void set_mobility(const pose *p, long double A[][ROWS])
{
  const machine *m = p->m;
  for (int i = 0; i < m->pins; i++)
    for (int j = 0; j <= i; j++) {
      for (int k = 0; k < 4; k++)
        A[2 * i + k / 2][2 * j + k % 2] = 0;
      const test_pin *u = m->pin + i, *v = m->pin + j;
      for (int k = 0; k < 4; k++) {
        int body = k < 2 ? u->a : u->b, other = k % 2 ? v->b : v->a;
        if (body == other && body > 0)
          add_mobility(A, i, j, m->body + body, k < 2 ? p->a[i] : p->b[i], k % 2 ? p->b[j] : p->a[j],
                       (k < 2) == (k % 2 == 0) ? 1 : -1);
      }
    }
}

/* x += M^-1 J^T lambda */
static void apply_pins(const pose *p, const long double *lambda, long double *x)
{
  for (int i = 0; i < p->m->pins; i++)
    for (int side = 0; side < 2; side++) {
      int body = side ? p->m->pin[i].b : p->m->pin[i].a;
      if (body == 0)
        continue;
      arm r = side ? p->b[i] : p->a[i];
      long double fx = side ? lambda[2 * i] : -lambda[2 * i],
                  fy = side ? lambda[2 * i + 1] : -lambda[2 * i + 1];
      x[3 * body - 3] += fx / p->m->body[body].mass;
      x[3 * body - 2] += fy / p->m->body[body].mass;
      x[3 * body - 1] += (r.x * fy - r.y * fx) / p->m->body[body].inertia;
    }
}

/* Forces that are given, over masses. */
static void apply_loads(const pose *p, const long double *y, long double *x)
{
  const machine *m = p->m;
  for (int i = 1; i <= m->bodies; i++) {
    x[3 * i - 3] = x[3 * i - 1] = 0;
    x[3 * i - 2] = -m->gravity;
  }
  x[2] += m->torque / m->body[1].inertia;
  if (m->stiffness > 0) {
    int b = m->spring_b;
    arm r = turned(p, b, m->spring_bx, m->spring_by);
    long double dx = y[3 * b - 3] + r.x - m->spring_ax, dy = y[3 * b - 2] + r.y - m->spring_ay;
    long double l = sqrtl(dx * dx + dy * dy), f = -m->stiffness * (l - m->free_length) / l;
    x[3 * b - 3] += f * dx / m->body[b].mass;
    x[3 * b - 2] += f * dy / m->body[b].mass;
    x[3 * b - 1] += f * (r.x * dy - r.y * dx) / m->body[b].inertia;
  }
}

/* Index 1:  J M^-1 J^T lambda = w_b² b - w_a² a - J M^-1 h */
static void pins_slope(const void *context, const long double *y, long double *dy)
{
  const machine *m = context;
  int n = 3 * m->bodies;
  const long double *v = y + n;
  long double A[ROWS][ROWS], lambda[ROWS], *x = dy + n;
  pose p;
  take_pose(&p, m, y);
  apply_loads(&p, y, x);
  for (int i = 0; i < m->pins; i++) {
    const test_pin *pin = m->pin + i;
    long double wa = pin->a ? v[3 * pin->a - 1] : 0, wb = pin->b ? v[3 * pin->b - 1] : 0, rate[2] = {0, 0};
    add_motion(rate, pin->b, p.b[i], x, 1);
    add_motion(rate, pin->a, p.a[i], x, -1);
    lambda[2 * i] = wb * wb * p.b[i].x - wa * wa * p.a[i].x - rate[0];
    lambda[2 * i + 1] = wb * wb * p.b[i].y - wa * wa * p.a[i].y - rate[1];
  }
  set_mobility(&p, A);
  factorise(2 * m->pins, A);
  solve_factorised(2 * m->pins, A, lambda);
  apply_pins(&p, lambda, x);
  memcpy(dy, v, sizeof *v * (size_t)n);
}

/* Removes what double precision left of the pins' gaps and of their rates. */
static void polish(const machine *m, long double *y)
{
  int n = 3 * m->bodies;
  long double A[ROWS][ROWS], lambda[ROWS];
  pose p;
  for (int round = 0; round < 4; round++) {
    bool places = round < 3;
    take_pose(&p, m, y);
    for (int i = 0; i < m->pins; i++) {
      const test_pin *pin = m->pin + i;
      long double gap[2] = {0, 0};
      if (places) {
        gap[0] = (pin->b ? y[3 * pin->b - 3] : 0) + p.b[i].x - (pin->a ? y[3 * pin->a - 3] : 0) - p.a[i].x;
        gap[1] = (pin->b ? y[3 * pin->b - 2] : 0) + p.b[i].y - (pin->a ? y[3 * pin->a - 2] : 0) - p.a[i].y;
      } else {
        add_motion(gap, pin->b, p.b[i], y + n, 1);
        add_motion(gap, pin->a, p.a[i], y + n, -1);
      }
      lambda[2 * i] = -gap[0];
      lambda[2 * i + 1] = -gap[1];
    }
    set_mobility(&p, A);
    factorise(2 * m->pins, A);
    solve_factorised(2 * m->pins, A, lambda);
    apply_pins(&p, lambda, places ? y : y + n);
  }
}

#endif
