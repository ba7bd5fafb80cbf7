/* Pairs that are hard to search: nearly parallel, nearly equal, osculating, tiny on huge, far from the origin,
 * spirals, stars, cusps, one inside of the other. Each ends after a bounded number of looks, and no two
 * sampled points are closer than the least gap found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "geometry/oracle_test.h"
#include "geometry/plane.h"
#include "geometry/shapes_test.h"

#define MOST 256

static const pawl_profile *closed(pawl_outline *o, bool flip)
{
  pawl_outline_end end = {.closed = true, .flip = flip};
  const pawl_profile *p = pawl_outline_close(o, &end);
  assert_non_null(p);
  return p;
}

static const pawl_profile *circle(pawl_xy at, double r, bool flip)
{
  pawl_outline *o = pawl_outline_open(shape_arena());
  pawl_outline_arc(o, at, r, 0, 2 * SHAPE_PI, 0, 1);
  return closed(o, flip);
}

/* A circle or an ellipse of four rational quadratics. */
static const pawl_profile *nurbs_ellipse(pawl_xy at, double a, double b, bool flip)
{
  const double w = sqrt(0.5), x[9] = {1, 1, 0, -1, -1, -1, 0, 1, 1}, y[9] = {0, 1, 1, 1, 0, -1, -1, -1, 0};
  double weight[9], knot[12] = {0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4};
  pawl_xy p[9];
  for (int i = 0; i < 9; i++) {
    p[i] = (pawl_xy){at.x + a * x[i], at.y + b * y[i]};
    weight[i] = i % 2 ? w : 1;
  }
  pawl_outline *o = pawl_outline_open(shape_arena());
  pawl_outline_nurbs(o, 2, p, weight, 9, knot);
  return closed(o, flip);
}

static const pawl_profile *polygon(const pawl_xy *p, int n)
{
  pawl_outline *o = pawl_outline_open(shape_arena());
  for (int i = 0; i < n; i++)
    pawl_outline_line(o, p[i], p[(i + 1) % n], i, i + 1);
  return closed(o, false);
}

static const pawl_profile *box(double x, double y, double w, double h)
{
  return polygon((pawl_xy[]){{x - w, y - h}, {x + w, y - h}, {x + w, y + h}, {x - w, y + h}}, 4);
}

/* y = c x² for |x| <= w, its material above. */
static const pawl_profile *parabola(double c, double w, bool flip)
{
  pawl_outline *o = pawl_outline_open(shape_arena());
  pawl_outline_end end = {.flip = flip};
  pawl_outline_bezier(o, 2, (pawl_xy[]){{-w, c * w * w}, {0, -c * w * w}, {w, c * w * w}}, NULL, 0, 1);
  const pawl_profile *p = pawl_outline_close(o, &end);
  assert_non_null(p);
  return p;
}

static const pawl_profile *star(int spikes, double inner, double outer)
{
  pawl_xy *p = PAWL_TAKE(shape_arena(), 2 * spikes, pawl_xy);
  for (int i = 0; i < 2 * spikes; i++)
    p[i] = shape_polar(i % 2 ? inner : outer, SHAPE_PI * i / spikes);
  return polygon(p, 2 * spikes);
}

/* a u (cos, sin)(u + turned), run through forwards or backwards. */
typedef struct {
  double a, turned, way;
} winding_form;

static void spiral_at(const void *context, double v, pawl_plane_jet *jet)
{
  const winding_form *f = context;
  double a = f->a, u = f->way * v, s, c, w = f->way;
  pawl_sincos(u + f->turned, &s, &c);
  jet->p = (pawl_xy){a * u * c, a * u * s};
  jet->d1 = (pawl_xy){w * a * (c - u * s), w * a * (s + u * c)};
  jet->d2 = (pawl_xy){a * (-2 * s - u * c), a * (2 * c - u * s)};
  jet->d3 = (pawl_xy){w * a * (-3 * c + u * s), w * a * (-3 * s - u * c)};
}

