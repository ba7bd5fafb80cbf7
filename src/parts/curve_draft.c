/* Lines, arcs and Bézier curves of drawings: made, mapped, turned round, joined. */
#include "parts/curve_draft.h"

#include <string.h>

/* ---- maps ---- */

pawl_affine pawl_affine_after(const pawl_affine *outer, const pawl_affine *inner)
{
  const double *a = outer->m, *b = inner->m;
  return (pawl_affine){{a[0] * b[0] + a[2] * b[1], a[1] * b[0] + a[3] * b[1], a[0] * b[2] + a[2] * b[3],
                        a[1] * b[2] + a[3] * b[3], a[0] * b[4] + a[2] * b[5] + a[4],
                        a[1] * b[4] + a[3] * b[5] + a[5]}};
}

pawl_xy pawl_affine_at(const pawl_affine *map, pawl_xy p)
{
  const double *m = map->m;
  return (pawl_xy){m[0] * p.x + m[2] * p.y + m[4], m[1] * p.x + m[3] * p.y + m[5]};
}

static pawl_xy along(const pawl_affine *map, pawl_xy d)
{
  const double *m = map->m;
  return (pawl_xy){m[0] * d.x + m[2] * d.y, m[1] * d.x + m[3] * d.y};
}

/* ---- pieces ---- */

pawl_draft_piece pawl_draft_line(pawl_xy from, pawl_xy to)
{
  return (pawl_draft_piece){.degree = 1, .share = 1, .p = {from, to}};
}

pawl_draft_piece pawl_draft_bezier(int degree, const pawl_xy *point, const double *weight)
{
  pawl_draft_piece b = {.degree = degree, .share = 1, .rational = weight != NULL};
  memcpy(b.p, point, (size_t)(degree + 1) * sizeof *point);
  if (weight)
    memcpy(b.w, weight, (size_t)(degree + 1) * sizeof *weight);
  return b;
}

pawl_draft_piece pawl_draft_arc(pawl_xy centre, double radius, double from, double angle)
{
  return (pawl_draft_piece){
      .round = true,
      .degree = 1,
      .share = 1,
      .p = {pawl_xy_polar(centre, radius, from), pawl_xy_polar(centre, radius, from + angle)},
      .centre = centre,
      .radius = radius,
      .from = from,
      .angle = angle};
}

/* The centre is on the chord's normal, (chord/2) / tan(angle/2) to the left. */
pawl_draft_piece pawl_draft_bulge(pawl_xy from, pawl_xy to, double angle)
{
  double dx = to.x - from.x, dy = to.y - from.y, away = 0.5 / tan(angle / 2);
  pawl_draft_piece a = {.round = true, .degree = 1, .share = 1, .p = {from, to}, .angle = angle};
  a.centre = (pawl_xy){from.x + 0.5 * dx - away * dy, from.y + 0.5 * dy + away * dx};
  a.radius = fabs(0.5 * sqrt(dx * dx + dy * dy) / sin(angle / 2));
  a.from = atan2(from.y - a.centre.y, from.x - a.centre.x);
  return a;
}

static void put_end(pawl_draft_piece *piece, int which, pawl_xy at)
{
  pawl_xy *end = piece->p + (which ? piece->degree : 0);
  double moved = pawl_xy_distance(*end, at);
  *end = at;
  if (piece->round && moved > 1e-12 * piece->radius) { /* the same angle between other ends */
    double share = piece->share;
    *piece = pawl_draft_bulge(piece->p[0], piece->p[1], piece->angle);
    piece->share = share;
  }
}

/* ---- ellipses ---- */

/* `far` times as far from the centre. */
static pawl_xy ellipse_point(const pawl_draft_ellipse *e, double u, double far)
{
  double s, c;
  pawl_sincos(u, &s, &c);
  return (pawl_xy){e->centre.x + far * (c * e->a.x + s * e->b.x),
                   e->centre.y + far * (c * e->a.y + s * e->b.y)};
}

