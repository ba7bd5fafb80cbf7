/* Basic shapes of SVG, and transforms: what they draw against closed forms and against the same points mapped by hand. */
#include "base/chance.h"
#include "model/drawings_test.h"

static drawn draw_svg(const char *folder, const char *elements)
{
  char text[2000];
  snprintf(text, sizeof text, "<svg xmlns='http://www.w3.org/2000/svg'>%s</svg>", elements);
  write_file(folder, "a.svg", text, strlen(text));
  return open_drawing(folder, "a.svg", "scale = 1");
}

/* The perimeter of an ellipse by the trapezoidal rule, which converges faster than any power over a period. */
static double around_ellipse(double a, double b)
{
  double sum = 0;
  for (int k = 0; k < 2000; k++)
    sum += hypot(a * sin(2 * PI * k / 2000), b * cos(2 * PI * k / 2000));
  return sum * 2 * PI / 2000;
}

/* ---- shapes ---- */

#define S2 1.4142135623730951

static void shapes_have_their_areas_and_lengths(void **state)
{
  static const struct {
    const char *elements;
    double area, length, a, b; /* a, b: half axes of an ellipse, whose perimeter is added; area 0: open */
  } shapes[] = {
      {"<rect x='1' y='2' width='6' height='4'/>", 24, 20, 0, 0},
      {"<rect width='6px' height=' 4 ' />", 24, 20, 0, 0},
      {"<rect x='1' y='2' width='6' height='4' rx='1'/>", 20 + PI, 12 + 2 * PI, 0, 0},
      {"<rect x='1' y='2' width='6' height='4' rx='9' ry='1'/>", 24 - 12 + 3 * PI, 4, 3, 1},
      {"<rect width='4' height='4' ry='2'/>", 4 * PI, 4 * PI, 0, 0},
      {"<circle cx='3' cy='-4' r='2'/>", 4 * PI, 4 * PI, 0, 0},
      {"<ellipse cx='3' cy='-4' rx='5' ry='2'/>", 10 * PI, 0, 5, 2},
      {"<line x1='1' y1='1' x2='4' y2='5'/>", 0, 5, 0, 0},
      {"<polyline points='0,0 3,0 3,4'/>", 0, 7, 0, 0},
      {"<polygon points='0 0 3,-4 0 -4'/>", 6, 12, 0, 0},
      {"<polygon points='0 0 0,-4 3 -4'/>", -6, 12, 0, 0},
      {"<circle transform='rotate(33)' r='2'/>", 4 * PI, 4 * PI, 0, 0},
      {"<circle transform='scale(-3 3)' r='2'/>", 36 * PI, 12 * PI, 0, 0},
      {"<circle transform='rotate(30) scale(2 5)' r='1'/>", 10 * PI, 0, 2, 5},
      {"<rect transform='skewX(45)' width='3' height='4'/>", 12, 6 + 8 * S2, 0, 0},
      {"<rect transform='skewY(45)' width='3' height='4'/>", 12, 8 + 6 * S2, 0, 0},
      {"<g transform='translate(100, -7),scale(2)'><g transform='matrix(0 1 -1 0 3 3)'><rect width='3' "
       "height='4'/>"
       "</g></g>",
       48, 28, 0, 0},
      {"<path transform='scale(1 -1)' d='M 0 0 L 3 0 L 3 4 Z'/>", 6, 12, 0, 0},
      {"<path d='M 0 0 L 3 0 L 3 4 Z'/>", -6, 12, 0, 0},
  };
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    double area, length,
        wanted = shapes[i].length + (shapes[i].a > 0 ? around_ellipse(shapes[i].a, shapes[i].b) : 0);
    drawn d = draw_svg(*state, shapes[i].elements);
    measure(&d, &area, &length);
    close_to(length, wanted, 1e-9 * wanted, shapes[i].elements);
    assert_true(pawl_profile_closed(d.profile) == (shapes[i].area != 0));
    if (shapes[i].area != 0)
      close_to(area, shapes[i].area, 1e-9 * fabs(shapes[i].area), shapes[i].elements);
    leave(&d);
  }
}

/* rotate(a x y) keeps that point; the first of a list is the outermost, and groups are outside of what is in them. */
static void transforms_are_in_their_order(void **state)
{
  static const struct {
    const char *elements;
    double x, y; /* where the segment from {1, 0} begins, y upwards */
  } placed[] = {
      {"<line transform='translate(5) rotate(90)' x1='1' x2='2' y2='1'/>", 5, -1},
      {"<line transform='rotate(90) translate(5)' x1='1' x2='2' y2='1'/>", 0, -6},
      {"<line transform='rotate(90 1 0)' x1='1' x2='2' y2='1'/>", 1, 0},
      {"<line transform='rotate(90, 0, 2)' x1='1' x2='2' y2='1'/>", 2, -3},
      {"<g transform='translate(5)'><line transform='rotate(90)' x1='1' x2='2' y2='1'/></g>", 5, -1},
      {"<g transform='rotate(90)'><line transform='translate(5)' x1='1' x2='2' y2='1'/></g>", 0, -6},
      {"<g transform='scale(7)'><g transform='scale(3)'/></g><line x1='1' x2='2' y2='1'/>", 1, 0},
      {"<line transform='matrix(1 2 3 4 5 6)' x1='1' x2='2' y2='1'/>", 6, -8},
      {"<line transform='translate(1,2)scale(2-3)\n rotate( 180 )' x1='1' x2='2' y2='1'/>", -1, -2},
  };
  for (size_t i = 0; i < sizeof placed / sizeof *placed; i++) {
    drawn d = draw_svg(*state, placed[i].elements);
    point_close_to(point_at(&d, 0).p, placed[i].x, placed[i].y, 1e-14, placed[i].elements);
    leave(&d);
  }
}

