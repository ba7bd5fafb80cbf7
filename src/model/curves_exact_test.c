/* Curves against closed forms: points, tangents, normals, curvatures, lengths and areas. */
#include "model/drawn_test.h"
#include "parts/part.h"

/* ---- what all curves owe ---- */

/* One of each kind, and some more; sizes go with k. */
static const char *const curves[] = {
    "circle { radius = 0.05*k, at = {0.02*k, -0.01*k} }",
    "arc { radius = 0.05*k, from = -0.4, to = 2.1 }",
    "arc { radius = 0.05*k, from = 1.4, to = -3.1, at = {0, k} }",
    "line { {-0.04*k, 0.01*k}, {0.04*k, 0.02*k} }",
    "segment { {0.04*k, 0.01*k}, {-0.04*k, -0.03*k} }",
    "polyline { {0.05*k, 0}, {0.03*k, 0.03*k}, {0, 0.04*k}, {-0.02*k, 0.01*k} }",
    "polyline { {0.05*k, 0}, {0.03*k, 0.03*k}, {0, 0.04*k}, {-0.02*k, 0.01*k}, rounding = 0.004*k }",
    "polygon { {-0.04*k, -0.02*k}, {0.04*k, -0.02*k}, {0, 0.05*k}, {0, 0.01*k}, rounding = 0.002*k }",
    "ellipse { a = 0.06*k, b = 0.02*k }",
    "superellipse { a = 0.06*k, b = 0.03*k, exponent = 4 }",
    "superellipse { a = 0.06*k, b = 0.03*k, exponent = 3.5 }",
    "sinus_ellipse { a = 0.06*k, b = 0.04*k, amplitude = 0.004*k, waves = 8 }",
    "spline { {0.05*k, 0}, {0, 0.04*k}, {-0.03*k, 0}, {0, -0.04*k}, closed = true }",
    "spline { {0.05*k, 0}, {0, 0.04*k}, {-0.03*k, 0}, start = {0, 1}, finish = {-1, -1} }",
    "nurbs { closed = true, points = { {0.05*k, 0}, {0, 0.06*k, w = 2}, {-0.05*k, 0}, {0, -0.03*k} } }",
    "nurbs { degree = 5, points = { {0.05*k, 0}, {0.04*k, 0.03*k}, {0, 0.06*k, w = 3}, {-0.05*k, 0.01*k}, "
    "{0, -0.03*k}, {0.02*k, "
    "0}, {0.03*k, 0.01*k} } }",
    "nurbs { clamped = false, points = { {0.05*k, 0}, {0, 0.06*k}, {-0.05*k, 0}, {0, -0.03*k}, {0.01*k, 0} } "
    "}",
    "curve { function(u) return 0.05*k*math.cos(u) + 0.01*k*math.exp(math.sin(u)), 0.03*k*math.sin(u)*(1 + "
    "0.2*math.cos(2*u)) end, "
    "to = 2*pi, closed = true }",
    "curve { function(u) return k*u, k*u^2 - k*u^3 end, from = -0.3, to = 1.5 }",
    "path { scale = 1e-3*k, data = 'M 30 0 A 30 30 0 0 0 -30 0 L -20 25 Q 0 40 20 25 Z' }",
    "path { scale = 1e-3*k, data = 'm 30 0 c 0 20 -20 30 -30 30 s -30 -10 -30 -30 a 40 20 30 0 1 60 0 z' }",
    "involute { base = 0.04*k, from = 0.041*k, to = 0.06*k, angle = 0.7 }",
    "involute { base = 0.04*k, from = 0.041*k, to = 0.06*k, angle = 0.7, mirror = true }",
    "gear_profile { teeth = 16, module = 0.005*k }",
    "gear_profile { teeth = 60, radius = 0.1*k, internal = true, backlash = 2e-4*k }",
    "cam { base = 0.04*k, rise { 90*deg, 0.01*k, law = 'modified_sine' }, dwell { 60*deg }, fall { 120*deg, "
    "0.01*k, law = '3-4-5' "
    "}, dwell { 90*deg } }",
    "cam { base = 0.04*k, follower = 'roller', roller = 0.01*k, offset = 0.005*k, rise { 90*deg, 0.01*k }, "
    "dwell { 60*deg }, fall "
    "{ 120*deg, 0.01*k, law = '3-4-5' }, dwell { 90*deg } }",
    "cam { base = 0.04*k, follower = 'knife', offset = -0.005*k, rise { 90*deg, 0.01*k }, dwell { 60*deg }, "
    "fall { 120*deg, "
    "0.01*k }, dwell { 90*deg } }",
    "chain { arc { radius = 0.04*k, from = 0, to = 180*deg }, line { {-0.04*k, 0}, {0.04*k, 0} }, closed = "
    "true }",
    "chain { line { {0, 0}, {k, 0} }, arc { radius = k, at = {k, k}, from = -90*deg, to = 90*deg }, line { "
    "{k, 2*k}, {0, k} } }",
};
enum { CURVES = sizeof curves / sizeof *curves };

