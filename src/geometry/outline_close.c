/* An outline becomes a profile: pieces are checked, joints are judged by their tangents and curvatures,
 * vertices are put at convex corners and at open ends, as far as other profiles of the body leave them in the open, and stretches between
 * which the curvature is continuous become one feature. */
#include "geometry/outline.h"

#define MEETS 1e-9  /* of the size: pieces meet */
#define SMOOTH 1e-9 /* radians: no corner */
#define EQUAL 1e-8  /* of the curvature: no jump of it */

/* ---- each piece by itself ---- */

static bool find_ends(pawl_outline *o, pawl_stretch *w)
{
  if (w->form == PAWL_BY_LINE) {
    double half = xy_norm(w->reach);
    w->end[0].t = xy_times(1 / half, w->reach);
    w->end[0].n = xy_times(w->side, xy_right(w->end[0].t));
    w->end[0].speed = half * w->rate;
  }
  for (int j = 0; j < 2; j++) {
    pawl_station at;
    pawl_stretch_at(w, j ? w->s1 : w->s0, &at);
    w->end[j] = at;
    if (!xy_finite(at.x))
      pawl_outline_blame(o, PAWL_OUTLINE_NOT_FINITE, w->centre, w->added);
  }
  return o->fault == PAWL_OUTLINE_GOOD;
}

/* Looks at 65 points: are they finite, do they move on, do they lie on a line? */
static bool inspect(pawl_outline *o, pawl_stretch *w, double size)
{
  double length = 0, slowest = INFINITY, bent = 0;
  pawl_station at, last = w->end[0];
  pawl_xy slow = last.x;
  for (int i = 0; i <= 64; i++) {
    pawl_stretch_at(w, w->s0 + i * (w->s1 - w->s0) / 64, &at);
    if (!xy_finite(at.x)) {
      pawl_outline_blame(o, PAWL_OUTLINE_NOT_FINITE, last.x, w->added);
      return false;
    }
    length += xy_distance(at.x, last.x);
    if (!(at.speed >= slowest)) {
      slowest = at.speed;
      slow = at.x;
    }
    bent = fmax(bent, fabs(at.k));
    last = at;
  }
  if (!(length > 1e-12 * size))
    pawl_outline_blame(o, PAWL_OUTLINE_NO_LENGTH, w->end[0].x, w->added);
  else if (!(slowest * (w->s1 - w->s0) > 1e-7 * length))
    pawl_outline_blame(o, PAWL_OUTLINE_STANDS, slow, w->added);
  else if (w->form == PAWL_BY_FUNCTION && bent * length < 1e-11)
    w->shape = PAWL_STRAIGHT;
  return o->fault == PAWL_OUTLINE_GOOD;
}

/* Of an arc between s0 - more and s1 + more. */
static void find_sector(pawl_stretch *w)
{
  double angle = fabs(w->turn) * (w->s1 - w->s0 + w->more[0] + w->more[1]);
  pawl_station mid, from, to;
  pawl_stretch_at(w, w->mid, &mid);
  pawl_stretch_at(w, w->s0 - w->more[0], &from);
  pawl_stretch_at(w, w->s1 + w->more[1], &to);
  bool left = w->turn > 0;
  w->sector = (pawl_sector){.lo = left ? from.n : to.n, .hi = left ? to.n : from.n, .mid = mid.n};
  w->sector.reflex = angle > 3.14159265358979;
  w->sector.full = angle > 6.283185307179;
}

/* ---- joints ---- */

static void corner_at(pawl_stretch *v, const pawl_station *in, const pawl_station *out, double side)
{
  bool left = side > 0; /* at a convex corner of a profile that is not flipped, normals turn left */
  *v = (pawl_stretch){
      .form = PAWL_BY_POINT, .shape = PAWL_ROUND, .centre = in->x, .k = INFINITY, .side = side};
  v->end[0].x = v->end[1].x = in->x;
  v->sector.lo = left ? in->n : out->n;
  v->sector.hi = left ? out->n : in->n;
  pawl_xy sum = xy_add(in->n, out->n), turn = xy_times(side, xy_left(xy_sub(in->n, out->n)));
  /* The bisector; of nearly opposite normals (a blade of no thickness) better from their difference. */
  v->sector.mid = xy_unit(xy_dot(in->n, out->n) > -0.5 ? sum : turn);
}

