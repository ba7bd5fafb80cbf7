/* The global search: all touches with a gap below the distance of interest, and how far the profiles can
 * move before another one can close. Pairs of nodes of the two trees are looked at; a pair is left when
 *
 *   - its discs are too far apart, or cannot overlap as deep as they are,
 *   - it is concave everywhere (k1 + k2 < 0: no local minimum at any distance),
 *   - no normals are opposite (the cones do not meet), or no r can lie along them,
 *
 * else the larger node is split. Pairs of leaves are solved (search_leaves.c, search_curves.c).
 *
 * The same walk gives the certificate `beyond`. A touch that closes later, at a gap of 0, has been there
 * all the time since now, with a gap that changed by no more than the things moved (then it is listed, or
 * its gap was at least `interest`); or it has appeared: at a fold, where D = 0, or at a stop (stretch.h).
 * For a pair of nodes that holds such places, neither can be before things have moved by
 *
 *     max(distance of the discs, width/2 sin(angle between the cones), smallest gap of a fold),
 *
 * since a turn by δ moves one of two points that are `width` apart by width sin(δ/2) at least: of the second
 * profile, or of the first where the second is much larger, over which motion is measured then. */
#include "geometry/search.h"

typedef struct {
  int a, b;
  bool quiet; /* no touch in here, only the certificate is wanted */
} entry;

static double smallest_nonzero(double a, double b)
{
  return a == 0 ? b : b == 0 ? a : lesser(a, b);
}

/* The sine by which the cones miss each other; 0: they meet. */
static double cones_apart(const pawl_node *a, const pawl_node *b, pawl_xy axis)
{
  if (a->ch < 0 || b->ch < 0)
    return 0;
  double c = -xy_dot(a->axis, axis), ch = a->ch * b->ch - a->sh * b->sh;
  if (c >= ch)
    return 0;
  double s = fabs(xy_cross(a->axis, axis)), sh = a->sh * b->ch + a->ch * b->sh;
  return c * ch + s * sh < 0 ? 1 : greater(1e-300, s * ch - c * sh);
}

enum { OUT = 1, IN = 2 }; /* r along the normal: apart; against it: overlapping */

/* Whether d, up to an angle of sine sb, can lie along a normal of the cone. */
static bool lies_along(const pawl_node *node, pawl_xy axis, pawl_xy d, double distance, double sb, double cb,
                       int ways)
{
  if (node->ch < 0)
    return true;
  double c = xy_dot(d, axis), least = (node->ch * cb - node->sh * sb) * distance;
  return ((ways & OUT) && c >= least) || ((ways & IN) && -c >= least);
}

static bool off_normals(const pawl_node *a, const pawl_node *b, pawl_xy axis, pawl_xy d, double distance,
                        int ways)
{
  double r = a->r + b->r;
  if (distance <= r)
    return false;
  double sb = r / distance, cb = sqrt(1 - sb * sb);
  /* About the centre of a circle both directions count: inside of a hole the normals point to it. */
  if (a->R > 0 || b->R > 0)
    ways = OUT | IN;
  return !lies_along(a, a->axis, d, distance, sb, cb, ways) ||
         !lies_along(b, axis, xy_back(d), distance, sb, cb, ways);
}

/* Distance of points in two discs or on two circles, from below. */
static double least_distance(const pawl_node *a, const pawl_node *b, double distance)
{
  double outside = distance - a->r - b->r - a->R - b->R;
  double inside = greater(a->R - b->R, b->R - a->R) - distance - a->r - b->r;
  return a->R > 0 || b->R > 0 ? greater(outside, inside) : outside;
}

static bool is_off(const pawl_node *node, pawl_xy centre, pawl_xy middle, double reach)
{
  pawl_xy d = xy_sub(centre, middle);
  double far = node->r + node->R + reach;
  return xy_dot(d, d) > far * far;
}

/* Of an overlap the way between its points is in the material of both profiles: both points are in the discs of both. At a spike it may be
 * beside that profile: then they are in the disc of the other. The ends of straight pieces count as spikes; and of corners that have passed
 * each other by little, both tips may be in the open. */
static bool is_off_other(const pawl_search_work *work, const pawl_node *a, const pawl_node *b, pawl_xy centre)
{
  if (!work->discs)
    return false;
  bool ends = a->lines && b->lines;
  double more = isinf(a->k1) && isinf(b->k1) ? 0.05 * work->depth : 0;
  bool off_b = is_off(a, a->centre, work->middle[1], work->reach[1] + more);
  if (off_b && !b->spikes && !ends)
    return true;
  bool off_a = is_off(b, centre, work->middle[0], work->reach[0] + more);
  return off_a && (off_b || (!a->spikes && !ends));
}

/* Whether a touch could appear in here at all. */
static bool can_appear(const pawl_node *a, const pawl_node *b)
{
  return a->k0 < 0 || b->k0 < 0;
}

static int push_halves(const pawl_node *a, const pawl_node *b, entry top, entry *stack, int n)
{
  bool first = b->left < 0 || (a->left >= 0 && a->r + a->R >= b->r + b->R);
  if (first) {
    stack[n++] = (entry){a->right, top.b, top.quiet};
    stack[n++] = (entry){a->left, top.b, top.quiet};
  } else {
    stack[n++] = (entry){top.a, b->right, top.quiet};
    stack[n++] = (entry){top.a, b->left, top.quiet};
  }
  return n;
}