/* A band that winds outwards. */
static const pawl_profile *spiral(double a, double turns)
{
  winding_form *f = PAWL_TAKE(shape_arena(), 2, winding_form);
  f[0] = (winding_form){a, 0, 1};
  f[1] = (winding_form){a, 1, -1};
  pawl_plane_jet at[4];
  double u0 = 2, u1 = 2 + 2 * SHAPE_PI * turns;
  spiral_at(&f[0], u0, &at[0]);
  spiral_at(&f[0], u1, &at[1]);
  spiral_at(&f[1], -u1, &at[2]);
  spiral_at(&f[1], -u0, &at[3]);
  pawl_outline *o = pawl_outline_open(shape_arena());
  pawl_outline_function(o, spiral_at, &f[0], u0, u1);
  pawl_outline_line(o, at[1].p, at[2].p, u1, u1 + 1);
  pawl_outline_function(o, spiral_at, &f[1], -u1, -u0);
  pawl_outline_line(o, at[3].p, at[0].p, 0, 1);
  return closed(o, false);
}

/* Two cubics that meet in a cusp at the origin, closed by a line. */
static const pawl_profile *cusp(void)
{
  pawl_outline *o = pawl_outline_open(shape_arena());
  pawl_outline_bezier(o, 3, (pawl_xy[]){{-1, -1}, {-0.4, -0.6}, {0, -0.5}, {0, 0}}, NULL, 0, 1);
  pawl_outline_bezier(o, 3, (pawl_xy[]){{0, 0}, {0, -0.5}, {0.4, -0.6}, {1, -1}}, NULL, 1, 2);
  pawl_outline_line(o, (pawl_xy){1, -1}, (pawl_xy){-1, -1}, 2, 3);
  return closed(o, true);
}

typedef struct {
  const char *name;
  long pairs, newtons;
} tally;

/* Searches with several distances of interest; returns the least gap. `wanted`: the known one, or NaN. */
static double hard(tally *most, const char *name, const pawl_profile *a, const pawl_profile *b,
                   pawl_placing place, double wanted)
{
  static pawl_touch t[MOST], u[MOST];
  pawl_search_note note;
  pawl_search_work *work = pawl_search_room(shape_arena(), a, b, MOST);
  double size = fmax(pawl_profile_size(a), pawl_profile_size(b));
  int n = pawl_search(a, b, &place, INFINITY, NULL, 0, t, MOST, work, &note);
  double least = n ? t[0].gap : INFINITY, leaves[2];
  if (note.pairs > most->pairs)
    *most = (tally){name, note.pairs, most->newtons};
  most->newtons = note.newtons > most->newtons ? note.newtons : most->newtons;
  if (isfinite(wanted) && !(fabs(least - wanted) < 1e-12 * size))
    fail_msg("%s: least gap %.17g, not %.17g", name, least, wanted);
  oracle_chain p = oracle_sample(a, 3000), q = oracle_sample(b, 3000);
  double sampled = oracle_distance(&p, &q, &place);
  bool solid = pawl_profile_closed(a) && pawl_profile_closed(b); /* open curves have no back */
  if (solid && least > 0 && sampled < fmin(least, note.beyond) - 1e-9 * size)
    fail_msg("%s: least gap %.17g, but points are %.17g apart", name, least, sampled);
  free(p.point);
  free(q.point);
  for (int i = 0; i < n; i++)
    assert_true(pawl_track(a, b, &place, false, &t[i], leaves) != PAWL_LOST);
  for (double interest = 1e-6 * size; interest < size; interest *= 30) {
    int m = pawl_search(a, b, &place, interest, NULL, 0, u, MOST, work, &note);
    if (least < 0.999 * interest && !(m > 0 && fabs(u[0].gap - least) < 1e-12 * size))
      fail_msg("%s: least gap %.17g, not found within %g", name, least, interest);
    assert_true(note.pairs < 200000 && note.newtons < 20000);
  }
  return least;
}

