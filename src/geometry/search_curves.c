/* Touches of two curved leaves. Pairs of points with opposite normals form a curve Γ in the plane of the
 * two parameters. If both cells bend one way, it can be followed by the common normal, from one end of the
 * normals that they share to the other; on it h = r·t changes at the rate -D (along da = k2 dτ, db = k1
 * dτ). So where D > 0 over the pair of cells there is one touch or none, and the signs of h at the two ends
 * of Γ tell which. Else the larger cell is halved. */
#include "geometry/search.h"

/* A pair of points with opposite normals. */
typedef struct {
  pawl_xy n;
  double s[2], k[2], h, gap;
} opposite;

/* s where the normal of a cell is n, which lies between those of its ends; *x and *k: the point, the
 * curvature there. */
static double s_of_normal(const pawl_cell *cell, pawl_xy n, pawl_xy *x, double *k)
{
  double lo = cell->s0, hi = cell->s1, from = xy_cross(cell->n0, n), to = xy_cross(n, cell->n1);
  double way = xy_cross(cell->n0, cell->n1) < 0 ? -1 : 1;
  if (way * from <= 0 || way * to <= 0) {
    bool first = way * from <= 0;
    *x = first ? cell->p0 : cell->p1;
    *k = first ? cell->ka : cell->kb;
    return first ? lo : hi;
  }
  double s = lo + from / (from + to) * (hi - lo);
  pawl_station at;
  for (int i = 0; i < 40; i++) {
    pawl_stretch_placed(cell->w, cell->place, s, &at);
    double miss = xy_cross(at.n, n), next;
    *(way * miss > 0 ? &lo : &hi) = s;
    if (fabs(miss) < 1e-13 || hi - lo < 1e-14 * (cell->s1 - cell->s0))
      break;
    next = s + xy_dot(n, at.t) / (at.k * at.speed);
    s = next > lo && next < hi ? next : 0.5 * (lo + hi);
  }
  *x = at.x;
  *k = at.k;
  return s;
}

static opposite at_normal(const pawl_cell *a, const pawl_cell *b, pawl_xy n)
{
  opposite o = {.n = n};
  pawl_xy x1, x2;
  o.s[0] = s_of_normal(a, n, &x1, &o.k[0]);
  o.s[1] = s_of_normal(b, xy_back(n), &x2, &o.k[1]);
  o.h = xy_dot(xy_sub(x2, x1), xy_left(n));
  o.gap = xy_dot(xy_sub(x2, x1), n);
  return o;
}

/* The normals that two cells share, from lo counterclockwise to hi; false: none. */
static bool shared_normals(const pawl_cell *a, const pawl_cell *b, pawl_xy *lo, pawl_xy *hi)
{
  bool left = xy_cross(a->n0, a->n1) >= 0;
  pawl_xy a0 = left ? a->n0 : a->n1, a1 = left ? a->n1 : a->n0;
  left = xy_cross(b->n0, b->n1) >= 0;
  pawl_xy b0 = xy_back(left ? b->n0 : b->n1), b1 = xy_back(left ? b->n1 : b->n0);
  if (xy_dot(a0, b0) <= 0)
    return false;
  *lo = xy_cross(a0, b0) > 0 ? b0 : a0;
  *hi = xy_cross(a1, b1) > 0 ? a1 : b1;
  return xy_cross(*lo, *hi) >= -1e-12;
}

/* The range of D = k1 + k2 + g k1 k2 over ranges of the curvatures and gaps from low to high. */
static void range_of_D(const double k0[2], const double k1[2], double low, double high, double *least,
                       double *most)
{
  *least = INFINITY;
  *most = -INFINITY;
  for (int i = 0; i < 8; i++) {
    double k = i & 1 ? k1[0] : k0[0], l = i & 2 ? k1[1] : k0[1], g = i & 4 ? high : low;
    double D = k + l + g * k * l;
    *least = lesser(*least, D);
    *most = greater(*most, D);
  }
}

static bool inside(const pawl_cell *cell, double s)
{
  double slack = 1e-6 * (cell->s1 - cell->s0);
  return s >= cell->s0 - slack && s <= cell->s1 + slack;
}

