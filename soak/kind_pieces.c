/* Bodies on a ground that is cut into pieces: lines end to end, or blocks side by side. Together they are as good as one polygon. */
#include "kinds.h"

enum { TOP = 12 };

/* What the ground looks like from above, from right to left; x falls, or stays at a wall. */
static int draw_top(soak_lot *lot, soak_xy *top, bool *table)
{
  int n = 0, form = soak_whole(lot, 0, 4);
  double a = soak_between(lot, 0.1, 0.35), b = soak_between(lot, 0.1, 0.35),
         h = soak_between(lot, 0.02, 0.15), g = soak_between(lot, 0.02, 0.15),
         lean = soak_likely(lot, 0.4) ? soak_between(lot, 0, 0.05) : 0;
  *table = form == 3;
  if (form == 0) { /* steps up and down */
    soak_xy way[] = {{30, h}, {a, h}, {a - lean, 0}, {-b, 0}, {-b - lean, -g}, {-30, -g}};
    for (; n < 6; n++)
      top[n] = way[n];
  } else if (form == 1) { /* a valley */
    soak_xy way[] = {{4 * a, 4 * h}, {0, 0}, {-4 * b, 4 * g}};
    for (; n < 3; n++)
      top[n] = way[n];
  } else if (form == 2) { /* stairs */
    double y = 0, x = 0.1;
    top[n++] = soak_v(30, 0);
    for (int i = 0; i < 3; i++) {
      top[n++] = soak_v(x, y);
      y += i == 1 ? -g : -h;
      top[n++] = soak_v(x - lean, y);
      x -= 0.5 * (a + b);
    }
    top[n++] = soak_v(-30, y);
  } else if (form == 3) { /* a table */
    top[n++] = soak_v(a, 0);
    top[n++] = soak_v(-b, 0);
  } else { /* a tray */
    soak_xy way[] = {{a + 0.5, h}, {a, h}, {a - lean, 0}, {-b + lean, 0}, {-b, g}, {-b - 0.5, g}};
    for (; n < 6; n++)
      top[n] = way[n];
  }
  return n;
}

static void add_piece(soak_scene *s, soak_curve curve, const soak_xy *point, int count)
{
  s->shape[soak_add_shape(s, SOAK_GROUND, curve, point, count)].part = true;
}

/* The edges of the whole, some of them cut in the middle, one or several to a line. */
static void cut_to_lines(soak_scene *s, soak_lot *lot)
{
  const soak_shape *w = &s->whole;
  soak_xy way[2 * SOAK_POINTS], line[2 * SOAK_POINTS];
  int n = 0, count = 0;
  double whole = soak_likely(lot, 0.4) ? 0 : soak_between(lot, 0.2, 0.8), cut = soak_between(lot, 0, 0.5);
  for (int i = 0; i < w->count; i++) {
    soak_xy p = w->point[i], q = w->point[(i + 1) % w->count];
    way[n++] = p;
    if (soak_likely(lot, cut))
      way[n++] = soak_add(p, soak_times(soak_between(lot, 0.05, 0.95), soak_sub(q, p)));
  }
  for (int i = 0; i < n; i++) {
    line[count++] = way[i];
    if (count > 1 && (!soak_likely(lot, whole) || i == n - 1)) {
      add_piece(s, SOAK_POLYLINE, line, count);
      line[0] = way[i];
      count = 1;
    }
  }
  line[count++] = way[0];
  add_piece(s, SOAK_POLYLINE, line, count);
}

/* Blocks between the corners of the top, with the same bottom. */
static void cut_to_blocks(soak_scene *s, soak_lot *lot, const soak_xy *top, int n, double bottom)
{
  for (int i = 0; i + 1 < n; i++) {
    soak_xy p = top[i], q = top[i + 1];
    double cut = p.x + soak_between(lot, 0.1, 0.9) * (q.x - p.x);
    bool twice = soak_likely(lot, 0.3);
    soak_xy m = {cut, p.y + (q.y - p.y) * (cut - p.x) / (q.x - p.x)};
    if (!(q.x < p.x))
      continue;
    soak_xy right[] = {{m.x, bottom}, {p.x, bottom}, p, m}, left[] = {{q.x, bottom}, {m.x, bottom}, m, q},
            all[] = {{q.x, bottom}, {p.x, bottom}, p, q};
    if (twice) {
      add_piece(s, SOAK_POLYGON, right, 4);
      add_piece(s, SOAK_POLYGON, left, 4);
    } else
      add_piece(s, SOAK_POLYGON, all, 4);
  }
}

static int add_ground(soak_scene *s, soak_lot *lot, double side)
{
  soak_xy top[TOP];
  bool table;
  int n = draw_top(lot, top, &table), all = n + 2;
  double bottom = -2;
  s->whole = (soak_shape){.curve = SOAK_POLYGON, .body = SOAK_GROUND, .count = all, .all = all};
  if (side < 0)
    for (int i = 0; i < n; i++)
      s->whole.point[i] = soak_v(-top[n - 1 - i].x, top[n - 1 - i].y);
  else
    for (int i = 0; i < n; i++)
      s->whole.point[i] = top[i];
  for (int i = 0; i < n; i++)
    top[i] = s->whole.point[i];
  s->whole.point[n] = soak_v(top[n - 1].x, bottom);
  s->whole.point[n + 1] = soak_v(top[0].x, bottom);
  if (soak_likely(lot, 0.6))
    cut_to_lines(s, lot);
  else
    cut_to_blocks(s, lot, top, n, bottom);
  return s->joined = s->shape_count;
}

static void make(soak_scene *s, soak_lot *lot)
{
  double side = soak_likely(lot, 0.5) ? 1 : -1, size = soak_between(lot, 0.04, 0.09);
  int count = add_ground(s, lot, side), body = soak_draw_body(s, lot, soak_draw_form(lot, SOAK_ANY), size);
  soak_body *b = s->body + body;
  bool touching = soak_likely(lot, 0.4), flat = touching || soak_likely(lot, 0.3);
  double gap = touching ? 0 : soak_between(lot, 0.005, 0.2), x = soak_between(lot, -0.3, 0.3);
  soak_put_on(s, lot, body, soak_v(x, 0), soak_v(0, 1), gap, flat);
  b->velocity = soak_v(soak_between(lot, -1.5, 1.5), 0);
  if (!touching)
    b->spin = soak_between(lot, -4, 4);
  double e = soak_restitution(lot), mu = soak_slides_with(lot, touching);
  for (int i = 0; i < count; i++)
    soak_add_contact(s, i, soak_shape_of(s, body), e, mu);
  s->duration = 0.7;
}

const soak_kind soak_kind_pieces = {"pieces", "a body on a ground that is cut into pieces", make, NULL};
