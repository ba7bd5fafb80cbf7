/* Bounds of curvature. A rational Bézier piece c = P/W has, by its own parameter v,
 *
 *     c' = N/W²,   N = P' W - P W',   k = W² M/|N|³,   M = N x N',
 *     dk/dv = W Q/|N|⁵,   Q = (2 W' M + W M') N·N - 3 W M N·N',
 *
 * and each of the polynomials W, N, M, Q lies between its least and largest Bernstein coefficient. That bounds
 * |dk/dv|, which is 0 for circles; k itself is then bounded by its values at 17 points and half the distance
 * between them times that. The sign of k is that of the coefficients of M, if they have one. */
#include "geometry/bend.h"

#define SAMPLES 17

enum { ROOM = 9 * PAWL_MOST_DEGREE + 1 }; /* the degree of Q is less than nine times that of P */

typedef struct {
  int n;
  double c[ROOM];
} polynomial;

/* Row n of Pascal's triangle. */
static void binomials(int n, double *row)
{
  row[0] = 1;
  for (int i = 0; i < n; i++)
    row[i + 1] = row[i] * (n - i) / (i + 1);
}

/* out += sign a b: coefficients times binomials multiply like powers. */
static void add_product(polynomial *out, double sign, const polynomial *a, const polynomial *b)
{
  double ra[ROOM], rb[ROOM], sum[ROOM];
  out->n = a->n + b->n;
  binomials(a->n, ra);
  binomials(b->n, rb);
  for (int j = 0; j <= b->n; j++)
    rb[j] *= b->c[j];
  for (int i = 0; i <= out->n; i++)
    sum[i] = 0;
  for (int i = 0; i <= a->n; i++)
    for (int j = 0; j <= b->n; j++)
      sum[i + j] += ra[i] * a->c[i] * rb[j];
  binomials(out->n, ra);
  for (int i = 0; i <= out->n; i++)
    out->c[i] += sign * sum[i] / ra[i];
}

static void derivative(const polynomial *a, polynomial *out)
{
  out->n = a->n - 1;
  for (int i = 0; i < a->n; i++)
    out->c[i] = a->n * (a->c[i + 1] - a->c[i]);
}

static double pow5(double x)
{
  double square = x * x;
  return square * square * x;
}

static double largest(const polynomial *a)
{
  double most = 0;
  for (int i = 0; i <= a->n; i++)
    most = fmax(most, fabs(a->c[i]));
  return most;
}

static double largest_vector(const polynomial a[2])
{
  double most = 0;
  for (int i = 0; i <= a[0].n; i++)
    most = fmax(most, xy_norm((pawl_xy){a[0].c[i], a[1].c[i]}));
  return most;
}

/* 1 or -1 if all coefficients have that sign, up to a tolerance: an inflection next to an end does not
 * count. */
static int sign_of(const polynomial *a, double rounding)
{
  bool up = true, down = true;
  for (int i = 0; i <= a->n; i++) {
    up = up && a->c[i] >= -rounding;
    down = down && a->c[i] <= rounding;
  }
  return up ? 1 : down ? -1 : 0;
}

/* N, from the control points. */
static void hodograph(const pawl_bezier *b, const polynomial *W, polynomial N[2])
{
  polynomial P = {.n = b->degree}, dP = {0}, dW = {0};
  for (int q = 0; q < 2; q++) {
    N[q] = (polynomial){0};
    for (int i = 0; i <= b->degree; i++)
      P.c[i] = b->c[q][i];
    derivative(&P, &dP);
    if (!b->rational) {
      N[q] = dP;
      for (int i = 0; i <= dP.n; i++)
        N[q].c[i] /= b->c[2][0];
      continue;
    }
    derivative(W, &dW);
    add_product(&N[q], 1, &dP, W);
    add_product(&N[q], -1, &P, &dW);
  }
}

/* The least |N|: all coefficients seen along their mean. 0 if one is more than 45° from it. */
static double least_length(const polynomial N[2])
{
  pawl_xy sum = {0, 0};
  for (int i = 0; i <= N[0].n; i++)
    sum = xy_add(sum, (pawl_xy){N[0].c[i], N[1].c[i]});
  double length = xy_norm(sum), least = INFINITY;
  if (!(length > 0))
    return 0;
  for (int i = 0; i <= N[0].n; i++) {
    pawl_xy d = {N[0].c[i], N[1].c[i]};
    double along = xy_dot(d, sum) / length;
    if (along < fabs(xy_cross(d, sum)) / length)
      return 0;
    least = fmin(least, along);
  }
  return least;
}

