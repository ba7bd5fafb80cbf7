/* Superellipse.   |x/a|^n + |y/b|^n = 1,   p(s) = r (a cos s, b sin s),   r = (|cos s|^n + |sin s|^n)^(-1/n)
 * From n = 2, an ellipse, towards a rectangle. Powers are the C library's, so a run sees polynomials of it. */
#include "parts/curve_sampled.h"

typedef struct {
  double a, b, exponent;
} super;

static const pawl_field fields[] = {
    {"a", "m", PAWL_REAL, offsetof(super, a), PAWL_REQUIRED, 0, INFINITY, "half its width, along x"},
    {"b", "m", PAWL_REAL, offsetof(super, b), PAWL_REQUIRED, 0, INFINITY, "half its height, along y"},
    {"exponent", "", PAWL_REAL, offsetof(super, exponent), PAWL_REQUIRED, 2, 100,
     "2 is an ellipse; the larger, the more of a rectangle"},
    {0}};

static const char *check(void *value, unsigned worlds)
{
  (void)worlds;
  const super *e = value;
  return e->a > 0 && e->b > 0 ? NULL : "'a' and 'b' must be more than 0";
}

/* A quarter of it. */
typedef struct {
  const super *e;
  double from, to;
} quarter;

/* |c|^n and its derivatives by the angle, where c' = -s (or c' = s with the sign). */
static void power(double c, double s, double n, double f[3])
{
  double size = fabs(c), low = pow(size, n - 2), sign = c < 0 ? -1 : 1;
  f[0] = low * c * c;
  f[1] = -n * low * size * sign * s;
  f[2] = n * (n - 1) * low * s * s - n * f[0];
}

static bool at(void *context, double u, pawl_plane_jet *jet)
{
  const quarter *q = context;
  double n = q->e->exponent, s, c, C[3], S[3];
  pawl_sincos(u, &s, &c);
  if (u == q->from || u == q->to) { /* on an axis, where a power of 1e-17 need not be small */
    c = rint(c);
    s = rint(s);
  }
  power(c, s, n, C);
  power(s, -c, n, S);
  double g = C[0] + S[0], g1 = (C[1] + S[1]) / g, g2 = (C[2] + S[2]) / g;
  double r = pow(g, -1 / n), l1 = -g1 / n, l2 = -(g2 - g1 * g1) / n; /* of log r */
  double r1 = r * l1, r2 = r * (l2 + l1 * l1), a = q->e->a, b = q->e->b;
  jet->p = (pawl_xy){a * r * c, b * r * s};
  jet->d1 = (pawl_xy){a * (r1 * c - r * s), b * (r1 * s + r * c)};
  jet->d2 = (pawl_xy){a * (r2 * c - 2 * r1 * s - r * c), b * (r2 * s + 2 * r1 * c - r * s)};
  return true;
}

static const char *outline(const void *value, pawl_outline *o, const pawl_functions *functions, bool *closed)
{
  *closed = true;
  for (int i = 0; i < 4; i++) {
    quarter q = {value, i * PAWL_PI / 2, (i + 1) * PAWL_PI / 2};
    pawl_sampling how = {.strict = false};
    const pawl_sampled *piece = pawl_sample(functions->arena, at, &q, q.from, q.to, &how);
    if (!piece)
      return how.failed ? "out of memory" : "its numbers are too different in size";
    pawl_outline_function(o, pawl_sampled_at, piece, q.from, q.to);
  }
  return NULL;
}

const pawl_kind pawl_curve_superellipse = {
    .name = "superellipse",
    .family = PAWL_CURVE_VALUE,
    .doc = "A rounded rectangle without straight sides: an ellipse whose exponent is more than 2.",
    .equations = "(|x|/a)^n + (|y|/b)^n = 1,   n the exponent\n"
                 "p(s) = r (a cos s, b sin s),   r = (|cos s|^n + |sin s|^n)^(-1/n),   0 ≤ s ≤ 2π\n",
    .example = PAWL_CURVE_EXAMPLE("superellipse { a = 60*mm, b = 30*mm, exponent = 4 }"),
    .size = sizeof(super),
    .fields = fields,
    .worlds = PAWL_PLANAR,
    .check = check,
    .curve = &(const pawl_curve_table){.outline = outline}};
