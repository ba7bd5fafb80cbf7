/* Curves that are made of conditions: gears, cams, splines, NURBS. */
#include "model/drawn_test.h"

/* ---- involutes and gears ---- */

static void involutes_unwind_from_their_circle(void **state)
{
  (void)state;
  drawn d = draw("involute { base = 2, from = 2.01, to = 5, angle = 0.3 }");
  close_to(d.from, sqrt(2.01 * 2.01 - 4) / 2, 1e-15, "the first roll angle");
  for (int i = 0; i <= 100; i++) {
    double s = d.from + (d.to - d.from) * i / 100;
    pawl_profile_point p = point_at(&d, s);
    close_to(hypot(p.p.x, p.p.y), 2 * sqrt(1 + s * s), 1e-14, "the radius");
    close_to(atan2(p.p.y, p.p.x), 0.3 + s - atan(s), 1e-14, "the polar angle");
    /* the normal is tangent to the base circle, at the centre of curvature */
    close_to(p.p.x * p.n.y - p.p.y * p.n.x, -2, 1e-14, "the arm of the normal");
    close_to(p.k * 2 * s, 1, 1e-12, "the curvature");
    close_to(hypot(p.p.x - p.n.x / p.k, p.p.y - p.n.y / p.k), 2, 1e-12, "the centre of curvature");
  }
  drawn e = draw("involute { base = 2, from = 2.01, to = 5, angle = -0.3, mirror = true }");
  for (int i = 0; i <= 100; i++) {
    double s = d.from + (d.to - d.from) * i / 100;
    pawl_profile_point p = point_at(&d, s), q = point_at(&e, -s);
    point_close_to(q.p, p.p.x, -p.p.y, 1e-15, "the mirrored point");
    point_close_to(q.n, p.n.x, -p.n.y, 1e-15, "the mirrored normal");
    close_to(q.k, p.k, 1e-14, "the mirrored curvature");
  }
  leave(&d);
  leave(&e);
}

/* s between low and high where the radius is that. */
static double find_radius(const drawn *d, double low, double high, double radius)
{
  bool rises =
      hypot(point_at(d, high).p.x, point_at(d, high).p.y) > hypot(point_at(d, low).p.x, point_at(d, low).p.y);
  for (int i = 0; i < 100; i++) {
    double middle = (low + high) / 2;
    pawl_xy p = point_at(d, middle).p;
    if ((hypot(p.x, p.y) < radius) == rises)
      low = middle;
    else
      high = middle;
  }
  return (low + high) / 2;
}

typedef struct {
  int teeth;
  double module, angle, backlash;
  bool internal;
} gear;

/* The s of the middle of the tip of the first tooth, or gap of a ring: where the radius is largest. */
static double tip_of(const drawn *d)
{
  double best = 0, far = 0;
  for (int i = 0; i < 2000; i++) {
    pawl_xy p = point_at(d, i / 2000.0).p;
    if (hypot(p.x, p.y) > far * (1 + 1e-12)) {
      far = hypot(p.x, p.y);
      best = i / 2000.0;
    }
  }
  return best;
}