static bool is_round(const pawl_draft_ellipse *e)
{
  double aa = e->a.x * e->a.x + e->a.y * e->a.y, bb = e->b.x * e->b.x + e->b.y * e->b.y;
  return fabs(aa - bb) <= 1e-12 * aa && fabs(e->a.x * e->b.x + e->a.y * e->b.y) <= 1e-12 * aa;
}

void pawl_draft_add_ellipse(pawl_draft *draft, pawl_arena *arena, const pawl_draft_ellipse *e,
                            const pawl_xy ends[2])
{
  if (is_round(e)) {
    double turn = atan2(e->a.y, e->a.x);
    bool left = e->a.x * e->b.y - e->a.y * e->b.x > 0;
    pawl_draft_piece arc =
        pawl_draft_arc(e->centre, sqrt(e->a.x * e->a.x + e->a.y * e->a.y),
                       left ? turn + e->from : turn - e->from, left ? e->angle : -e->angle);
    for (int i = 0; ends && i < 2; i++)
      arc.p[i] = ends[i];
    pawl_draft_add(draft, arena, &arc);
    return;
  }
  int n = (int)ceil(fabs(e->angle) / (PAWL_PI / 2) - 1e-9);
  n = n < 1 ? 1 : n;
  for (int i = 0; i < n; i++) {
    double step = e->angle / n, from = e->from + i * step, s, w;
    pawl_sincos(step / 2, &s, &w);
    pawl_xy point[3] = {ellipse_point(e, from, 1), ellipse_point(e, from + step / 2, 1 / w),
                        ellipse_point(e, from + step, 1)};
    if (ends && i == 0)
      point[0] = ends[0];
    if (ends && i == n - 1)
      point[2] = ends[1];
    pawl_draft_piece b = pawl_draft_bezier(2, point, (const double[]){1, w, 1});
    b.share = 1.0 / n;
    pawl_draft_add(draft, arena, &b);
  }
}

/* ---- drafts ---- */

void pawl_draft_add(pawl_draft *draft, pawl_arena *arena, const pawl_draft_piece *piece)
{
  if (draft->count == draft->room) {
    int room = draft->room ? 2 * draft->room : 8;
    pawl_draft_piece *larger = PAWL_TAKE(arena, room, pawl_draft_piece);
    if (!larger) {
      draft->starved = true;
      return;
    }
    if (draft->count)
      memcpy(larger, draft->piece, (size_t)draft->count * sizeof *larger);
    draft->piece = larger;
    draft->room = room;
  }
  draft->piece[draft->count++] = *piece;
}

void pawl_draft_add_mapped(pawl_draft *draft, pawl_arena *arena, const pawl_draft_piece *piece,
                           const pawl_affine *map)
{
  pawl_draft_piece mapped = *piece;
  for (int i = 0; i <= piece->degree; i++)
    mapped.p[i] = pawl_affine_at(map, piece->p[i]);
  if (!piece->round) {
    pawl_draft_add(draft, arena, &mapped);
    return;
  }
  pawl_draft_ellipse e = {.centre = pawl_affine_at(map, piece->centre),
                          .a = along(map, (pawl_xy){piece->radius, 0}),
                          .b = along(map, (pawl_xy){0, piece->radius}),
                          .from = piece->from,
                          .angle = piece->angle};
  pawl_draft_add_ellipse(draft, arena, &e, mapped.p);
}

pawl_xy pawl_draft_begin(const pawl_draft *draft)
{
  return draft->piece[0].p[0];
}

pawl_xy pawl_draft_end(const pawl_draft *draft)
{
  const pawl_draft_piece *last = draft->piece + draft->count - 1;
  return last->p[last->degree];
}

static void reverse_piece(pawl_draft_piece *p)
{
  for (int i = 0, k = p->degree; i < k; i++, k--) {
    pawl_xy at = p->p[i];
    double w = p->w[i];
    p->p[i] = p->p[k];
    p->w[i] = p->w[k];
    p->p[k] = at;
    p->w[k] = w;
  }
  p->from += p->angle;
  p->angle = -p->angle;
}

void pawl_draft_reverse(pawl_draft *draft)
{
  for (int i = 0, k = draft->count - 1; i <= k; i++, k--) {
    pawl_draft_piece first = draft->piece[i];
    draft->piece[i] = draft->piece[k];
    draft->piece[k] = first;
    reverse_piece(draft->piece + i);
    if (i < k)
      reverse_piece(draft->piece + k);
  }
}

