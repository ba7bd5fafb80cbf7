/* What the curves share: what their slot `outline` gets besides the fields, and helpers for its sentences.
 *
 * A curve writes its pieces with geometry/profile.h, in the frame of the shape, in order, each beginning where the last one
 * ended. Material is on the left of the way: a solid is run round counterclockwise. */
#ifndef PAWL_PARTS_CURVE_H
#define PAWL_PARTS_CURVE_H

#include "base/trig.h"
#include "geometry/profile.h"
#include "parts/part.h"

#define PAWL_PI 3.14159265358979323846

typedef struct pawl_functions {
  pawl_arena *arena; /* for what lives as long as the profile, and for sentences */
  /* x(u), y(u) of a Lua function of the model with two derivatives (d3 is left alone); false: it failed, and whoever made
   * `context` knows why. The outline then returns "". */
  bool (*at)(void *context, int function, double u, pawl_plane_jet *jet);
  void *context;
  const pawl_value **about; /* out: a curve inside the curve, when the sentence is about that one */
} pawl_functions;

/* A sentence in the arena; without memory a short one. */
const char *pawl_sentence(const pawl_functions *functions, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A length in the unit that reads best: "3.2 mm". */
const char *pawl_sentence_length(const pawl_functions *functions, double length);

/* "{0.02, 0}" */
const char *pawl_sentence_point(const pawl_functions *functions, pawl_xy p);
/* What is wrong with an outline; NULL: nothing. */
const char *pawl_sentence_fault(const pawl_functions *functions, const pawl_outline_end *end);
/* The profile of a curve, in the functions' arena; NULL: *wrong says why. `next` and `context` as of pawl_outline_end. */
const pawl_profile *pawl_curve_profile(const pawl_value *curve, const pawl_functions *functions, bool flip,
                                       pawl_neighbour_function *next, void *context, const char **wrong);

static inline pawl_xy pawl_xy_of(pawl_vec v)
{
  return (pawl_xy){v.x, v.y};
}

static inline double pawl_xy_distance(pawl_xy a, pawl_xy b)
{
  return sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
}

/* radius (cos angle, sin angle) from the centre. */
static inline pawl_xy pawl_xy_polar(pawl_xy centre, double radius, double angle)
{
  double s, c;
  pawl_sincos(angle, &s, &c);
  return (pawl_xy){centre.x + radius * c, centre.y + radius * s};
}

/* Fields of curves are in a plane. Examples of curves: a shape on a body that turns. */
#define PAWL_CURVE_EXAMPLE(curve)                                                                            \
  "planar { gravity = {0, -9.81} }\n"                                                                        \
  "local wheel = body \"wheel\" { mass = 1, inertia = 1e-3 }\n"                                              \
  "revolute \"axle\" { ground, wheel, speed = 1 }\n"                                                         \
  "shape \"rim\" { wheel, " curve " }\n"                                                                     \
  "simulate { duration = 1 }\n"

#endif