/* How far another curve that goes on at the end j, with the outward normal `next` there, rises above this one: > 0 at a concave corner. */
static double rises(const pawl_stretch *w, int j, pawl_xy next)
{
  pawl_xy n = w->end[j].n, out = j ? w->end[j].t : xy_back(w->end[j].t);
  return xy_dot(xy_cross(n, out) > 0 ? xy_left(next) : xy_right(next), n);
}

static pawl_neighbour look_beyond(const pawl_stretch *w, int j, const pawl_outline_end *end)
{
  if (!end->next)
    return (pawl_neighbour){.what = PAWL_NEXT_OWN};
  return end->next(end->context, w->end[j].x, j ? w->end[j].t : xy_back(w->end[j].t), w->end[j].n);
}

/* 1: at a concave corner with another profile, -1: at a convex one; 0: there is none, or it goes on straight. */
static int turns(const pawl_stretch *w, int j, const pawl_neighbour *next)
{
  double up = next->what == PAWL_NEXT_OTHER ? rises(w, j, next->normal) : 0;
  return up > SMOOTH ? 1 : up < -SMOOTH ? -1 : 0;
}

/* At an open end the normals go on by a right angle, to the outside; where another curve goes on, to its normal. */
static void end_at(pawl_stretch *v, const pawl_stretch *w, int j, const pawl_neighbour *next)
{
  pawl_xy n = w->end[j].n, out = j ? w->end[j].t : xy_back(w->end[j].t);
  bool left = xy_cross(n, out) > 0;
  *v = (pawl_stretch){.form = PAWL_BY_POINT, .shape = PAWL_ROUND, .centre = w->end[j].x, .k = INFINITY};
  v->side = w->side;
  v->end[0].x = v->end[1].x = v->centre;
  if (turns(w, j, next) < 0) {
    pawl_station on = {.x = v->centre, .n = next->normal};
    corner_at(v, j ? &w->end[j] : &on, j ? &on : &w->end[j], w->side);
    v->joined = true;
    return;
  }
  v->sector = (pawl_sector){.lo = left ? n : out, .hi = left ? out : n, .mid = xy_unit(xy_add(n, out))};
}

/* ENDS_AT, BEGINS_AT: at a concave corner with another profile's wall, which has no number here. */
typedef enum { NOTHING, GOES_ON, BENDS, CORNER, CONCAVE, ENDS_AT, BEGINS_AT } joint;

static joint judge(const pawl_stretch *a, const pawl_stretch *b, double size)
{
  double sine = xy_cross(a->end[1].t, b->end[0].t), cosine = xy_dot(a->end[1].t, b->end[0].t);
  if (cosine > 0 && fabs(sine) < SMOOTH) {
    double k = a->end[1].k, l = b->end[0].k;
    bool same = fabs(k - l) <= EQUAL * (fabs(k) + fabs(l)) + 1e-10 / size;
    return same && (a->shape == PAWL_STRAIGHT) == (b->shape == PAWL_STRAIGHT) ? GOES_ON : BENDS;
  }
  return (cosine < 0 && fabs(sine) < SMOOTH) || a->side * sine > 0 ? CORNER : CONCAVE;
}

/* Whether another profile, or two, lie all along a straight stretch. */
static bool is_covered(const pawl_stretch *w, const pawl_outline_end *end, double size)
{
  double covered = 0;
  for (int j = 0; j < 2 && w->shape == PAWL_STRAIGHT; j++) {
    pawl_neighbour next = look_beyond(w, j, end);
    covered += next.what == PAWL_NEXT_COVERED ? next.covered : 0;
  }
  return covered > 0 && covered >= xy_distance(w->end[0].x, w->end[1].x) - MEETS * size;
}

/* What is covered is hidden, if beside it the outline turns into that of another profile. Where it goes straight on, as over a seam between
 * two tables, (11) of 7.9 passes the corner as it is. */
