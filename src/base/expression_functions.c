/* The functions of expressions. */
#include <math.h>

#include "base/expression.h"
#include "base/power.h"
#include "base/trig.h"

static double sine(double x)
{
  double s, c;
  pawl_sincos(x, &s, &c);
  return s;
}

static double cosine(double x)
{
  double s, c;
  pawl_sincos(x, &s, &c);
  return c;
}

static double tangent(double x)
{
  double s, c;
  pawl_sincos(x, &s, &c);
  return s / c;
}

static double sign(double x)
{
  return isnan(x) ? x : (double)((x > 0) - (x < 0));
}

static double logarithm(double x)
{
  return x > 0 ? pawl_log(x) : log(x);
}

/* Unlike fmin and fmax, they do not hide what is no number. */
static double smaller(double x, double y)
{
  return isnan(x) ? x : x < y ? x : y;
}

static double larger(double x, double y)
{
  return isnan(x) ? x : x > y ? x : y;
}

/* Between 0 and y. */
static double modulo(double x, double y)
{
  double rest = fmod(x, y);
  return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
}

/* clang-format off */
const pawl_function pawl_functions[] = {
    {"abs",   "x",    1, 1, PAWL_RULE_SAME,  fabs,      NULL,    NULL, "its size"},
    {"sign",  "x",    1, 1, PAWL_RULE_SIGN,  sign,      NULL,    NULL, "-1, 0 or 1"},
    {"sqrt",  "x",    1, 1, PAWL_RULE_ROOT,  sqrt,      NULL,    NULL, "its root"},
    {"exp",   "x",    1, 1, PAWL_RULE_PURE,  pawl_exp,  NULL,    NULL, "e^x"},
    {"log",   "x",    1, 1, PAWL_RULE_PURE,  logarithm, NULL,    NULL, "its natural logarithm"},
    {"log10", "x",    1, 1, PAWL_RULE_PURE,  log10,     NULL,    NULL, "its decimal logarithm"},
    {"sin",   "x",    1, 1, PAWL_RULE_PURE,  sine,      NULL,    NULL, "of an angle"},
    {"cos",   "x",    1, 1, PAWL_RULE_PURE,  cosine,    NULL,    NULL, "of an angle"},
    {"tan",   "x",    1, 1, PAWL_RULE_PURE,  tangent,   NULL,    NULL, "of an angle"},
    {"asin",  "x",    1, 1, PAWL_RULE_ANGLE, asin,      NULL,    NULL, "the angle with that sine"},
    {"acos",  "x",    1, 1, PAWL_RULE_ANGLE, acos,      NULL,    NULL, "the angle with that cosine"},
    {"atan",  "x",    1, 1, PAWL_RULE_ANGLE, atan,      NULL,    NULL, "the angle with that tangent"},
    {"atan2", "y, x", 2, 2, PAWL_RULE_ANGLE, NULL,      atan2,   NULL, "the angle of the direction (x, y)"},
    {"hypot", "x, y", 2, 2, PAWL_RULE_SAME,  NULL,      hypot,   NULL, "sqrt(x^2 + y^2)"},
    {"min",   "x, y", 2, 2, PAWL_RULE_SAME,  NULL,      smaller, NULL, "the smaller one"},
    {"max",   "x, y", 2, 2, PAWL_RULE_SAME,  NULL,      larger,  NULL, "the larger one"},
    {"mod",   "x, y", 2, 2, PAWL_RULE_SAME,  NULL,      modulo,  NULL, "what is left of x when y is taken as often as it fits: between 0 and y"},
    {"floor", "x",    1, 1, PAWL_RULE_PURE,  floor,     NULL,    NULL, "the whole number below"},
    {"ceil",  "x",    1, 1, PAWL_RULE_PURE,  ceil,      NULL,    NULL, "the whole number above"},
    {"round", "x",    1, 1, PAWL_RULE_PURE,  round,     NULL,    NULL, "the nearest whole number"},
    {0}};

const pawl_function pawl_reductions[] = {
    {"min",         "x",           1, 1, PAWL_RULE_SAME,     NULL, NULL, NULL, "the smallest of all rows"},
    {"max",         "x",           1, 1, PAWL_RULE_SAME,     NULL, NULL, NULL, "the largest of all rows"},
    {"first",       "x",           1, 1, PAWL_RULE_SAME,     NULL, NULL, NULL, "at the begin"},
    {"final",       "x",           1, 1, PAWL_RULE_SAME,     NULL, NULL, NULL, "at the end"},
    {"at",          "x, t",        2, 2, PAWL_RULE_AT,       NULL, NULL, NULL, "at the time t"},
    {"mean",        "x",           1, 1, PAWL_RULE_SAME,     NULL, NULL, NULL, "its mean over the time"},
    {"rms",         "x",           1, 1, PAWL_RULE_SAME,     NULL, NULL, NULL, "the root of the mean of its square over the time"},
    {"integral",    "x",           1, 1, PAWL_RULE_INTEGRAL, NULL, NULL, NULL, "its integral over the time"},
    {"time_of_min", "x",           1, 1, PAWL_RULE_TIME,     NULL, NULL, NULL, "when it is smallest"},
    {"time_of_max", "x",           1, 1, PAWL_RULE_TIME,     NULL, NULL, NULL, "when it is largest"},
    {"cross",       "x, level, n", 1, 3, PAWL_RULE_TIME,     NULL, NULL, NULL, "when it crosses the level (0 unless given) for the n-th time (the first unless given, -1: the last)"},
    {"rise",        "x, level, n", 1, 3, PAWL_RULE_TIME,     NULL, NULL, NULL, "the same upwards"},
    {"fall",        "x, level, n", 1, 3, PAWL_RULE_TIME,     NULL, NULL, NULL, "the same downwards"},
    {"crossings",   "x, level",    1, 2, PAWL_RULE_COUNT,    NULL, NULL, NULL, "how often it crosses the level"},
    {"count",       "part:kind",   1, 1, PAWL_RULE_EVENTS,   NULL, NULL, "",   "how many events of that kind a part had; without :kind, all"},
    {"when",        "part:kind, n", 1, 2, PAWL_RULE_EVENTS,  NULL, NULL, "s",  "the time of the n-th (the first unless given, -1: the last)"},
    {"impulse",     "part:kind",   1, 1, PAWL_RULE_EVENTS,   NULL, NULL, "N s", "the sum of their normal impulses; without :kind also what the force gives over time"},
    {"lost",        "part",        1, 1, PAWL_RULE_EVENTS,   NULL, NULL, "J",  "the energy that a part has taken since the start"},
    {0}};
/* clang-format on */
