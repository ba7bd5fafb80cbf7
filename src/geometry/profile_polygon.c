/* A profile as a polygon, and where it crosses itself. */
#include "geometry/search.h"

/* ---- the polygon ---- */

/* How many equal steps in s keep the sagitta of each below the error. Leaves bend one way and by little;
 * arcs are cut by angle: R (1 - cos(a/2)) < R a²/8. */
static int steps_of(const pawl_leaf *leaf, const pawl_stretch *w, double error)
{
  double steps = 1;
  if (w->shape == PAWL_ROUND) {
    double angle = fabs(w->turn) * (w->s1 - w->s0);
    steps = angle * sqrt(fabs(w->radius) / (8 * error));
    steps = fmax(steps, angle / 1.6);
  } else if (w->shape == PAWL_CURVED) {
    /* The deviation from a chord is at most max|c''| (ds)²/8; the largest of five places, doubled. */
    double most = 0, range = leaf->s1 - leaf->s0;
    for (int i = 0; i <= 4; i++) {
      pawl_plane_jet jet;
      pawl_stretch_jet(w, leaf->s0 + i * range / 4, &jet);
      most = fmax(most, xy_norm(jet.d2));
    }
    steps = range * sqrt(2 * most / (8 * error));
  }
  return 1 + (int)fmin(1e6, ceil(steps) - 1);
}

/* All points, those that have room written; the first point of each leaf is the last one of that before. */
static long draw(const pawl_profile *profile, double error, pawl_xy *point, int most)
{
  long count = 0;
  for (int i = 0; i < profile->leaf_count; i++) {
    const pawl_leaf *leaf = &profile->leaf[i];
    const pawl_stretch *w = &profile->stretch[leaf->stretch];
    pawl_leaf part = *leaf;
    part.s0 = fmax(leaf->s0, w->s0);
    part.s1 = fmin(leaf->s1, w->s1);
    if (leaf->stop || w->form == PAWL_BY_POINT || part.s1 <= part.s0)
      continue;
    int steps = steps_of(&part, w, error);
    for (int j = count ? 1 : 0; j <= steps; j++, count++) {
      pawl_station at;
      if (count >= most)
        continue;
      pawl_stretch_at(w, part.s0 + j * (part.s1 - part.s0) / steps, &at);
      point[count] = at.x;
    }
  }
  if (count == 0 && most > 0) { /* a single vertex */
    point[0] = profile->stretch[0].centre;
    count = 1;
  }
  return count;
}

int pawl_profile_polygon(const pawl_profile *profile, double error, pawl_xy *point, int most)
{
  if (most < 1)
    return 0;
  long count = draw(profile, error, point, most);
  for (int i = 0; i < 60 && count > most; i++)
    count = draw(profile, error *= 2, point, most);
  if (count > most)
    count = most;
  if (profile->closed && count > 1)
    point[count - 1] = point[0];
  return (int)count;
}

/* ---- crossings with itself ---- */

typedef struct {
  const pawl_profile *profile;
  pawl_xy at;
  double s[2];
  int budget;
} crossing;

static pawl_cell cell_of(const pawl_profile *profile, const pawl_leaf *leaf)
{
  const pawl_stretch *w = &profile->stretch[leaf->stretch];
  pawl_cell cell = pawl_cell_of(leaf, w, NULL);
  pawl_station at;
  pawl_stretch_at(w, cell.s0 = fmax(leaf->s0, w->s0), &at);
  cell.p0 = at.x;
  cell.n0 = at.n;
  pawl_stretch_at(w, cell.s1 = fmin(leaf->s1, w->s1), &at);
  cell.p1 = at.x;
  cell.n1 = at.n;
  return cell;
}

/* The disc of a cell. Arcs may turn by more than a right angle: then the disc of the circle. */
static void disc_of(const pawl_cell *cell, pawl_xy *centre, double *r)
{
  *centre = pawl_cell_centre(cell);
  *r = pawl_cell_radius(cell);
  if (cell->w->shape == PAWL_ROUND && fabs(cell->w->turn) * (cell->s1 - cell->s0) > 1.5) {
    *centre = cell->w->centre;
    *r = fabs(cell->w->radius);
  }
}