static void nearly_alike(void **state)
{
  (void)state;
  tally most = {0};
  for (int i = 1; i <= 11; i++) { /* below 1e-12 of the size they count as equal */
    double tiny = pow(10, -i);
    /* a bar on a bar, turned by next to nothing: its corner is the lowest point */
    double s, c;
    pawl_sincos(tiny, &s, &c);
    if (tiny < 0.09)
      hard(&most, "bars", box(0, 0, 1, 0.1), box(0, 0, 0.7, 0.1), shape_placed((pawl_xy){0, 0.3}, tiny),
           0.2 - 0.7 * s - 0.1 * c);
    /* a pin in a bore that is hardly larger, in the middle and beside it */
    hard(&most, "bore", circle((pawl_xy){0, 0}, 1 + tiny, true), circle((pawl_xy){0, 0}, 1, false),
         shape_placed((pawl_xy){0.6 * tiny, 0}, 1), 0.4 * tiny);
    hard(&most, "rational bore", nurbs_ellipse((pawl_xy){0, 0}, 1 + tiny, 1 + tiny, true),
         nurbs_ellipse((pawl_xy){0, 0}, 1, 1, false), shape_placed((pawl_xy){0.3 * tiny, 0.4 * tiny}, 1),
         NAN);
    hard(&most, "oval bore", nurbs_ellipse((pawl_xy){0, 0}, 2 + tiny, 1 + tiny, true),
         nurbs_ellipse((pawl_xy){0, 0}, 2, 1, false), shape_placed((pawl_xy){0, 0.5 * tiny}, 0), NAN);
    /* parabolas that osculate: in a trough that is hardly wider */
    hard(&most, "trough", parabola(1 + tiny, 1, false), parabola(1, 1, true),
         shape_placed((pawl_xy){0, -0.1}, 0), NAN);
  }
  print_message("nearly alike: at most %ld pairs of cells (%s), %ld Newton solutions\n", most.pairs,
                most.name, most.newtons);
}

static void tiny_and_huge(void **state)
{
  (void)state;
  tally most = {0};
  /* a notch and a bump of 1e-6 on a plate, and a pin of 1e-6 above each */
  for (int i = 0; i <= 6; i++) {
    double e = pow(10, -i);
    pawl_xy p[7] = {{-1, -1}, {1, -1}, {1, 0}, {0.3 * e, 0}, {0, 0.3 * e}, {-0.3 * e, 0}, {-1, 0}};
    const pawl_profile *bump = polygon(p, 7), *pin = circle((pawl_xy){0, 0}, 0.2 * e, false);
    hard(&most, "bump", bump, pin, shape_placed((pawl_xy){0, e}, 0), 0.5 * e);
    p[4].y = -0.3 * e;
    hard(&most, "notch", polygon(p, 7), pin, shape_placed((pawl_xy){0, e}, 0), NAN);
    hard(&most, "needle", nurbs_ellipse((pawl_xy){0, 0}, 1, e, false),
         nurbs_ellipse((pawl_xy){0, 0}, e, 1, false), shape_placed((pawl_xy){0, 1.5 + e}, 0), 0.5);
  }
  /* the same pair 1e6 sizes from the origin of its frames */
  for (int i = 0; i <= 6; i++) {
    double far = pow(10, i);
    const pawl_profile *a = nurbs_ellipse((pawl_xy){far, -far}, 1, 0.5, false),
                       *b = nurbs_ellipse((pawl_xy){-far, 0.5 * far}, 0.8, 0.8, false);
    double gap =
        hard(&most, "far from the origin", a, b, shape_placed((pawl_xy){2 * far, 1.7 - 1.5 * far}, 0), NAN);
    assert_true(fabs(gap - 0.4) < 1e-15 * far + 1e-12);
  }
  print_message("tiny and huge: at most %ld pairs of cells (%s), %ld Newton solutions\n", most.pairs,
                most.name, most.newtons);
}

