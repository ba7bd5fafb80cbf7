/* A curve fixed to a body: what contacts and curve joints touch. It is drawn exactly as it is used, by the polygon of its
 * profile: filled where it is closed and material is inside, else as a line with hatches on the material's side. */
#include "geometry/profile.h"
#include "parts/look.h"
#include "parts/part.h"

enum { MOST_POINTS = 4096, MOST_HATCHES = 400 };

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(pawl_shape_part, frame), PAWL_REQUIRED, 0, 0,
     "where the curve's axes are"},
    {"2", "", PAWL_VALUE, offsetof(pawl_shape_part, curve), PAWL_REQUIRED, 0, 0,
     "its outline; material is on the left of the way along it", "curve"},
    {"flip", "", PAWL_FLAG, offsetof(pawl_shape_part, flip), 0, 0, 0,
     "material is on the other side of the curve"},
    {"surface_speed", "m/s", PAWL_SIGNAL, offsetof(pawl_shape_part, surface_speed), 0, -INFINITY, INFINITY,
     "of a belt or conveyor: how fast its surface runs along the curve, over the body"},
    {0}};

/* The points of the profile as the pen wants them; returns how many. */
static int list_points(const pawl_pen *pen, pawl_vec **to)
{
  double size = pawl_profile_size(pen->profile), error = 2e-4 * (size > 0 ? size : pen->size);
  pawl_xy *at = PAWL_TAKE(pen->arena, MOST_POINTS, pawl_xy);
  int count = at ? pawl_profile_polygon(pen->profile, error, at, MOST_POINTS) : 0;
  *to = PAWL_TAKE(pen->arena, count > 0 ? count : 1, pawl_vec);
  for (int i = 0; *to && i < count; i++)
    (*to)[i] = pawl_v(at[i].x, at[i].y, 0);
  return *to ? count : 0;
}

static double length_of(const pawl_vec *point, int count)
{
  double length = 0;
  for (int i = 1; i < count; i++)
    length += pawl_norm(pawl_sub(point[i], point[i - 1]));
  return length;
}

/* One stroke into the material after every `step` along the points: a comb, with the line as its back. `side` is 1 where
 * material is on the left of the points' order. */
static int comb(const pawl_vec *point, int count, double step, double depth, double side, pawl_vec *out)
{
  double left = step / 2;
  int n = 0, strokes = 0;
  out[n++] = point[0];
  for (int i = 1; i < count; i++) {
    pawl_vec d = pawl_sub(point[i], point[i - 1]);
    double length = pawl_norm(d), done = 0;
    for (; length - done >= left && strokes < MOST_HATCHES; left = step, strokes++) {
      done += left;
      pawl_vec at = pawl_add(point[i - 1], pawl_times(done / length, d));
      pawl_vec in = pawl_v(-side * d.y - 0.7 * d.x, side * d.x - 0.7 * d.y, 0);
      out[n++] = at;
      out[n++] = pawl_add(at, pawl_times(depth / length, in));
      out[n++] = at;
    }
    left -= length - done;
    out[n++] = point[i];
  }
  return n;
}

/* 1: the material is on the left of the order of the points. */
static double side_of(const pawl_profile *profile, const pawl_vec *point)
{
  double from, to;
  pawl_profile_point p;
  pawl_profile_range(profile, &from, &to);
  pawl_profile_at(profile, from, true, &p);
  pawl_vec d = pawl_sub(point[1], point[0]);
  return d.x * p.n.y - d.y * p.n.x < 0 ? 1 : -1;
}

static void draw_edge(const pawl_shape_part *s, pawl_pen *pen, const pawl_vec *point, int count)
{
  double length = length_of(point, count), step = fmax(1.2 * pen->size, length / MOST_HATCHES);
  pawl_vec *out = PAWL_TAKE(pen->arena, count + 3 * MOST_HATCHES + 4, pawl_vec);
  if (!out)
    return;
  double side = side_of(pen->profile, point);
  pawl_pen_polyline(pen, &s->frame, out, comb(point, count, step, 0.7 * pen->size, side, out), 0);
}

static void draw(const void *part, pawl_pen *pen)
{
  const pawl_shape_part *s = part;
  pawl_vec *point;
  if (!pen->profile)
    return;
  int count = list_points(pen, &point);
  if (count == 1) {
    pawl_frame at = pawl_frame_on(&s->frame, point[0]);
    pawl_pen_circle(pen, &at, 0.2 * pen->size, true);
  } else if (pen->solid)
    pawl_pen_polygon(pen, &s->frame, point, count - 1); /* the last is the first again */
  else if (count > 1)
    draw_edge(s, pen, point, count);
}

const pawl_kind pawl_shape_shape = {
    .name = "shape",
    .family = PAWL_SHAPE_KIND,
    .doc = "A curve on a body, for contacts and curve joints. Material is on the left of the way along the "
           "curve, so that a "
           "closed one that runs counterclockwise is a solid; flip changes the sides.",
    .equations = "t = p'/|p'|;   n = (t_y, -t_x) points out of the material;   dn/d arc = k t: k > 0 where "
                 "it is convex\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local lever = body \"lever\" { mass = 1, inertia = 1e-3, com = {50*mm, 0} }\n"
               "revolute \"axle\" { ground, lever, speed = 1 }\n"
               "shape \"nose\" { lever:at{60*mm, 0}, circle { radius = 20*mm } }\n"
               "shape \"table\" { ground:at{0, -100*mm}, segment { {100*mm, 0}, {-100*mm, 0} } }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(pawl_shape_part),
    .fields = fields,
    .worlds = PAWL_PLANAR,
    .draw = draw};
