/* Touches of two leaves, one of which is an arc, a vertex or a line. Arcs, vertices and lines among each
 * other have closed solutions. On a curve the touch is a zero of one function of its parameter, which is
 * monotone over a cell where D has one sign: the signs at the ends decide, and a cell where the sign of D
 * is not known is halved. */
#include "geometry/search.h"

/* Sine of the angle below which both ends of an overlap are touches: which one is lower is rounding, and an arc that goes on from the lower one
 * may by rounding have no normal there. */
#define PARALLEL 1e-9

static void solve(pawl_search_work *work, pawl_touch *touch)
{
  pawl_pair pair = pawl_walk_pair(&work->walk);
  work->note->newtons++;
  if (pawl_meet(&pair, touch))
    pawl_search_record(work, touch);
}

/* ---- round and round ---- */

static pawl_xy placed_centre(const pawl_search_work *work, int side)
{
  pawl_xy c = pawl_walk_stretch(&work->walk, side)->centre;
  return side ? pawl_place_point(work->walk.place, c) : c;
}

/* Curves about the same centre are everywhere equally far apart: no touch, but nothing closes before that
 * distance. */
static void concentric(pawl_search_work *work, double gap)
{
  if (gap > -1e-9 * work->walk.size)
    work->note->beyond = lesser(work->note->beyond, greater(gap, 0));
  if (fabs(gap) <= 1e-9 * work->walk.size)
    work->note->conformal = true;
}

static void round_round(pawl_search_work *work)
{
  const pawl_stretch *a = pawl_walk_stretch(&work->walk, 0), *b = pawl_walk_stretch(&work->walk, 1);
  pawl_xy d = xy_sub(placed_centre(work, 1), placed_centre(work, 0));
  bool points = a->form == PAWL_BY_POINT && b->form == PAWL_BY_POINT;
  double e = xy_norm(d);
  pawl_touch touch = {.n = e > 0 ? xy_times(1 / e, d) : a->sector.full ? (pawl_xy){1, 0} : a->sector.mid};
  if (!points && e <= 1e-12 * work->walk.size) {
    if (a->radius * b->radius < 0)
      concentric(work, -(a->radius + b->radius));
    return;
  }
  solve(work, &touch);
}

/* ---- straight and straight ---- */

/* Where an end j of a straight stretch lies along u; at a concave corner, how far it goes on. */
static double along(const pawl_search_work *work, int side, int j, pawl_xy u)
{
  const pawl_stretch *w = pawl_walk_stretch(&work->walk, side);
  pawl_xy p = xy_along(w->end[j].x, (j ? 1 : -1) * w->more[j] * w->end[j].speed, w->end[j].t);
  return xy_dot(side ? pawl_place_point(work->walk.place, p) : p, u);
}

static bool has_vertex(const pawl_search_work *work, int side, int j)
{
  int next = pawl_walk_stretch(&work->walk, side)->next[j];
  return next >= 0 && work->walk.profile[side]->stretch[next].form == PAWL_BY_POINT;
}

/* Whose end bounds the overlap at one of its two ends (way: 1 or -1 along u)? */
static void owner(const pawl_search_work *work, pawl_xy u, int way, int *e, int *j)
{
  double reach[2];
  int end[2];
  for (int side = 0; side < 2; side++) {
    double first = way * along(work, side, 0, u), last = way * along(work, side, 1, u);
    end[side] = last > first;
    reach[side] = greater(first, last);
  }
  bool equal = fabs(reach[0] - reach[1]) <= 1e-12 * work->walk.size;
  *e = equal ? has_vertex(work, 1, end[1]) && !has_vertex(work, 0, end[0]) : reach[1] < reach[0];
  *j = end[*e];
}

/* The end of a stretch, but not of the straight feature. */
static bool goes_on(const pawl_search_work *work, int e, int j)
{
  const pawl_stretch *w = pawl_walk_stretch(&work->walk, e);
  return w->next[j] >= 0 && work->walk.profile[e]->stretch[w->next[j]].feature == w->feature;
}