/* How far d p/ds = speed t and dn/ds = k speed t are from differences at s, and n from the right of t. */
static double wrong_at(const drawn *d, double s, double h)
{
  static const double weight[4] = {0.8, -0.2, 4.0 / 105, -1.0 / 280};
  double dp[2] = {0, 0}, dn[2] = {0, 0}, whole = d->to - d->from;
  for (int m = 1; m <= 4; m++) {
    pawl_profile_point a = point_at(d, s - m * h), b = point_at(d, s + m * h);
    dp[0] += weight[m - 1] * (b.p.x - a.p.x) / h;
    dp[1] += weight[m - 1] * (b.p.y - a.p.y) / h;
    dn[0] += weight[m - 1] * (b.n.x - a.n.x) / h;
    dn[1] += weight[m - 1] * (b.n.y - a.n.y) / h;
  }
  pawl_profile_point p = point_at(d, s);
  double bend = p.k * p.speed, most = fabs(bend) * whole + 1;
  double wrong = hypot(dp[0] / p.speed - p.t.x, dp[1] / p.speed - p.t.y);
  wrong = fmax(wrong, hypot(dn[0] - bend * p.t.x, dn[1] - bend * p.t.y) * whole / most * 1e-2);
  return fmax(wrong, hypot(p.n.x - p.t.y, p.n.y + p.t.x));
}

/* Inside every feature; a second try where pieces meet, whose third derivatives differ. Returns the worst. */
static double differentiate(const drawn *d, const char *curve)
{
  double worst = 0;
  for (int i = 0; i < pawl_profile_features(d->profile); i++) {
    pawl_profile_part part;
    pawl_profile_feature(d->profile, i, &part);
    for (int j = 1; j < 20 && !part.vertex; j++) {
      double width = part.s1 - part.s0, s = part.s0 + (j - 0.43) * width / 20, h = 2e-3 * width;
      double wrong = fmin(wrong_at(d, s, h), wrong_at(d, s + 8.1 * h, h));
      if (!(wrong < 1e-8))
        fail_msg("%s\nat s = %g: derivatives are off by %.3g", curve, s, wrong);
      worst = fmax(worst, wrong);
    }
  }
  return worst;
}

static void derivatives_are_right(void **state)
{
  (void)state;
  static const double sizes[] = {1e-3, 1, 1e3};
  double worst = 0;
  for (int i = 0; i < CURVES; i++)
    for (int k = 0; k < 3; k++) {
      drawn d = draw_scaled(curves[i], sizes[k]);
      worst = fmax(worst, differentiate(&d, curves[i]));
      leave(&d);
    }
  print_message("  tangents and curvatures against differences: %.2g\n", worst);
}

/* A curve that is k times as large is the same: in each feature, which may have parameters of their own. */
static double compare(const drawn *a, const drawn *b, double k, const char *curve)
{
  double worst = 0;
  assert_int_equal(pawl_profile_features(a->profile), pawl_profile_features(b->profile));
  for (int i = 0; i < pawl_profile_features(a->profile); i++) {
    pawl_profile_part one, other;
    pawl_profile_feature(a->profile, i, &one);
    pawl_profile_feature(b->profile, i, &other);
    for (int m = 1; m < 20 && !one.vertex; m++) {
      pawl_profile_point p = point_at(a, one.s0 + (one.s1 - one.s0) * m / 20),
                         q = point_at(b, other.s0 + (other.s1 - other.s0) * m / 20);
      double off = hypot(q.p.x - k * p.p.x, q.p.y - k * p.p.y) / (k * a->size);
      worst = fmax(worst, off);
      if (!(off < 1e-13 && hypot(p.n.x - q.n.x, p.n.y - q.n.y) < 1e-9))
        fail_msg("%s\nis another one at size %g: %.3g off", curve, k, off);
    }
  }
  return worst;
}