/* h has opposite signs at two places of Γ: Newton from between; if that leaves, closer places. */
static void bracketed(pawl_search_work *work, const pawl_cell *a, const pawl_cell *b, opposite lo,
                      opposite hi)
{
  pawl_pair pair = pawl_walk_pair(&work->walk);
  for (int i = 0; i < PAWL_HALVES; i++) {
    double part = lo.h == hi.h ? 0.5 : lesser(1, greater(0, lo.h / (lo.h - hi.h)));
    pawl_touch touch = {.s = {lo.s[0] + part * (hi.s[0] - lo.s[0]), lo.s[1] + part * (hi.s[1] - lo.s[1])}};
    work->note->newtons++;
    if (pawl_meet(&pair, &touch) && inside(a, touch.s[0]) && inside(b, touch.s[1])) {
      pawl_search_record(work, &touch);
      return;
    }
    opposite middle = at_normal(a, b, xy_unit(xy_add(lo.n, hi.n)));
    *(lo.h * middle.h > 0 ? &lo : &hi) = middle;
  }
  pawl_touch touch = {.s = {0.5 * (lo.s[0] + hi.s[0]), 0.5 * (lo.s[1] + hi.s[1])}};
  pawl_search_flat(work, &touch);
}

/* On a flat spot the two ends of a cell have the same normal but for rounding, which may make them change places. */
static bool is_level(const pawl_cell *cell)
{
  return fabs(xy_cross(cell->n0, cell->n1)) < 1e-9;
}

/* Cells where D keeps one sign. */
static void decide(pawl_search_work *work, const pawl_cell *a, const pawl_cell *b, pawl_xy n0, pawl_xy n1)
{
  opposite lo = at_normal(a, b, n0), hi = at_normal(a, b, n1);
  double way = a->bends * b->bends; /* d h/d normal = -D/(k1 k2) */
  if ((is_level(a) || is_level(b)) && way * lo.h < way * hi.h)
    way = -way;
  if (way * lo.h >= -work->nearby && way * hi.h <= work->nearby)
    bracketed(work, a, b, lo, hi);
}

/* ---- where the sign of D is not known: along Γ ---- */

/* Ranges of both curvatures between two places of Γ. */
static void ranges_between(const pawl_cell *a, const pawl_cell *b, const opposite *lo, const opposite *hi,
                           double k0[2], double k1[2])
{
  for (int i = 0; i < 2; i++) {
    const pawl_cell *cell = i ? b : a;
    double mean = 0.5 * (lo->k[i] + hi->k[i]), room = 0.5 * cell->k_slope * fabs(hi->s[i] - lo->s[i]);
    k0[i] = greater(cell->k0, mean - room);
    k1[i] = lesser(cell->k1, mean + room);
  }
}

/* Curves that lie on each other, or at the same distance, all along: h vanishes everywhere. */
static void alike(pawl_search_work *work, double gap)
{
  if (fabs(gap) < 1e-9 * work->walk.size)
    work->note->conformal = true;
  if (gap > -1e-9 * work->walk.size)
    work->note->beyond = lesser(work->note->beyond, greater(gap, 0));
}

/* Bounds of k1 and k2 by themselves leave D open where the two cancel but for 1e-5, as they do with next to no play. So between
 * places that are near each other D is what a parabola through three of them says, with sixteen times the change of its slope that
 * the parabola has; true if its integral is the change of h, which ripples between them, or rounding, would not be. `steep`: |D/(k1 k2)|
 * at most. */
static bool by_values(const opposite *lo, const opposite *middle, const opposite *hi, double turn,
                      double noise, double *least, double *most, double *steep)
{
  const opposite *at[] = {lo, middle, hi};
  double D[3], slope[3], largest = 0;
  for (int i = 0; i < 3; i++) {
    double k = at[i]->k[0], l = at[i]->k[1];
    D[i] = k + l + at[i]->gap * k * l;
    slope[i] = -D[i] / (k * l);
    largest = greater(largest, fabs(slope[i]));
  }
  double room = 2 * fabs(D[0] - 2 * D[1] + D[2]), sum = turn / 6 * (slope[0] + 4 * slope[1] + slope[2]);
  *least = lesser(D[0], lesser(D[1], D[2])) - room;
  *most = greater(D[0], greater(D[1], D[2])) + room;
  *steep = largest + 2 * fabs(slope[0] - 2 * slope[1] + slope[2]);
  return turn < 0.1 && turn * largest > 10 * noise && fabs(hi->h - lo->h - sum) < 0.1 * turn * largest;
}

