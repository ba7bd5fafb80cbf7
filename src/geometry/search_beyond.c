/* The certificate of the search: how far things must move before a touch that is not listed can close
 * (search.c says what is behind it). It is the least margin over all pairs of leaves where one could
 * appear, found by branch and bound. */
#include <stdlib.h>

#include "geometry/search.h"

double pawl_fold_gap(double a0, double a1, double b0, double b1)
{
  double least = INFINITY;
  /* D = 0 at a gap of R - r, where the concave one has the smallest radius R and the convex one the largest
   * r. */
  if (b0 < 0 && a1 >= 0)
    least = lesser(least, -1 / b0 - (a0 > 0 ? 1 / a0 : INFINITY));
  if (a0 < 0 && b1 >= 0)
    least = lesser(least, -1 / a0 - (b0 > 0 ? 1 / b0 : INFINITY));
  return greater(least, 0);
}

static double angle_between(const pawl_cell *a, const pawl_cell *b)
{
  bool left = xy_cross(a->n0, a->n1) >= 0;
  pawl_xy a0 = left ? a->n0 : a->n1, a1 = left ? a->n1 : a->n0;
  left = xy_cross(b->n0, b->n1) >= 0;
  pawl_xy b0 = xy_back(left ? b->n0 : b->n1), b1 = xy_back(left ? b->n1 : b->n0);
  if (xy_dot(xy_add(a0, a1), xy_add(b0, b1)) <= 0)
    return 0.3;
  return greater(0, greater(xy_cross(b1, a0), xy_cross(a1, b0)));
}

/* An arc of half a turn at most lies in the disc about its chord. */
static double apart_from_chord(const pawl_cell *arc, const pawl_cell *cell)
{
  const pawl_stretch *w = arc->w;
  if (w->sector.full || w->sector.reflex)
    return -INFINITY;
  pawl_xy a = w->end[0].x, b = w->end[1].x;
  if (arc->place) {
    a = pawl_place_point(arc->place, a);
    b = pawl_place_point(arc->place, b);
  }
  return xy_distance(xy_between(a, b), pawl_cell_centre(cell)) - 0.5 * xy_distance(a, b) -
         pawl_cell_radius(cell);
}

/* Distance of a cell from the arc whose circle the other one stands for. */
static double apart_from_circle(const pawl_cell *circle, const pawl_cell *cell)
{
  double far = greater(xy_distance(cell->p0, circle->p0), xy_distance(cell->p1, circle->p0));
  double inside = circle->R - far - 0.5 * pawl_cell_radius(cell); /* it bulges less than that */
  return greater(greater(pawl_cells_apart(circle, cell) - circle->R, inside), apart_from_chord(circle, cell));
}

static double apart(const pawl_cell *a, const pawl_cell *b)
{
  return a->R > 0 ? apart_from_circle(a, b) : b->R > 0 ? apart_from_circle(b, a) : pawl_cells_apart(a, b);
}

/* From a line that is long against all of the other profile, to either side of it; -INFINITY: it is none. The disc of the line holds the
 * other one from far away, and says nothing. */
static double apart_from_line(const pawl_cell *line, const pawl_cell *cell, double size)
{
  if (line->k0 != 0 || line->k1 != 0 || 2 * pawl_cell_radius(line) < PAWL_MUCH_LARGER * size)
    return -INFINITY;
  double h0 = xy_dot(xy_sub(cell->p0, line->p0), line->n0), h1 = xy_dot(xy_sub(cell->p1, line->p0), line->n0);
  return greater(lesser(h0, h1), -greater(h0, h1)) - pawl_cell_radius(cell) - cell->R;
}

/* How far things must move before a touch can appear here. */
static double margin_of(const pawl_search_work *work, const pawl_cell *a, const pawl_cell *b)
{
  if (a->k1 + b->k1 < 0 || (a->k0 >= 0 && b->k0 >= 0))
    return INFINITY;
  const pawl_profile *const *p = work->walk.profile;
  double margin =
      greater(apart(a, b), greater(apart_from_line(a, b, p[1]->size), apart_from_line(b, a, p[0]->size)));
  if (a->bends && b->bends)
    margin = greater(margin, 0.5 * work->width * angle_between(a, b));
  return greater(margin, pawl_fold_gap(a->k0, a->k1, b->k0, b->k1));
}