static void check_gear(gear g)
{
  char text[200];
  snprintf(
      text, sizeof text,
      "gear_profile { teeth = %d, module = %.17g, pressure_angle = %.17g, backlash = %.17g, internal = %s }",
      g.teeth, g.module, g.angle, g.backlash, g.internal ? "true" : "false");
  drawn d = draw(text);
  double r = g.module * g.teeth / 2, base = r * cos(g.angle), tip = tip_of(&d);
  /* thickness at the pitch circle */
  double a = find_radius(&d, tip - 0.5, tip, r), b = find_radius(&d, tip, tip + 0.5, r);
  pawl_profile_point p = point_at(&d, a), q = point_at(&d, b);
  double angle = fabs(remainder(atan2(q.p.y, q.p.x) - atan2(p.p.y, p.p.x), 2 * PI));
  double thick = PI * g.module / 2 + (g.internal ? g.backlash : -g.backlash);
  close_to(angle * r, thick, 1e-12 * r, "the thickness at the pitch circle");
  /* normals touch the base circle */
  close_to(fabs(p.p.x * p.n.y - p.p.y * p.n.x), base, 1e-12 * r, "the arm of the normal");
  close_to(fabs(p.k) * sqrt(r * r - base * base), 1, 1e-9, "the curvature at the pitch circle");
  assert_true(g.internal ? p.k < 0 : p.k > 0);
  /* between root and tip, and the same for every tooth */
  double low = r - (g.internal ? 1 : 1.25) * g.module, high = r + (g.internal ? 1.25 : 1) * g.module,
         near = INFINITY, far = 0;
  assert_true(pawl_profile_closed(d.profile) && d.to - d.from == g.teeth);
  for (int i = 0; i < 400; i++) {
    double s = i / 400.0, turn = (g.internal ? -2 : 2) * PI / g.teeth;
    pawl_xy one = point_at(&d, s).p, next = point_at(&d, s + 1).p;
    near = fmin(near, hypot(one.x, one.y));
    far = fmax(far, hypot(one.x, one.y));
    point_close_to(next, one.x * cos(turn) - one.y * sin(turn), one.x * sin(turn) + one.y * cos(turn),
                   1e-12 * r, "the next tooth");
  }
  close_to(near, low, 1e-12 * r, "the smallest radius");
  close_to(far, high, 1e-12 * r, "the largest radius");
  int corners = 0;
  for (int i = 0; i < pawl_profile_features(d.profile); i++) {
    pawl_profile_part part;
    pawl_profile_feature(d.profile, i, &part);
    corners += part.vertex;
  }
  assert_int_equal(corners, 2 * g.teeth); /* at the tips of the teeth, nowhere else */
  leave(&d);
}

static void gears_have_their_thickness(void **state)
{
  (void)state;
  for (int z = 8; z <= 80; z += 9)
    for (int i = 0; i < 3; i++)
      check_gear((gear){z, 1e-3 * pow(10, 3 * i), (20 - 2 * (i == 1)) * PI / 180, i == 2 ? 20 : 0, false});
  for (int z = 40; z <= 100; z += 20)
    for (int i = 0; i < 3; i++)
      check_gear((gear){z, 1e-3 * pow(10, 3 * i), 20 * PI / 180, i == 2 ? 20 : 0, true});
}

/* ---- cams ---- */

/* The laws again, each written down in another way. */
static double law(const char *name, double x)
{
  if (strcmp(name, "3-4-5") == 0)
    return pow(x, 3) * 10 - pow(x, 4) * 15 + pow(x, 5) * 6;
  if (strcmp(name, "cycloidal") == 0)
    return x - sin(2 * PI * x) / (2 * PI);
  if (x < 0.125)
    return (PI * x - sin(4 * PI * x) / 4) / (4 + PI);
  if (x < 0.875)
    return (2 + PI * x - 9 * sin(4 * PI * x / 3 + PI / 3) / 4) / (4 + PI);
  return (4 + PI * x - sin(4 * PI * x) / 4) / (4 + PI);
}

static double lift(const char *name, double angle)
{
  double x = angle * 180 / PI;
  return x < 90    ? 0.01 * law(name, x / 90)
         : x < 150 ? 0.01
         : x < 270 ? 0.01 * (1 - law(name, (x - 150) / 120))
                   : 0;
}

static drawn draw_cam(const char *name, const char *follower)
{
  char text[400];
  snprintf(text, sizeof text,
           "cam { base = 0.04, %s, rise { 90*deg, 0.01, law = '%s' }, dwell { 60*deg }, fall { 120*deg, "
           "0.01, law = '%s' }, "
           "dwell { 90*deg } }",
           follower, name, name);
  return draw(text);
}

static const char *const laws[] = {"cycloidal", "3-4-5", "modified_sine"};

/* A flat follower sees the support function, and the radius of curvature is H + H''. */
static void flat_cams_have_their_support_function(void **state)
{
  (void)state;
  for (int i = 0; i < 3; i++) {
    drawn d = draw_cam(laws[i], "follower = 'flat'");
    for (int k = 0; k < 719; k++) {
      double a = (k + 0.31) * PI / 360, h = 1e-3, H = 0.04 + lift(laws[i], a);
      pawl_profile_point p = point_at(&d, a);
      point_close_to(p.n, cos(a), sin(a), 1e-14, "the normal");
      close_to(p.p.x * cos(a) + p.p.y * sin(a), H, 1e-16, "the support function");
      double bend = (lift(laws[i], a + h) - 2 * lift(laws[i], a) + lift(laws[i], a - h)) / (h * h);
      close_to(1 / p.k, H + bend, 3e-4 * 0.04, "the radius of curvature");
    }
    leave(&d);
  }
}

