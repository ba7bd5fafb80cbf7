/* Bodies without a shape of their own: a link through all places that other parts use on them.
 *   in a plane   the convex hull of the places and the centre of mass, with a rounded edge
 *   in space     bars from the centre of mass to each place
 *   one place    a disc or a ball */
#include "parts/look.h"

static double distance(pawl_vec a, pawl_vec b)
{
  return pawl_norm(pawl_sub(a, b));
}

/* The places on the body, each once, after the centre of mass; returns how many. A list of a thousand places would
 * take a million comparisons: places that come again are looked for among the last few only. */
static int list_points(const pawl_pen *pen, pawl_vec com, pawl_vec *point)
{
  enum { LAST = 32 };
  int n = 0;
  point[n++] = com;
  for (int i = 0; i < pen->frame_count; i++) {
    bool again = distance(pen->frame[i].at, com) <= 1e-3 * pen->size;
    for (int j = n > LAST ? n - LAST : 1; j < n && !again; j++)
      again = distance(pen->frame[i].at, point[j]) <= 1e-3 * pen->size;
    if (!again)
      point[n++] = pen->frame[i].at;
  }
  return n;
}

void pawl_draw_body(const void *part, pawl_pen *pen)
{
  const pawl_body *body = part;
  pawl_frame own = pawl_frame_at_point(pen->body, pawl_v(0, 0, 0)),
             middle = pawl_frame_at_point(pen->body, body->com);
  pawl_vec *point = PAWL_TAKE(pen->arena, pen->frame_count + 1, pawl_vec);
  if (!point)
    return;
  int n = pen->covered ? 0 : list_points(pen, body->com, point); /* a shape is picture enough */
  if (n == 1)
    pawl_pen_ball(pen, &middle, 2 * pen->size);
  else if (n > 1 && pen->worlds == PAWL_PLANAR)
    pawl_pen_rounded(pen, &own, point, n, pen->size);
  else
    for (int i = 1; i < n; i++)
      pawl_pen_bar(pen, &own, point[0], point[i], 2 * pen->size);
  if (body->mass > 0)
    pawl_pen_mass(pen, &middle);
}

/* The longest of the spans from one place to another; false: there is none. */
static bool find_span(const pawl_vec *point, int count, pawl_vec *from, pawl_vec *to)
{
  int far = 0, other = 0;
  for (int i = 1; i < count; i++)
    far = distance(point[i], point[0]) > distance(point[far], point[0]) ? i : far;
  for (int i = 1; i < count; i++)
    other = distance(point[i], point[far]) > distance(point[other], point[far]) ? i : other;
  *from = point[other];
  *to = point[far];
  return distance(*from, *to) > 0;
}

void pawl_draw_body_shape(const void *part, pawl_pen *pen)
{
  const pawl_body *body = part;
  pawl_look look = pen->look;
  pawl_frame frame = pawl_frame_at_point(pen->body, body->com);
  pawl_vec from, to, *point = PAWL_TAKE(pen->arena, pen->frame_count + 1, pawl_vec);
  if (!point)
    return;
  bool round = look.shape == PAWL_SHAPE_SPHERE || look.shape == PAWL_SHAPE_GEARWHEEL;
  bool span = find_span(point, list_points(pen, body->com, point), &from, &to);
  if (isnan(look.length) && !round && span) {
    frame = pawl_frame_at_point(pen->body, pawl_times(0.5, pawl_add(from, to)));
    frame = pawl_frame_along(&frame, pawl_sub(to, from));
    look.length = distance(from, to);
  }
  pawl_pen_shape(pen, &frame, &look);
}