/* Is the lower end a touch by itself? If the stretch goes on smoothly, the touch is on its neighbour; if the outline goes on to where it is
 * lower still, there is none: `off` is the sine of the angle that is missing. */
typedef enum { A_TOUCH, ON_NEIGHBOUR, NONE } lower_end;

static lower_end judge_lower(const pawl_search_work *work, int e, int j, const pawl_touch *touch, double *off)
{
  const pawl_profile *p = work->walk.profile[e];
  const pawl_stretch *w = pawl_walk_stretch(&work->walk, e);
  int next = w->next[j];
  if (next < 0)
    return A_TOUCH;
  if (goes_on(work, e, j))
    return ON_NEIGHBOUR;
  pawl_walk there = work->walk;
  there.at[e] = next;
  int end;
  if (p->stretch[next].form == PAWL_BY_POINT) {
    *off = pawl_walk_beyond(&there, touch, e, &end);
    return *off <= 1e-9 ? A_TOUCH : NONE;
  }
  return p->stretch[next].end[1 - j].k > 0 ? ON_NEIGHBOUR : A_TOUCH;
}

static void straight_straight(pawl_search_work *work)
{
  const pawl_stretch *a = pawl_walk_stretch(&work->walk, 0), *b = pawl_walk_stretch(&work->walk, 1);
  pawl_xy n2 = pawl_place_direction(work->walk.place, b->end[0].n), u = a->end[0].t;
  double tilt = fabs(xy_cross(a->end[0].n, n2)), lap;
  if (xy_dot(a->end[0].n, n2) > 0 || tilt > 0.4)
    return;
  int e[2], j[2];
  pawl_touch touch[2] = {{.n = a->end[0].n}, {.n = a->end[0].n}};
  owner(work, u, -1, &e[0], &j[0]);
  owner(work, u, 1, &e[1], &j[1]);
  lap = along(work, e[1], j[1], u) - along(work, e[0], j[0], u);
  if (lap <= 1e-9 * work->walk.size)
    return;
  for (int i = 0; i < 2; i++) {
    const pawl_stretch *other = e[i] ? a : b;
    if (pawl_walk_end(&work->walk, e[i], j[i], &touch[i]) > 1e-9 * (other->s1 - other->s0))
      return; /* far apart and tilted, they do not face each other after all */
  }
  int low = touch[1].gap < touch[0].gap;
  bool parallel = tilt < PARALLEL;
  double off = 0;
  lower_end how = parallel ? A_TOUCH : judge_lower(work, e[low], j[low], &touch[low], &off);
  double turn = 0.5 * work->width * greater(tilt - PAWL_TILT, how == NONE ? off : 0);
  if (tilt > PAWL_TILT || (how == NONE && touch[1 - low].gap >= work->interest)) {
    /* not yet; but the upper end could close after turning by the rest. Of far sides, seen through the material, nothing is said */
    if (how != NONE || touch[1 - low].gap > 0)
      work->note->beyond = lesser(work->note->beyond, greater(turn, touch[1 - low].gap));
    return;
  }
  if (how == NONE && touch[1 - low].gap > 0 &&
      goes_on(work, e[1 - low], j[1 - low])) /* the upper end is on the stretch behind */
    work->note->beyond = lesser(work->note->beyond, greater(turn, touch[1 - low].gap));
  if (how == NONE) {
    work->beside = pawl_walk_stretch(&work->walk, e[low])->next[j[low]];
    work->side = e[low];
    work->turn = turn;
  }
  for (int i = 0; i < 2; i++) {
    work->needs = i != low && !parallel;
    if ((i != low || how == A_TOUCH) && !goes_on(work, e[i], j[i]))
      pawl_search_record(work, &touch[i]);
  }
  work->needs = false;
  work->beside = -1;
}

/* ---- cells of a curve ---- */