/* All zeros of h between two places. Along the normal's angle φ, dh/dφ = -D/(k1 k2) and dgap/dφ = h. */
static void follow(pawl_search_work *work, const pawl_cell *a, const pawl_cell *b, opposite lo, opposite hi,
                   int depth)
{
  double k0[2], k1[2], least, most, turn = xy_cross(lo.n, hi.n), tiny = work->nearby;
  ranges_between(a, b, &lo, &hi, k0, k1);
  double bent = lesser(fabs(k0[0]), fabs(k1[0])) * lesser(fabs(k0[1]), fabs(k1[1]));
  if (bent > 0 && turn > 0) {
    /* |h| <= H between them if it starts with h and its slope is at most D/(k1 k2); first the gap, then D,
     * then h. */
    double h = greater(fabs(lo.h), fabs(hi.h)), wide = turn * 1.2, gap = 0.5 * (lo.gap + hi.gap);
    double reach = 0.5 * fabs(hi.gap - lo.gap) + wide * (h + tiny);
    range_of_D(k0, k1, gap - 2 * reach, gap + 2 * reach, &least, &most);
    double change = wide * greater(fabs(least), fabs(most)) / bent;
    bool settled = change <= h + tiny; /* else the gap could change by more than was assumed */
    if (settled && (most <= 0 || (lo.h > change && hi.h > change) || (lo.h < -change && hi.h < -change)))
      return;
    if (settled && least > 0) {
      double way = a->bends * b->bends;
      if (way * lo.h >= -tiny && way * hi.h <= tiny)
        bracketed(work, a, b, lo, hi);
      return;
    }
  }
  opposite middle = at_normal(a, b, xy_unit(xy_add(lo.n, hi.n)));
  double noise = 2e-13 * work->walk.size, flat = 1e-10 * work->walk.size, steep;
  bool known = by_values(&lo, &middle, &hi, turn, noise, &least, &most, &steep);
  if (known) {
    double change = turn * steep, way = a->bends * b->bends;
    if (least > 0 && way * lo.h >= -noise && way * hi.h <= noise)
      bracketed(work, a, b, lo, hi);
    if (least > 0 || most < 0 || (lo.h > change && hi.h > change) || (lo.h < -change && hi.h < -change))
      return;
  } else if (depth > 2 && fabs(lo.h) < flat && fabs(hi.h) < flat && fabs(middle.h) < flat) {
    alike(work, lesser(lo.gap, hi.gap));
    return;
  }
  if (depth > 40 || turn < 1e-9 || ++work->splits > PAWL_SPLITS) {
    opposite *end = fabs(lo.h) < fabs(hi.h) ? &lo : &hi;
    pawl_touch touch = {.s = {end->s[0], end->s[1]}};
    pawl_pair pair = pawl_walk_pair(&work->walk);
    work->note->newtons++;
    if (pawl_meet(&pair, &touch))
      pawl_search_record(work, &touch);
    if (turn >= 1e-9) /* not all was looked at */
      work->note->beyond =
          lesser(work->note->beyond, greater(lesser(lo.gap, hi.gap) - fabs(lo.h) - fabs(hi.h), 0));
    return;
  }
  follow(work, a, b, lo, middle, depth + 1);
  follow(work, a, b, middle, hi, depth + 1);
}

static void give_up(pawl_search_work *work, const pawl_cell *a, const pawl_cell *b, double margin)
{
  pawl_touch touch = {.s = {0.5 * (a->s0 + a->s1), 0.5 * (b->s0 + b->s1)}};
  pawl_pair pair = pawl_walk_pair(&work->walk);
  work->note->newtons++;
  if (pawl_meet(&pair, &touch))
    pawl_search_record(work, &touch);
  work->note->beyond = lesser(work->note->beyond, greater(margin, 0));
}

static bool is_flat(const pawl_cell *cell)
{
  return cell->bends == 0 && greater(fabs(cell->k0), fabs(cell->k1)) * pawl_cell_radius(cell) < 1e-5;
}

/* A cell next to an inflection that is all but straight, of unknown sense: its one normal decides about the
 * other. */