static void winding(void **state)
{
  (void)state;
  tally most = {0};
  const pawl_profile *a = spiral(0.1, 5), *b = spiral(0.0999, 5);
  for (int i = 0; i < 8; i++) {
    hard(&most, "spirals", a, b, shape_placed((pawl_xy){0.01 * i, 0.02}, SHAPE_PI + 0.1 * i), NAN);
    hard(&most, "spiral and pin", a, circle((pawl_xy){0, 0}, 0.05, false),
         shape_placed((pawl_xy){0.3 * i, 0.1}, 0), NAN);
    hard(&most, "stars", star(40, 0.8, 1), star(7 + 9 * i, 0.2, 0.3),
         shape_placed((pawl_xy){1.31 + 0.01 * i, 0.02 * i}, 0.1 * i), NAN);
    hard(&most, "star in a hole", circle((pawl_xy){0, 0}, 1.2, true), star(30 + i, 0.8, 1),
         shape_placed((pawl_xy){0.01 * i, 0}, 0.3), NAN);
    hard(&most, "cusp", cusp(), circle((pawl_xy){0, 0}, 0.3, false),
         shape_placed((pawl_xy){0.1 * i - 0.4, 1}, 0), NAN);
    hard(&most, "ellipse in an ellipse", nurbs_ellipse((pawl_xy){0, 0}, 3, 2, true),
         nurbs_ellipse((pawl_xy){0, 0}, 1, 0.2, false), shape_placed((pawl_xy){0.2 * i, 0.1}, 0.4 * i), NAN);
  }
  print_message("winding: at most %ld pairs of cells (%s), %ld Newton solutions\n", most.pairs, most.name,
                most.newtons);
}

/* ---- an ellipse in an elliptic hole, by supports: tangents of normal (cos u, sin u) are G(u) = H(u) - h(u - θ) - x cos u - y sin u
 * apart, and touches are the minima of G ---- */

typedef struct {
  double A, B, d, x, y, turned; /* half axes of the hole, play, place of the ellipse */
} fit;

/* The support of an ellipse, its slope and the radius of curvature. */
static double support(double a, double b, double u, double *slope, double *radius)
{
  double s, c;
  pawl_sincos(u, &s, &c);
  double h = sqrt(a * a * c * c + b * b * s * s);
  *slope = (b * b - a * a) * s * c / h;
  *radius = a * a * b * b / (h * h * h);
  return h;
}

static double fit_gap(const fit *f, double u, double *slope)
{
  double s, c, H1, h1, radius;
  pawl_sincos(u, &s, &c);
  double H = support(f->A, f->B, u, &H1, &radius),
         h = support(f->A - f->d, f->B - f->d, u - f->turned, &h1, &radius);
  *slope = H1 - h1 + f->x * s - f->y * c;
  return H - h - f->x * c - f->y * s;
}

/* Touching at u with G'' = G + G'' = R - r = `flat` there: turned until the radii differ by so much. */
static bool lay(fit *f, double u, double flat)
{
  double lo = -3 * f->d / f->B, hi = 3 * f->d / f->B, s, c, H1, h1, R, r, h = 0;
  double H = support(f->A, f->B, u, &H1, &R), first = 0;
  for (int i = 0; i < 100; i++) {
    f->turned = i == 0 ? lo : i == 1 ? hi : 0.5 * (lo + hi);
    h = support(f->A - f->d, f->B - f->d, u - f->turned, &h1, &r);
    double off = R - r - flat;
    if (i == 0)
      first = off;
    else if (i == 1 && off * first > 0)
      return false;
    else if (i > 1)
      *(off * first > 0 ? &lo : &hi) = f->turned;
  }
  pawl_sincos(u, &s, &c);
  f->x = (H - h) * c - (H1 - h1) * s;
  f->y = (H - h) * s + (H1 - h1) * c;
  return true;
}