pawl_cell pawl_cell_of(const pawl_leaf *leaf, const pawl_stretch *w, const pawl_placing *place)
{
  pawl_cell cell = {.w = w, .place = place, .s0 = leaf->s0, .s1 = leaf->s1, .p0 = leaf->p0, .p1 = leaf->p1};
  cell.n0 = leaf->n0;
  cell.n1 = leaf->n1;
  cell.ka = leaf->ka;
  cell.kb = leaf->kb;
  cell.k0 = leaf->k0;
  cell.k1 = leaf->k1;
  cell.k_slope = leaf->k_slope;
  cell.bends = leaf->bends;
  if (place) {
    cell.p0 = pawl_place_point(place, cell.p0);
    cell.p1 = pawl_place_point(place, cell.p1);
    cell.n0 = pawl_place_direction(place, cell.n0);
    cell.n1 = pawl_place_direction(place, cell.n1);
  }
  return cell;
}

/* |dk/ds| <= k_slope leaves room on both sides of the mean of the ends. */
static void narrow(pawl_cell *cell)
{
  double mean = 0.5 * (cell->ka + cell->kb), room = 0.5 * cell->k_slope * (cell->s1 - cell->s0);
  cell->k0 = greater(cell->k0, mean - room);
  cell->k1 = lesser(cell->k1, mean + room);
  if (cell->bends == 0)
    cell->bends = cell->k0 >= 0 ? 1 : cell->k1 <= 0 ? -1 : 0;
}

void pawl_cell_halve(const pawl_cell *cell, pawl_cell half[2])
{
  pawl_station at;
  double middle = 0.5 * (cell->s0 + cell->s1);
  pawl_stretch_placed(cell->w, cell->place, middle, &at);
  half[0] = half[1] = *cell;
  half[0].s1 = half[1].s0 = middle;
  half[0].p1 = half[1].p0 = at.x;
  half[0].n1 = half[1].n0 = at.n;
  half[0].kb = half[1].ka = at.k;
  narrow(&half[0]);
  narrow(&half[1]);
}

/* How far a cell bulges over its chord at most: the triangle of its tangents. */
static double bulge(const pawl_cell *cell, double chord)
{
  if (cell->bends == 0)
    return 0.5 * chord;
  return 0.5 * chord * fabs(xy_cross(cell->n0, cell->n1)) / (1 + xy_dot(cell->n0, cell->n1));
}

double pawl_cells_apart(const pawl_cell *a, const pawl_cell *b)
{
  double ca = xy_distance(a->p0, a->p1), cb = xy_distance(b->p0, b->p1);
  double discs = xy_distance(pawl_cell_centre(a), pawl_cell_centre(b)) - 0.5 * (ca + cb);
  pawl_xy n = xy_sub(xy_add(a->n0, a->n1), xy_add(b->n0, b->n1));
  double length = xy_norm(n);
  if (length < 1)
    return discs;
  n = xy_times(1 / length, n);
  double a0 = xy_dot(a->p0, n), a1 = xy_dot(a->p1, n), b0 = xy_dot(b->p0, n), b1 = xy_dot(b->p1, n);
  double slack = bulge(a, ca) + bulge(b, cb);
  double along = lesser(b0, b1) - greater(a0, a1), against = lesser(a0, a1) - greater(b0, b1);
  return greater(discs, greater(along, against) - slack);
}

void pawl_heights(pawl_xy n0, pawl_xy n1, pawl_xy d, double r, double *least, double *most)
{
  double a = xy_dot(d, n0), b = xy_dot(d, n1), way = xy_cross(n0, n1);
  /* d·n is largest (least) inside if d (or -d) points between the two normals. */
  bool inside = xy_cross(n0, d) * way * xy_cross(d, n1) * way > 0;
  *most = r + (inside && a + b > 0 ? xy_norm(d) : greater(a, b));
  *least = -r + (inside && a + b < 0 ? -xy_norm(d) : lesser(a, b));
}

/* Nothing could be decided down to here: try what is there, and say how close it is. */
static void give_up(pawl_search_work *work, const pawl_cell *cell, int curved, double margin)
{
  pawl_touch touch = {.s = {0, 0}, .n = cell->n0};
  touch.s[curved] = 0.5 * (cell->s0 + cell->s1);
  solve(work, &touch);
  work->note->beyond = lesser(work->note->beyond, greater(margin, 0));
}

/* ---- round and curved ---- */