static void hide(pawl_stretch *in, int n, const pawl_outline_end *end, double size)
{
  for (int i = 0; i < n && end->next && end->closed && n > 2; i++) {
    const pawl_stretch *last = &in[(i + n - 1) % n], *next = &in[(i + 1) % n];
    pawl_neighbour before = look_beyond(last, 1, end), behind = look_beyond(next, 0, end);
    in[i].hidden =
        (turns(last, 1, &before) != 0 || turns(next, 0, &behind) != 0) && is_covered(&in[i], end, size);
  }
}

/* What is laid so far: pieces and vertices; how[i] is the joint behind out[i]. */
typedef struct {
  pawl_stretch *out;
  joint *how;
  int count;
} row;

static void put_vertex(row *x, double s, int added, joint behind)
{
  pawl_stretch *v = x->out + x->count;
  v->s0 = v->s1 = v->mid = s;
  v->added = added;
  x->how[x->count++] = behind;
}

/* The joint between the last piece and the next one where one of both is hidden: it is between the other one and another profile. False: that
 * goes straight on. */
static bool lay_beside(row *x, const pawl_stretch *a, const pawl_stretch *b, const pawl_outline_end *end)
{
  const pawl_stretch *seen = a->hidden ? b : a;
  int j = a->hidden ? 0 : 1;
  pawl_neighbour next = look_beyond(seen, j, end);
  int turn = turns(seen, j, &next);
  if (turn > 0)
    x->how[x->count - 1] = j ? ENDS_AT : BEGINS_AT;
  if (turn < 0) {
    x->how[x->count - 1] = j ? CORNER : NOTHING;
    end_at(x->out + x->count, seen, j, &next);
    put_vertex(x, a->s1, a->added, j ? NOTHING : CORNER);
  }
  return turn != 0;
}

static void lay_joint(row *x, const pawl_stretch *a, const pawl_stretch *b, double size,
                      const pawl_outline_end *end)
{
  joint how = judge(a, b, size);
  x->how[x->count - 1] = how;
  if (a->hidden != b->hidden && lay_beside(x, a, b, end))
    return;
  if (how == CORNER) {
    corner_at(x->out + x->count, &a->end[1], &b->end[0], a->side);
    put_vertex(x, a->s1, a->added, CORNER);
  }
}

/* An open end that is not concave has a vertex. */
static void lay_end(row *x, const pawl_stretch *w, int j, const pawl_outline_end *end)
{
  pawl_neighbour next = look_beyond(w, j, end);
  if (end->bare_ends || turns(w, j, &next) > 0)
    return;
  if (j)
    x->how[x->count - 1] = CORNER;
  end_at(x->out + x->count, w, j, &next);
  put_vertex(x, j ? w->s1 : w->s0, j ? w->added : 0, j ? NOTHING : CORNER);
}

/* Copies the pieces, with vertices between them. Returns how many. */
static int lay(const pawl_stretch *in, int n, const pawl_outline_end *end, double size, pawl_stretch *out,
               joint *how)
{
  row x = {out, how, 0};
  if (!end->closed)
    lay_end(&x, &in[0], 0, end);
  for (int i = 0; i < n; i++) {
    out[x.count] = in[i];
    how[x.count++] = NOTHING;
    if (i < n - 1 || end->closed)
      lay_joint(&x, &in[i], &in[(i + 1) % n], size, end);
  }
  if (!end->closed)
    lay_end(&x, &in[n - 1], 1, end);
  return x.count;
}

static bool same_circle(const pawl_stretch *a, const pawl_stretch *b)
{
  return a->form == PAWL_BY_ARC && b->form == PAWL_BY_ARC &&
         fabs(a->radius - b->radius) <= 1e-12 * fabs(a->radius) &&
         xy_distance(a->centre, b->centre) <= 1e-12 * fabs(a->radius);
}

