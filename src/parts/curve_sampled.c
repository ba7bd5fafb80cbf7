/* Curves as cells with polynomials. With x from -1 to 1 across a cell and c_0, c_1, c_2 from its middle, what is left at
 * the ends of value, slope and second derivative, halves of sum and difference, gives for the even powers
 *   S = c_4 + c_6 + c_8,   T = 4 c_4 + 6 c_6 + 8 c_8,   U = 12 c_4 + 30 c_6 + 56 c_8
 * and likewise c_3, c_5, c_7. The error between the nodes goes with the ninth power of the width. */
#include "parts/curve_sampled.h"

#include <string.h>

enum { DEGREE = 8, DEEPEST = 16, EASY = 8 };

typedef struct {
  double middle, half; /* of the parameter */
  double x[DEGREE + 1], y[DEGREE + 1];
} cell;

struct pawl_sampled {
  cell *cells;
  int count, room;
};

/* ---- polynomials ---- */

/* `f`: value, slope and second derivative by x at -1, 0 and 1. */
static void fit(const double f[3][3], double *c)
{
  c[0] = f[1][0];
  c[1] = f[1][1];
  c[2] = f[1][2] / 2;
  double A1 = f[2][0] - (c[0] + c[1] + c[2]), A0 = f[0][0] - (c[0] - c[1] + c[2]);
  double B1 = f[2][1] - (c[1] + 2 * c[2]), B0 = f[0][1] - (c[1] - 2 * c[2]);
  double C1 = f[2][2] - 2 * c[2], C0 = f[0][2] - 2 * c[2];
  double S = (A1 + A0) / 2, T = (B1 - B0) / 2, U = (C1 + C0) / 2;
  c[8] = (U - 9 * T + 24 * S) / 8;
  c[6] = (T - 4 * S - 4 * c[8]) / 2;
  c[4] = S - c[6] - c[8];
  S = (A1 - A0) / 2;
  T = (B1 + B0) / 2;
  U = (C1 - C0) / 2;
  c[7] = (U - 7 * T + 15 * S) / 8;
  c[5] = (T - 3 * S - 4 * c[7]) / 2;
  c[3] = S - c[5] - c[7];
}

/* f, f', f''/2, f'''/6 by x. */
static void evaluate(const double *c, double x, double f[4])
{
  f[0] = c[DEGREE];
  f[1] = f[2] = f[3] = 0;
  for (int k = DEGREE - 1; k >= 0; k--) {
    f[3] = f[3] * x + f[2];
    f[2] = f[2] * x + f[1];
    f[1] = f[1] * x + f[0];
    f[0] = f[0] * x + c[k];
  }
}

static void cell_at(const cell *k, double u, pawl_plane_jet *jet)
{
  double t = (u - k->middle) / k->half, h = 1 / k->half, x[4], y[4];
  evaluate(k->x, t, x);
  evaluate(k->y, t, y);
  jet->p = (pawl_xy){x[0], y[0]};
  jet->d1 = (pawl_xy){h * x[1], h * y[1]};
  jet->d2 = (pawl_xy){2 * h * h * x[2], 2 * h * h * y[2]};
  jet->d3 = (pawl_xy){6 * h * h * h * x[3], 6 * h * h * h * y[3]};
}

void pawl_sampled_at(const void *sampled, double u, pawl_plane_jet *jet)
{
  const pawl_sampled *s = sampled;
  int low = 0, high = s->count - 1;
  while (low < high) {
    int middle = (low + high) / 2;
    if (u > s->cells[middle].middle + s->cells[middle].half)
      low = middle + 1;
    else
      high = middle;
  }
  cell_at(s->cells + low, u, jet);
}

int pawl_sampled_cells(const pawl_sampled *sampled)
{
  return sampled->count;
}

/* ---- sampling ---- */

typedef struct {
  pawl_arena *arena;
  pawl_sampler *at;
  void *context;
  double whole, size; /* of the parameter; of the curve */
  pawl_sampled *to;
  pawl_sampling *how;
} work;

