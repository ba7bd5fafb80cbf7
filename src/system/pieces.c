/* Curves that go on where others end. A ground of several open curves, end to end, is as good as one: where two on one body meet with their
 * material on the same side, and the same shape touches both, their ends are not loose. At a convex corner the cone ends with the other one's
 * normal, at a concave one there is no vertex, and each wall goes on a little.      theory.md, 7.1, 7.4 */
#include "system/pieces.h"

#include "model/shape.h"
#include "system/group.h"

#define MEETS 1e-9 /* of the larger one: as pieces of one outline do */

struct pawl_piece {
  bool known, open;
  double size;
  pawl_xy x[2], out[2],
      n[2]; /* of both ends, in the axes of the body: place, the way out, the outward normal */
};

static pawl_xy placed(const pawl_frame *f, pawl_xy x, double at)
{
  pawl_vec v = pawl_turn(&f->turn, pawl_v(x.x, x.y, 0));
  return (pawl_xy){at * f->at.x + v.x, at * f->at.y + v.y};
}

static const pawl_frame *frame_of(const pawl_builder *b, int shape)
{
  return &((const pawl_shape_part *)b->model->parts[shape]->fields)->frame;
}

static const pawl_piece *piece_of(pawl_builder *b, int shape)
{
  if (!b->piece)
    b->piece = PAWL_TAKE(&b->scratch, b->model->part_count, pawl_piece);
  if (!b->piece) {
    pawl_fail_memory(b->error);
    return NULL;
  }
  pawl_piece *piece = b->piece + shape;
  if (piece->known)
    return piece;
  const pawl_profile *profile = pawl_shape_profile(b->model, shape, &b->scratch, b->error);
  if (!profile)
    return NULL;
  double s[2];
  pawl_profile_range(profile, s, s + 1);
  *piece = (pawl_piece){.known = true,
                        .open = !pawl_profile_closed(profile) && s[1] > s[0],
                        .size = pawl_profile_size(profile)};
  for (int j = 0; j < 2; j++) {
    pawl_profile_point at;
    pawl_profile_at(profile, s[j], j == 0, &at);
    pawl_xy out = {j ? at.t.x : -at.t.x, j ? at.t.y : -at.t.y};
    piece->x[j] = placed(frame_of(b, shape), at.p, 1);
    piece->n[j] = placed(frame_of(b, shape), at.n, 0);
    piece->out[j] = placed(frame_of(b, shape), out, 0);
  }
  return piece;
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

/* Whether b goes on at its end k where a ends with j: at the same place, and with its material on the same side. */
static bool goes_on(const pawl_piece *a, int j, const pawl_piece *b, int k)
{
  double x = a->x[j].x - b->x[k].x, y = a->x[j].y - b->x[k].y, near = MEETS * fmax(a->size, b->size);
  double side = a->out[j].x * a->n[j].y - a->out[j].y * a->n[j].x,
         back = b->out[k].x * b->n[k].y - b->out[k].y * b->n[k].x;
  return x * x + y * y <= near * near && side * back < 0;
}

/* The normal of the one that goes on at the end j, in the axes of the shape; false: there is none, or several. */
static bool find_next(pawl_builder *b, int shape, int other, int j, pawl_xy *normal)
{
  const pawl_piece *a = b->piece + shape;
  const pawl_frame *f = frame_of(b, shape);
  int found = 0;
  for (int i = 0; i < b->model->part_count; i++) {
    if (b->model->parts[i]->kind->family != PAWL_SHAPE_KIND || frame_of(b, i)->body != f->body)
      continue;
    const pawl_piece *next = piece_of(b, i);
    for (int k = 0; next && next->open && k < 2; k++)
      if (!(i == shape && k == j) && goes_on(a, j, next, k) && touches(b, i, other)) {
        pawl_mat back = pawl_mat_transposed(&f->turn);
        pawl_vec n = pawl_turn(&back, pawl_v(next->n[k].x, next->n[k].y, 0));
        *normal = (pawl_xy){n.x, n.y};
        found++;
      }
  }
  return found == 1;
}

const pawl_profile *pawl_piece_profile(pawl_builder *b, int shape, int other)
{
  const pawl_piece *piece = piece_of(b, shape);
  pawl_xy normal[2];
  const pawl_xy *joined[2] = {NULL, NULL};
  if (!piece)
    return NULL;
  for (int j = 0; piece->open && touches(b, shape, other) && j < 2; j++)
    joined[j] = find_next(b, shape, other, j, normal + j) ? normal + j : NULL;
  return pawl_shape_joined(b->model, shape, joined, b->s->arena, b->error);
}