/* A point inside, 0 <= v <= 1. */
static pawl_xy inside(const pawl_draft_piece *p, double v)
{
  if (p->round)
    return pawl_xy_polar(p->centre, p->radius, p->from + v * p->angle);
  double x[PAWL_MOST_DEGREE + 1], y[PAWL_MOST_DEGREE + 1], w[PAWL_MOST_DEGREE + 1];
  for (int i = 0; i <= p->degree; i++) {
    w[i] = p->rational ? p->w[i] : 1;
    x[i] = w[i] * p->p[i].x;
    y[i] = w[i] * p->p[i].y;
  }
  for (int k = p->degree; k > 0; k--)
    for (int i = 0; i < k; i++) {
      x[i] += v * (x[i + 1] - x[i]);
      y[i] += v * (y[i + 1] - y[i]);
      w[i] += v * (w[i + 1] - w[i]);
    }
  return (pawl_xy){x[0] / w[0], y[0] / w[0]};
}

enum { SAMPLES = 16 }; /* of a bent piece */

static int samples_of(const pawl_draft_piece *p)
{
  return p->degree == 1 && !p->round ? 1 : SAMPLES;
}

double pawl_draft_extent(const pawl_draft *draft)
{
  pawl_xy low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
  for (int i = 0; i < draft->count; i++)
    for (int k = 0; k <= samples_of(draft->piece + i); k++) {
      pawl_xy p = inside(draft->piece + i, (double)k / samples_of(draft->piece + i));
      low = (pawl_xy){fmin(low.x, p.x), fmin(low.y, p.y)};
      high = (pawl_xy){fmax(high.x, p.x), fmax(high.y, p.y)};
    }
  return draft->count ? fmax(high.x - low.x, high.y - low.y) : 0;
}

double pawl_draft_turns(const pawl_draft *draft)
{
  double sum = 0;
  if (draft->count == 0)
    return 0;
  pawl_xy origin = pawl_draft_begin(draft), last = origin;
  for (int i = 0; i < draft->count; i++)
    for (int k = 1; k <= samples_of(draft->piece + i); k++) {
      pawl_xy p = inside(draft->piece + i, (double)k / samples_of(draft->piece + i));
      sum += (last.x - origin.x) * (p.y - origin.y) - (last.y - origin.y) * (p.x - origin.x);
      last = p;
    }
  return sum;
}

static bool is_short(const pawl_draft_piece *p, double tolerance)
{
  double way = p->round ? fabs(p->radius * p->angle) : 0;
  for (int k = 0; k < p->degree && !p->round; k++)
    way += pawl_xy_distance(p->p[k], p->p[k + 1]);
  return way <= tolerance;
}

void pawl_draft_tidy(pawl_draft *draft, double tolerance)
{
  int n = 0;
  for (int i = 0; i < draft->count; i++) {
    if (is_short(draft->piece + i, tolerance))
      continue;
    draft->piece[n] = draft->piece[i];
    if (n > 0)
      put_end(draft->piece + n, 0, draft->piece[n - 1].p[draft->piece[n - 1].degree]);
    n++;
  }
  if (draft->closed && n > 0 && (n > 1 || !draft->piece->round))
    put_end(draft->piece + n - 1, 1, draft->piece[0].p[0]);
  draft->count = n;
}

void pawl_draft_draw(const pawl_draft *draft, pawl_outline *outline)
{
  double s = 0;
  for (int i = 0; i < draft->count; i++) {
    const pawl_draft_piece *p = draft->piece + i;
    double to = s + p->share;
    if (fabs(to - round(to)) < 1e-9)
      to = round(to);
    if (p->round)
      pawl_outline_arc(outline, p->centre, p->radius, p->from, p->angle, s, to);
    else if (p->degree == 1)
      pawl_outline_line(outline, p->p[0], p->p[1], s, to);
    else
      pawl_outline_bezier(outline, p->degree, p->p, p->rational ? p->w : NULL, s, to);
    s = to;
  }
}
