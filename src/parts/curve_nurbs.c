/* NURBS: a rational B-spline by its control points.   p(s) = Σ w_i N_i(s) P_i / Σ w_i N_i(s)
 * Without knots they are uniform: repeated at the ends (clamped, so that the curve begins and ends at control points), not
 * repeated (open), or going round (closed: n points, n + 1 knots of one period). */
#include "parts/curve.h"

enum { MOST_POINTS = 10000, MOST_DEGREE = 9 };

typedef struct {
  int degree;
  pawl_points points;
  pawl_numbers knots;
  bool clamped, closed;
} nurbs;

static const pawl_field fields[] = {
    {"degree", "", PAWL_COUNT, offsetof(nurbs, degree), 3, 1, MOST_DEGREE, "degree of its polynomials"},
    {"points", "m", PAWL_CONTROL, offsetof(nurbs, points), PAWL_REQUIRED, 2, MOST_POINTS,
     "its control points, counterclockwise; {x, y, w = 2} has the weight 2, others 1"},
    {"knots", "", PAWL_NUMBERS, offsetof(nurbs, knots), PAWL_UNSET, 0, 2 * MOST_POINTS,
     "rising numbers, points + degree + 1 of them; going round points + 1; uniform unless given"},
    {"clamped", "", PAWL_FLAG, offsetof(nurbs, clamped), 1, 0, 0,
     "without knots: whether it begins and ends at its first and last point"},
    {"closed", "", PAWL_FLAG, offsetof(nurbs, closed), 0, 0, 0,
     "whether it goes round; with points + degree + 1 knots its ends must meet"},
    {0}};

/* ---- what is wrong ---- */

static const char *points_wrong(const nurbs *c, const pawl_functions *functions)
{
  int n = c->points.count;
  const pawl_vec *first = c->points.point, *last = first + n - 1;
  if (n <= c->degree)
    return pawl_sentence(functions, "needs at least %d points for degree %d, not %d", c->degree + 1,
                         c->degree, n);
  if (c->closed && c->knots.count == 0 && first->x == last->x && first->y == last->y)
    return "the last point repeats the first: a closed one comes back by itself";
  for (int i = 0; i < n; i++)
    if (!(c->points.point[i].z > 0))
      return pawl_sentence(functions, "w of point %d must be more than 0, not %g", i + 1,
                           c->points.point[i].z);
  return NULL;
}

static bool goes_round(const nurbs *c)
{
  return c->closed && c->knots.count != c->points.count + c->degree + 1;
}

/* How often the knot at i comes in a row. */
static int repeats(const pawl_numbers *knots, int i)
{
  int n = 1;
  while (i + n < knots->count && knots->number[i + n] == knots->number[i])
    n++;
  return n;
}

static const char *knots_wrong(const nurbs *c, const pawl_functions *functions)
{
  const pawl_numbers *k = &c->knots;
  int n = c->points.count, all = n + c->degree + 1;
  if (k->count == 0)
    return NULL;
  if (k->count != all && !(c->closed && k->count == n + 1))
    return c->closed ? pawl_sentence(
                           functions,
                           "'knots' must have %d numbers (points + 1) or %d (points + degree + 1), not %d",
                           n + 1, all, k->count)
                     : pawl_sentence(functions, "'knots' must have %d numbers (points + degree + 1), not %d",
                                     all, k->count);
  for (int i = 1; i < k->count; i++)
    if (k->number[i] < k->number[i - 1])
      return pawl_sentence(functions, "'knots' must rise: number %d is %g after %g", i + 1, k->number[i],
                           k->number[i - 1]);
  for (int i = 0; i < k->count; i += repeats(k, i)) {
    bool end = i == 0 || i + repeats(k, i) == k->count;
    int most = c->degree + (end && k->count == all);
    if (repeats(k, i) > most)
      return pawl_sentence(functions, "'knots' has %g %d times: at most %d there", k->number[i],
                           repeats(k, i), most);
  }
  return NULL;
}

/* ---- drawing ---- */

/* The knot number i of the sequence that is used; i counts from the first one. */
static double knot_at(const nurbs *c, int i)
{
  int n = c->points.count, p = c->degree;
  bool given = c->knots.count > 0;
  if (!goes_round(c)) {
    int inner = i - p < 0 ? 0 : i - p > n - p ? n - p : i - p;
    return given ? c->knots.number[i] : c->clamped ? inner : i - p;
  }
  int k = i - p, turns = k < 0   ? -1
                         : k > n ? 1
                                 : 0; /* of n + 1 knots, the last is the first of the next turn */
  if (!given)
    return k;
  const double *knot = c->knots.number;
  return knot[k - turns * n] + turns * (knot[n] - knot[0]);
}

static const char *outline(const void *value, pawl_outline *o, const pawl_functions *functions, bool *closed)
{
  const nurbs *c = value;
  const char *wrong = points_wrong(c, functions);
  wrong = wrong ? wrong : knots_wrong(c, functions);
  if (wrong)
    return wrong;
  int given = c->points.count, n = given + (goes_round(c) ? c->degree : 0), knots = n + c->degree + 1;
  pawl_xy *point = PAWL_TAKE(functions->arena, n, pawl_xy);
  double *weight = PAWL_TAKE(functions->arena, n, double), *knot = PAWL_TAKE(functions->arena, knots, double);
  if (!point || !weight || !knot)
    return "out of memory";
  for (int i = 0; i < n; i++) {
    point[i] = pawl_xy_of(c->points.point[i % given]);
    weight[i] = c->points.point[i % given].z;
  }
  for (int i = 0; i < knots; i++)
    knot[i] = knot_at(c, i);
  pawl_outline_nurbs(o, c->degree, point, weight, n, knot);
  *closed = c->closed;
  return NULL;
}

const pawl_kind pawl_curve_nurbs = {
    .name = "nurbs",
    .family = PAWL_CURVE_VALUE,
    .doc = "A rational B-spline of any degree up to 9 by its control points, with weights and knots: "
           "clamped, open or "
           "closed.",
    .equations = "p(s) = Σ w_i N_i(s) P_i / Σ w_i N_i(s),   N_i the B-splines of the degree over the knots\n"
                 "without knots: 0 … 0, 1, 2, … clamped; 0, 1, 2, … else, and going round\n",
    .example =
        PAWL_CURVE_EXAMPLE("nurbs { closed = true,\n  points = { {50*mm, 0}, {0, 60*mm, w = 2}, {-50*mm, 0}, "
                           "{0, -30*mm} } }"),
    .size = sizeof(nurbs),
    .fields = fields,
    .worlds = PAWL_PLANAR,
    .curve = &(const pawl_curve_table){.outline = outline}};