typedef struct {
  pawl_search_work *work;
  int curved; /* side of the curve */
  pawl_xy c;  /* centre of the round one */
  double way; /* 1, or -1 if that is concave */
  double R;   /* its radius */
} round_case;

/* q·t at an end of the cell. */
static double slope_at(const round_case *at, const pawl_cell *cell, int j)
{
  pawl_xy n = j ? cell->n1 : cell->n0, t = xy_times(cell->w->side, xy_left(n));
  return xy_dot(xy_sub(j ? cell->p1 : cell->p0, at->c), t);
}

/* A zero of q·t between the ends, where it has opposite signs: Newton from the secant, on a halved cell if
 * that leaves. */
static void bracketed(round_case *at, pawl_cell cell)
{
  double F0 = slope_at(at, &cell, 0), F1 = slope_at(at, &cell, 1);
  pawl_pair pair = pawl_walk_pair(&at->work->walk);
  for (int i = 0; i < PAWL_HALVES; i++) {
    pawl_touch touch = {.n = cell.n0};
    double part = F0 == F1 ? 0.5 : F0 / (F0 - F1), s = cell.s0 + part * (cell.s1 - cell.s0),
           slack = 1e-6 * (cell.s1 - cell.s0);
    touch.s[at->curved] = lesser(cell.s1, greater(cell.s0, s));
    at->work->note->newtons++;
    if (pawl_meet(&pair, &touch) && touch.s[at->curved] >= cell.s0 - slack &&
        touch.s[at->curved] <= cell.s1 + slack) {
      pawl_search_record(at->work, &touch);
      return;
    }
    pawl_cell half[2];
    pawl_cell_halve(&cell, half);
    double F = slope_at(at, &half[0], 1);
    bool left = F0 * F <= 0;
    cell = half[left ? 0 : 1];
    *(left ? &F1 : &F0) = F;
  }
  pawl_touch touch = {.n = cell.n0};
  touch.s[at->curved] = 0.5 * (cell.s0 + cell.s1);
  pawl_search_flat(at->work, &touch);
}

static void round_curved(round_case *at, const pawl_cell *cell, int depth)
{
  pawl_xy d = xy_sub(pawl_cell_centre(cell), at->c);
  double r = pawl_cell_radius(cell), distance = xy_norm(d), low, high;
  double margin = greater(distance - at->R, at->R - distance) - r;
  if (margin >= at->work->interest) {
    at->work->note->beyond = lesser(at->work->note->beyond, margin);
    if (margin >= at->work->depth)
      return;
  }
  if (cell->bends)
    pawl_heights(cell->n0, cell->n1, d, r, &low, &high);
  else
    low = -(high = distance + r);
  double E[4] = {1 - cell->k0 * low, 1 - cell->k0 * high, 1 - cell->k1 * low, 1 - cell->k1 * high};
  double least = INFINITY, most = -INFINITY;
  for (int i = 0; i < 4; i++) {
    least = lesser(least, at->way * E[i]);
    most = greater(most, at->way * E[i]);
  }
  if (most <= 0)
    return;
  double F0 = slope_at(at, cell, 0), F1 = slope_at(at, cell, 1), tiny = at->work->nearby;
  if (least > 0) {
    if (at->way * F0 <= tiny && at->way * F1 >= -tiny)
      bracketed(at, *cell);
    return;
  }
  /* q·t changes by at most E times the arc. */
  double steep = 2.4 * r * greater(fabs(least), fabs(most));
  if (fabs(F0) > steep && fabs(F1) > steep)
    return;
  if (depth >= 40 || r < 1e-7 * at->work->walk.size || ++at->work->splits > PAWL_SPLITS) {
    give_up(at->work, cell, at->curved, margin);
    return;
  }
  pawl_cell half[2];
  pawl_cell_halve(cell, half);
  if (greater(fabs(F0), greater(fabs(F1), fabs(slope_at(at, &half[0], 1)))) < 1e-10 * at->work->walk.size) {
    concentric(at->work, -xy_dot(xy_sub(cell->p0, at->c), cell->n0) - at->way * at->R);
    return;
  }
  round_curved(at, &half[0], depth + 1);
  round_curved(at, &half[1], depth + 1);
}

