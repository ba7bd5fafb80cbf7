/* Ellipse, exactly, as four rational quadratics with the weights 1, √½, 1.   (x/a)² + (y/b)² = 1
 * The parameter s runs from 0 to 2π; it is the eccentric angle at every multiple of 45° and differs from it by less
 * than 0.017 rad elsewhere. A rational piece has bounds that hold for certain, an angle would not. */
#include "parts/curve.h"

typedef struct {
  double a, b;
} ellipse;

static const pawl_field fields[] = {
    {"a", "m", PAWL_REAL, offsetof(ellipse, a), PAWL_REQUIRED, 0, INFINITY, "half axis along x"},
    {"b", "m", PAWL_REAL, offsetof(ellipse, b), PAWL_REQUIRED, 0, INFINITY, "half axis along y"},
    {0}};

static const char *check(void *value, unsigned worlds)
{
  (void)worlds;
  const ellipse *e = value;
  return e->a > 0 && e->b > 0 ? NULL : "'a' and 'b' must be more than 0";
}

static const char *outline(const void *value, pawl_outline *o, const pawl_functions *functions, bool *closed)
{
  static const double x[] = {1, 1, 0, -1, -1, -1, 0, 1, 1}, y[] = {0, 1, 1, 1, 0, -1, -1, -1, 0};
  const double weight[] = {1, sqrt(0.5), 1};
  (void)functions;
  const ellipse *e = value;
  for (int i = 0; i < 4; i++) {
    pawl_xy point[3];
    for (int k = 0; k < 3; k++)
      point[k] = (pawl_xy){e->a * x[2 * i + k], e->b * y[2 * i + k]};
    pawl_outline_bezier(o, 2, point, weight, i * PAWL_PI / 2, (i + 1) * PAWL_PI / 2);
  }
  *closed = true;
  return NULL;
}

const pawl_kind pawl_curve_ellipse = {.name = "ellipse",
                                      .family = PAWL_CURVE_VALUE,
                                      .doc = "An ellipse about the origin of its frame.",
                                      .equations = "(x/a)² + (y/b)² = 1\n"
                                                   "s from 0 to 2π: at multiples of 45° the point is (a cos "
                                                   "s, b sin s); between them s differs from the angle\n"
                                                   "by less than 0.017, as rational quadratics have it\n",
                                      .example = PAWL_CURVE_EXAMPLE("ellipse { a = 60*mm, b = 30*mm }"),
                                      .size = sizeof(ellipse),
                                      .fields = fields,
                                      .worlds = PAWL_PLANAR,
                                      .check = check,
                                      .curve = &(const pawl_curve_table){.outline = outline}};