/* Neighbours, walls, circles. */
static void link_stretches(pawl_stretch *w, int n, const joint *how)
{
  for (int i = 0; i < n; i++) {
    w[i].next[0] = w[i].next[1] = w[i].wall[0] = w[i].wall[1] = -1;
    w[i].circle = i;
  }
  for (int i = 0; i < n; i++) {
    int j = (i + 1) % n;
    if (how[i] == CONCAVE) {
      w[i].wall[1] = j;
      w[j].wall[0] = i;
    } else if (how[i] == ENDS_AT)
      w[i].wall[1] = i;
    else if (how[i] == BEGINS_AT)
      w[j].wall[0] = j;
    else if (how[i] != NOTHING) {
      w[i].next[1] = j;
      w[j].next[0] = i;
    }
    if (how[i] == GOES_ON && i != j && same_circle(&w[i], &w[j])) {
      int old = w[j].circle;
      for (int m = 0; m < n; m++)
        w[m].circle = w[m].circle == old ? w[i].circle : w[m].circle;
    }
  }
}

/* At a concave corner a stretch goes on into the material, because what has sunk into one wall still meets
 * the other; but not through a thin wall, behind which it would be a ledge in the open. */
static void extend(pawl_stretch *w, int index, const pawl_profile *profile, const pawl_outline_end *end)
{
  double length = w->s1 - w->s0, part = w->form == PAWL_BY_FUNCTION ? 0.01 : 0.25;
  for (int j = 0; j < 2; j++) {
    if (w->wall[j] < 0)
      continue;
    const pawl_station *at = &w->end[j];
    double ahead = w->wall[j] == index ? look_beyond(w, j, end).ahead
                                       : pawl_profile_ahead(profile, at->x, j ? at->t : xy_back(at->t));
    w->more[j] = fmin(fmin(0.02 * profile->size, 0.5 * ahead) / at->speed, part * length);
  }
  if (w->form == PAWL_BY_ARC)
    find_sector(w);
}

/* A closed profile may have a feature that goes on over the place where s begins again. */
static int number_features(pawl_stretch *w, int n, const joint *how, double period, pawl_feature *feature)
{
  int begin = 0, count = 0;
  for (int i = 0; i < n; i++)
    if (how[(i + n - 1) % n] != GOES_ON) {
      begin = i;
      break;
    }
  for (int m = 0; m < n; m++) {
    int i = (begin + m) % n;
    double lap = i < begin ? period : 0;
    if (m == 0 || how[(i + n - 1) % n] != GOES_ON)
      feature[count++] = (pawl_feature){.s0 = w[i].s0 + lap,
                                        .first = i,
                                        .vertex = w[i].form == PAWL_BY_POINT,
                                        .straight = w[i].shape == PAWL_STRAIGHT};
    w[i].feature = count - 1;
    feature[count - 1].s1 = w[i].s1 + lap;
    feature[count - 1].last = i;
  }
  return count;
}

/* ---- all of it ---- */

static bool meet(pawl_outline *o, const pawl_stretch *w, int n, double size, bool closed)
{
  for (int i = 0; i + 1 < n; i++)
    if (!(xy_distance(w[i].end[1].x, w[i + 1].end[0].x) <= MEETS * size))
      pawl_outline_blame(o, PAWL_OUTLINE_GAP, w[i].end[1].x, w[i + 1].added);
  if (closed && !(xy_distance(w[n - 1].end[1].x, w[0].end[0].x) <= MEETS * size))
    pawl_outline_blame(o, PAWL_OUTLINE_OPEN, w[n - 1].end[1].x, w[n - 1].added);
  return o->fault == PAWL_OUTLINE_GOOD;
}

/* The diagonal of a box around sampled points: good enough for tolerances. */
static double rough_size(const pawl_stretch *w, int n)
{
  pawl_xy lo = w[0].end[0].x, hi = lo;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= 8; j++) {
      pawl_station at;
      pawl_stretch_at(&w[i], w[i].s0 + j * (w[i].s1 - w[i].s0) / 8, &at);
      lo = (pawl_xy){fmin(lo.x, at.x.x), fmin(lo.y, at.x.y)};
      hi = (pawl_xy){fmax(hi.x, at.x.x), fmax(hi.y, at.x.y)};
    }
  return xy_distance(lo, hi);
}