/* Q; of a polynomial piece, where W = 1, without what it has of W. */
static void slope_of_curvature(const polynomial *W, const polynomial *M, const polynomial N[2],
                               const polynomial dN[2], bool rational, polynomial *Q)
{
  polynomial dW = {0}, dM = {0}, S = {0}, T = {0}, A = {0}, B = {0};
  derivative(M, &dM);
  for (int q = 0; q < 2; q++) {
    add_product(&S, 1, &N[q], &N[q]);
    add_product(&T, 1, &N[q], &dN[q]);
  }
  if (rational) {
    derivative(W, &dW);
    add_product(&A, 2, &dW, M);
    add_product(&A, 1, W, &dM);
    add_product(&B, 1, W, M);
  } else {
    A = dM;
    B = *M;
  }
  add_product(Q, 1, &A, &S);
  add_product(Q, -3, &B, &T);
}

/* Without the samples of k. */
static void bend_of_bezier(const pawl_stretch *w, double s0, double s1, pawl_bend *bend)
{
  pawl_bezier b;
  double v0 = 0.5 + 0.5 * (s0 - w->mid) * w->rate, v1 = 0.5 + 0.5 * (s1 - w->mid) * w->rate;
  pawl_bezier_part(w->bezier, v0, v1, &b);
  polynomial W = {.n = b.degree}, N[2], dN[2] = {{0}}, M = {0}, Q = {0};
  for (int i = 0; i <= b.degree; i++)
    W.c[i] = b.rational ? b.c[2][i] : 1;
  hodograph(&b, &W, N);
  double least = least_length(N);
  bend->bounded = least > 0;
  if (!bend->bounded)
    return;
  derivative(&N[0], &dN[0]);
  derivative(&N[1], &dN[1]);
  add_product(&M, 1, &N[0], &dN[1]);
  add_product(&M, -1, &N[1], &dN[0]);
  slope_of_curvature(&W, &M, N, dN, b.rational, &Q);
  bend->k_slope = largest(&W) * largest(&Q) / (pow5(least) * (s1 - s0));
  bend->bends =
      (int)w->side * sign_of(&M, 1e-11 * largest_vector(dN) * largest_vector(N) + 1e-5 * largest(&M));
}

/* dk/ds = (c' x c''')/|c'|³ - 3 k (c'·c'')/|c'|² */
static double slope_of(const pawl_plane_jet *jet, double side, double k)
{
  double v2 = xy_dot(jet->d1, jet->d1);
  return side * xy_cross(jet->d1, jet->d3) / (v2 * sqrt(v2)) - 3 * k * xy_dot(jet->d1, jet->d2) / v2;
}

static void bend_of_function(const pawl_stretch *w, double s0, double s1, pawl_bend *bend)
{
  double slope = 0, change = 0, last = 0, bent = 0, length = 0, h = (s1 - s0) / (SAMPLES - 1);
  double k[SAMPLES];
  pawl_xy before = {0, 0};
  bool up = true, down = true;
  for (int i = 0; i < SAMPLES; i++) {
    double s = i == SAMPLES - 1 ? s1 : s0 + i * h;
    pawl_plane_jet jet;
    pawl_station at;
    pawl_stretch_jet(w, s, &jet);
    pawl_stretch_at(w, s, &at);
    double now = slope_of(&jet, w->side, at.k);
    slope = fmax(slope, fabs(now));
    change = i ? fmax(change, fabs(now - last)) : 0;
    bent = fmax(bent, fabs(at.k));
    length += i ? xy_distance(jet.p, before) : 0;
    before = jet.p;
    last = now;
    k[i] = at.k;
  }
  for (int i = 0; i < SAMPLES; i++) {
    up = up && k[i] >= -1e-6 * bent;
    down = down && k[i] <= 1e-6 * bent;
  }
  bend->k_slope = slope + 4 * change;
  bend->bounded = (bent + 0.5 * bend->k_slope * h) * length < 0.7;
  bend->bends = up ? 1 : down ? -1 : 0;
}

void pawl_bend_of(const pawl_stretch *w, double s0, double s1, pawl_bend *bend)
{
  *bend = (pawl_bend){0};
  if (w->form == PAWL_BY_POWERS)
    bend_of_bezier(w, s0, s1, bend);
  else
    bend_of_function(w, s0, s1, bend);
  if (!bend->bounded || !isfinite(bend->k_slope)) {
    bend->bounded = false;
    return;
  }
  bend->k0 = INFINITY;
  bend->k1 = -INFINITY;
  for (int i = 0; i < SAMPLES; i++) {
    pawl_station at;
    pawl_stretch_at(w, i == SAMPLES - 1 ? s1 : s0 + i * (s1 - s0) / (SAMPLES - 1), &at);
    bend->k0 = fmin(bend->k0, at.k);
    bend->k1 = fmax(bend->k1, at.k);
  }
  bend->slack = 0.5 * bend->k_slope * (s1 - s0) / (SAMPLES - 1);
  bend->k0 -= bend->slack;
  bend->k1 += bend->slack;
  if (bend->bends > 0)
    bend->k0 = fmax(bend->k0, 0);
  if (bend->bends < 0)
    bend->k1 = fmin(bend->k1, 0);
}