static void siblings_of_all_sizes_are_alike(void **state)
{
  (void)state;
  double worst = 0;
  for (int i = 0; i < CURVES; i++)
    for (int j = 0; j < 50; j++) {
      double k = pow(10, -3 + 6.0 * j / 49);
      drawn a = draw(curves[i]), b = draw_scaled(curves[i], k);
      worst = fmax(worst, compare(&a, &b, k, curves[i]));
      leave(&a);
      leave(&b);
    }
  print_message("  the same curve at other sizes: %.2g of it\n", worst);
}

static double from_edge(pawl_xy p, pawl_xy a, pawl_xy b)
{
  double x = b.x - a.x, y = b.y - a.y, l = x * x + y * y;
  double t = l > 0 ? fmin(fmax(((p.x - a.x) * x + (p.y - a.y) * y) / l, 0), 1) : 0;
  return hypot(a.x + t * x - p.x, a.y + t * y - p.y);
}

/* What is drawn is where the curve is. */
static void polygons_are_within_their_error(void **state)
{
  (void)state;
  enum { ROOM = 8192 };
  static pawl_xy point[ROOM];
  for (int i = 0; i < CURVES; i++) {
    drawn d = draw(curves[i]);
    double error = 1e-3 * d.size;
    int n = pawl_profile_polygon(d.profile, error, point, ROOM);
    assert_true(n >= 2 && n < ROOM);
    for (int m = 0; m <= 1000; m++) {
      pawl_xy p = point_at(&d, d.from + (d.to - d.from) * m / 1000).p;
      double nearest = INFINITY;
      for (int j = 1; j < n; j++)
        nearest = fmin(nearest, from_edge(p, point[j - 1], point[j]));
      if (!(nearest <= 1.001 * error))
        fail_msg("%s\nis %.3g of its size beside its polygon", curves[i], nearest / d.size);
    }
    if (pawl_profile_closed(d.profile))
      assert_true(point[0].x == point[n - 1].x && point[0].y == point[n - 1].y);
    leave(&d);
  }
}

/* ---- circles, lines ---- */

static void circles_are_round(void **state)
{
  (void)state;
  drawn d = draw("circle { radius = 3, at = {1, 2} }");
  assert_true(pawl_profile_closed(d.profile) && d.from == 0);
  close_to(d.to, 2 * PI, 1e-15, "the end of s");
  for (int i = 0; i < 360; i++) {
    double a = i * PI / 180;
    pawl_profile_point p = point_at(&d, a);
    point_close_to(p.p, 1 + 3 * cos(a), 2 + 3 * sin(a), 2e-15, "the point");
    point_close_to(p.n, cos(a), sin(a), 1e-15, "the normal");
    close_to(p.k, 1.0 / 3, 1e-15, "the curvature");
  }
  leave(&d);
  d = draw("circle { radius = 3 }, flip = true");
  pawl_profile_point p = point_at(&d, 0.5);
  point_close_to(p.n, -cos(0.5), -sin(0.5), 1e-15, "the normal of a hole");
  close_to(p.k, -1.0 / 3, 1e-15, "the curvature of a hole");
  leave(&d);
}

