/* The cubic spline through points, with two continuous derivatives. Its knots are the lengths of the chords.
 * With chords h_i and slopes m_i at the points,
 *   h_i m_{i-1} + 2 (h_{i-1} + h_i) m_i + h_{i-1} m_{i+1} = 3 (h_i d_{i-1} + h_{i-1} d_i),   d_i = (P_{i+1} - P_i)/h_i
 * Ends are natural (no curvature) or have a direction; closed, the equations go round. */
#include "parts/curve.h"

enum { MOST_POINTS = 10000 };

typedef struct {
  pawl_points points;
  pawl_vec start, finish;
  bool closed;
} spline;

static const pawl_field fields[] = {
    {"1", "m", PAWL_POINTS, offsetof(spline, points), PAWL_REQUIRED, 2, MOST_POINTS,
     "the points that it goes through, or one table of them; counterclockwise"},
    {"start", "", PAWL_VECTOR, offsetof(spline, start), PAWL_UNSET, -INFINITY, INFINITY,
     "its direction at the first point; unless given it is not curved there"},
    {"finish", "", PAWL_VECTOR, offsetof(spline, finish), PAWL_UNSET, -INFINITY, INFINITY,
     "its direction at the last point"},
    {"closed", "", PAWL_FLAG, offsetof(spline, closed), 0, 0, 0,
     "whether it goes on from the last point to the first"},
    {0}};

static bool given(pawl_vec v)
{
  return !isnan(v.x);
}

static const char *check(void *value, unsigned worlds)
{
  (void)worlds;
  spline *c = value;
  pawl_vec *ends[] = {&c->start, &c->finish};
  for (int i = 0; i < 2; i++) {
    double size = sqrt(ends[i]->x * ends[i]->x + ends[i]->y * ends[i]->y);
    if (given(*ends[i]) && c->closed)
      return "a closed one has neither 'start' nor 'finish'";
    if (given(*ends[i]) && !(size > 0))
      return i ? "'finish' must have a direction" : "'start' must have a direction";
    *ends[i] = pawl_times(1 / size, *ends[i]);
  }
  return c->closed && c->points.count < 3 ? "a closed one needs at least 3 points" : NULL;
}

/* One row of the equations for the slopes: low m_{i-1} + middle m_i + high m_{i+1} = right, of x and y. */
typedef struct {
  double low, middle, high;
  pawl_xy right;
} row;

typedef struct {
  int count; /* of points     */
  const pawl_vec *p;
  double *h; /* of chords     */
  row *rows;
  double *loop; /* closed: what the solution has of the unit load of the loop */
  pawl_xy *slope;
} work;

static pawl_xy secant(const work *w, int i)
{
  pawl_vec a = w->p[i], b = w->p[(i + 1) % w->count];
  return (pawl_xy){(b.x - a.x) / w->h[i], (b.y - a.y) / w->h[i]};
}

static row inner_row(const work *w, int i)
{
  int last = (i + w->count - 1) % w->count;
  double h0 = w->h[last], h1 = w->h[i];
  pawl_xy d0 = secant(w, last), d1 = secant(w, i);
  return (row){h1, 2 * (h0 + h1), h0, {3 * (h1 * d0.x + h0 * d1.x), 3 * (h1 * d0.y + h0 * d1.y)}};
}

/* The first or last row of an open one: a direction, or no curvature: 2 m_0 + m_1 = 3 d_0. */
static row end_row(const work *w, bool first, pawl_vec direction)
{
  if (given(direction))
    return (row){0, 1, 0, {direction.x, direction.y}};
  pawl_xy d = secant(w, first ? 0 : w->count - 2);
  return (row){first ? 0 : 1, 2, first ? 1 : 0, {3 * d.x, 3 * d.y}};
}

/* Elimination without pivots: the matrix is diagonally dominant. `extra` may be NULL. */
static void solve(row *r, double *extra, int n)
{
  for (int i = 1; i < n; i++) {
    double f = r[i].low / r[i - 1].middle;
    r[i].middle -= f * r[i - 1].high;
    r[i].right.x -= f * r[i - 1].right.x;
    r[i].right.y -= f * r[i - 1].right.y;
    if (extra)
      extra[i] -= f * extra[i - 1];
  }
  for (int i = n - 1; i >= 0; i--) {
    bool end = i == n - 1;
    r[i].right.x = (r[i].right.x - (end ? 0 : r[i].high * r[i + 1].right.x)) / r[i].middle;
    r[i].right.y = (r[i].right.y - (end ? 0 : r[i].high * r[i + 1].right.y)) / r[i].middle;
    if (extra)
      extra[i] = (extra[i] - (end ? 0 : r[i].high * extra[i + 1])) / r[i].middle;
  }
}

