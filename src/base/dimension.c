/* The table of units, and the arithmetic of their powers. */
#include "base/dimension.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846

/* clang-format off */
const pawl_unit pawl_unit_names[] = {
    /*                    m   kg  s   rad */
    {"m",    1,          {1}},
    {"mm",   1e-3,       {1}},
    {"um",   1e-6,       {1}},
    {"cm",   1e-2,       {1}},
    {"km",   1e3,        {1}},
    {"inch", 0.0254,     {1}},
    {"kg",   1,          {0,  1}},
    {"g",    1e-3,       {0,  1}},
    {"mg",   1e-6,       {0,  1}},
    {"t",    1e3,        {0,  1}},
    {"s",    1,          {0,  0,  1}},
    {"ms",   1e-3,       {0,  0,  1}},
    {"us",   1e-6,       {0,  0,  1}},
    {"min",  60,         {0,  0,  1}},
    {"h",    3600,       {0,  0,  1}},
    {"N",    1,          {1,  1, -2}},
    {"mN",   1e-3,       {1,  1, -2}},
    {"kN",   1e3,        {1,  1, -2}},
    {"rad",  1,          {0,  0,  0,  1}},
    {"deg",  PI / 180,   {0,  0,  0,  1}},
    {"rev",  2 * PI,     {0,  0,  0,  1}},
    {"rpm",  2 * PI / 60, {0, 0, -1,  1}},
    {"Hz",   1,          {0,  0, -1}},
    {"kHz",  1e3,        {0,  0, -1}},
    {"J",    1,          {2,  1, -2}},
    {"kJ",   1e3,        {2,  1, -2}},
    {"W",    1,          {2,  1, -3}},
    {"kW",   1e3,        {2,  1, -3}},
    {"Pa",   1,          {-1, 1, -2}},
    {"kPa",  1e3,        {-1, 1, -2}},
    {"MPa",  1e6,        {-1, 1, -2}},
    {"GPa",  1e9,        {-1, 1, -2}},
    {"bar",  1e5,        {-1, 1, -2}},
    {0}};

/* How powers are written that have a name of their own; the first that fits. */
static const struct {
  const char *text;
  double power[PAWL_BASES]; /* of rad: 0 for any */
} written[] = {
    {"N m/rad", {2, 1, -2, -1}}, {"N m s/rad", {2, 1, -1, -1}},
    {"N",     {1, 1, -2}},  {"J",      {2, 1, -2}},  {"W",     {2, 1, -3}},  {"N s",     {1, 1, -1}},
    {"N m s", {2, 1, -1}},  {"N/m",    {0, 1, -2}},  {"N s/m", {0, 1, -1}},  {"N/s",     {1, 1, -3}},
    {"Pa",    {-1, 1, -2}}, {"J s",    {2, 1, -1}},  {"N^2",   {2, 2, -4}},  {"kg m^2",  {2, 1, 0}},
};
/* clang-format on */

const pawl_unit *pawl_unit_find(const char *name, size_t length)
{
  for (const pawl_unit *u = pawl_unit_names; u->name; u++)
    if (strlen(u->name) == length && strncmp(u->name, name, length) == 0)
      return u;
  return NULL;
}

/* ---- reading ---- */

static const char *skip_blanks(const char *text)
{
  return text + strspn(text, " ");
}

/* "^1.5", "^-2"; nothing: 1. NULL: it is none. */
static const char *take_power(const char *text, double *power)
{
  *power = 1;
  if (*text != '^')
    return text;
  text++;
  double sign = *text == '-' ? -1 : 1, scale = 1, number = 0;
  text += *text == '-';
  size_t digits = strspn(text, "0123456789");
  if (digits == 0 || digits > 3)
    return NULL;
  for (; digits > 0; digits--)
    number = 10 * number + (*text++ - '0');
  if (*text == '.')
    for (text++; *text >= '0' && *text <= '9'; text++)
      number += (*text - '0') * (scale /= 10);
  *power = sign * number;
  return text;
}

