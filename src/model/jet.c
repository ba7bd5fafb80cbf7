/* Arithmetic with derivatives.      theory.md, 5.4, 5.14 */
#include "model/jet.h"

#include "base/trig.h"

/* a b, where a may be infinite: nothing comes of what does not change. */
static double scaled(double a, double b)
{
  return b == 0 ? 0 : a * b;
}

/* f(u) from f, f', f'' at u. What is constant in a direction has no derivative in it, also where f has none. */
static pawl_jet chain(const double f[3], pawl_jet u)
{
  if (u.d == 0 && u.e == 0 && u.dd == 0)
    return (pawl_jet){f[0], 0, 0, 0};
  if ((u.d == 0) != (u.e == 0))
    return (pawl_jet){f[0], scaled(f[1], u.d), scaled(f[1], u.dd), scaled(f[1], u.e)};
  return (pawl_jet){f[0], f[1] * u.d, f[2] * u.d * u.e + f[1] * u.dd, f[1] * u.e};
}

static pawl_jet times(pawl_jet a, pawl_jet b)
{
  return (pawl_jet){a.v * b.v, a.d * b.v + a.v * b.d, a.dd * b.v + (a.d * b.e + a.e * b.d) + a.v * b.dd,
                    a.e * b.v + a.v * b.e};
}

static pawl_jet quotient(pawl_jet a, pawl_jet b)
{
  double v = a.v / b.v, d = (a.d - v * b.d) / b.v, e = (a.e - v * b.e) / b.v;
  return (pawl_jet){v, d, (a.dd - (d * b.e + e * b.d) - v * b.dd) / b.v, e};
}

/* Squares as Lua has them. */
static double raise(double a, double b)
{
  return b == 2 ? a * a : pow(a, b);
}

/* n x^(n-1) without 0 * infinity when n is 0. */
static double slope(double x, double n)
{
  return n == 0 ? 0 : n * pow(x, n - 1);
}

static pawl_jet logarithm(pawl_jet a)
{
  return chain((double[]){log(a.v), 1 / a.v, -1 / (a.v * a.v)}, a);
}

/* a^b: by the power of a, by the exponent of a constant, else as exp(b log a). */
static pawl_jet power(pawl_jet a, pawl_jet b)
{
  double v = raise(a.v, b.v);
  if (b.d == 0 && b.e == 0 && b.dd == 0)
    return chain((double[]){v, slope(a.v, b.v), b.v == 0 ? 0 : b.v * slope(a.v, b.v - 1)}, a);
  if (a.v == 0 && a.d == 0 && a.e == 0 && a.dd == 0 && b.v > 0)
    return (pawl_jet){0, 0, 0, 0};
  return chain((double[]){v, v, v}, times(b, logarithm(a)));
}

static pawl_jet angle(pawl_jet y, pawl_jet x)
{
  double rr = x.v * x.v + y.v * y.v, d = (x.v * y.d - y.v * x.d) / rr, e = (x.v * y.e - y.v * x.e) / rr;
  double turned = x.e * y.d - y.e * x.d; /* 0 along one direction */
  double dd = (x.v * y.dd - y.v * x.dd + turned - 2 * d * (x.v * x.e + y.v * y.e)) / rr;
  return (pawl_jet){atan2(y.v, x.v), d, dd, e};
}

/* ---- functions of one number: value and two derivatives ---- */

static void of_sin(double x, double f[3])
{
  pawl_sincos(x, &f[0], &f[1]);
  f[2] = -f[0];
}

static void of_cos(double x, double f[3])
{
  double s;
  pawl_sincos(x, &s, &f[0]);
  f[1] = -s;
  f[2] = -f[0];
}

static void of_tan(double x, double f[3])
{
  double s, c;
  pawl_sincos(x, &s, &c);
  f[0] = s / c;
  f[1] = 1 + f[0] * f[0];
  f[2] = 2 * f[0] * f[1];
}