static void knives_and_rollers_ride_on_their_cams(void **state)
{
  (void)state;
  const double e = 0.006, rho = 0.008;
  for (int i = 0; i < 3; i++) {
    drawn knife = draw_cam(laws[i], "follower = 'knife', offset = 6*mm"),
          roller = draw_cam(laws[i], "follower = 'roller', roller = 8*mm, offset = 6*mm");
    for (int k = 0; k < 719; k++) {
      double a = (k + 0.31) * PI / 360, c = cos(a), s = sin(a), h = lift(laws[i], a);
      double S = sqrt(0.04 * 0.04 - e * e) + h, R = sqrt(0.048 * 0.048 - e * e) + h;
      point_close_to(point_at(&knife, a).p, S * c - e * s, S * s + e * c, 1e-16, "the knife");
      pawl_profile_point p = point_at(&roller, a);
      point_close_to((pawl_xy){p.p.x + rho * p.n.x, p.p.y + rho * p.n.y}, R * c - e * s, R * s + e * c, 2e-16,
                     "the centre of the roller");
    }
    leave(&knife);
    leave(&roller);
  }
}

/* ---- splines ---- */

static void splines_go_through_their_points(void **state)
{
  (void)state;
  drawn d = draw("spline { {0, 0}, {1, 2}, {3, 1}, {4, 4} }");
  static const double x[] = {0, 1, 3, 4}, y[] = {0, 2, 1, 4};
  double s = 0;
  for (int i = 0; i < 4; i++) {
    pawl_profile_point before, after;
    pawl_profile_at(d.profile, s, false, &before);
    pawl_profile_at(d.profile, s, true, &after);
    point_close_to(after.p, x[i], y[i], 1e-14, "the point");
    close_to(before.k, after.k, 1e-12, "the curvature on both sides");
    if (i == 0 || i == 3)
      close_to(after.k, 0, 1e-13, "the curvature at a natural end");
    s += i < 3 ? hypot(x[i + 1] - x[i], y[i + 1] - y[i]) : 0;
  }
  close_to(d.to, s, 1e-14, "s at the end");
  leave(&d);
  d = draw("spline { {0, 0}, {1, 2}, {3, 1}, start = {0, 5}, finish = {-1, -1} }");
  point_close_to(point_at(&d, d.from).t, 0, 1, 1e-15, "the direction at the start");
  pawl_profile_point end;
  pawl_profile_at(d.profile, d.to, false, &end);
  point_close_to(end.t, -sqrt(0.5), -sqrt(0.5), 1e-15, "the direction at the end");
  leave(&d);
  d = draw("spline { {0, 0}, {1, 1}, {3, 3} }"); /* a straight one is straight */
  assert_true(pawl_profile_features(d.profile) == 3 && fabs(point_at(&d, 1).k) < 1e-14);
  leave(&d);
}

/* The error of a closed spline through n points of a circle goes with n^-4, and its curvature does not jump. */
static void closed_splines_go_round(void **state)
{
  (void)state;
  double last = 0;
  for (int n = 8; n <= 64; n *= 2) {
    char text[4096];
    size_t used = (size_t)snprintf(text, sizeof text, "spline { ");
    for (int i = 0; i < n; i++)
      used += (size_t)snprintf(text + used, sizeof text - used, "{%.17g, %.17g}, ", cos(2 * PI * i / n),
                               sin(2 * PI * i / n));
    snprintf(text + used, sizeof text - used, "closed = true }");
    drawn d = draw(text);
    assert_int_equal(pawl_profile_features(d.profile), 1);
    double off = 0;
    for (int i = 0; i < 1000; i++) {
      pawl_xy p = point_at(&d, d.to * i / 1000).p;
      off = fmax(off, fabs(hypot(p.x, p.y) - 1));
    }
    if (last > 0 && !(last / off > 14 && last / off < 18))
      fail_msg("twice the points of a circle divide the error by %g", last / off);
    last = off;
    leave(&d);
  }
  assert_true(last < 1e-6);
}