static void arcs_run_both_ways(void **state)
{
  (void)state;
  drawn d = draw("arc { radius = 2, from = 0.5, to = 2.5 }");
  assert_false(pawl_profile_closed(d.profile));
  assert_true(d.from == 0 && d.to == 4);
  point_close_to(point_at(&d, 1).p, 2 * cos(1), 2 * sin(1), 1e-15, "the point");
  point_close_to(point_at(&d, 1).n, cos(1), sin(1), 1e-15, "the normal");
  assert_int_equal(pawl_profile_features(d.profile), 3); /* two corners */
  leave(&d);
  d = draw("arc { radius = 2, from = 2.5, to = 0.5 }");
  assert_true(d.from == 0 && d.to == 4);
  point_close_to(point_at(&d, 3).p, 2 * cos(1), 2 * sin(1), 1e-15, "the point");
  point_close_to(point_at(&d, 3).n, -cos(1), -sin(1), 1e-15, "the normal");
  close_to(point_at(&d, 3).k, -0.5, 1e-15, "the curvature");
  leave(&d);
}

static void lines_have_bare_ends_and_segments_corners(void **state)
{
  (void)state;
  drawn d = draw("line { {-3, 1}, {1, 4} }"), e = draw("segment { {-3, 1}, {1, 4} }");
  assert_int_equal(pawl_profile_features(d.profile), 1);
  assert_int_equal(pawl_profile_features(e.profile), 3);
  assert_true(d.from == 0 && d.to == 5);
  point_close_to(point_at(&d, 2).p, -3 + 1.6, 1 + 1.2, 1e-15, "the point");
  point_close_to(point_at(&d, 2).n, 0.6, -0.8, 1e-15, "the normal");
  assert_true(point_at(&d, 2).k == 0);
  leave(&d);
  leave(&e);
  d = draw("vertex { {2, 3} }");
  assert_int_equal(pawl_profile_features(d.profile), 1);
  point_close_to(point_at(&d, 0).p, 2, 3, 0, "a vertex");
  leave(&d);
}

static void rounded_polygons_measure_what_they_should(void **state)
{
  (void)state;
  double area, length;
  drawn d = draw("polygon { {-2, -2}, {2, -2}, {2, 2}, {-2, 2} }");
  measure(&d, &area, &length);
  close_to(area, 16, 1e-11, "a square");
  close_to(length, 16, 1e-11, "around a square");
  assert_int_equal(pawl_profile_features(d.profile), 8);
  leave(&d);
  d = draw("polygon { {-2, -2}, {2, -2}, {2, 2}, {-2, 2}, rounding = 0.5 }");
  measure(&d, &area, &length);
  close_to(area, 16 - (4 - PI) * 0.25, 1e-11, "a rounded square");
  close_to(length, 4 * 3 + PI, 1e-11, "around a rounded square");
  close_to(d.to, length, 1e-11, "s");
  leave(&d);
  d = draw("polygon { {-2, -2}, {2, -2}, {2, 2}, {-2, 2}, rounding = 2 }"); /* nothing straight is left */
  measure(&d, &area, &length);
  close_to(area, 4 * PI, 1e-11, "a disc");
  leave(&d);
  d = draw("polygon { { {0, 0}, {1, 0}, {0, 1} }, rounding = 0.1 }"); /* one table of points */
  measure(&d, &area, &length);
  double cut = 0.1 / tan(PI / 8), quarter = 0.1;
  close_to(area, 0.5 - (quarter * 0.1 - PI * 0.01 / 4) - 2 * (cut * 0.1 - 0.5 * 0.01 * (3 * PI / 4)), 1e-11,
           "a triangle");
  leave(&d);
}

/* ---- ellipses ---- */

static void ellipses_are_exact(void **state)
{
  (void)state;
  const double a = 0.2, b = 0.08;
  drawn d = draw("ellipse { a = 0.2, b = 0.08 }");
  double worst = 0, area, length, h = (a - b) * (a - b) / ((a + b) * (a + b));
  for (int i = 0; i < 720; i++) {
    double s = i * PI / 360;
    pawl_profile_point p = point_at(&d, s);
    double x = p.p.x / a, y = p.p.y / b, angle = atan2(y, x), c = cos(angle), sn = sin(angle);
    worst = fmax(worst, fabs(x * x + y * y - 1));
    close_to(remainder(angle - s, 2 * PI), 0, i % 90 == 0 ? 1e-15 : 0.017, "s as an angle");
    double size = hypot(x / a, y / b);
    point_close_to(p.n, x / a / size, y / b / size, 1e-14, "the normal");
    double w = hypot(a * sn, b * c);
    close_to(p.k * w * w * w / (a * b), 1, 1e-13, "the curvature");
    /* the centre of curvature is on the evolute */
    point_close_to((pawl_xy){p.p.x - p.n.x / p.k, p.p.y - p.n.y / p.k}, (a * a - b * b) / a * c * c * c,
                   (b * b - a * a) / b * sn * sn * sn, 1e-13, "the evolute");
  }
  assert_true(worst < 1e-15);
  measure(&d, &area, &length);
  close_to(area, PI * a * b, 1e-11, "the area");
  double series = 0, term = 1; /* of the circumference: π (a + b) Σ binomial(1/2, n)² h^n */
  for (int n = 0; n < 60; n++) {
    series += term * term * pow(h, n);
    term *= (0.5 - n) / (n + 1);
  }
  close_to(length, PI * (a + b) * series, 1e-12, "the circumference");
  close_to(pawl_profile_length(d.profile), length, 1e-6 * length, "the profile's length");
  leave(&d);
}

