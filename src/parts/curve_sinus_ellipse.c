/* An ellipse with a sine wave on it, as a cam track.   p(s) = ((a + w) cos s, (b + w) sin s),   w = A sin n s */
#include "parts/curve.h"
#include "parts/curve_series.h"

typedef struct {
  double a, b, amplitude;
  int waves;
} wavy;

static const pawl_field fields[] = {
    {"a", "m", PAWL_REAL, offsetof(wavy, a), PAWL_REQUIRED, 0, INFINITY, "half axis along x"},
    {"b", "m", PAWL_REAL, offsetof(wavy, b), PAWL_REQUIRED, 0, INFINITY, "half axis along y"},
    {"amplitude", "m", PAWL_REAL, offsetof(wavy, amplitude), PAWL_REQUIRED, -INFINITY, INFINITY,
     "how far the wave goes to either side"},
    {"waves", "", PAWL_COUNT, offsetof(wavy, waves), PAWL_REQUIRED, 1, 1000,
     "how many of them there are around it"},
    {0}};

static const char *check(void *value, unsigned worlds)
{
  (void)worlds;
  const wavy *w = value;
  if (!(w->a > 0 && w->b > 0))
    return "'a' and 'b' must be more than 0";
  return fabs(w->amplitude) < fmin(w->a, w->b) ? NULL : "'amplitude' must be less than 'a' and 'b'";
}

static void at(const void *context, double u, pawl_plane_jet *jet)
{
  const wavy *w = context;
  pawl_series sine, cosine, wave, unused;
  pawl_series_sincos(1, u, 0, &sine, &cosine);
  pawl_series_sincos(w->waves, u, 0, &wave, &unused);
  wave = pawl_series_scale(w->amplitude, wave);
  pawl_series_jet(pawl_series_times(pawl_series_add(pawl_series_number(w->a), wave), cosine),
                  pawl_series_times(pawl_series_add(pawl_series_number(w->b), wave), sine), jet);
}

static const char *outline(const void *value, pawl_outline *o, const pawl_functions *functions, bool *closed)
{
  wavy *kept = PAWL_TAKE(functions->arena, 1, wavy);
  if (!kept)
    return "out of memory";
  *kept = *(const wavy *)value;
  pawl_outline_function(o, at, kept, 0, 2 * PAWL_PI);
  *closed = true;
  return NULL;
}

const pawl_kind pawl_curve_sinus_ellipse = {
    .name = "sinus_ellipse",
    .family = PAWL_CURVE_VALUE,
    .doc = "An ellipse distorted by a sine wave.",
    .equations = "p(s) = ((a + w) cos s, (b + w) sin s),   w = amplitude sin(waves s),   0 ≤ s ≤ 2π\n",
    .example = PAWL_CURVE_EXAMPLE("sinus_ellipse { a = 60*mm, b = 40*mm, amplitude = 4*mm, waves = 8 }"),
    .size = sizeof(wavy),
    .fields = fields,
    .worlds = PAWL_PLANAR,
    .check = check,
    .curve = &(const pawl_curve_table){.outline = outline}};
