/* Bézier curves and NURBS: exactness, derivatives, knot insertion. */
#include "geometry/nurbs.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/chance.h"
#include "base/trig.h"

static pawl_plane_jet jet_at(const pawl_nurbs *curve, double u)
{
  int i = curve->degree;
  while (i < curve->n - 1 && u >= curve->knot[i + 1])
    i++;
  pawl_bezier b;
  pawl_powers p;
  pawl_plane_jet jet;
  pawl_nurbs_bezier(curve, i, &b);
  pawl_bezier_powers(&b, &p);
  double rate = 2 / (curve->knot[i + 1] - curve->knot[i]);
  pawl_powers_jet(&p, (u - curve->knot[i]) * rate - 1, &jet);
  jet.d1 = (pawl_xy){jet.d1.x * rate, jet.d1.y * rate};
  jet.d2 = (pawl_xy){jet.d2.x * rate * rate, jet.d2.y * rate * rate};
  jet.d3 = (pawl_xy){jet.d3.x * rate * rate * rate, jet.d3.y * rate * rate * rate};
  return jet;
}

/* Nine points, quadratic, weights 1 and 1/√2. */
static void circle_is_round(void **state)
{
  (void)state;
  const double w = sqrt(0.5);
  pawl_xy point[9] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}, {1, 0}};
  double weight[9] = {1, w, 1, w, 1, w, 1, w, 1}, knot[12] = {0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4};
  pawl_nurbs curve = {2, 9, point, weight, knot};
  double worst = 0, bent = 0;
  for (int i = 0; i < 40000; i++) {
    pawl_plane_jet jet = jet_at(&curve, i * 1e-4);
    worst = fmax(worst, fabs(hypot(jet.p.x, jet.p.y) - 1));
    double v = hypot(jet.d1.x, jet.d1.y);
    bent = fmax(bent, fabs((jet.d1.x * jet.d2.y - jet.d1.y * jet.d2.x) / (v * v * v) - 1));
  }
  print_message("circle: round to %.1e, curvature to %.1e\n", worst, bent);
  assert_true(worst < 1e-15);
  assert_true(bent < 1e-14);
}

/* Siblings: another size, from 1e-3 to 1e3, and another pose. */
typedef struct {
  double size, c, s;
  pawl_xy at;
} pose;

static pose random_pose(unsigned long long *seed)
{
  pose p = {.size = pow(10, 3 * pawl_chance(seed))};
  pawl_sincos(3 * pawl_chance(seed), &p.s, &p.c);
  p.at = (pawl_xy){3 * p.size * pawl_chance(seed), 3 * p.size * pawl_chance(seed)};
  return p;
}

static pawl_xy posed(const pose *p, pawl_xy x)
{
  return (pawl_xy){p->at.x + p->size * (p->c * x.x - p->s * x.y),
                   p->at.y + p->size * (p->s * x.x + p->c * x.y)};
}

/* Of n arcs; the middle pole of each has the weight cos(pi/n). */
static double roundness(const pose *where, int arcs)
{
  pawl_xy point[20];
  double weight[20], knot[24], half = 3.14159265358979323846 / arcs, sine, cosine, worst = 0;
  int n = 2 * arcs + 1;
  pawl_sincos(half, &sine, &cosine);
  for (int i = 0; i < n; i++) {
    double s, c, r = i % 2 ? 1 / cosine : 1;
    pawl_sincos(half * (i == n - 1 ? 0 : i), &s, &c);
    point[i] = posed(where, (pawl_xy){r * c, r * s});
    weight[i] = i % 2 ? cosine : 1;
  }
  for (int i = 0; i < n + 3; i++)
    knot[i] = i < 3 ? 0 : i >= n ? arcs : (i - 1) / 2;
  pawl_nurbs curve = {2, n, point, weight, knot};
  for (int i = 0; i < 400; i++) {
    pawl_xy x = jet_at(&curve, i * arcs / 400.0).p;
    double off = fabs(hypot(x.x - where->at.x, x.y - where->at.y) - where->size);
    worst = fmax(worst, off / (where->size + hypot(where->at.x, where->at.y)));
  }
  return worst;
}

