/* rise, fall and dwell: what a cam does with its follower over an angle. */
#include "parts/curve_lift.h"

#define PI 3.14159265358979323846
#define OVER(text) "rad", PAWL_REAL, offsetof(pawl_lift, over), PAWL_REQUIRED, 0, 2 * PI, text
#define BY(text) "m", PAWL_REAL, offsetof(pawl_lift, by), PAWL_REQUIRED, 0, INFINITY, text
#define LAW                                                                                                  \
  "", PAWL_CHOICE, offsetof(pawl_lift, law), PAWL_CYCLOIDAL, 0, 0, "how it goes over the angle",             \
      "cycloidal 3-4-5 modified_sine"

static const pawl_field rise_fields[] = {
    {"1", OVER("the angle over which it rises")}, {"2", BY("how far it rises")}, {"law", LAW}, {0}};
static const pawl_field fall_fields[] = {
    {"1", OVER("the angle over which it falls")}, {"2", BY("how far it falls")}, {"law", LAW}, {0}};
static const pawl_field dwell_fields[] = {{"1", OVER("the angle over which it stays")}, {0}};

/* ---- laws ---- */

int pawl_lift_pieces(const pawl_lift *lift)
{
  return lift->way != 0 && lift->law == PAWL_MODIFIED_SINE ? 3 : 1;
}

double pawl_lift_end(const pawl_lift *lift, int piece)
{
  if (piece < 0)
    return 0;
  bool last = piece == pawl_lift_pieces(lift) - 1;
  return last ? 1 : piece == 0 ? 0.125 : 0.875;
}

static pawl_series cycloidal(double x)
{
  pawl_series sine, unused, f;
  pawl_series_sincos(2 * PI, x, 0, &sine, &unused);
  f = pawl_series_scale(-1 / (2 * PI), sine);
  f.c[0] += x;
  f.c[1] += 1;
  return f;
}

static pawl_series polynomial(double x)
{
  return (pawl_series){{x * x * x * (10 - 15 * x + 6 * x * x), 30 * x * x * (1 - x) * (1 - x),
                        30 * x * (1 - x) * (1 - 2 * x), 10 - 60 * x + 60 * x * x, -15 + 30 * x}};
}

static pawl_series modified_sine(int piece, double x)
{
  bool middle = piece == 1;
  pawl_series sine, unused, f;
  pawl_series_sincos(middle ? 4 * PI / 3 : 4 * PI, x, middle ? PI / 3 : 0, &sine, &unused);
  f = pawl_series_scale(middle ? -2.25 : -0.25, sine);
  f.c[0] += 2 * piece + PI * x;
  f.c[1] += PI;
  return pawl_series_scale(1 / (4 + PI), f);
}

pawl_series pawl_lift_at(const pawl_lift *lift, int piece, double x)
{
  if (lift->way == 0)
    return pawl_series_number(0);
  pawl_series f = lift->law == PAWL_CYCLOIDAL ? cycloidal(x)
                  : lift->law == PAWL_345     ? polynomial(x)
                                              : modified_sine(piece, x);
  double power = lift->way * lift->by;
  for (int k = 0; k < PAWL_SERIES; k++, power /= lift->over)
    f.c[k] *= power;
  return f;
}

/* ---- kinds ---- */

static const char *check_way(pawl_lift *lift, int way)
{
  lift->way = way;
  if (!(lift->over > 0))
    return "its angle must be more than 0";
  return way == 0 || lift->by > 0 ? NULL : "its lift must be more than 0; without one it is dwell { … }";
}

static const char *check_rise(void *value, unsigned worlds)
{
  (void)worlds;
  return check_way(value, 1);
}

static const char *check_fall(void *value, unsigned worlds)
{
  (void)worlds;
  return check_way(value, -1);
}

static const char *check_dwell(void *value, unsigned worlds)
{
  (void)worlds;
  return check_way(value, 0);
}

#define LAWS                                                                                                        \
  "x from 0 to 1 over the angle; h goes on by the lift times\n"                                                     \
  "cycloidal: x - sin(2πx)/(2π);   3-4-5: 10 x³ - 15 x⁴ + 6 x⁵\n"                                            \
  "modified_sine: (πx - sin(4πx)/4)/(4 + π) up to 1/8, (2 + πx - 9/4 sin((4πx + π)/3))/(4 + π) up to 7/8,\n" \
  "(4 + πx - sin(4πx)/4)/(4 + π)\n"
#define EXAMPLE                                                                                              \
  "planar {}\n"                                                                                              \
  "local wheel = body \"wheel\" { mass = 1, inertia = 1e-3 }\n"                                              \
  "revolute \"axle\" { ground, wheel, speed = 1 }\n"                                                         \
  "shape \"rim\" { wheel, cam { base = 40*mm, rise { 90*deg, 10*mm }, dwell { 60*deg },\n"                   \
  "  fall { 120*deg, 10*mm, law = \"3-4-5\" }, dwell { 90*deg } } }\n"                                       \
  "simulate { duration = 1 }\n"

const pawl_kind pawl_lift_rise = {.name = "rise",
                                  .family = PAWL_LIFT_VALUE,
                                  .doc = "A stretch of a cam that lifts its follower.",
                                  .equations = LAWS,
                                  .example = EXAMPLE,
                                  .size = sizeof(pawl_lift),
                                  .fields = rise_fields,
                                  .worlds = PAWL_PLANAR,
                                  .check = check_rise};

const pawl_kind pawl_lift_fall = {.name = "fall",
                                  .family = PAWL_LIFT_VALUE,
                                  .doc = "A stretch of a cam that lets its follower down.",
                                  .equations = "as of rise, downwards\n",
                                  .example = EXAMPLE,
                                  .size = sizeof(pawl_lift),
                                  .fields = fall_fields,
                                  .worlds = PAWL_PLANAR,
                                  .check = check_fall};

const pawl_kind pawl_lift_dwell = {.name = "dwell",
                                   .family = PAWL_LIFT_VALUE,
                                   .doc = "A stretch of a cam that holds its follower.",
                                   .equations = "h stays\n",
                                   .example = EXAMPLE,
                                   .size = sizeof(pawl_lift),
                                   .fields = dwell_fields,
                                   .worlds = PAWL_PLANAR,
                                   .check = check_dwell};
