/* Lists of transforms: matrix(a b c d e f), translate, scale, rotate, skewX, skewY, the first one outermost. */
#include <string.h>

#include "parts/curve_svg.h"

enum { MOST = 6 };

/* tan of degrees, and their sine and cosine, exact where they are simple. */
static void turn(double degrees, double *s, double *c)
{
  double quarter = degrees / 90;
  pawl_sincos(degrees * PAWL_PI / 180, s, c);
  if (quarter == floor(quarter)) {
    *s = round(*s);
    *c = round(*c);
  }
}

static pawl_affine moved(double x, double y)
{
  return (pawl_affine){{1, 0, 0, 1, x, y}};
}

static pawl_affine rotation(double degrees, double x, double y)
{
  double s, c;
  turn(degrees, &s, &c);
  pawl_affine to = moved(x, y), about = {{c, s, -s, c, 0, 0}}, back = moved(-x, -y);
  about = pawl_affine_after(&to, &about);
  return pawl_affine_after(&about, &back);
}

static double slope(double degrees)
{
  double s, c;
  turn(degrees, &s, &c);
  return fabs(fmod(degrees, 90)) == 45 ? round(s / c) : s / c;
}

static bool make(const char *name, size_t length, const double *a, int n, pawl_affine *map)
{
  static const struct {
    const char *name;
    int least, most;
  } kinds[] = {{"matrix", 6, 6}, {"translate", 1, 2}, {"scale", 1, 2},
               {"rotate", 1, 3}, {"skewX", 1, 1},     {"skewY", 1, 1}};
  size_t k = 0;
  while (k < 6 && (strlen(kinds[k].name) != length || memcmp(kinds[k].name, name, length) != 0))
    k++;
  if (k == 6 || n < kinds[k].least || n > kinds[k].most || (k == 3 && n == 2))
    return false;
  switch (k) {
  case 0:
    memcpy(map->m, a, sizeof map->m);
    break;
  case 1:
    *map = moved(a[0], n > 1 ? a[1] : 0);
    break;
  case 2:
    *map = (pawl_affine){{a[0], 0, 0, n > 1 ? a[1] : a[0], 0, 0}};
    break;
  case 3:
    *map = rotation(a[0], n > 1 ? a[1] : 0, n > 1 ? a[2] : 0);
    break;
  case 4:
    *map = (pawl_affine){{1, 0, slope(a[0]), 1, 0, 0}};
    break;
  default:
    *map = (pawl_affine){{1, slope(a[0]), 0, 1, 0, 0}};
    break;
  }
  return true;
}

static void skip(const char **at, const char *end, const char *these)
{
  while (*at < end && **at && strchr(these, **at))
    ++*at;
}

bool pawl_svg_transform(pawl_svg_data text, pawl_affine *map)
{
  const char *at = text.from;
  for (skip(&at, text.to, " \t\r\n,"); at < text.to; skip(&at, text.to, " \t\r\n,")) {
    const char *name = at;
    double a[MOST];
    int n = 0;
    while (at < text.to && ((*at >= 'a' && *at <= 'z') || *at == 'X' || *at == 'Y'))
      at++;
    size_t length = (size_t)(at - name);
    skip(&at, text.to, " \t\r\n");
    if (at == text.to || *at++ != '(')
      return false;
    for (skip(&at, text.to, " \t\r\n,"); at < text.to && *at != ')'; skip(&at, text.to, " \t\r\n,"))
      if (n == MOST || isnan(a[n++] = pawl_svg_number(&at, text.to)))
        return false;
    pawl_affine one;
    if (at == text.to || !make(name, length, a, n, &one))
      return false;
    at++;
    *map = pawl_affine_after(map, &one);
  }
  return true;
}