/* Going round adds two corners to the matrix, which are a product of two vectors (Sherman and Morrison): with g the
 * first row's middle, A = B + u v, u = (-g, 0 … 0, high of the last), v = (1, 0 … 0, -low of the first/g). */
static void solve_round(work *w)
{
  int n = w->count;
  double g = w->rows[0].middle, low = w->rows[0].low, high = w->rows[n - 1].high;
  w->rows[0].middle += g;
  w->rows[n - 1].middle += low * high / g;
  w->loop[0] = -g;
  w->loop[n - 1] = high;
  solve(w->rows, w->loop, n);
  double below = 1 + w->loop[0] - low / g * w->loop[n - 1];
  pawl_xy share = {(w->rows[0].right.x - low / g * w->rows[n - 1].right.x) / below,
                   (w->rows[0].right.y - low / g * w->rows[n - 1].right.y) / below};
  for (int i = 0; i < n; i++)
    w->slope[i] =
        (pawl_xy){w->rows[i].right.x - share.x * w->loop[i], w->rows[i].right.y - share.y * w->loop[i]};
}

static void find_slopes(work *w, const spline *c)
{
  int n = w->count;
  for (int i = 0; i < n; i++) {
    bool first = i == 0, end = !c->closed && (first || i == n - 1);
    w->rows[i] = end ? end_row(w, first, first ? c->start : c->finish) : inner_row(w, i);
  }
  if (c->closed) {
    solve_round(w);
    return;
  }
  solve(w->rows, NULL, n);
  for (int i = 0; i < n; i++)
    w->slope[i] = w->rows[i].right;
}

static void draw(const work *w, pawl_outline *o, int chords)
{
  double s = 0;
  for (int i = 0; i < chords; i++) {
    int next = (i + 1) % w->count;
    double h = w->h[i];
    pawl_xy a = pawl_xy_of(w->p[i]), b = pawl_xy_of(w->p[next]), m = w->slope[i], k = w->slope[next];
    pawl_xy point[4] = {a, {a.x + h * m.x / 3, a.y + h * m.y / 3}, {b.x - h * k.x / 3, b.y - h * k.y / 3}, b};
    pawl_outline_bezier(o, 3, point, NULL, s, s + h);
    s += h;
  }
}

static const char *outline(const void *value, pawl_outline *o, const pawl_functions *functions, bool *closed)
{
  const spline *c = value;
  int n = c->points.count, chords = c->closed ? n : n - 1;
  pawl_arena *arena = functions->arena;
  work w = {n,
            c->points.point,
            PAWL_TAKE(arena, n, double),
            PAWL_TAKE(arena, n, row),
            PAWL_TAKE(arena, n, double),
            PAWL_TAKE(arena, n, pawl_xy)};
  if (!w.h || !w.rows || !w.loop || !w.slope)
    return "out of memory";
  for (int i = 0; i < chords; i++) {
    w.h[i] = pawl_xy_distance(pawl_xy_of(w.p[i]), pawl_xy_of(w.p[(i + 1) % n]));
    if (w.h[i] == 0)
      return pawl_sentence(functions, "points %d and %d are the same", i + 1, (i + 1) % n + 1);
  }
  find_slopes(&w, c);
  draw(&w, o, chords);
  *closed = c->closed;
  return NULL;
}

const pawl_kind pawl_curve_spline = {
    .name = "spline",
    .family = PAWL_CURVE_VALUE,
    .doc = "The smooth curve through points: a cubic spline, whose curvature does not jump.",
    .equations =
        "cubics between the points, with two derivatives in common where they meet; s is the sum of the "
        "chords, in m\n"
        "ends: not curved, or in a direction; closed: none\n",
    .example =
        PAWL_CURVE_EXAMPLE("spline { {50*mm, 0}, {0, 40*mm}, {-30*mm, 0}, {0, -40*mm}, closed = true }"),
    .size = sizeof(spline),
    .fields = fields,
    .worlds = PAWL_PLANAR,
    .check = check,
    .curve = &(const pawl_curve_table){.outline = outline}};