/* What a touch in the middle of the two would need: the least margin of the patch is not larger. */
static double margin_inside(const pawl_search_work *work, const pawl_cell *a, const pawl_cell *b, bool stop)
{
  double k = 0.5 * (a->ka + a->kb), l = 0.5 * (b->ka + b->kb);
  pawl_xy n = xy_add(a->n0, a->n1), m = xy_add(b->n0, b->n1);
  if (!stop && (k + l < 0 || (k >= 0 && l >= 0)))
    return INFINITY;
  double margin = fabs(xy_distance(pawl_cell_centre(a), pawl_cell_centre(b)) - a->R - b->R);
  double lengths = xy_norm(n) * xy_norm(m);
  if (lengths > 0)
    margin = greater(margin, 0.5 * work->width * fabs(xy_cross(n, m)) / lengths);
  return stop ? margin : greater(margin, pawl_fold_gap(k, k, l, l));
}

/* The chord of a long arc says nothing. */
static bool is_long_arc(const pawl_leaf *leaf, const pawl_stretch *w)
{
  return !leaf->stop && w->form == PAWL_BY_ARC &&
         (w->sector.full || w->sector.reflex || xy_dot(w->sector.lo, w->sector.hi) < 0.5);
}

static pawl_cell cell_of(const pawl_leaf *leaf, const pawl_stretch *w, const pawl_placing *place)
{
  pawl_cell cell = pawl_cell_of(leaf, w, place);
  if (leaf->stop)
    cell.bends = 1; /* its one normal is known */
  else if (is_long_arc(leaf, w)) {
    cell.bends = 0;
    cell.R = fabs(w->radius);
    cell.p0 = cell.p1 = place ? pawl_place_point(place, w->centre) : w->centre;
    cell.n0 = cell.n1 = (pawl_xy){0, 0};
  } else if (w->form == PAWL_BY_POINT) {
    cell.bends = !w->sector.full && xy_dot(w->sector.lo, w->sector.hi) > 0;
    cell.n0 = place ? pawl_place_direction(place, w->sector.lo) : w->sector.lo;
    cell.n1 = place ? pawl_place_direction(place, w->sector.hi) : w->sector.hi;
  }
  return cell;
}

/* ---- a heap of patches, the least margin on top; they stay where they are, their numbers move ---- */

static void put(pawl_search_work *work, const pawl_patch *x)
{
  int *heap = work->heap, i = work->patch_count;
  /* Touches found later may explain a patch away: then it sets no bound. */
  if (!x->whole && !x->stop)
    work->reached = lesser(work->reached, margin_inside(work, &x->cell[0], &x->cell[1], false));
  if (x->margin >= lesser(0.67 * work->reached, work->note->beyond) || i == PAWL_PATCHES) {
    work->note->beyond = lesser(work->note->beyond, greater(x->margin, 0));
    return;
  }
  int mine = heap[i]; /* behind the heap stand the numbers that are free */
  work->patch[mine] = *x;
  work->patch_count++;
  for (; i > 0 && work->patch[heap[(i - 1) / 2]].margin > x->margin; i = (i - 1) / 2)
    heap[i] = heap[(i - 1) / 2];
  heap[i] = mine;
}

static const pawl_patch *take(pawl_search_work *work)
{
  int *heap = work->heap, top = heap[0], last = heap[--work->patch_count], i = 0;
  for (int child; (child = 2 * i + 1) < work->patch_count; i = child) {
    if (child + 1 < work->patch_count &&
        work->patch[heap[child + 1]].margin < work->patch[heap[child]].margin)
      child++;
    if (work->patch[heap[child]].margin >= work->patch[last].margin)
      break;
    heap[i] = heap[child];
  }
  heap[i] = last;
  heap[work->patch_count] = top;
  return &work->patch[top];
}

