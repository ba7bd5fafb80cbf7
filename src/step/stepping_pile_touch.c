/* The touches of a step: broad and narrow phase, warm start, islands. */
#include <string.h>

#include "base/roots.h"
#include "base/tolerances.h"
#include "base/trig.h"
#include "geometry/plane.h"
#include "step/stepping_pile.h"

enum { LARGE = 400 }; /* touches of an island */

/* ---- shapes in the world ---- */

static void bounds_of(pawl_bounds *b, const pawl_convex *s)
{
  *b = (pawl_bounds){{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
  for (int i = 0; i < s->count; i++) {
    b->low[0] = lesser(b->low[0], s->at[i].x), b->high[0] = greater(b->high[0], s->at[i].x);
    b->low[1] = lesser(b->low[1], s->at[i].y), b->high[1] = greater(b->high[1], s->at[i].y);
  }
}

static void widen(pawl_bounds *b, double more)
{
  for (int k = 0; k < 2; k++)
    b->low[k] -= more, b->high[k] += more;
}

/* How far a shape can come in what is left of the step, and a little for pushes from neighbours. */
static double reach_of(const pawl_pile *p, const pawl_convex *s, double h)
{
  const pawl_pile_move *v = p->speed + s->body, *a = p->rate + s->body;
  if (s->body == 0)
    return 0;
  double speed = sqrt(v->x * v->x + v->y * v->y) + fabs(v->w) * s->size;
  double rate = sqrt(a->x * a->x + a->y * a->y) + fabs(a->w) * s->size;
  return 2 * h * (speed + h * rate) + PAWL_WAY_SPARE * s->size;
}

/* What is hit may hit the next: a fast body lets its neighbours reach farther, and theirs. */
static void spread(pawl_pile *p)
{
  bool grows = true;
  for (int pass = 0; pass < 3 && grows; pass++) {
    grows = false;
    for (int i = 0; i < p->broad.pairs; i++) {
      double *a = p->reach + p->broad.pair[i].a, *b = p->reach + p->broad.pair[i].b;
      if ((*a >= 0.5 * *b && *b >= 0.5 * *a) || p->shape[p->broad.pair[i].a].body == 0)
        continue;
      *a = greater(*a, 0.5 * *b);
      *b = greater(*b, 0.5 * *a);
      grows = true;
    }
  }
}

static bool place(pawl_pile *p, double h)
{
  bool moved = p->broad.rebuilds == 0;
  for (int i = 0; i < p->bodies; i++)
    p->angle[i] = p->at[i].w;
  pawl_sincos_many(p->bodies, p->angle, p->sine, p->cosine);
  for (int k = 0; k < p->joined.count; k++) {
    p->cosine[p->joined.body[k]] = p->joined.turn[k].x;
    p->sine[p->joined.body[k]] = p->joined.turn[k].y;
  }
  for (int i = 0; i < p->shapes; i++) {
    const pawl_convex *s = p->shape + i;
    if (s->body == 0 && p->broad.rebuilds)
      continue;
    pawl_bounds now;
    pawl_convex_place(s, (pawl_xy){p->at[s->body].x, p->at[s->body].y}, p->sine[s->body], p->cosine[s->body]);
    p->reach[i] = reach_of(p, s, h);
    bounds_of(&now, s);
    p->broad.tight[i] = now;
    widen(&p->broad.tight[i], s->radius);
    widen(&now, s->radius + p->reach[i]);
    moved |= pawl_broad_move(&p->broad, i, &now, 0.05 * s->size + 2 * p->reach[i]);
  }
  if (moved && !pawl_broad_pairs(&p->broad, p->shape, p->arena))
    return false;
  spread(p);
  return true;
}

/* ---- touches ---- */

static bool grow(pawl_pile *p)
{
  int room = p->room ? 2 * p->room : 4 * p->shapes + 16;
  pawl_pile_touch *touch = PAWL_TAKE(p->arena, room, pawl_pile_touch);
  pawl_pile_note *note = PAWL_TAKE(p->arena, room, pawl_pile_note);
  p->net.order = PAWL_TAKE(p->arena, room, int);
  p->net.spare = PAWL_TAKE(p->arena, room, int);
  if (p->arena->failed)
    return false;
  if (p->touches) {
    memcpy(touch, p->touch, (size_t)p->touches * sizeof *touch);
    memcpy(note, p->note, (size_t)p->touches * sizeof *note);
  }
  p->touch = touch;
  p->note = note;
  p->room = room;
  return true;
}

/* Which of the pushes of the last step this one continues; -1: none. */
static int continues(const pawl_near_pair *old, pawl_xy arm, pawl_xy n, double size)
{
  int best = -1;
  double least = 0.01 * size * size;
  for (int k = 0; k < old->count; k++) {
    pawl_xy d = xy_sub(arm, old->point[k].arm);
    double far = xy_dot(d, d);
    if (far < least && xy_dot(n, old->point[k].n) > 0.9)
      least = far, best = k;
  }
  return best;
}

static void effective(pawl_pile_touch *t, const pawl_pile *p)
{
  for (int k = 0; k < 2; k++) {
    t->mobile[k][0] = p->inverse_mass[t->body[k]];
    t->mobile[k][1] = p->inverse_inertia[t->body[k]];
  }
  double m = t->mobile[0][0] + t->mobile[1][0], I = t->mobile[0][1], K = t->mobile[1][1];
  t->W[0] = m + (I * t->arm[0][0] * t->arm[0][0] + K * t->arm[1][0] * t->arm[1][0]);
  t->W[1] = I * t->arm[0][0] * t->arm[0][1] + K * t->arm[1][0] * t->arm[1][1];
  t->W[2] = m + (I * t->arm[0][1] * t->arm[0][1] + K * t->arm[1][1] * t->arm[1][1]);
  double det = t->W[0] * t->W[2] - t->W[1] * t->W[1];
  t->inverse = det > PAWL_PIVOT_OWN * t->W[0] * t->W[2] ? 1 / det : 0;
}

/* False: nothing that it pushes can move. */
static bool add_touch(pawl_pile *p, int pair, int slot, const pawl_near *near, const double push[2])
{
  const pawl_near_pair *w = p->broad.pair + pair;
  const pawl_convex *a = p->shape + w->a, *b = p->shape + w->b;
  pawl_pile_touch *t = p->touch + p->touches;
  pawl_pile_note *o = p->note + p->touches++;
  *t = (pawl_pile_touch){.body = {a->body, b->body}, .n = {near->n.x, near->n.y}, .push = {push[0], push[1]}};
  *o = (pawl_pile_note){.gap = near->gap, .pair = pair, .slot = slot};
  pawl_xy along = xy_left(near->n);
  for (int k = 0; k < 2; k++) {
    const pawl_pile_move *c = p->at + t->body[k];
    pawl_xy r = {near->at.x - c->x, near->at.y - c->y};
    t->arm[k][0] = xy_cross(r, near->n);
    t->arm[k][1] = xy_cross(r, along);
  }
  for (unsigned long long sets = a->sets & b->sets; !(sets & 1); sets >>= 1)
    o->set++;
  t->mu = p->law[o->set].mu;
  o->belt = p->joined.belt ? -p->joined.belt[w->a] - p->joined.belt[w->b] : 0;
  effective(t, p);
  return !p->joined.count || pawl_pile_own_joined(p, t);
}

/* Whether two shapes are so far apart along an axis that there is no touch. Boxes keep pairs from when they came fast: of five pairs in
 * a pile at rest one is near. Of open ground a touch may be beyond its end. */
static bool are_apart(const pawl_pile *p, const pawl_near_pair *w)
{
  const pawl_convex *a = p->shape + w->a, *b = p->shape + w->b;
  const pawl_bounds *x = p->broad.tight + w->a, *y = p->broad.tight + w->b;
  double far = p->reach[w->a] + p->reach[w->b] + PAWL_SURELY_APART * (a->size + b->size);
  return (y->low[0] - x->high[0] > far || x->low[0] - y->high[0] > far || y->low[1] - x->high[1] > far ||
          x->low[1] - y->high[1] > far) &&
         !a->open && !b->open;
}

static bool look_at(pawl_pile *p, int pair)
{
  pawl_near_pair *w = p->broad.pair + pair;
  if (are_apart(p, w)) {
    w->count = 0;
    return true;
  }
  pawl_near_pair old = *w;
  const pawl_convex *a = p->shape + w->a, *b = p->shape + w->b;
  pawl_near near[PAWL_NEAR_MOST];
  w->count = pawl_narrow(a, b, p->reach[w->a] + p->reach[w->b], near);
  if (p->touches + w->count > p->room && !grow(p))
    return false;
  for (int k = 0; k < w->count; k++) {
    const pawl_pile_move *o = p->at + a->body;
    pawl_xy arm = {near[k].at.x - o->x, near[k].at.y - o->y};
    double size = a->body == 0 ? b->size : b->body == 0 ? a->size : lesser(a->size, b->size);
    int same = continues(&old, arm, near[k].n, size);
    const double none[2] = {0, 0};
    w->point[k].arm = arm;
    w->point[k].n = near[k].n;
    if (!add_touch(p, pair, k, near + k, same >= 0 ? old.point[same].push : none)) {
      memcpy(w->point[k].push, none, sizeof none);
      p->touches--;
    }
    if (same >= 0)
      old.point[same].arm.x = INFINITY; /* taken */
  }
  return true;
}

/* ---- islands ---- */

/* Touches one after the other share bodies, and each would have to wait for the last: of a large island
 * every fourth is from another quarter. */
static void interleave(pawl_pile *p, const pawl_island *l)
{
  int n = l->end - l->begin, quarter = n / 4, *order = p->net.order + l->begin, *to = p->net.spare;
  for (int k = 0; k < quarter; k++)
    for (int i = 0; i < 4; i++)
      *to++ = order[i * quarter + k];
  memcpy(order, p->net.spare, 4 * (size_t)quarter * sizeof *order);
}

/* Bodies that touch each other belong together; the ground joins nothing. The lower index is the root, so
 * the order of islands is that of their first bodies. */
static void sort_islands(pawl_pile *p)
{
  for (int i = 0; i < p->bodies; i++)
    p->net.root[i] = i, p->net.of[i] = -1;
  for (int i = 0; i < p->touches; i++) {
    const int *body = p->touch[i].body;
    if (body[0] == 0 || body[1] == 0)
      continue;
    pawl_roots_join(p->net.root, pawl_pile_lead(p, body[0]), pawl_pile_lead(p, body[1]));
  }
  p->net.count = 0;
  for (int i = 0; i < p->touches; i++) {
    const int *body = p->touch[i].body;
    int x = pawl_root_of(p->net.root, pawl_pile_lead(p, body[0] ? body[0] : body[1]));
    if (p->net.of[x] < 0) {
      p->net.of[x] = p->net.count;
      p->net.island[p->net.count++] = (pawl_island){0};
    }
    p->net.island[p->net.of[x]].end++;
  }
  for (int k = 0, at = 0; k < p->net.count; k++) {
    pawl_island *l = p->net.island + k;
    int count = l->end;
    l->begin = l->end = at;
    at += count;
    p->report.largest = count > p->report.largest ? count : p->report.largest;
  }
  for (int i = 0; i < p->touches; i++) {
    const int *body = p->touch[i].body;
    pawl_island *l =
        p->net.island + p->net.of[pawl_root_of(p->net.root, pawl_pile_lead(p, body[0] ? body[0] : body[1]))];
    p->net.order[l->end++] = i;
    l->joined |= pawl_pile_is_joined(p, body[0]) || pawl_pile_is_joined(p, body[1]) || p->note[i].belt != 0;
  }
  for (int k = 0; k < p->net.count; k++)
    if (p->net.island[k].end - p->net.island[k].begin > LARGE)
      interleave(p, p->net.island + k);
}

static void report(pawl_pile *p)
{
  int over = 0;
  double sum = 0;
  for (int i = 0; i < p->touches; i++)
    if (p->note[i].gap < 0) {
      sum -= p->note[i].gap;
      over++;
      p->report.deepest = greater(p->report.deepest, -p->note[i].gap);
    }
  p->report.mean = over ? sum / over : 0;
  p->report.touches = p->touches;
  p->report.islands = p->net.count;
}

bool pawl_pile_look(pawl_pile *p, double h)
{
  p->touches = 0;
  if (!place(p, h))
    return false;
  for (int i = 0; i < p->broad.pairs; i++)
    if (!look_at(p, i))
      return false;
  sort_islands(p);
  report(p);
  return true;
}