static bool prepare(pawl_outline *o, pawl_stretch *w, const pawl_outline_end *end)
{
  int n = 0;
  for (pawl_outline_piece *piece = o->first; piece; piece = piece->after) {
    w[n] = piece->w;
    w[n].side = end->flip ? -1 : 1;
    if (w[n].form == PAWL_BY_ARC) {
      w[n].radius *= w[n].turn < 0 ? -w[n].side : w[n].side;
      w[n].k = 1 / w[n].radius;
    }
    if (!find_ends(o, &w[n++]))
      return false;
  }
  double size = rough_size(w, n);
  for (int i = 0; i < n; i++)
    if (w[i].form == PAWL_BY_POINT && n > 1)
      pawl_outline_blame(o, PAWL_OUTLINE_NO_LENGTH, w[i].centre, w[i].added);
    else if (w[i].form != PAWL_BY_POINT && !inspect(o, &w[i], size))
      return false;
  return meet(o, w, n, size, end->closed && w[0].form != PAWL_BY_POINT);
}

/* A profile of one vertex: the full cone, no neighbours. */
static void lone_vertex(pawl_stretch *w)
{
  w->sector.full = true;
  w->next[0] = w->next[1] = w->wall[0] = w->wall[1] = -1;
}

static bool build(pawl_outline *o, const pawl_outline_end *end, pawl_profile *profile)
{
  int n = o->count;
  pawl_stretch *in = PAWL_TAKE(o->arena, n, pawl_stretch), *w = PAWL_TAKE(o->arena, 2 * n + 2, pawl_stretch);
  joint *how = PAWL_TAKE(o->arena, 2 * n + 2, joint);
  pawl_feature *feature = PAWL_TAKE(o->arena, 2 * n + 2, pawl_feature);
  if (!in || !w || !how || !feature) {
    pawl_outline_blame(o, PAWL_OUTLINE_NO_MEMORY, (pawl_xy){0, 0}, 0);
    return false;
  }
  if (!prepare(o, in, end))
    return false;
  bool point = in[0].form == PAWL_BY_POINT;
  *profile =
      (pawl_profile){.closed = end->closed && !point, .side = in[0].side, .s0 = in[0].s0, .s1 = in[n - 1].s1};
  hide(in, n, end, rough_size(in, n));
  profile->stretch_count = point ? 1 : lay(in, n, end, rough_size(in, n), w, how);
  if (point) {
    w[0] = in[0];
    how[0] = NOTHING;
    lone_vertex(&w[0]);
  } else
    link_stretches(w, profile->stretch_count, how);
  for (int j = 0; j < 2 && !point && !end->closed; j++) { /* the wall of another one has no number here */
    int i = j ? profile->stretch_count - 1 : 0;
    pawl_neighbour next = look_beyond(&w[i], j, end);
    if (w[i].form != PAWL_BY_POINT && turns(&w[i], j, &next) > 0)
      w[i].wall[j] = i;
  }
  profile->size = rough_size(in, n);
  profile->stretch = w;
  for (int i = 0; i < profile->stretch_count; i++)
    extend(&w[i], i, profile, end);
  profile->feature_count =
      number_features(w, profile->stretch_count, how, profile->s1 - profile->s0, feature);
  profile->feature = feature;
  return pawl_outline_leaves(o, profile) && pawl_outline_tree(o, profile);
}

const pawl_profile *pawl_outline_close(pawl_outline *o, pawl_outline_end *end)
{
  pawl_profile *profile = NULL;
  if (o->count == 0)
    pawl_outline_blame(o, PAWL_OUTLINE_EMPTY, (pawl_xy){0, 0}, 0);
  if (o->fault == PAWL_OUTLINE_GOOD) {
    profile = PAWL_TAKE(o->arena, 1, pawl_profile);
    if (!profile)
      pawl_outline_blame(o, PAWL_OUTLINE_NO_MEMORY, (pawl_xy){0, 0}, 0);
    else if (!build(o, end, profile))
      profile = NULL;
  }
  end->fault = o->fault;
  end->at = o->at;
  end->piece = o->piece;
  return profile;
}
