/* Points of stretches: x, t = c'/|c'|, n = side (t_y, -t_x), k = side (c' x c'')/|c'|^3. */
#include "geometry/stretch.h"

#include "base/trig.h"

/* Value and two derivatives of a polynomial in z; degree 3 is by far the most frequent. */
static inline void horner(const pawl_powers *p, int q, double z, double d[3])
{
  double f, f1, f2;
  if (p->degree == 3) {
    double a = p->c[3][q], b = p->c[2][q], c = p->c[1][q];
    f = ((a * z + b) * z + c) * z + p->c[0][q];
    f1 = (3 * a * z + 2 * b) * z + c;
    f2 = 3 * a * z + b;
  } else {
    f = p->c[p->degree][q];
    f1 = f2 = 0;
    for (int k = p->degree - 1; k >= 0; k--) {
      f2 = f2 * z + f1;
      f1 = f1 * z + f;
      f = f * z + p->c[k][q];
    }
  }
  d[0] = f;
  d[1] = f1;
  d[2] = 2 * f2;
}

static inline void from_derivatives(pawl_xy x, pawl_xy d1, pawl_xy d2, double rate, double side,
                                    pawl_station *at)
{
  double v2 = xy_dot(d1, d1), v = sqrt(v2), inverse = 1 / v;
  at->x = x;
  at->t = xy_times(inverse, d1);
  at->n = xy_times(side, xy_right(at->t));
  at->k = side * xy_cross(d1, d2) * inverse * inverse * inverse;
  at->speed = v * rate;
}

/* Point and two derivatives by z. */
static inline void powers_course(const pawl_powers *p, double z, double x[3], double y[3])
{
  horner(p, 0, z, x);
  horner(p, 1, z, y);
  if (p->rational) {
    double W[3];
    horner(p, 2, z, W);
    double i = 1 / W[0];
    x[0] = x[0] / W[0];
    y[0] = y[0] / W[0];
    x[1] = i * (x[1] - W[1] * x[0]);
    y[1] = i * (y[1] - W[1] * y[0]);
    x[2] = i * (x[2] - 2 * W[1] * x[1] - W[2] * x[0]);
    y[2] = i * (y[2] - 2 * W[1] * y[1] - W[2] * y[0]);
  }
}

static void powers_at(const pawl_stretch *w, double s, pawl_station *at)
{
  double x[3], y[3];
  powers_course(w->powers, (s - w->mid) * w->rate, x, y);
  from_derivatives((pawl_xy){x[0], y[0]}, (pawl_xy){x[1], y[1]}, (pawl_xy){x[2], y[2]}, w->rate, w->side, at);
}

void pawl_stretch_course(const pawl_stretch *w, double s, pawl_course *at)
{
  if (w->form == PAWL_BY_POWERS) {
    double x[3], y[3], rate = w->rate, square = rate * rate;
    powers_course(w->powers, (s - w->mid) * rate, x, y);
    *at = (pawl_course){{x[0], y[0]}, {rate * x[1], rate * y[1]}, {square * x[2], square * y[2]}};
    return;
  }
  pawl_plane_jet jet;
  w->at(w->context, s - w->offset, &jet);
  *at = (pawl_course){jet.p, jet.d1, jet.d2};
}

static void arc_at(const pawl_stretch *w, double s, pawl_station *at)
{
  double sine, cosine, way = w->turn < 0 ? -1 : 1;
  pawl_sincos(w->angle + (s - w->mid) * w->turn, &sine, &cosine);
  at->n = xy_times(way * w->side, (pawl_xy){cosine, sine});
  at->x = xy_along(w->centre, w->radius, at->n);
  at->t = xy_times(way, (pawl_xy){-sine, cosine});
  at->k = w->k;
  at->speed = fabs(w->radius * w->turn);
}

void pawl_stretch_at(const pawl_stretch *w, double s, pawl_station *at)
{
  pawl_plane_jet jet;
  switch (w->form) {
  case PAWL_BY_POWERS:
    powers_at(w, s, at);
    break;
  case PAWL_BY_ARC:
    arc_at(w, s, at);
    break;
  case PAWL_BY_LINE:
    at->x = xy_along(w->centre, (s - w->mid) * w->rate, w->reach);
    at->t = w->end[0].t;
    at->n = w->end[0].n;
    at->k = 0;
    at->speed = w->end[0].speed;
    break;
  case PAWL_BY_FUNCTION:
    w->at(w->context, s - w->offset, &jet);
    from_derivatives(jet.p, jet.d1, jet.d2, 1, w->side, at);
    break;
  case PAWL_BY_POINT:
    *at = (pawl_station){.x = w->centre, .k = INFINITY};
    break;
  }
  if (w->shape == PAWL_STRAIGHT)
    at->k = 0; /* a function or a Bézier piece along a line has noise there */
}