/* Moved out of the deepest overlap, so that nothing overlaps by more than 1e-10. */
static void move_out(fit *f)
{
  double slope, deepest = -1;
  for (int pass = 0; pass < 50 && deepest < -1e-10 * f->A; pass++) {
    double at = deepest = 0;
    for (int i = 0; i < 5000; i++) {
      double u = 2 * SHAPE_PI * i / 5000, gap = fit_gap(f, u, &slope);
      at = gap < deepest ? u : at;
      deepest = gap < deepest ? gap : deepest;
    }
    pawl_xy out = shape_polar(deepest, at);
    f->x += out.x;
    f->y += out.y;
  }
}

static bool is_found(double u, double gap, double within, const pawl_touch *t, int n)
{
  double s, c;
  pawl_sincos(u, &s, &c);
  for (int i = 0; i < n; i++)
    if (fabs(t[i].gap - gap) < within && fabs(t[i].n.x * s - t[i].n.y * c) < 1e-3 &&
        t[i].n.x * c + t[i].n.y * s < 0)
      return true;
  return false;
}

/* Minima that are lower than what is beside them by 1e-11 of the size. */
static int count_missed(const fit *f, const pawl_touch *t, int n, int *minima)
{
  enum { STEPS = 6000 };
  static double G[STEPS];
  double slope;
  int missed = 0;
  for (int i = 0; i < STEPS; i++)
    G[i] = fit_gap(f, 2 * SHAPE_PI * i / STEPS, &slope);
  for (int i = 0; i < STEPS; i++) {
    int back = i, on = i, left = STEPS;
    if (!(G[i] < G[(i + STEPS - 1) % STEPS] && G[i] <= G[(i + 1) % STEPS]))
      continue;
    while (left-- > 0 && G[(back + STEPS - 1) % STEPS] >= G[back])
      back = (back + STEPS - 1) % STEPS;
    while (left-- > 0 && G[(on + 1) % STEPS] >= G[on])
      on = (on + 1) % STEPS;
    if (fmin(G[back], G[on]) - G[i] < 1e-11 * f->A)
      continue;
    double lo = 2 * SHAPE_PI * (i - 1) / STEPS, hi = 2 * SHAPE_PI * (i + 1) / STEPS;
    for (int k = 0; k < 60; k++) {
      double u = 0.5 * (lo + hi);
      fit_gap(f, u, &slope);
      *(slope < 0 ? &lo : &hi) = u;
    }
    ++*minima;
    missed += !is_found(lo, fit_gap(f, lo, &slope), 1e-13 * f->A, t, n);
  }
  return missed;
}

/* The least minima are those of two touches that are about to become one. */
static void next_to_no_play(void **state)
{
  (void)state;
  unsigned long long seed = 7;
  int minima = 0, missed = 0;
  for (int i = 0; i < 300; i++) {
    fit f = {.A = pow(10, shape_range(&seed, -3, 2))};
    f.B = f.A * shape_range(&seed, 0.4, 0.9);
    f.d = f.B * pow(10, shape_range(&seed, -5, -2));
    double flat = f.d * pow(10, shape_range(&seed, -8, -1)), u = shape_range(&seed, 0, 2 * SHAPE_PI);
    if (!lay(&f, u, flat))
      continue;
    move_out(&f);
    const pawl_profile *a = nurbs_ellipse((pawl_xy){0, 0}, f.A, f.B, true),
                       *b = nurbs_ellipse((pawl_xy){0, 0}, f.A - f.d, f.B - f.d, false);
    pawl_placing place = shape_placed((pawl_xy){f.x, f.y}, f.turned);
    pawl_touch t[MOST];
    pawl_search_note note;
    int n = pawl_search(a, b, &place, 0.1 * f.A, NULL, 0, t, MOST,
                        pawl_search_room(shape_arena(), a, b, MOST), &note);
    missed += count_missed(&f, t, n, &minima);
  }
  print_message("next to no play: %d of %d minima are missed\n", missed, minima);
  assert_int_equal(missed, 0);
  assert_true(minima > 300);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(nearly_alike), cmocka_unit_test(tiny_and_huge),
                                     cmocka_unit_test(winding), cmocka_unit_test(next_to_no_play)};
  return cmocka_run_group_tests(tests, shape_open, shape_close);
}