/* ---- NURBS ---- */

static void nurbs_circles_are_round(void **state)
{
  (void)state;
  drawn d =
      draw("nurbs { degree = 2, closed = true, knots = {0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4},\n"
           "points = { {1, 0}, {1, 1, w = math.sqrt(0.5)}, {0, 1}, {-1, 1, w = math.sqrt(0.5)}, {-1, 0},\n"
           "{-1, -1, w = math.sqrt(0.5)}, {0, -1}, {1, -1, w = math.sqrt(0.5)}, {1, 0} } }");
  double worst = 0, worst_k = 0;
  for (int i = 0; i < 4000; i++) {
    pawl_profile_point p = point_at(&d, i * 1e-3);
    worst = fmax(worst, fabs(hypot(p.p.x, p.p.y) - 1));
    worst_k = fmax(worst_k, fabs(p.k - 1));
  }
  print_message("  a circle as a NURBS: radius %.2g off, curvature %.2g\n", worst, worst_k);
  assert_true(worst < 1e-15 && worst_k < 1e-13 && d.to == 4);
  leave(&d);
}

/* de Boor's recursion, in weighted coordinates. */
static pawl_xy de_boor(int p, const double *knot, const double (*point)[3], int n, double u)
{
  int k = p;
  double d[10][3];
  while (k < n - 1 && u >= knot[k + 1])
    k++;
  for (int j = 0; j <= p; j++)
    for (int c = 0; c < 3; c++)
      d[j][c] = (c < 2 ? point[j + k - p][c] : 1) * point[j + k - p][2];
  for (int r = 1; r <= p; r++)
    for (int j = p; j >= r; j--) {
      double a = (u - knot[j + k - p]) / (knot[j + 1 + k - r] - knot[j + k - p]);
      for (int c = 0; c < 3; c++)
        d[j][c] = (1 - a) * d[j - 1][c] + a * d[j][c];
    }
  return (pawl_xy){d[p][0] / d[p][2], d[p][1] / d[p][2]};
}

enum { POINTS = 14, ROOM = 64 };

/* The points of a wavy arc, with weights. */
static void set_points(double point[POINTS][3])
{
  for (int i = 0; i < POINTS; i++) {
    double a = 5.5 * i / POINTS, r = 3 + sin(4.1 * i);
    point[i][0] = r * cos(a);
    point[i][1] = r * sin(a);
    point[i][2] = 1 + 0.6 * cos(2.3 * i);
  }
}

static size_t write_points(char *text, size_t room, const double (*point)[3], int n)
{
  size_t used = (size_t)snprintf(text, room, "points = { ");
  for (int i = 0; i < n; i++)
    used += (size_t)snprintf(text + used, room - used, "{%.17g, %.17g, w = %.17g}, ", point[i][0],
                             point[i][1], point[i][2]);
  return used + (size_t)snprintf(text + used, room - used, "}, ");
}

enum { CLAMPED, OPEN, CLOSED };

static void check_nurbs(int degree, int form)
{
  char text[4096];
  double given[POINTS][3], point[ROOM][3], knot[ROOM];
  set_points(given);
  size_t used = (size_t)snprintf(text, sizeof text, "nurbs { degree = %d, ", degree);
  used += write_points(text + used, sizeof text - used, (const double(*)[3])given, POINTS);
  snprintf(text + used, sizeof text - used, "%s }",
           form == OPEN     ? "clamped = false"
           : form == CLOSED ? "closed = true"
                            : "");
  drawn d = draw(text);
  int n = POINTS + (form == CLOSED ? degree : 0);
  for (int i = 0; i < n; i++)
    memcpy(point[i], given[i % POINTS], sizeof point[i]);
  for (int i = 0; i <= n + degree; i++)
    knot[i] = form == CLAMPED ? fmin(fmax(i - degree, 0), n - degree) : i - degree;
  assert_true(d.from == 0 && d.to == n - degree && pawl_profile_closed(d.profile) == (form == CLOSED));
  for (int i = 0; i < 500; i++) {
    double u = d.to * (i + 0.5) / 500;
    pawl_xy p = de_boor(degree, knot, (const double(*)[3])point, n, u);
    point_close_to(point_at(&d, u).p, p.x, p.y, 2e-14, "a NURBS");
  }
  leave(&d);
}

