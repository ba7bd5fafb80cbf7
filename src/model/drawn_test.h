/* For tests of curves: the profile of a curve written in Lua, and what can be asked of every profile: tangents, normals and
 * curvatures are derivatives of the points. */
#ifndef PAWL_MODEL_DRAWN_TEST_H
#define PAWL_MODEL_DRAWN_TEST_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "geometry/profile.h"
#include "model/model.h"

#define PI 3.14159265358979323846

typedef struct {
  pawl_model *model;
  pawl_arena arena;
  const pawl_profile *profile;
  double from, to, size;
} drawn;

/* The text may use k, which scales. */
static inline drawn draw_scaled(const char *curve, double k)
{
  drawn d = {0};
  pawl_error e = {0};
  static char text[16384];
  snprintf(text, sizeof text,
           "planar {}\nlocal k = %.17g\nlocal b = body 'b' { mass = 1, inertia = 1 }\nshape 'c' { b, %s }\n",
           k, curve);
  if (pawl_model_parse(&d.model, text, "m.lua", NULL, &e) != PAWL_OK)
    fail_msg("%s: %s\n%s", e.where, e.text, text);
  pawl_arena_open(&d.arena, &d.model->arena.memory);
  d.profile = pawl_shape_profile(d.model, pawl_model_find(d.model, "c"), &d.arena, &e);
  if (!d.profile)
    fail_msg("%s: %s\n%s", e.where, e.text, text);
  pawl_profile_range(d.profile, &d.from, &d.to);
  d.size = pawl_profile_size(d.profile);
  return d;
}

static inline drawn draw(const char *curve)
{
  return draw_scaled(curve, 1);
}

static inline void leave(drawn *d)
{
  pawl_arena_close(&d->arena);
  pawl_model_free(d->model);
}

static inline pawl_profile_point point_at(const drawn *d, double s)
{
  pawl_profile_point p;
  pawl_profile_at(d->profile, s, true, &p);
  return p;
}

static inline void close_to(double found, double wanted, double within, const char *what)
{
  if (!(fabs(found - wanted) <= within))
    fail_msg("%s is %.17g, not %.17g: %.3g off, %.3g allowed", what, found, wanted, fabs(found - wanted),
             within);
}

static inline void point_close_to(pawl_xy p, double x, double y, double within, const char *what)
{
  if (!(hypot(p.x - x, p.y - y) <= within))
    fail_msg("%s is {%.17g, %.17g}, not {%.17g, %.17g}: %.3g off, %.3g allowed", what, p.x, p.y, x, y,
             hypot(p.x - x, p.y - y), within);
}

/* Area inside a closed profile and its length, by Simpson's rule over each feature. */
static inline void measure(const drawn *d, double *area, double *length)
{
  enum { STEPS = 2000 };
  *area = *length = 0;
  for (int i = 0; i < pawl_profile_features(d->profile); i++) {
    pawl_profile_part part;
    pawl_profile_feature(d->profile, i, &part);
    for (int k = 0; k <= STEPS && !part.vertex; k++) {
      double h = (part.s1 - part.s0) / STEPS, w = (k == 0 || k == STEPS ? 1 : k % 2 ? 4 : 2) * h / 3;
      pawl_profile_point p;
      pawl_profile_at(d->profile, part.s0 + k * h, k == 0, &p);
      *area += w * p.speed * (p.p.x * p.t.y - p.p.y * p.t.x) / 2;
      *length += w * p.speed;
    }
  }
}

#endif