/* Chords that cross, of cells too short to matter. */
static bool chords_cross(crossing *x, const pawl_cell *a, const pawl_cell *b)
{
  pawl_xy d = xy_sub(a->p1, a->p0), e = xy_sub(b->p1, b->p0), q = xy_sub(b->p0, a->p0);
  double det = xy_cross(d, e);
  if (det == 0)
    return false;
  double t = xy_cross(q, e) / det, u = xy_cross(q, d) / det;
  if (t < -1e-6 || t > 1 + 1e-6 || u < -1e-6 || u > 1 + 1e-6)
    return false;
  x->at = xy_along(a->p0, t, d);
  x->s[0] = a->s0 + t * (a->s1 - a->s0);
  x->s[1] = b->s0 + u * (b->s1 - b->s0);
  return true;
}

/* Cells that follow each other share a point: that is no crossing. */
static bool is_joint(const crossing *x, const pawl_cell *a, const pawl_cell *b)
{
  double ra = pawl_cell_radius(a), rb = pawl_cell_radius(b), tiny = 1e-6 * x->profile->size;
  bool follow = a->s1 >= b->s0 || (x->profile->closed && a->s0 <= x->profile->s0 && b->s1 >= x->profile->s1);
  return follow && fmax(ra, rb) < tiny;
}

static bool look(crossing *x, const pawl_cell *a, const pawl_cell *b, int depth)
{
  pawl_xy ca, cb;
  double ra, rb;
  disc_of(a, &ca, &ra);
  disc_of(b, &cb, &rb);
  if (--x->budget < 0 || xy_distance(ca, cb) > ra + rb || is_joint(x, a, b))
    return false;
  bool straight = a->w->shape == PAWL_STRAIGHT && b->w->shape == PAWL_STRAIGHT;
  bool follow = a->s1 == b->s0 || (x->profile->closed && a->s0 <= x->profile->s0 && b->s1 >= x->profile->s1);
  if (straight && follow)
    return false;
  if (straight || depth == 0 || fmax(ra, rb) < 1e-8 * x->profile->size)
    return chords_cross(x, a, b);
  pawl_cell half[2];
  bool first = ra >= rb;
  pawl_cell_halve(first ? a : b, half);
  for (int i = 0; i < 2; i++)
    if (look(x, first ? &half[i] : a, first ? b : &half[i], depth - 1))
      return true;
  return false;
}

static bool is_curve(const pawl_leaf *leaf)
{
  return !leaf->stop && !isinf(leaf->k0);
}

/* A leaf and those behind it below a node, the nearest in the order of s first. */
static bool look_below(crossing *x, const pawl_cell *a, int leaf, int index)
{
  const pawl_node *node = &x->profile->node[index];
  pawl_xy centre;
  double r;
  disc_of(a, &centre, &r);
  if (xy_distance(centre, node->centre) > 1.001 * (r + node->r + node->R))
    return false;
  if (node->left >= 0) {
    /* leaves stand in the order of s: those on the left may all be before this one */
    int right = node->right;
    while (x->profile->node[right].left >= 0)
      right = x->profile->node[right].left;
    bool before = -1 - x->profile->node[right].left <= leaf + 1;
    return (!before && look_below(x, a, leaf, node->left)) || look_below(x, a, leaf, node->right);
  }
  int other = -1 - node->left;
  const pawl_leaf *b = &x->profile->leaf[other];
  if (other <= leaf || !is_curve(b))
    return false;
  pawl_cell d = cell_of(x->profile, b);
  x->budget = 20000;
  return look(x, a, &d, 80);
}

bool pawl_profile_crosses_itself(const pawl_profile *profile, pawl_xy *at, double s[2])
{
  crossing x = {.profile = profile};
  for (int i = 0; i < profile->leaf_count; i++) {
    if (!is_curve(&profile->leaf[i]))
      continue;
    pawl_cell c = cell_of(profile, &profile->leaf[i]);
    if (!look_below(&x, &c, i, 0))
      continue;
    *at = x.at;
    s[0] = x.s[0];
    s[1] = x.s[1];
    return true;
  }
  return false;
}
