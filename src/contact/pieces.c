/* Shapes that go on where others end. A ground of several curves, end to end, or of blocks side by side, is as good as one: where shapes of
 * one body meet, and the same shape touches them, a corner is that of all of them together. From the front of a piece one turns through the
 * open to what comes next. Is that another shape, the cone of a convex corner ends with its normal, and at a concave one there is no
 * vertex, and the piece goes on a little; an edge of a solid that another one lies on is not touched.      theory.md, 7.1, 7.4 */
#include "contact/pieces.h"

#include <math.h>

#include "base/tolerances.h"
#include "contact/group.h"
#include "model/shape.h"

enum { WAYS = 8 };

struct pawl_piece {
  const pawl_profile *profile; /* NULL: not drawn yet */
};

static pawl_xy placed(const pawl_frame *f, pawl_xy x, double at)
{
  pawl_vec v = pawl_turn(&f->turn, pawl_v(x.x, x.y, 0));
  return (pawl_xy){at * f->at.x + v.x, at * f->at.y + v.y};
}

static pawl_xy placed_back(const pawl_frame *f, pawl_xy x, double at)
{
  pawl_mat back = pawl_mat_transposed(&f->turn);
  pawl_vec v = pawl_turn(&back, pawl_v(x.x - at * f->at.x, x.y - at * f->at.y, 0));
  return (pawl_xy){v.x, v.y};
}

static const pawl_frame *frame_of(const pawl_builder *b, int shape)
{
  return &((const pawl_shape_part *)b->model->parts[shape]->fields)->frame;
}

static const pawl_profile *profile_of(pawl_builder *b, int shape)
{
  if (!b->piece)
    b->piece = PAWL_TAKE(&b->scratch, b->model->part_count, pawl_piece);
  if (!b->piece) {
    pawl_fail_memory(b->error);
    return NULL;
  }
  if (!b->piece[shape].profile)
    b->piece[shape].profile = pawl_shape_profile(b->model, shape, &b->scratch, b->error);
  return b->piece[shape].profile;
}

static bool touches(const pawl_builder *b, int shape, int other)
{
  for (int i = 0; i < b->model->part_count; i++) {
    const pawl_part *p = b->model->parts[i];
    if (p->kind->family == PAWL_CONTACT) {
      const int *pair = ((const pawl_contact *)p->fields)->shape;
      if ((pair[0] == shape && pair[1] == other) || (pair[0] == other && pair[1] == shape))
        return true;
    } else if (p->kind->family == PAWL_CONTACT_GROUP && pawl_group_holds(b->model, p->fields, shape) &&
               pawl_group_holds(b->model, p->fields, other))
      return true;
  }
  return false;
}

static bool is_beside(const pawl_builder *b, int i, int shape)
{
  return b->model->parts[i]->kind->family == PAWL_SHAPE_KIND &&
         frame_of(b, i)->body == frame_of(b, shape)->body;
}

/* The end of a piece of a shape, in the axes of the body, and what is known of what comes next there. */
typedef struct {
  pawl_builder *b;
  int shape, other;
  pawl_xy at, back, n; /* back: from the end along the piece        */
  bool loose;          /* the end of an open curve                  */
  double turn;         /* from the piece to what comes next         */
  pawl_neighbour next; /* its normal in the axes of the body        */
  bool failed;         /* b->error says why                         */
} corner;

/* How far one has to turn from the piece, by its front, to a way from the same place: in quarters, about; -1: not at all. */
static double turn_to(const corner *c, pawl_xy way)
{
  double x = way.x * c->back.x + way.y * c->back.y, y = way.x * c->n.x + way.y * c->n.y,
         part = x / (fabs(x) + fabs(y));
  return fabs(y) <= PAWL_JOINED && x > 0 ? -1 : y > 0 ? 1 - part : 3 + part;
}

/* Whether a way with this normal is met with its front by what turns so. */
static bool is_met(const corner *c, pawl_xy way, pawl_xy n)
{
  bool left = c->back.x * c->n.y - c->back.y * c->n.x > 0;
  double ahead = way.x * n.y - way.y * n.x; /* the normal is on its left */
  return left ? ahead < 0 : ahead > 0;
}

