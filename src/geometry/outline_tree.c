/* The tree over the leaves of a profile: halves of halves in the order of s. Each node knows a disc that
 * holds its points, a cone that holds its normals, and the range of its curvature. */
#include "base/trig.h"
#include "geometry/outline.h"

/* Straight on straight is looked at up to 0.1 rad from parallel: half of it is put into the cone of each
 * line. */
#define TILT_COSINE 0.99875026 /* of 0.05 */
#define TILT_SINE 0.04997917
#define BLUNT 0.15      /* sine of what the material of a vertex has beyond a right angle: no spike */
#define MANY_LEAVES 100 /* of less, all are looked at in no time */

/* How far a leaf bulges over its chord at most: its tangents at the ends make a triangle with it. */
static double bulge(const pawl_leaf *leaf)
{
  double chord = xy_distance(leaf->p0, leaf->p1), sine = fabs(xy_cross(leaf->n0, leaf->n1));
  double cosine = xy_dot(leaf->n0, leaf->n1), bent = fmax(fabs(leaf->k0), fabs(leaf->k1)) * chord;
  if (leaf->bends == 0) /* no longer than 1.5 chords */
    return fmin(0.5, 0.75 * bent) * chord;
  return 0.5 * chord * sine / (1 + cosine);
}

static void sector_cone(const pawl_sector *sector, pawl_node *node)
{
  node->axis = sector->mid;
  node->ch = sector->full || sector->reflex ? -1 : xy_dot(sector->mid, sector->hi);
  if (node->ch <= 0)
    node->ch = -1;
  node->sh = sqrt(fmax(0, 1 - node->ch * node->ch));
}

static void leaf_cone(const pawl_leaf *leaf, const pawl_stretch *w, pawl_node *node)
{
  node->axis = xy_unit(xy_add(leaf->n0, leaf->n1));
  node->ch = fmin(1, xy_dot(node->axis, leaf->n0));
  node->sh = fabs(xy_cross(node->axis, leaf->n0));
  double more = 1e-14;
  if (w->shape == PAWL_CURVED && leaf->bends == 0)
    more = fmin(1.5, 1.5 * xy_distance(leaf->p0, leaf->p1) * fmax(fabs(leaf->k0), fabs(leaf->k1)));
  double s = more, c = 1;
  if (more > 1e-10)
    pawl_sincos(more, &s, &c);
  if (w->shape == PAWL_STRAIGHT && !leaf->stop) {
    s = TILT_SINE;
    c = TILT_COSINE;
  }
  double ch = node->ch * c - node->sh * s;
  node->sh = node->sh * c + node->ch * s;
  node->ch = ch > 0 ? ch : -1;
}

static bool is_spike(const pawl_stretch *w)
{
  const pawl_sector *cone = &w->sector;
  return w->form == PAWL_BY_POINT && (cone->full || cone->reflex || xy_dot(cone->lo, cone->hi) < BLUNT);
}

static void leaf_node(const pawl_profile *profile, int index, pawl_node *node)
{
  const pawl_leaf *leaf = &profile->leaf[index];
  const pawl_stretch *w = &profile->stretch[leaf->stretch];
  *node = (pawl_node){.left = -1 - index,
                      .right = -1,
                      .k0 = leaf->k0,
                      .k1 = leaf->k1,
                      .lines = w->shape == PAWL_STRAIGHT && !leaf->stop,
                      .spikes = is_spike(w)};
  node->centre = xy_between(leaf->p0, leaf->p1);
  node->r = 0.5 * xy_distance(leaf->p0, leaf->p1);
  if (w->shape == PAWL_ROUND && !leaf->stop) {
    sector_cone(&w->sector, node);
    if (w->sector.full || w->sector.reflex ||
        node->ch < 0.85) { /* a long arc: its circle says more than its chord */
      node->centre = w->centre;
      node->r = 0;
      node->R = fabs(w->radius);
    }
  } else
    leaf_cone(leaf, w, node);
}