static void of_asin(double x, double f[3])
{
  f[0] = asin(x);
  f[1] = 1 / sqrt((1 - x) * (1 + x));
  f[2] = x * f[1] * f[1] * f[1];
}

static void of_acos(double x, double f[3])
{
  of_asin(x, f);
  f[0] = acos(x);
  f[1] = -f[1];
  f[2] = -f[2];
}

static void of_exp(double x, double f[3])
{
  f[0] = f[1] = f[2] = exp(x);
}

static void of_sqrt(double x, double f[3])
{
  f[0] = sqrt(x);
  f[1] = 0.5 / f[0];
  f[2] = -0.5 * f[1] / x;
}

static void of_abs(double x, double f[3])
{
  f[0] = fabs(x);
  f[1] = x < 0 ? -1 : 1;
  f[2] = 0;
}

static const double degrees = 180 / 3.14159265358979323846, radians = 3.14159265358979323846 / 180;

static void of_deg(double x, double f[3])
{
  f[0] = x * degrees;
  f[1] = degrees;
  f[2] = 0;
}

static void of_rad(double x, double f[3])
{
  f[0] = x * radians;
  f[1] = radians;
  f[2] = 0;
}

static void (*const function_of[])(double x, double f[3]) = {
    [PAWL_OP_SIN] = of_sin,   [PAWL_OP_COS] = of_cos, [PAWL_OP_TAN] = of_tan,   [PAWL_OP_ASIN] = of_asin,
    [PAWL_OP_ACOS] = of_acos, [PAWL_OP_EXP] = of_exp, [PAWL_OP_SQRT] = of_sqrt, [PAWL_OP_ABS] = of_abs,
    [PAWL_OP_DEG] = of_deg,   [PAWL_OP_RAD] = of_rad,
};

pawl_jet pawl_op_jet(pawl_op op, pawl_jet a, pawl_jet b)
{
  double f[3];
  switch (op) {
  case PAWL_OP_ADD:
    return (pawl_jet){a.v + b.v, a.d + b.d, a.dd + b.dd, a.e + b.e};
  case PAWL_OP_SUBTRACT:
    return (pawl_jet){a.v - b.v, a.d - b.d, a.dd - b.dd, a.e - b.e};
  case PAWL_OP_MULTIPLY:
    return times(a, b);
  case PAWL_OP_DIVIDE:
    return quotient(a, b);
  case PAWL_OP_POWER:
    return power(a, b);
  case PAWL_OP_ATAN:
    return angle(a, b);
  case PAWL_OP_MIN:
    return b.v < a.v ? b : a;
  case PAWL_OP_MAX:
    return a.v < b.v ? b : a;
  case PAWL_OP_NEGATE:
    return (pawl_jet){-a.v, -a.d, -a.dd, -a.e};
  case PAWL_OP_LOG:
    return logarithm(a);
  default:
    function_of[op](a.v, f);
    return chain(f, a);
  }
}

double pawl_op_number(pawl_op op, double a, double b)
{
  double f[3];
  switch (op) {
  case PAWL_OP_ADD:
    return a + b;
  case PAWL_OP_SUBTRACT:
    return a - b;
  case PAWL_OP_MULTIPLY:
    return a * b;
  case PAWL_OP_DIVIDE:
    return a / b;
  case PAWL_OP_POWER:
    return raise(a, b);
  case PAWL_OP_ATAN:
    return atan2(a, b);
  case PAWL_OP_MIN:
    return b < a ? b : a;
  case PAWL_OP_MAX:
    return a < b ? b : a;
  case PAWL_OP_NEGATE:
    return -a;
  case PAWL_OP_LOG:
    return log(a);
  case PAWL_OP_SQRT:
    return sqrt(a);
  case PAWL_OP_ABS:
    return fabs(a);
  case PAWL_OP_EXP:
    return exp(a);
  case PAWL_OP_ASIN:
    return asin(a);
  case PAWL_OP_ACOS:
    return acos(a);
  default:
    function_of[op](a, f);
    return f[0];
  }
}