static void try_flat(pawl_search_work *work, const pawl_cell *a, const pawl_cell *b, double margin)
{
  const pawl_cell *flat = is_flat(a) ? a : b, *other = is_flat(a) ? b : a;
  pawl_xy m = xy_back(xy_unit(xy_add(flat->n0, flat->n1))), x;
  double way = xy_cross(other->n0, other->n1) < 0 ? -1 : 1, k;
  if (is_flat(other)) {
    give_up(work, a, b, margin);
    return;
  }
  if (way * xy_cross(other->n0, m) < -1e-5 || way * xy_cross(m, other->n1) < -1e-5 ||
      xy_dot(m, other->n0) < 0)
    return;
  double here = 0.5 * (flat->s0 + flat->s1), there = s_of_normal(other, m, &x, &k);
  pawl_touch touch = {.s = {flat == a ? here : there, flat == a ? there : here}};
  pawl_pair pair = pawl_walk_pair(&work->walk);
  work->note->newtons++;
  if (pawl_meet(&pair, &touch))
    pawl_search_record(work, &touch);
}

/* h = r·t cannot vanish: r is within `r` of d, t belongs to a normal between the two. */
static bool slips_by(pawl_xy d, double r, pawl_xy n0, pawl_xy n1)
{
  double a = xy_cross(n0, d), b = xy_cross(n1, d); /* d·t */
  return (a > r && b > r) || (a < -r && b < -r);
}

static void look(pawl_search_work *work, const pawl_cell *a, const pawl_cell *b, int depth)
{
  pawl_xy d = xy_sub(pawl_cell_centre(b), pawl_cell_centre(a)), n0 = a->n0, n1 = a->n1;
  double ra = pawl_cell_radius(a), rb = pawl_cell_radius(b), low, high;
  double distance = xy_norm(d), margin = pawl_cells_apart(a, b);
  if (margin >= work->interest) {
    work->note->beyond = lesser(work->note->beyond, margin);
    if (margin >= work->depth)
      return;
  }
  if (a->k1 + b->k1 < 0)
    return;
  bool bends = a->bends != 0 && b->bends != 0;
  if (bends && (!shared_normals(a, b, &n0, &n1) || slips_by(d, ra + rb, n0, n1)))
    return;
  if (bends)
    pawl_heights(n0, n1, d, ra + rb, &low, &high);
  else
    low = -(high = distance + ra + rb);
  double least, most, unused, k0[2] = {a->k0, b->k0}, k1[2] = {a->k1, b->k1};
  range_of_D(k0, k1, greater(low, -work->depth), high, &unused, &most);
  if (high < -work->depth || most <= 0)
    return;
  range_of_D(k0, k1, low, high, &least, &unused);
  /* Two convex cells have D = k1 (1 + g k2/2) + k2 (1 + g k1/2) >= 0 unless they overlap by more than a
   * radius or two. */
  bool convex = a->bends > 0 && b->bends > 0 && -low * greater(a->k1, b->k1) <= 2;
  if (bends && (convex || least > 0)) {
    decide(work, a, b, n0, n1);
    return;
  }
  /* Nearly fitting: one curve of pairs instead of a plane of them. */
  if (bends && depth >= 4) {
    follow(work, a, b, at_normal(a, b, n0), at_normal(a, b, n1), 0);
    return;
  }
  if ((is_flat(a) || is_flat(b)) && (is_flat(a) || a->bends) && (is_flat(b) || b->bends)) {
    try_flat(work, a, b, margin);
    return;
  }
  if (depth >= 60 || greater(ra, rb) < 1e-7 * work->walk.size || ++work->splits > PAWL_SPLITS) {
    give_up(work, a, b, margin);
    return;
  }
  pawl_cell half[2];
  bool first = ra >= rb;
  pawl_cell_halve(first ? a : b, half);
  for (int i = 0; i < 2; i++)
    look(work, first ? &half[i] : a, first ? b : &half[i], depth + 1);
}

void pawl_search_curves(pawl_search_work *work, const pawl_leaf *a, const pawl_leaf *b)
{
  pawl_cell v = pawl_cell_of(a, pawl_walk_stretch(&work->walk, 0), NULL);
  pawl_cell w = pawl_cell_of(b, pawl_walk_stretch(&work->walk, 1), work->walk.place);
  look(work, &v, &w, 0);
}