static void superellipses_are_exact(void **state)
{
  (void)state;
  static const double exponents[] = {2, 2.5, 3, 4, 7.3, 20, 100};
  for (size_t i = 0; i < sizeof exponents / sizeof *exponents; i++) {
    char text[96];
    double n = exponents[i], worst = 0;
    snprintf(text, sizeof text, "superellipse { a = 3, b = 2, exponent = %g }", n);
    drawn d = draw(text);
    for (int j = 0; j < 1000; j++) {
      pawl_profile_point p = point_at(&d, 2 * PI * (j + 0.37) / 1000);
      double x = fabs(p.p.x) / 3, y = fabs(p.p.y) / 2, fx = pow(x, n - 1) / 3, fy = pow(y, n - 1) / 2;
      worst = fmax(worst, fabs(pow(x, n) + pow(y, n) - 1) / n);
      double size = hypot(fx, fy);
      point_close_to((pawl_xy){fabs(p.n.x), fabs(p.n.y)}, fx / size, fy / size, 3e-9, "the normal");
      double gx = (n - 1) * pow(x, n - 2) / 9,
             gy = (n - 1) * pow(y, n - 2) / 4; /* of the implicit equation, over n */
      close_to(p.k, (gx * fy * fy + gy * fx * fx) / (size * size * size), 1e-5 * (1 + p.k), "the curvature");
    }
    if (!(worst < 2e-13))
      fail_msg("exponent %g: off by %.3g", n, worst);
    leave(&d);
  }
}

static void wavy_ellipses_have_their_waves(void **state)
{
  (void)state;
  drawn d = draw("sinus_ellipse { a = 0.6, b = 0.4, amplitude = 0.05, waves = 7 }");
  for (int i = 0; i < 100; i++) {
    double s = 2 * PI * i / 100, w = 0.05 * sin(7 * s);
    point_close_to(point_at(&d, s).p, (0.6 + w) * cos(s), (0.4 + w) * sin(s), 1e-15, "the point");
  }
  leave(&d);
}

/* ---- functions, chains ---- */

static void functions_are_met(void **state)
{
  (void)state;
  drawn d = draw("curve { function(u) return math.exp(u)*math.cos(3*u), math.exp(u)*math.sin(3*u) end, from "
                 "= -1, to = 2 }");
  double worst = 0, worst_n = 0, worst_k = 0;
  for (int i = 0; i <= 3000; i++) { /* a logarithmic spiral: its radius and tangent have a constant angle */
    double u = -1 + i * 1e-3, r = exp(u);
    pawl_profile_point p = point_at(&d, u);
    worst = fmax(worst, hypot(p.p.x - r * cos(3 * u), p.p.y - r * sin(3 * u)));
    worst_n = fmax(worst_n, fabs(p.t.x * cos(3 * u) + p.t.y * sin(3 * u) - 1 / sqrt(10)));
    worst_k = fmax(worst_k, fabs(p.k * r * sqrt(10) / 3 - 1));
  }
  print_message("  a Lua curve: points %.2g of its size, tangents %.2g, curvatures %.2g\n", worst / d.size,
                worst_n, worst_k);
  assert_true(worst < 1e-13 * d.size && worst_n < 1e-11 && worst_k < 1e-8);
  leave(&d);
}