static void arc_jet(const pawl_stretch *w, double s, pawl_plane_jet *jet)
{
  double sine, cosine, R = fabs(w->radius), turn = w->turn;
  pawl_sincos(w->angle + (s - w->mid) * turn, &sine, &cosine);
  pawl_xy out = {cosine, sine};
  jet->p = xy_along(w->centre, R, out);
  jet->d1 = xy_times(R * turn, xy_left(out));
  jet->d2 = xy_times(-R * turn * turn, out);
  jet->d3 = xy_times(-turn * turn, jet->d1);
}

void pawl_stretch_jet(const pawl_stretch *w, double s, pawl_plane_jet *jet)
{
  double rate = w->rate;
  *jet = (pawl_plane_jet){.p = w->centre};
  switch (w->form) {
  case PAWL_BY_POWERS:
    pawl_powers_jet(w->powers, (s - w->mid) * rate, jet);
    jet->d1 = xy_times(rate, jet->d1);
    jet->d2 = xy_times(rate * rate, jet->d2);
    jet->d3 = xy_times(rate * rate * rate, jet->d3);
    break;
  case PAWL_BY_ARC:
    arc_jet(w, s, jet);
    break;
  case PAWL_BY_LINE:
    jet->p = xy_along(w->centre, (s - w->mid) * rate, w->reach);
    jet->d1 = xy_times(rate, w->reach);
    break;
  case PAWL_BY_FUNCTION:
    w->at(w->context, s - w->offset, jet);
    break;
  case PAWL_BY_POINT:
    break;
  }
}

double pawl_stretch_s_of_normal(const pawl_stretch *w, pawl_xy n)
{
  if (w->form != PAWL_BY_ARC)
    return w->s0;
  /* The angle from the normal in the middle: no jump unless the arc is a full circle. */
  pawl_xy from = w->sector.mid;
  return w->mid + pawl_angle((pawl_xy){xy_dot(from, n), xy_cross(from, n)}) / w->turn;
}

double pawl_stretch_s_of_point(const pawl_stretch *w, pawl_xy x)
{
  if (w->form == PAWL_BY_LINE) {
    double z = xy_dot(xy_sub(x, w->centre), w->reach) / xy_dot(w->reach, w->reach);
    return w->mid + z / w->rate;
  }
  /* A curve that runs along a line, at changing speed: Newton, kept between the ends it came from. */
  double s = w->mid;
  for (int i = 0; i < 60; i++) {
    pawl_station at;
    pawl_stretch_at(w, s, &at);
    double ds = xy_dot(xy_sub(x, at.x), at.t) / at.speed, most = 0.5 * (w->s1 - w->s0);
    s += fmax(-most, fmin(most, ds));
    if (fabs(ds) <= 1e-15 * (w->s1 - w->s0))
      break;
  }
  return s;
}

double pawl_sector_outside(const pawl_sector *sector, pawl_xy n)
{
  if (sector->full)
    return 0;
  double before = xy_cross(n, sector->lo), behind = xy_cross(sector->hi, n);
  if (sector->reflex) /* outside is what lies both behind hi and before lo, less than half a turn */
    return xy_dot(n, sector->mid) < 0 && before > 0 && behind > 0 ? fmin(before, behind) : 0;
  double near_lo = xy_dot(n, sector->lo), near_hi = xy_dot(n, sector->hi);
  if (near_lo < -1e-6 && near_hi < -1e-6)
    return 1;
  return fmax(0, near_hi >= near_lo ? behind : before);
}

/* arctan by a polynomial (error 2e-5), then one step of Newton's kind: the rest is tan(true - angle) = d, and
 * d - d^3/3 has an error of 1e-24. */
double pawl_angle(pawl_xy a)
{
  double small = fmin(fabs(a.x), fabs(a.y)), large = fmax(fabs(a.x), fabs(a.y));
  if (large == 0)
    return 0;
  double q = small / large, z = q * q;
  double angle = q * (0.9998660 + z * (-0.3302995 + z * (0.1801410 + z * (-0.0851330 + z * 0.0208351))));
  if (fabs(a.y) > fabs(a.x))
    angle = 1.5707963267948966 - angle;
  if (a.x < 0)
    angle = 3.141592653589793 - angle;
  if (a.y < 0)
    angle = -angle;
  double sine, cosine;
  pawl_sincos(angle, &sine, &cosine);
  double d = (a.y * cosine - a.x * sine) / (a.x * cosine + a.y * sine);
  return angle + d * (1 - d * d / 3);
}