/* ---- transforms at random ---- */

static double in_range(unsigned long long *chance, double low, double high)
{
  return low + (high - low) * (pawl_chance(chance) + 1) / 2;
}

typedef struct {
  double a, b, c, d, e, f;
} matrix;

static matrix times(matrix p, matrix q)
{
  return (matrix){p.a * q.a + p.c * q.b, p.b * q.a + p.d * q.b,       p.a * q.c + p.c * q.d,
                  p.b * q.c + p.d * q.d, p.a * q.e + p.c * q.f + p.e, p.b * q.e + p.d * q.f + p.f};
}

static matrix random_transform(unsigned long long *chance, char *text, size_t room)
{
  int kind = (int)in_range(chance, 0, 6);
  double u = in_range(chance, -2, 2), v = in_range(chance, 0.3, 2), angle = in_range(chance, -60, 60);
  double s = sin(angle * PI / 180), c = cos(angle * PI / 180);
  switch (kind) {
  case 0:
    snprintf(text, room, "matrix(%.17g %.17g,%.17g,%.17g %.17g %.17g)", v, 0.3, -0.2, -v, u, 1.0);
    return (matrix){v, 0.3, -0.2, -v, u, 1};
  case 1:
    snprintf(text, room, "translate(%.17g %.17g)", u, v);
    return (matrix){1, 0, 0, 1, u, v};
  case 2:
    snprintf(text, room, "scale(%.17g, %.17g)", v, -v / 2);
    return (matrix){v, 0, 0, -v / 2, 0, 0};
  case 3:
    snprintf(text, room, "rotate(%.17g)", angle);
    return (matrix){c, s, -s, c, 0, 0};
  case 4:
    snprintf(text, room, "skewX(%.17g)", angle);
    return (matrix){1, 0, s / c, 1, 0, 0};
  default:
    snprintf(text, room, "skewY(%.17g)", angle);
    return (matrix){1, s / c, 0, 1, 0, 0};
  }
}

/* Every point of what is drawn is the map of the point of the plain drawing; an ellipse stays one, and keeps its share of the area. */
static void random_transforms_map_every_point(void **state)
{
  static const char *const path = "M 5 0 A 5 5 0 0 0 -5 0 A 9 5 30 0 0 1 4 L 0 9 C 3 9 4 9 6 2 Q 7 1 5 0 Z";
  unsigned long long chance = 3;
  for (int round = 0; round < 60; round++) {
    char text[1200], one[200], inner[400] = "", outer[400] = "";
    matrix map = {1, 0, 0, 1, 0, 0};
    for (int i = 0; i < 4; i++) {
      map = times(map, random_transform(&chance, one, sizeof one));
      snprintf(strchr(i < 2 ? outer : inner, 0), 200, "%s ", one);
    }
    snprintf(text, sizeof text, "<g transform='%s'><path transform='%s' d='%s'/></g>", outer, inner, path);
    drawn d = draw_svg(*state, text);
    snprintf(text, sizeof text, "<path d='%s'/>", path);
    drawn plain = draw_svg(*state, text);
    double area, length, plain_area, plain_length, det = map.a * map.d - map.b * map.c;
    measure(&d, &area, &length);
    measure(&plain, &plain_area, &plain_length);
    close_to(area, det * plain_area, 1e-9 * fabs(det * plain_area), "the area");
    for (int i = 0; i < 45; i++) {
      /* ends and Bézier pieces by their parameter; arcs that become rational run through it in another way */
      double s = i < 5 ? i : 3 + (i - 5) * 0.05;
      pawl_xy p = point_at(&plain, s).p, q = point_at(&d, s).p;
      double x = p.x, y = -p.y;
      point_close_to(q, map.a * x + map.c * y + map.e, -(map.b * x + map.d * y + map.f), 1e-11 * d.size,
                     "a point");
    }
    leave(&plain);
    leave(&d);
  }
}

/* A letter changed, or the end cut off: a profile or a sentence. */
static void damage_is_survived(void **state)
{
  static const char good[] =
      "<svg><g transform='translate(1 2) rotate(30)'><g transform=\"matrix(1 0 .2 1 3 4),skewX(3)\">"
      "<rect id='a' x='1' y='2' width='6' height='4' rx='1'/><circle id='b' cx='3' cy='-4' r='2'/>"
      "<polygon id='c' points='0 0 3,-4 0 -4'/><path id='d' d='M 0 0 L 3 0 L 3 4 Z'/></g></g></svg>";
  unsigned long long chance = 5;
  int fine = 0;
  for (int round = 0; round < 400; round++) {
    char text[sizeof good], fields[40];
    size_t size = sizeof good - 1, at = (size_t)in_range(&chance, 0, (double)size);
    memcpy(text, good, sizeof good);
    if (round % 4 == 0)
      size = at;
    else
      text[at] = "<>/='\" ()0e-.x,"[(int)in_range(&chance, 0, 16)];
    write_file(*state, "a.svg", text, size);
    snprintf(fields, sizeof fields, "scale = 1, id = '%c'", 'a' + round % 4);
    pawl_model *model;
    pawl_error e;
    pawl_status status = read_drawing(*state, "a.svg", fields, &model, &e);
    assert_true(status == PAWL_OK || *e.text);
    fine += status == PAWL_OK;
    pawl_model_free(model);
  }
  assert_true(fine > 100 && fine < 400);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shapes_have_their_areas_and_lengths),
      cmocka_unit_test(transforms_are_in_their_order),
      cmocka_unit_test(random_transforms_map_every_point),
      cmocka_unit_test(damage_is_survived),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
