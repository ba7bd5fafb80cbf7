/* Adding pieces to an outline: each becomes one stretch, a NURBS one for each of its Bézier pieces. The
 * parameter runs on without jumps: a piece whose range does not begin where the last one ended is shifted. */
#include "geometry/outline.h"

void pawl_outline_blame(pawl_outline *o, pawl_outline_fault fault, pawl_xy at, int piece)
{
  if (o->fault != PAWL_OUTLINE_GOOD)
    return;
  o->fault = fault;
  o->at = at;
  o->piece = piece;
}

pawl_outline *pawl_outline_open(pawl_arena *arena)
{
  pawl_outline *o = PAWL_TAKE(arena, 1, pawl_outline);
  if (o)
    o->arena = arena;
  return o;
}

/* Puts a stretch behind the others; its range is u0 … u1, moved to where the last one ended. */
static void append(pawl_outline *o, pawl_stretch w, double u0, double u1)
{
  pawl_outline_piece *piece = PAWL_TAKE(o->arena, 1, pawl_outline_piece);
  if (!piece) {
    pawl_outline_blame(o, PAWL_OUTLINE_NO_MEMORY, w.centre, o->added);
    return;
  }
  double end = o->last ? o->last->w.s1 : u0, shift = end - u0;
  if (fabs(shift) <= 1e-9 * (u1 - u0))
    shift = 0;
  w.s0 = end;
  w.s1 = u1 + shift;
  w.mid = 0.5 * (w.s0 + w.s1);
  w.rate = w.form == PAWL_BY_POINT ? 0 : 2 / (w.s1 - w.s0);
  w.offset = shift;
  w.added = o->added;
  piece->w = w;
  if (o->last)
    o->last->after = piece;
  else
    o->first = piece;
  o->last = piece;
  o->count++;
}

/* Whether the range can be used; counts the piece. */
static bool begin(pawl_outline *o, pawl_xy at, double u0, double u1, bool finite)
{
  if (!finite || !isfinite(u0) || !isfinite(u1))
    pawl_outline_blame(o, PAWL_OUTLINE_NOT_FINITE, at, o->added);
  else if (!(u1 > u0))
    pawl_outline_blame(o, PAWL_OUTLINE_NO_LENGTH, at, o->added);
  return o->fault == PAWL_OUTLINE_GOOD;
}

static void put_line(pawl_outline *o, pawl_xy from, pawl_xy to, double u0, double u1)
{
  append(o,
         (pawl_stretch){.form = PAWL_BY_LINE,
                        .shape = PAWL_STRAIGHT,
                        .centre = xy_between(from, to),
                        .reach = xy_times(0.5, xy_sub(to, from))},
         u0, u1);
}

void pawl_outline_line(pawl_outline *o, pawl_xy from, pawl_xy to, double u0, double u1)
{
  if (begin(o, from, u0, u1, xy_finite(from) && xy_finite(to)))
    put_line(o, from, to, u0, u1);
  o->added++;
}

void pawl_outline_arc(pawl_outline *o, pawl_xy centre, double radius, double from, double angle, double u0,
                      double u1)
{
  if (begin(o, centre, u0, u1, xy_finite(centre) && isfinite(radius) && isfinite(from) && isfinite(angle))) {
    pawl_stretch w = {.form = PAWL_BY_ARC, .shape = PAWL_ROUND, .centre = centre, .radius = fabs(radius)};
    w.angle = from + 0.5 * angle;
    w.turn = angle / (u1 - u0);
    if (radius == 0 || angle == 0)
      pawl_outline_blame(o, PAWL_OUTLINE_NO_LENGTH, centre, o->added);
    else
      append(o, w, u0, u1);
  }
  o->added++;
}

static pawl_xy control_point(const pawl_bezier *b, int i)
{
  return (pawl_xy){b->c[0][i] / b->c[2][i], b->c[1][i] / b->c[2][i]};
}

/* All control points on the chord, up to rounding. */
static bool is_straight(const pawl_bezier *b)
{
  pawl_xy from = control_point(b, 0), chord = xy_sub(control_point(b, b->degree), from);
  double most = xy_norm(from) + xy_norm(chord);
  for (int i = 1; i < b->degree; i++)
    if (!(fabs(xy_cross(chord, xy_sub(control_point(b, i), from))) <= 4e-15 * most * xy_norm(chord)))
      return false;
  return true;
}

static void put_bezier(pawl_outline *o, const pawl_bezier *b, double u0, double u1)
{
  if (b->degree == 1 && !b->rational) {
    put_line(o, control_point(b, 0), control_point(b, 1), u0, u1);
    return;
  }
  pawl_bezier *kept = PAWL_TAKE(o->arena, 1, pawl_bezier);
  pawl_powers *powers = PAWL_TAKE(o->arena, 1, pawl_powers);
  if (!kept || !powers) {
    pawl_outline_blame(o, PAWL_OUTLINE_NO_MEMORY, control_point(b, 0), o->added);
    return;
  }
  *kept = *b;
  pawl_bezier_powers(b, powers);
  append(o,
         (pawl_stretch){.form = PAWL_BY_POWERS,
                        .shape = is_straight(b) ? PAWL_STRAIGHT : PAWL_CURVED,
                        .powers = powers,
                        .bezier = kept},
         u0, u1);
}

static bool controls_are_good(int degree, const pawl_xy *point, const double *weight, int n)
{
  bool good = degree >= 1 && degree <= PAWL_MOST_DEGREE;
  for (int i = 0; good && i < n; i++)
    good = xy_finite(point[i]) && (!weight || (isfinite(weight[i]) && weight[i] > 0));
  return good;
}

void pawl_outline_bezier(pawl_outline *o, int degree, const pawl_xy *point, const double *weight, double u0,
                         double u1)
{
  pawl_bezier b;
  if (begin(o, point[0], u0, u1, controls_are_good(degree, point, weight, degree + 1))) {
    pawl_bezier_make(&b, degree, point, weight);
    put_bezier(o, &b, u0, u1);
  }
  o->added++;
}

void pawl_outline_nurbs(pawl_outline *o, int degree, const pawl_xy *point, const double *weight, int n,
                        const double *knot)
{
  bool good = n > degree && controls_are_good(degree, point, weight, n);
  for (int i = 0; good && i < n + degree; i++)
    good = isfinite(knot[i]) && isfinite(knot[i + 1]) && knot[i] <= knot[i + 1];
  pawl_nurbs curve = {degree, n, point, weight, knot};
  if (begin(o, point[0], good ? knot[degree] : 0, good ? knot[n] : 1, good))
    for (int i = degree; i < n; i++) {
      if (knot[i] >= knot[i + 1])
        continue;
      pawl_bezier b;
      pawl_nurbs_bezier(&curve, i, &b);
      put_bezier(o, &b, knot[i], knot[i + 1]);
    }
  o->added++;
}

void pawl_outline_function(pawl_outline *o, pawl_plane_function *at, const void *context, double u0,
                           double u1)
{
  if (begin(o, (pawl_xy){0, 0}, u0, u1, true))
    append(o, (pawl_stretch){.form = PAWL_BY_FUNCTION, .shape = PAWL_CURVED, .at = at, .context = context},
           u0, u1);
  o->added++;
}

void pawl_outline_vertex(pawl_outline *o, pawl_xy at)
{
  if (!xy_finite(at))
    pawl_outline_blame(o, PAWL_OUTLINE_NOT_FINITE, at, o->added);
  else
    append(o, (pawl_stretch){.form = PAWL_BY_POINT, .shape = PAWL_ROUND, .centre = at, .k = INFINITY}, 0, 0);
  o->added++;
}