static void circles_of_any_size_are_round(void **state)
{
  (void)state;
  unsigned long long seed = 17;
  double worst = 0;
  for (int i = 0; i < 50; i++) {
    pose where = random_pose(&seed);
    worst = fmax(worst, roundness(&where, 3 + i % 6));
  }
  print_message("50 circles of 3 to 8 arcs, radius 1e-3 to 1e3: round to %.1e\n", worst);
  assert_true(worst < 1e-15);
}

static int random_curve(unsigned long long *seed, int degree, pawl_xy *point, double *weight, double *knot)
{
  int n = degree + 4;
  for (int i = 0; i < n; i++) {
    point[i] = (pawl_xy){i + 0.4 * pawl_chance(seed), 2 * pawl_chance(seed)};
    weight[i] = 1.5 + pawl_chance(seed);
  }
  knot[0] = 0;
  for (int i = 1; i < n + degree + 1; i++)
    knot[i] = knot[i - 1] + 0.6 + 0.5 * pawl_chance(seed);
  return n;
}

/* Each derivative against the fourth-order difference of the one before, counted in a unit of u and in one of
 * length. */
static double miss(const pawl_nurbs *curve, double u, double h, double unit, double size)
{
  pawl_plane_jet m2 = jet_at(curve, u - 2 * h), m1 = jet_at(curve, u - h), p1 = jet_at(curve, u + h),
                 p2 = jet_at(curve, u + 2 * h), at = jet_at(curve, u);
#define SLOPE(what) (((m2.what) - (p2.what) + 8 * ((p1.what) - (m1.what))) / (12 * h))
  double e1 = hypot(SLOPE(p.x) - at.d1.x, SLOPE(p.y) - at.d1.y);
  double e2 = hypot(SLOPE(d1.x) - at.d2.x, SLOPE(d1.y) - at.d2.y);
  double e3 = hypot(SLOPE(d2.x) - at.d3.x, SLOPE(d2.y) - at.d3.y);
#undef SLOPE
  double cube = unit * unit * unit;
  return fmax(e1 * unit, fmax(e2 * unit * unit, e3 * cube)) / (size + cube * hypot(at.d3.x, at.d3.y));
}

static void derivatives_are_those_of_differences(void **state)
{
  (void)state;
  unsigned long long seed = 7;
  double worst = 0;
  for (int degree = 1; degree <= PAWL_MOST_DEGREE; degree++)
    for (int i = 0; i < 40; i++) {
      pawl_xy point[20];
      double weight[20], knot[40];
      int n = random_curve(&seed, degree, point, weight, knot);
      pawl_nurbs curve = {degree, n, point, i % 2 ? weight : NULL, knot};
      int span = degree + i % (n - degree);
      double width = knot[span + 1] - knot[span], part = 0.5 + 0.3 * pawl_chance(&seed);
      worst = fmax(worst, miss(&curve, knot[span] + part * width, 1e-3 * width, 1, 1));
    }
  print_message("derivatives: %.1e\n", worst);
  assert_true(worst < 1e-8);
}

/* The same of siblings: sizes, poses, weights by 20 % more or less, parameters that run 1e-3 to 1e3 times as
 * fast. */
static void derivatives_of_siblings(void **state)
{
  (void)state;
  unsigned long long seed = 23;
  double worst = 0;
  for (int i = 0; i < 50; i++) {
    pawl_xy point[20];
    double weight[20], knot[40], fast = pow(10, 3 * pawl_chance(&seed));
    int degree = 1 + i % PAWL_MOST_DEGREE, n = random_curve(&seed, degree, point, weight, knot);
    pose where = random_pose(&seed);
    for (int j = 0; j < n; j++) {
      point[j] = posed(&where, point[j]);
      weight[j] *= 1 + 0.2 * pawl_chance(&seed);
    }
    for (int j = 0; j <= n + degree; j++)
      knot[j] *= fast;
    pawl_nurbs curve = {degree, n, point, weight, knot};
    int span = degree + i % (n - degree);
    double width = knot[span + 1] - knot[span], u = knot[span] + (0.5 + 0.3 * pawl_chance(&seed)) * width;
    worst = fmax(worst, miss(&curve, u, 1e-3 * width, fast, where.size));
  }
  print_message("derivatives of 50 siblings: %.1e\n", worst);
  assert_true(worst < 1e-8);
}