static void chains_go_on(void **state)
{
  (void)state;
  drawn d =
      draw("chain { line { {0, 0}, {2, 0} }, arc { radius = 1, at = {2, 1}, from = -90*deg, to = 90*deg },\n"
           " line { {2, 2}, {0, 2} }, line { {0, 2}, {0, 0} }, closed = true }");
  double area, length;
  measure(&d, &area, &length);
  close_to(area, 4 + PI / 2, 1e-11, "the area");
  close_to(d.to - d.from, 2 + PI + 2 + 2, 1e-14, "s from end to end");
  assert_int_equal(pawl_profile_features(d.profile), 6); /* three lines, an arc, two corners */
  point_close_to(point_at(&d, 2 + PI / 2).p, 3, 1, 1e-15, "the middle of the arc");
  leave(&d);
}

/* ---- numbers that nobody means ---- */

/* Every number of every curve, set to what no machine has: a sentence, or a curve that can be looked at. */
static void strange_numbers_are_survived(void **state)
{
  (void)state;
  static const double strange[] = {0, -1, 1e-300, -1e-300, 1e-12, 1e-6, 0.3, 7, 1e6, 1e15, 1e150, 1e300};
  int good = 0, refused = 0;
  for (int i = 0; i < CURVES; i++) {
    drawn d = draw(curves[i]);
    const pawl_shape_part *shape = d.model->parts[pawl_model_find(d.model, "c")]->fields;
    for (const pawl_field *f = shape->curve.kind->fields; f->name; f++)
      for (size_t k = 0; k < sizeof strange / sizeof *strange; k++) {
        static const char *const tails[] = {"", ".x", ".1.x", ".2.y", ".2.w", ".1", ".1.2", ".2.radius"};
        for (int t = 0; t < 8; t++) {
          char path[64];
          pawl_error e = {0};
          bool all = f->name[0] >= '1' && f->name[0] <= '9' && t >= 2; /* by place in the list */
          snprintf(path, sizeof path, "c.curve%s%s%s", all ? "" : ".", all ? "" : f->name, tails[t]);
          double *number = pawl_model_number(d.model, path, NULL), old = number ? *number : 0;
          pawl_status status = pawl_model_set(d.model, path, strange[k], &e);
          assert_true(status == PAWL_OK || (status == PAWL_BAD_CALL && *e.text));
          good += status == PAWL_OK;
          refused += status != PAWL_OK;
          if (status == PAWL_OK && number)
            *number = old;
          else if (status == PAWL_OK) /* a whole number */
            pawl_model_set(d.model, path, 8, NULL);
        }
      }
    leave(&d);
  }
  print_message("  strange numbers: %d curves, %d sentences\n", good, refused);
}

/* All kinds are among the curves above. */
static void no_kind_is_forgotten(void **state)
{
  (void)state;
  for (int i = 0; pawl_kinds[i]; i++) {
    bool found = !pawl_kinds[i]->curve || strcmp(pawl_kinds[i]->name, "vertex") == 0;
    for (int j = 0; j < CURVES && !found; j++) {
      size_t n = strlen(pawl_kinds[i]->name);
      found = strncmp(curves[j], pawl_kinds[i]->name, n) == 0 && curves[j][n] == ' ';
    }
    if (!found)
      fail_msg("%s: write it into the list of this test", pawl_kinds[i]->name);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_kind_is_forgotten),
      cmocka_unit_test(derivatives_are_right),
      cmocka_unit_test(siblings_of_all_sizes_are_alike),
      cmocka_unit_test(polygons_are_within_their_error),
      cmocka_unit_test(circles_are_round),
      cmocka_unit_test(arcs_run_both_ways),
      cmocka_unit_test(lines_have_bare_ends_and_segments_corners),
      cmocka_unit_test(rounded_polygons_measure_what_they_should),
      cmocka_unit_test(ellipses_are_exact),
      cmocka_unit_test(superellipses_are_exact),
      cmocka_unit_test(wavy_ellipses_have_their_waves),
      cmocka_unit_test(functions_are_met),
      cmocka_unit_test(chains_go_on),
      cmocka_unit_test(strange_numbers_are_survived),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