static bool is_loose(const pawl_profile *profile, pawl_xy at)
{
  double s[2];
  bool end = false;
  pawl_profile_range(profile, s, s + 1);
  for (int j = 0; j < 2 && !pawl_profile_closed(profile); j++) {
    pawl_profile_point p;
    pawl_profile_at(profile, s[j], j == 0, &p);
    end = end || hypot(at.x - p.p.x, at.y - p.p.y) <= PAWL_JOINED * pawl_profile_size(profile);
  }
  return end;
}

/* The first of the ways along one shape that is met with its front: a line is not seen from behind, and what is in a solid is as it was. One
 * that is met at once lies on the piece, if both are straight. */
static void look_at(corner *c, int shape, const pawl_profile *profile)
{
  const pawl_frame *f = frame_of(c->b, shape);
  pawl_profile_way way[WAYS];
  double near = PAWL_JOINED * fmax(pawl_profile_size(profile), pawl_profile_size(profile_of(c->b, c->shape))),
         radius, least = INFINITY;
  pawl_xy at = placed_back(f, c->at, 1), centre;
  pawl_neighbour next = {.what = PAWL_NEXT_OTHER};
  pawl_profile_disc(profile, &centre, &radius);
  if (hypot(at.x - centre.x, at.y - centre.y) > radius + near)
    return;
  int n = pawl_profile_ways(profile, at, near, way, WAYS);
  bool solid = pawl_profile_closed(profile);
  for (int i = 0; i < n; i++) {
    pawl_xy along = placed(f, way[i].along, 0), normal = placed(f, way[i].n, 0);
    double turn = turn_to(c, along);
    bool met = is_met(c, along, normal);
    if (!(turn < least) || (!met && (turn < 0 || !solid)))
      continue;
    least = turn;
    next = turn < 0 ? (pawl_neighbour){.what = PAWL_NEXT_COVERED, .covered = way[i].straight}
           : met    ? (pawl_neighbour){.what = PAWL_NEXT_OTHER, .normal = normal}
                    : (pawl_neighbour){.what = PAWL_NEXT_OWN};
  }
  if (!(least < c->turn - (c->turn < INFINITY ? PAWL_JOINED : 0)) || next.what == PAWL_NEXT_OWN ||
      (next.what == PAWL_NEXT_COVERED && !solid) || (shape != c->shape && !touches(c->b, shape, c->other)))
    return;
  c->turn = least;
  if (shape == c->shape && !c->loose) { /* what is ahead is not asked: it costs a look at all pieces */
    c->next = (pawl_neighbour){.what = PAWL_NEXT_OWN};
    return;
  }
  pawl_xy ahead = placed_back(f, (pawl_xy){-c->back.x, -c->back.y}, 0);
  next.ahead = solid ? pawl_profile_ahead(profile, at, ahead) : INFINITY; /* a line is as thick as can be */
  c->next = next;
}

static pawl_neighbour find_next(void *context, pawl_xy at, pawl_xy out, pawl_xy n)
{
  corner *c = context;
  const pawl_frame *f = frame_of(c->b, c->shape);
  const pawl_profile *own = profile_of(c->b, c->shape);
  c->at = placed(f, at, 1);
  c->back = placed(f, (pawl_xy){-out.x, -out.y}, 0);
  c->n = placed(f, n, 0);
  c->loose = is_loose(own, at);
  c->turn = INFINITY;
  c->next = (pawl_neighbour){.what = PAWL_NEXT_OWN};
  look_at(c, c->shape, own); /* first: what is met together is its own */
  for (int i = 0; i < c->b->model->part_count; i++) {
    if (i == c->shape || !is_beside(c->b, i, c->shape))
      continue;
    const pawl_profile *profile = profile_of(c->b, i);
    if (profile)
      look_at(c, i, profile);
    else
      c->failed = true;
  }
  c->next.normal = placed_back(f, c->next.normal, 0);
  return c->next;
}

const pawl_profile *pawl_piece_profile(pawl_builder *b, int shape, int other)
{
  const pawl_profile *own = profile_of(b, shape);
  corner c = {.b = b, .shape = shape, .other = other};
  int beside = 0;
  if (!own)
    return NULL;
  for (int i = 0; i < b->model->part_count; i++)
    beside += is_beside(b, i, shape);
  bool alone = (beside == 1 && pawl_profile_closed(own)) || !touches(b, shape, other);
  const pawl_profile *profile =
      pawl_shape_joined(b->model, shape, alone ? NULL : find_next, &c, b->s->arena, b->error);
  return c.failed ? NULL : profile;
}