static bool add(const work *w, const cell *k)
{
  pawl_sampled *s = w->to;
  if (s->count == s->room) {
    int room = s->room ? 2 * s->room : 32;
    cell *cells = PAWL_TAKE(w->arena, room, cell);
    if (!cells)
      return false;
    if (s->count)
      memcpy(cells, s->cells, (size_t)s->count * sizeof *cells);
    s->cells = cells;
    s->room = room;
  }
  s->cells[s->count++] = *k;
  return true;
}

static cell make_cell(const pawl_plane_jet node[3], double from, double to)
{
  cell k = {.middle = (from + to) / 2, .half = (to - from) / 2};
  double h = k.half, x[3][3], y[3][3];
  for (int i = 0; i < 3; i++) {
    x[i][0] = node[i].p.x;
    y[i][0] = node[i].p.y;
    x[i][1] = h * node[i].d1.x;
    y[i][1] = h * node[i].d1.y;
    x[i][2] = h * h * node[i].d2.x;
    y[i][2] = h * h * node[i].d2.y;
  }
  fit((const double(*)[3])x, k.x);
  fit((const double(*)[3])y, k.y);
  return k;
}

/* How far the cell is from the curve at a quarter, as a share of what it may be. Deep cells may be further off: the
 * function's own rounding errors are all that is left to see there. */
static double misfit(const work *w, const cell *k, const pawl_plane_jet *there, double u, int depth)
{
  pawl_plane_jet here;
  cell_at(k, u, &here);
  double off = pawl_xy_distance(here.p, there->p) / w->size;
  double slope = pawl_xy_distance(here.d1, there->d1) * w->whole / w->size;
  double fine = 4e-14 * (depth > EASY ? ldexp(1, 2 * (depth - EASY)) : 1);
  return fmax(off / fine, w->how->strict ? slope / 1e-8 : 0);
}

/* Node 0 and 4 are the ends. Depth first, from left to right. */
static bool divide(const work *w, const pawl_plane_jet *left, const pawl_plane_jet *right, double from,
                   double to, int depth)
{
  pawl_plane_jet node[5] = {*left, {{0}}, {{0}}, {{0}}, *right};
  double step = (to - from) / 4, worst = 0;
  for (int i = 1; i < 4; i++)
    if (!w->at(w->context, from + i * step, node + i))
      return w->how->failed = true, false;
  cell k = make_cell((const pawl_plane_jet[]){node[0], node[2], node[4]}, from, to);
  for (int i = 1; i < 4; i += 2)
    worst = fmax(worst, misfit(w, &k, node + i, from + i * step, depth));
  if (worst <= 1 && depth > 1)
    return add(w, &k) || (w->how->failed = true, false);
  if (depth == DEEPEST) {
    w->how->rough = from + 2 * step;
    return false;
  }
  double middle = (from + to) / 2;
  return divide(w, node, node + 2, from, middle, depth + 1) &&
         divide(w, node + 2, node + 4, middle, to, depth + 1);
}

/* The larger side of the box around some of its points, or what stands for it where all are the same. */
static bool measure(work *w, double u0)
{
  enum { SAMPLES = 16 };
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  for (int i = 0; i <= SAMPLES; i++) {
    pawl_plane_jet jet = {{0}};
    if (!w->at(w->context, u0 + w->whole * i / SAMPLES, &jet))
      return false;
    low[0] = fmin(low[0], jet.p.x);
    high[0] = fmax(high[0], jet.p.x);
    low[1] = fmin(low[1], jet.p.y);
    high[1] = fmax(high[1], jet.p.y);
  }
  w->size = fmax(fmax(high[0] - low[0], high[1] - low[1]), 1e-3 * fmax(fabs(high[0]), fabs(high[1])));
  w->size = w->size > 0 ? w->size : 1;
  return true;
}

const pawl_sampled *pawl_sample(pawl_arena *arena, pawl_sampler *at, void *context, double u0, double u1,
                                pawl_sampling *how)
{
  work w = {arena, at, context, u1 - u0, 0, PAWL_TAKE(arena, 1, pawl_sampled), how};
  pawl_plane_jet left = {{0}}, right = {{0}};
  how->failed = !w.to || !measure(&w, u0) || !at(context, u0, &left) || !at(context, u1, &right);
  if (how->failed || !divide(&w, &left, &right, u0, u1, 0))
    return NULL;
  return w.to;
}