void pawl_search_doubt(pawl_search_work *work, const pawl_leaf *a, const pawl_leaf *b, double margin)
{
  const pawl_stretch *v = pawl_walk_stretch(&work->walk, 0), *w = pawl_walk_stretch(&work->walk, 1);
  pawl_patch x = {.at = {work->walk.at[0], work->walk.at[1]},
                  .leaf = {work->leaf[0], work->leaf[1]},
                  .stop = a->stop || b->stop};
  if ((a->stop && b->stop) || (a->k0 >= 0 && b->k0 >= 0) || a->k1 + b->k1 < 0)
    return;
  x.margin = greater(margin, pawl_fold_gap(a->k0, a->k1, b->k0, b->k1));
  if (x.margin >= greater(work->reached, work->note->beyond))
    return; /* it sets no bound */
  x.whole = is_long_arc(a, v) && is_long_arc(b, w);
  x.circles = !x.stop && v->form == PAWL_BY_ARC && w->form == PAWL_BY_ARC;
  if (!x.whole) {
    x.cell[0] = cell_of(a, v, NULL);
    x.cell[1] = cell_of(b, w, work->walk.place);
    x.margin = greater(x.margin, margin_of(work, &x.cell[0], &x.cell[1]));
  }
  put(work, &x);
}

/* The vertex that a touch at the end of an overlap of two straight pieces is at; -1: it is at none. */
static int corner_of(const pawl_profile *p, const pawl_found *found, int side)
{
  const pawl_touch *touch = &found->touch;
  if (!touch->straight || !isinf(touch->k[side]) || touch->ends == 3)
    return -1;
  const pawl_stretch *w = p->stretch + found->at[side];
  return w->form == PAWL_BY_POINT ? found->at[side] : w->next[touch->ends == 1];
}

/* A touch that is there already leaves no room for a second one: on one pair of circles; and next to a
 * stop, on the leaf that the stop ends, since there is one touch at most where D > 0. */
static bool is_explained(const pawl_search_work *work, const pawl_patch *x)
{
  for (int i = 0; (x->stop || x->circles) && i < work->count; i++) {
    bool same = true;
    for (int side = 0; side < 2; side++) {
      const pawl_profile *p = work->walk.profile[side];
      const pawl_found *found = &work->found[i];
      bool near = found->leaf[side] == x->leaf[side] || corner_of(p, found, side) == x->at[side] ||
                  (p->leaf[x->leaf[side]].stop && abs(found->leaf[side] - x->leaf[side]) == 1);
      bool circle = p->stretch[found->at[side]].circle == p->stretch[x->at[side]].circle;
      same = same && (x->circles ? circle : near);
    }
    if (same)
      return true;
  }
  return false;
}

static void halve(pawl_search_work *work, const pawl_patch *x)
{
  bool first = pawl_cell_radius(&x->cell[0]) >= pawl_cell_radius(&x->cell[1]);
  pawl_cell half[2];
  pawl_patch part = *x; /* x itself is free by now */
  double margin = part.margin;
  pawl_cell_halve(&x->cell[first ? 0 : 1], half);
  for (int i = 0; i < 2; i++) {
    part.cell[first ? 0 : 1] = half[i];
    part.margin = greater(margin, margin_of(work, &part.cell[0], &part.cell[1]));
    put(work, &part);
  }
}

/* The patch with the least margin is halved until that is within a third of what it can be at best; after a
 * while, a quarter of it will do. */
double pawl_search_beyond(pawl_search_work *work)
{
  for (int i = 0; work->patch_count > 0; i++) {
    const pawl_patch *x = take(work);
    if (is_explained(work, x))
      continue;
    if (!x->whole)
      work->reached = lesser(work->reached, margin_inside(work, &x->cell[0], &x->cell[1], x->stop));
    bool points = pawl_cell_radius(&x->cell[0]) + pawl_cell_radius(&x->cell[1]) <= 0;
    double enough = (i < PAWL_REFINED ? 0.67 : 0.25) * work->reached;
    if (x->whole || points || i >= 8 * PAWL_REFINED || x->margin >= enough)
      return greater(x->margin, 0);
    halve(work, x);
  }
  return INFINITY;
}
