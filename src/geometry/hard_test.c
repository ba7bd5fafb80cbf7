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

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(nearly_alike), cmocka_unit_test(tiny_and_huge),
                                     cmocka_unit_test(winding)};
  return cmocka_run_group_tests(tests, shape_open, shape_close);
}