/* ---- straight and curved ---- */

/* The normal m lies between those of the ends: Newton from the secant, on a halved cell if that leaves. */
static void facing(pawl_search_work *work, int curved, pawl_cell cell, pawl_xy m)
{
  pawl_pair pair = pawl_walk_pair(&work->walk);
  for (int i = 0; i < PAWL_HALVES; i++) {
    pawl_touch touch = {.n = m};
    double before = fabs(xy_cross(cell.n0, m)), behind = fabs(xy_cross(m, cell.n1));
    double part = before + behind > 0 ? before / (before + behind) : 0.5, slack = 1e-6 * (cell.s1 - cell.s0);
    touch.s[curved] = cell.s0 + part * (cell.s1 - cell.s0);
    work->note->newtons++;
    bool met = pawl_meet(&pair, &touch);
    if (met && touch.s[curved] >= cell.s0 - slack && touch.s[curved] <= cell.s1 + slack) {
      pawl_search_record(work, &touch);
      return;
    }
    pawl_cell half[2];
    pawl_cell_halve(&cell, half);
    cell = half[xy_cross(half[0].n0, m) * xy_cross(half[0].n1, m) <= 0 ? 0 : 1];
  }
  pawl_touch touch = {.n = m};
  touch.s[curved] = 0.5 * (cell.s0 + cell.s1);
  pawl_search_flat(work, &touch);
}

static void straight_curved(pawl_search_work *work, int curved, const pawl_cell *cell, int depth)
{
  const pawl_stretch *line = pawl_walk_stretch(&work->walk, 1 - curved);
  pawl_xy m = xy_back(line->end[0].n);
  if (!curved)
    m = pawl_place_direction(work->walk.place, m);
  if (cell->k1 < 0)
    return;
  if (cell->bends == 0 && depth < 12) {
    double turn = 2 * greater(-cell->k0, cell->k1) * pawl_cell_radius(cell) * 1.5; /* by less than that */
    if (turn < 0.5 && (fabs(xy_cross(cell->n0, m)) > turn || xy_dot(cell->n0, m) < 0))
      return;
    pawl_cell half[2];
    pawl_cell_halve(cell, half);
    straight_curved(work, curved, &half[0], depth + 1);
    straight_curved(work, curved, &half[1], depth + 1);
    return;
  }
  double way = xy_cross(cell->n0, cell->n1) < 0 ? -1 : 1;
  double before = way * xy_cross(cell->n0, m), behind = way * xy_cross(m, cell->n1);
  if (xy_dot(cell->n0, m) > 0 && before >= -1e-12 && behind >= -1e-12)
    facing(work, curved, *cell, m);
}

void pawl_search_leaves(pawl_search_work *work, const pawl_leaf *a, const pawl_leaf *b)
{
  const pawl_stretch *w[2] = {pawl_walk_stretch(&work->walk, 0), pawl_walk_stretch(&work->walk, 1)};
  if (w[0]->shape == PAWL_CURVED && w[1]->shape == PAWL_CURVED) {
    pawl_search_curves(work, a, b);
    return;
  }
  if (w[0]->shape != PAWL_CURVED && w[1]->shape != PAWL_CURVED) {
    pawl_touch touch = {0};
    if (w[0]->shape == PAWL_ROUND && w[1]->shape == PAWL_ROUND)
      round_round(work);
    else if (w[0]->shape == w[1]->shape)
      straight_straight(work);
    else
      solve(work, &touch);
    return;
  }
  int curved = w[1]->shape == PAWL_CURVED;
  pawl_cell cell = pawl_cell_of(curved ? b : a, w[curved], curved ? work->walk.place : NULL);
  if (w[1 - curved]->shape == PAWL_STRAIGHT)
    straight_curved(work, curved, &cell, 0);
  else {
    double radius = w[1 - curved]->radius;
    round_case at = {work, curved, placed_centre(work, 1 - curved), radius < 0 ? -1 : 1, fabs(radius)};
    round_curved(&at, &cell, 0);
  }
}