/* ---- nodes over nodes ---- */

/* A disc around the ends of all leaves, widened by how far these bulge. */
static void find_disc(const pawl_profile *profile, int from, int to, const pawl_node *leaves, pawl_node *node)
{
  pawl_xy lo = {INFINITY, INFINITY}, hi = {-INFINITY, -INFINITY};
  for (int i = from; i < to; i++) {
    const pawl_leaf *leaf = &profile->leaf[i];
    double R = leaves[i].R;
    pawl_xy a = R > 0 ? leaves[i].centre : leaf->p0, b = R > 0 ? leaves[i].centre : leaf->p1;
    lo = (pawl_xy){fmin(lo.x, fmin(a.x, b.x) - R), fmin(lo.y, fmin(a.y, b.y) - R)};
    hi = (pawl_xy){fmax(hi.x, fmax(a.x, b.x) + R), fmax(hi.y, fmax(a.y, b.y) + R)};
  }
  node->centre = xy_between(lo, hi);
  node->r = node->R = 0;
  for (int i = from; i < to; i++) {
    const pawl_leaf *leaf = &profile->leaf[i];
    double far = leaves[i].R > 0 ? xy_distance(leaves[i].centre, node->centre) + leaves[i].R
                                 : bulge(leaf) + fmax(xy_distance(leaf->p0, node->centre),
                                                      xy_distance(leaf->p1, node->centre));
    node->r = fmax(node->r, far);
  }
}

static void find_cone(int from, int to, const pawl_node *leaves, pawl_node *node)
{
  pawl_xy sum = {0, 0};
  bool known = true;
  for (int i = from; i < to; i++) {
    known = known && leaves[i].ch > 0;
    sum = xy_add(sum, leaves[i].axis);
  }
  double length = xy_norm(sum);
  node->axis = length > 0 ? xy_times(1 / length, sum) : (pawl_xy){1, 0};
  node->ch = known && length > 0 ? 1 : -1;
  for (int i = from; i < to && node->ch > 0; i++) {
    double c = xy_dot(node->axis, leaves[i].axis), s = fabs(xy_cross(node->axis, leaves[i].axis));
    double widest = c * leaves[i].ch - s * leaves[i].sh;
    node->ch = c > 0 && widest > 0 ? fmin(node->ch, widest) : -1;
  }
  node->sh = sqrt(fmax(0, 1 - node->ch * node->ch));
}

/* Builds the node over leaves from … to - 1 at `index`; returns the depth below it. Its left child is the
 * next node. */
static int grow(const pawl_profile *profile, const pawl_node *leaves, pawl_node *node, int index, int from,
                int to)
{
  pawl_node *me = &node[index];
  if (to - from == 1) {
    *me = leaves[from];
    return 1;
  }
  *me = (pawl_node){.k0 = INFINITY, .k1 = -INFINITY};
  for (int i = from; i < to; i++) {
    me->k0 = fmin(me->k0, leaves[i].k0);
    me->k1 = fmax(me->k1, leaves[i].k1);
    me->lines = me->lines || leaves[i].lines;
    me->spikes = me->spikes || leaves[i].spikes;
  }
  find_disc(profile, from, to, leaves, me);
  find_cone(from, to, leaves, me);
  int middle = (from + to) / 2;
  me->left = index + 1;
  me->right = index + 2 * (middle - from);
  int a = grow(profile, leaves, node, me->left, from, middle);
  int b = grow(profile, leaves, node, me->right, middle, to);
  return 1 + (a > b ? a : b);
}