static void nurbs_of_all_degrees(void **state)
{
  (void)state;
  for (int degree = 1; degree <= 9; degree++)
    for (int f = CLAMPED; f <= CLOSED; f++)
      check_nurbs(degree, f);
}

/* Boehm: the same curve with one knot more, which is not uniform then. */
static void a_knot_more_changes_nothing(void **state)
{
  (void)state;
  for (int degree = 1; degree <= 9; degree++) {
    char text[8192];
    double point[POINTS + 1][3], fine[POINTS + 1][3], knot[ROOM], u = 1.37;
    set_points(point);
    if (degree >= POINTS - 1)
      continue;
    int n = POINTS, k = degree;
    for (int i = 0; i <= n + degree; i++)
      knot[i] = fmin(fmax(i - degree, 0), n - degree);
    while (u >= knot[k + 1])
      k++;
    for (int i = 0; i <= n; i++) {
      double a = i <= k - degree ? 1 : i > k ? 0 : (u - knot[i]) / (knot[i + degree] - knot[i]);
      double w0 = i > 0 ? point[i - 1][2] : 0, w1 = i < n ? point[i][2] : 0, w = (1 - a) * w0 + a * w1;
      for (int c = 0; c < 2; c++)
        fine[i][c] = ((1 - a) * w0 * (i > 0 ? point[i - 1][c] : 0) + a * w1 * (i < n ? point[i][c] : 0)) / w;
      fine[i][2] = w;
    }
    size_t used = (size_t)snprintf(text, sizeof text, "nurbs { degree = %d, ", degree);
    used += write_points(text + used, sizeof text - used, (const double(*)[3])fine, n + 1);
    used += (size_t)snprintf(text + used, sizeof text - used, "knots = { ");
    for (int i = 0; i <= n + degree; i++) {
      used += (size_t)snprintf(text + used, sizeof text - used, "%.17g, ", knot[i]);
      if (i == k)
        used += (size_t)snprintf(text + used, sizeof text - used, "%.17g, ", u);
    }
    snprintf(text + used, sizeof text - used, "} }");
    drawn d = draw(text);
    for (int i = 0; i < 500; i++) {
      double s = d.to * (i + 0.5) / 500;
      pawl_xy p = de_boor(degree, knot, (const double(*)[3])point, n, s);
      point_close_to(point_at(&d, s).p, p.x, p.y, 2e-14, "with one knot more");
    }
    leave(&d);
  }
}

/* The knots of one period make the same as all of them written down. */
static void closed_nurbs_have_knots_of_a_period(void **state)
{
  (void)state;
  drawn a = draw("nurbs { degree = 3, closed = true, knots = {0, 1, 1.5, 3, 4}, points = { {2, 0}, {0, 2, w "
                 "= 2}, {-2, 0}, {0, -1} } }");
  assert_true(pawl_profile_closed(a.profile) && a.from == 0 && a.to == 4);
  drawn b = draw("nurbs { degree = 3, knots = {-3, -2.5, -1, 0, 1, 1.5, 3, 4, 5, 5.5, 7},\n"
                 "points = { {2, 0}, {0, 2, w = 2}, {-2, 0}, {0, -1}, {2, 0}, {0, 2, w = 2}, {-2, 0} } }");
  for (int i = 0; i < 400; i++) {
    pawl_profile_point p = point_at(&a, i * 0.01), q = point_at(&b, i * 0.01);
    point_close_to(p.p, q.p.x, q.p.y, 1e-15, "the point");
  }
  leave(&a);
  leave(&b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(involutes_unwind_from_their_circle),
      cmocka_unit_test(gears_have_their_thickness),
      cmocka_unit_test(flat_cams_have_their_support_function),
      cmocka_unit_test(knives_and_rollers_ride_on_their_cams),
      cmocka_unit_test(splines_go_through_their_points),
      cmocka_unit_test(closed_splines_go_round),
      cmocka_unit_test(nurbs_circles_are_round),
      cmocka_unit_test(nurbs_of_all_degrees),
      cmocka_unit_test(a_knot_more_changes_nothing),
      cmocka_unit_test(closed_nurbs_have_knots_of_a_period),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