static void look_at_leaves(pawl_search_work *work, const pawl_node *a, const pawl_node *b, double margin,
                           bool quiet)
{
  const pawl_profile *const *p = work->walk.profile;
  const pawl_leaf *v = &p[0]->leaf[-1 - a->left], *w = &p[1]->leaf[-1 - b->left];
  if (p[0]->stretch[v->stretch].hidden || p[1]->stretch[w->stretch].hidden)
    return;
  work->walk.at[0] = v->stretch;
  work->walk.at[1] = w->stretch;
  work->leaf[0] = -1 - a->left;
  work->leaf[1] = -1 - b->left;
  if ((!quiet || (a->lines && b->lines)) && !v->stop && !w->stop)
    pawl_search_leaves(work, v, w);
  if (margin < work->limit && can_appear(a, b))
    pawl_search_doubt(work, v, w, margin);
}

/* One pair of nodes; returns the new height of the stack. */
static int look(pawl_search_work *work, entry top, entry *stack, int n)
{
  const pawl_node *a = &work->walk.profile[0]->node[top.a], *b = &work->walk.profile[1]->node[top.b];
  pawl_xy centre = pawl_place_point(work->walk.place, b->centre), d = xy_sub(centre, a->centre);
  double distance = xy_norm(d), margin = least_distance(a, b, distance);
  work->note->pairs++;
  if (top.quiet && !can_appear(a, b) && !(a->lines && b->lines))
    return n;
  /* Too far apart; but an overlap may be that deep. */
  bool far = margin >= (top.quiet ? work->limit : work->interest);
  if (far) {
    work->note->beyond = lesser(work->note->beyond, margin);
    if (top.quiet || margin >= work->depth || is_off_other(work, a, b, centre))
      return n;
  }
  if (a->k1 + b->k1 < 0)
    return n;
  pawl_xy axis = pawl_place_direction(work->walk.place, b->axis);
  double apart = cones_apart(a, b, axis);
  if (apart > 0 || off_normals(a, b, axis, d, distance, (far ? 0 : OUT) | (margin < work->depth ? IN : 0))) {
    if (far)
      return n;
    bool tilted = a->lines && b->lines && apart < 0.3;
    if (!can_appear(a, b) && !tilted)
      return n;
    top.quiet = true;
    margin = greater(margin, 0.5 * work->width * apart);
    if (!tilted)
      margin = greater(margin, pawl_fold_gap(a->k0, a->k1, b->k0, b->k1));
    if (margin >= work->limit) {
      work->note->beyond = lesser(work->note->beyond, margin);
      return n;
    }
  }
  if (a->left >= 0 || b->left >= 0)
    return push_halves(a, b, top, stack, n);
  look_at_leaves(work, a, b, margin, top.quiet);
  return n;
}

pawl_search_work *pawl_search_room(pawl_arena *arena, const pawl_profile *a, const pawl_profile *b, int most)
{
  pawl_search_work *work = PAWL_TAKE(arena, 1, pawl_search_work);
  if (!work)
    return NULL;
  for (int i = 0; i <= PAWL_PATCHES; i++)
    work->heap[i] = i;
  work->room = 2 * most + 16;
  work->found = PAWL_TAKE(arena, work->room, pawl_found);
  work->stack = PAWL_TAKE(arena, a->depth + b->depth + 4, entry);
  return work->found && work->stack ? work : NULL;
}

/* Discs tell where an overlap can be if neither profile can be inside of the other: the centre of each is out of the other's disc. */
static void find_discs(pawl_search_work *work)
{
  const pawl_profile *const *p = work->walk.profile;
  work->middle[0] = p[0]->centre;
  work->middle[1] = pawl_place_point(work->walk.place, p[1]->centre);
  for (int i = 0; i < 2; i++)
    work->reach[i] = 0.5 * (1 + 1e-9) * p[i]->size;
  work->discs = p[0]->tells && p[1]->tells &&
                xy_distance(work->middle[0], work->middle[1]) > greater(work->reach[0], work->reach[1]);
}

static void begin(pawl_search_work *work, const pawl_profile *a, const pawl_profile *b,
                  const pawl_placing *place, double interest, pawl_search_note *note)
{
  pawl_walk_begin(&work->walk, a, b, place);
  *note = (pawl_search_note){.beyond = INFINITY};
  work->note = note;
  work->interest = interest;
  work->depth = smallest_nonzero(a->size, b->size);
  work->width = b->size < PAWL_MUCH_LARGER * a->size ? b->width : lesser(a->width, b->width);
  /* Certificates beyond a tenth of the sizes cost more than they save. */
  work->limit = lesser(interest, 0.1 * (a->size + b->size));
  work->nearby = 1e-8 * work->depth + 1e-12 * work->walk.size;
  find_discs(work);
  work->count = work->splits = work->patch_count = 0;
  work->needs = work->crossed = false;
  work->beside = -1;
  work->side = 0;
  work->turn = 0;
  work->reached = work->limit;
}

/* Of two solids that do not overlap, if it is certain: nothing closes before they have moved by that. */
static double distance(const pawl_search_work *work)
{
  bool solid = work->walk.profile[0]->closed && work->walk.profile[1]->closed;
  return solid && work->count > 0 && !work->crossed ? greater(work->found[0].touch.gap, 0) : 0;
}

int pawl_search(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place, double interest,
                const pawl_touch *before, int before_count, pawl_touch *touch, int most,
                pawl_search_work *work, pawl_search_note *note)
{
  entry *stack = work->stack;
  int n = 0;
  begin(work, a, b, place, interest, note);
  stack[n++] = (entry){0, 0, false};
  while (n > 0) {
    entry top = stack[--n];
    n = look(work, top, stack, n);
  }
  pawl_search_finish(work, before, before_count);
  if (work->count > most) {
    note->full = true;
    note->beyond = lesser(note->beyond, work->found[most].touch.gap);
    work->count = most;
  }
  double apart = pawl_search_beyond(work);
  note->beyond = greater(lesser(note->beyond, apart), distance(work));
  for (int i = 0; i < work->count; i++)
    touch[i] = work->found[i].touch;
  return work->count;
}