/* Length by 5-point Gauss quadrature on the leaves (error below 1e-12: they turn by less than 30°). */
static double length_of(const pawl_profile *profile)
{
  static const double x[5] = {-0.906179845938664, -0.538469310105683, 0, 0.538469310105683,
                              0.906179845938664};
  static const double w[5] = {0.236926885056189, 0.478628670499366, 0.568888888888889, 0.478628670499366,
                              0.236926885056189};
  double length = 0;
  for (int i = 0; i < profile->leaf_count; i++) {
    const pawl_leaf *leaf = &profile->leaf[i];
    const pawl_stretch *stretch = &profile->stretch[leaf->stretch];
    double s0 = fmax(leaf->s0, stretch->s0), s1 = fmin(leaf->s1, stretch->s1), half = 0.5 * (s1 - s0);
    for (int j = 0; j < 5 && !leaf->stop && half > 0; j++) {
      pawl_station at;
      pawl_stretch_at(stretch, s0 + half * (1 + x[j]), &at);
      length += half * w[j] * at.speed;
    }
  }
  return length;
}

/* The larger side of a box that touches the profile on all four sides: two points are that far apart. */
static double width_of(const pawl_profile *profile)
{
  pawl_xy lo = profile->leaf[0].p0, hi = lo;
  for (int i = 0; i < profile->leaf_count; i++) {
    const pawl_leaf *leaf = &profile->leaf[i];
    const pawl_stretch *w = &profile->stretch[leaf->stretch];
    pawl_station at;
    for (int j = 0; j <= 8; j++) {
      double s = fmin(w->s1, fmax(w->s0, leaf->s0 + j * (leaf->s1 - leaf->s0) / 8));
      pawl_stretch_at(w, s, &at);
      lo = (pawl_xy){fmin(lo.x, at.x.x), fmin(lo.y, at.x.y)};
      hi = (pawl_xy){fmax(hi.x, at.x.x), fmax(hi.y, at.x.y)};
    }
  }
  return fmax(hi.x - lo.x, hi.y - lo.y);
}

/* Twice the area inside, positive if it runs counterclockwise. */
static double area_of(const pawl_profile *profile)
{
  double area = 0;
  for (int i = 0; i < profile->stretch_count; i++) {
    const pawl_stretch *w = &profile->stretch[i];
    pawl_xy last = xy_sub(w->end[0].x, profile->centre);
    for (int j = 1; j <= 16 && w->form != PAWL_BY_POINT; j++) {
      pawl_station at;
      pawl_stretch_at(w, w->s0 + j * (w->s1 - w->s0) / 16, &at);
      pawl_xy next = xy_sub(at.x, profile->centre);
      area += xy_cross(last, next);
      last = next;
    }
  }
  return area;
}

bool pawl_outline_tree(pawl_outline *o, pawl_profile *profile)
{
  int n = profile->leaf_count;
  pawl_node *leaves = PAWL_TAKE(o->arena, n, pawl_node), *node = PAWL_TAKE(o->arena, 2 * n - 1, pawl_node);
  if (!leaves || !node) {
    pawl_outline_blame(o, PAWL_OUTLINE_NO_MEMORY, (pawl_xy){0, 0}, 0);
    return false;
  }
  for (int i = 0; i < n; i++)
    leaf_node(profile, i, &leaves[i]);
  profile->depth = grow(profile, leaves, node, 0, 0, n);
  profile->node = node;
  profile->node_count = 2 * n - 1;
  profile->length = length_of(profile);
  profile->width = width_of(profile);
  profile->centre = node[0].centre;
  profile->size = 2 * (node[0].r + node[0].R);
  profile->solid = profile->closed && profile->side * area_of(profile) > 0;
  profile->lines = true;
  profile->tells = profile->solid && n >= MANY_LEAVES;
  for (int i = 0; i < profile->stretch_count; i++) {
    const pawl_stretch *w = &profile->stretch[i];
    profile->lines &= w->form == PAWL_BY_POINT || w->shape == PAWL_STRAIGHT;
    profile->tells &= !w->joined && !w->hidden && w->wall[0] != i && w->wall[1] != i;
  }
  return true;
}