/* Boehm's insertion of one knot. */
static void insert(const pawl_nurbs *in, double u, pawl_xy *point, double *weight, double *knot)
{
  int p = in->degree, k = p;
  while (k < in->n - 1 && u >= in->knot[k + 1])
    k++;
  for (int i = 0; i <= in->n; i++) {
    double a = i <= k - p ? 1 : i > k ? 0 : (u - in->knot[i]) / (in->knot[i + p] - in->knot[i]);
    double w1 = i < in->n ? in->weight[i] : 0, w0 = i > 0 ? in->weight[i - 1] : 0;
    pawl_xy p1 = in->point[i < in->n ? i : in->n - 1], p0 = in->point[i > 0 ? i - 1 : 0];
    weight[i] = a * w1 + (1 - a) * w0;
    point[i].x = (a * w1 * p1.x + (1 - a) * w0 * p0.x) / weight[i];
    point[i].y = (a * w1 * p1.y + (1 - a) * w0 * p0.y) / weight[i];
  }
  for (int i = 0, j = 0; i <= in->n + p + 1; i++)
    knot[i] = i == k + 1 ? u : in->knot[j++];
}

static void a_knot_more_changes_nothing(void **state)
{
  (void)state;
  unsigned long long seed = 3;
  double worst = 0;
  for (int degree = 1; degree <= PAWL_MOST_DEGREE; degree++)
    for (int i = 0; i < 20; i++) {
      pawl_xy point[20], point2[20];
      double weight[20], weight2[20], knot[40], knot2[40];
      int n = random_curve(&seed, degree, point, weight, knot);
      pose where = random_pose(&seed);
      for (int j = 0; i >= 10 && j < n; j++) /* siblings */
        point[j] = posed(&where, point[j]);
      pawl_nurbs curve = {degree, n, point, weight, knot}, more = {degree, n + 1, point2, weight2, knot2};
      double lo = knot[degree], hi = knot[n];
      insert(&curve, lo + (0.5 + 0.45 * pawl_chance(&seed)) * (hi - lo), point2, weight2, knot2);
      for (int j = 0; j < 50; j++) {
        double u = lo + (0.5 + 0.5 * pawl_chance(&seed)) * (hi - lo);
        pawl_xy p = jet_at(&curve, u).p, q = jet_at(&more, u).p;
        double size = i >= 10 ? where.size + hypot(where.at.x, where.at.y) : hypot(p.x, p.y);
        worst = fmax(worst, hypot(p.x - q.x, p.y - q.y) / size);
      }
    }
  print_message("knot insertion: %.1e\n", worst);
  assert_true(worst < 1e-14);
}

static void parts_lie_on_the_whole(void **state)
{
  (void)state;
  unsigned long long seed = 11;
  for (int degree = 1; degree <= PAWL_MOST_DEGREE; degree++) {
    pawl_xy point[10];
    double weight[10];
    for (int i = 0; i <= degree; i++) {
      point[i] = (pawl_xy){i, pawl_chance(&seed)};
      weight[i] = 1.5 + pawl_chance(&seed);
    }
    pawl_bezier b, part;
    pawl_powers whole, piece;
    pawl_bezier_make(&b, degree, point, weight);
    pawl_bezier_part(&b, 0.2, 0.55, &part);
    pawl_bezier_powers(&b, &whole);
    pawl_bezier_powers(&part, &piece);
    for (int i = 0; i <= 10; i++) {
      pawl_plane_jet p, q;
      pawl_powers_jet(&whole, 2 * (0.2 + 0.035 * i) - 1, &p);
      pawl_powers_jet(&piece, 0.2 * i - 1, &q);
      assert_true(hypot(p.p.x - q.p.x, p.p.y - q.p.y) < 1e-14 * degree);
      assert_true(hypot(0.35 * p.d1.x - q.d1.x, 0.35 * p.d1.y - q.d1.y) < 1e-12);
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(circle_is_round),
      cmocka_unit_test(circles_of_any_size_are_round),
      cmocka_unit_test(derivatives_are_those_of_differences),
      cmocka_unit_test(derivatives_of_siblings),
      cmocka_unit_test(a_knot_more_changes_nothing),
      cmocka_unit_test(parts_lie_on_the_whole),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