bool pawl_unit_read(const char *text, pawl_dimension *dimension, double *factor)
{
  *dimension = (pawl_dimension){0};
  *factor = 1;
  text = skip_blanks(text);
  for (double way = 1; *text;) {
    size_t length = strcspn(text, " */^");
    const pawl_unit *unit = pawl_unit_find(text, length);
    double power = 1;
    if (!unit && !(length == 1 && *text == '1'))
      return false;
    text = take_power(text + length, &power);
    if (!text)
      return false;
    for (int i = 0; unit && i < PAWL_BASES; i++)
      dimension->power[i] += way * power * unit->power[i];
    if (unit && unit->factor != 1)
      *factor *= pow(unit->factor, way * power);
    text = skip_blanks(text);
    way = *text == '/' ? -1 : 1;
    if (*text == '/' || *text == '*') {
      text = skip_blanks(text + 1);
      if (!*text)
        return false;
    }
  }
  return true;
}

/* ---- arithmetic ---- */

bool pawl_dimension_pure(const pawl_dimension *d)
{
  return d->open || (d->power[PAWL_METRE] == 0 && d->power[PAWL_KILOGRAM] == 0 && d->power[PAWL_SECOND] == 0);
}

bool pawl_dimension_fits(const pawl_dimension *a, const pawl_dimension *b)
{
  if (a->open || b->open)
    return true;
  for (int i = 0; i < PAWL_RADIAN; i++)
    if (fabs(a->power[i] - b->power[i]) > 1e-9) /* powers are written by people */
      return false;
  return true;
}

pawl_dimension pawl_dimension_product(const pawl_dimension *a, double n, const pawl_dimension *b, double m)
{
  pawl_dimension d = {.open = a->open || b->open};
  for (int i = 0; i < PAWL_BASES; i++)
    d.power[i] = n * a->power[i] + m * b->power[i];
  return d;
}

/* ---- writing ---- */

static bool is_power(double a, double b)
{
  return fabs(a - b) < 1e-9;
}

static size_t put_factor(char *text, size_t used, const char *name, double power)
{
  bool below = power < 0;
  const char *before = below ? used ? "/" : "1/" : used ? " " : "";
  int n = is_power(fabs(power), 1)
              ? snprintf(text + used, PAWL_UNIT_TEXT - used, "%s%s", before, name)
              : snprintf(text + used, PAWL_UNIT_TEXT - used, "%s%s^%.4g", before, name, fabs(power));
  used += n > 0 ? (size_t)n : 0;
  return used < PAWL_UNIT_TEXT ? used : PAWL_UNIT_TEXT - 1;
}

const char *pawl_unit_write(const pawl_dimension *d, char text[PAWL_UNIT_TEXT])
{
  static const char *const names[] = {"m", "kg", "s", "rad"};
  static const int order[] = {PAWL_RADIAN, PAWL_KILOGRAM, PAWL_METRE, PAWL_SECOND};
  const double *p = d->power;
  size_t used = 0;
  text[0] = 0;
  if (d->open)
    return text;
  for (size_t i = 0; i < sizeof written / sizeof *written; i++)
    if (is_power(p[0], written[i].power[0]) && is_power(p[1], written[i].power[1]) &&
        is_power(p[2], written[i].power[2]) &&
        (written[i].power[3] == 0 || is_power(p[3], written[i].power[3])))
      return strcpy(text, written[i].text);
  bool turns = is_power(p[PAWL_RADIAN], 1) && is_power(p[PAWL_METRE], 0) && is_power(p[PAWL_KILOGRAM], 0);
  for (int side = 1; side >= -1; side -= 2)
    for (int i = 0; i < PAWL_BASES; i++)
      if (p[order[i]] * side > 1e-9 && (order[i] != PAWL_RADIAN || turns))
        used = put_factor(text, used, names[order[i]], p[order[i]]);
  return text;
}
