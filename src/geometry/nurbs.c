/* Bézier curves and NURBS. Everything here is one idea, the polar form (blossom) of a polynomial of degree
 * p: the symmetric function f(u_1 … u_p), affine in each argument, with f(u … u) = c(u). Its values at
 * arguments from a row of knots are the control points for those knots, so the Bézier points of the span u0
 * … u1 are
 *
 *     b_j = f(u0 … u0, u1 … u1)   with j times u1,
 *
 * which is what inserting the knots u0 and u1 up to p times each would give. */
#include "geometry/nurbs.h"

#include <string.h>

void pawl_bezier_make(pawl_bezier *b, int degree, const pawl_xy *point, const double *weight)
{
  *b = (pawl_bezier){.degree = degree};
  for (int i = 0; i <= degree; i++) {
    double w = weight ? weight[i] : 1;
    b->c[0][i] = w * point[i].x;
    b->c[1][i] = w * point[i].y;
    b->c[2][i] = w;
    b->rational = b->rational || b->c[2][i] != b->c[2][0];
  }
}

/* The blossom over [0, 1] with m arguments v1 and the others v0. */
static double blossom(int degree, const double *c, double v0, double v1, int m)
{
  double d[PAWL_MOST_DEGREE + 1];
  memcpy(d, c, sizeof(double) * (size_t)(degree + 1));
  for (int k = 0; k < degree; k++) {
    double v = k < m ? v1 : v0;
    for (int i = 0; i < degree - k; i++)
      d[i] = (1 - v) * d[i] + v * d[i + 1];
  }
  return d[0];
}

void pawl_bezier_part(const pawl_bezier *b, double v0, double v1, pawl_bezier *part)
{
  pawl_bezier whole = *b;
  *part = (pawl_bezier){.degree = b->degree, .rational = b->rational};
  for (int q = 0; q < 3; q++)
    for (int j = 0; j <= b->degree; j++)
      part->c[q][j] = blossom(b->degree, whole.c[q], v0, v1, j);
}

/* The derivatives at the middle are differences of control points, averaged: c_k = C(p,k) 2^-k (average of
 * Δ^k). */
static void powers_of(int degree, const double *b, double *c)
{
  double d[PAWL_MOST_DEGREE + 1], binomial = 1, scale = 1;
  memcpy(d, b, sizeof(double) * (size_t)(degree + 1));
  for (int k = 0; k <= degree; k++) {
    c[k] = binomial * scale * blossom(degree - k, d, 0.5, 0.5, 0);
    for (int i = 0; i < degree - k; i++)
      d[i] = d[i + 1] - d[i];
    binomial = binomial * (degree - k) / (k + 1);
    scale *= 0.5;
  }
}

void pawl_bezier_powers(const pawl_bezier *b, pawl_powers *p)
{
  *p = (pawl_powers){.degree = b->degree, .rational = b->rational};
  for (int q = 0; q < 3; q++) {
    double c[PAWL_MOST_DEGREE + 1];
    powers_of(b->degree, b->c[q], c);
    for (int k = 0; k <= b->degree; k++)
      p->c[k][q] = c[k];
  }
  /* One weight for all: divide once instead of at every evaluation. */
  for (int k = 0; !b->rational && k <= b->degree; k++) {
    p->c[k][0] /= b->c[2][0];
    p->c[k][1] /= b->c[2][0];
    p->c[k][2] = k == 0;
  }
}

/* Value and derivatives of one of the three polynomials. */
static inline void horner(const pawl_powers *p, int q, double z, double d[4])
{
  double f = p->c[p->degree][q], f1 = 0, f2 = 0, f3 = 0;
  for (int k = p->degree - 1; k >= 0; k--) {
    f3 = f3 * z + f2;
    f2 = f2 * z + f1;
    f1 = f1 * z + f;
    f = f * z + p->c[k][q];
  }
  d[0] = f;
  d[1] = f1;
  d[2] = 2 * f2;
  d[3] = 6 * f3;
}

/* From W c = P by Leibniz' rule: W c' = P' - W' c, and so on. */
static inline void quotient(const double P[4], const double W[4], double c[4])
{
  double w = 1 / W[0];
  c[0] = P[0] / W[0];
  c[1] = w * (P[1] - W[1] * c[0]);
  c[2] = w * (P[2] - 2 * W[1] * c[1] - W[2] * c[0]);
  c[3] = w * (P[3] - 3 * W[1] * c[2] - 3 * W[2] * c[1] - W[3] * c[0]);
}

void pawl_powers_jet(const pawl_powers *p, double z, pawl_plane_jet *jet)
{
  double x[4], y[4], W[4];
  horner(p, 0, z, x);
  horner(p, 1, z, y);
  if (p->rational) {
    double X[4], Y[4];
    memcpy(X, x, sizeof X);
    memcpy(Y, y, sizeof Y);
    horner(p, 2, z, W);
    quotient(X, W, x);
    quotient(Y, W, y);
  }
  *jet = (pawl_plane_jet){{x[0], y[0]}, {x[1], y[1]}, {x[2], y[2]}, {x[3], y[3]}};
}

/* De Boor's scheme on the knots around span i, with the arguments of the blossom given one by one: after k
 * of p steps d[j] belongs to knots i - p + k + j … */
static double polar(const pawl_nurbs *curve, int i, const double *control, double u0, double u1, int m)
{
  int p = curve->degree;
  double d[PAWL_MOST_DEGREE + 1];
  memcpy(d, control, sizeof(double) * (size_t)(p + 1));
  for (int k = 1; k <= p; k++) {
    double u = k <= m ? u1 : u0;
    for (int j = 0; j <= p - k; j++) {
      double a = curve->knot[i - p + k + j], b = curve->knot[i + 1 + j];
      double v = (u - a) / (b - a);
      d[j] = (1 - v) * d[j] + v * d[j + 1];
    }
  }
  return d[0];
}

void pawl_nurbs_bezier(const pawl_nurbs *curve, int i, pawl_bezier *b)
{
  int p = curve->degree;
  pawl_bezier control;
  pawl_bezier_make(&control, p, curve->point + i - p, curve->weight ? curve->weight + i - p : NULL);
  *b = (pawl_bezier){.degree = p, .rational = control.rational};
  for (int q = 0; q < 3; q++)
    for (int j = 0; j <= p; j++)
      b->c[q][j] = polar(curve, i, control.c[q], curve->knot[i], curve->knot[i + 1], j);
}
