/* Outlines that go round an area and such that do not, each turned, mirrored, scaled, begun at another point and run the other way. */
#include "parts/polygon.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/chance.h"

enum { MOST = 32 };

static double share(unsigned long long *seed)
{
  return 0.5 + 0.5 * pawl_chance(seed);
}

typedef struct {
  int count;
  double at[MOST][2];
} outline;

/* The same outline seen otherwise. */
static pawl_polygon_fault seen(const outline *o, unsigned long long *seed, bool may_touch, int edge[2])
{
  pawl_vec point[MOST];
  double angle = 6.28 * share(seed), size = pow(10, 9 * share(seed) - 6), mirror = share(seed) < 0.5 ? 1 : -1;
  int first = (int)(o->count * share(seed)), way = share(seed) < 0.5 ? 1 : -1;
  for (int i = 0; i < o->count; i++) {
    const double *p = o->at[(first + way * i + o->count) % o->count];
    point[i] = pawl_v(size * (cos(angle) * p[0] - sin(angle) * mirror * p[1]),
                      size * (sin(angle) * p[0] + cos(angle) * mirror * p[1]), 0);
  }
  pawl_points points = {o->count, point};
  return pawl_polygon_look(&points, may_touch, edge);
}

static void assert_seen(const outline *o, pawl_polygon_fault wanted)
{
  unsigned long long seed = 5;
  int edge[2];
  for (int i = 0; i < 200; i++)
    assert_int_equal(seen(o, &seed, true, edge), wanted);
}

static void what_goes_back_has_no_inside_there(void **state)
{
  (void)state;
  assert_seen(&(outline){6, {{0, 0}, {1, 0}, {1, 1}, {1, 0.5}, {1, 2}, {0, 1}}}, PAWL_POLYGON_BACK);
  assert_seen(&(outline){5, {{0, 0}, {1, 0}, {1, 1}, {2, 2}, {0, 0.5}}}, PAWL_POLYGON_GOOD);
  assert_seen(&(outline){6, {{0, 0}, {1, 0}, {1, 1}, {2, 2}, {1, 1}, {0, 1}}}, PAWL_POLYGON_BACK);
  assert_seen(&(outline){7, {{0, 0}, {1, 0}, {1, 1}, {0.3, 1}, {0.3, 0.4}, {0.3, 1}, {0, 1}}},
              PAWL_POLYGON_BACK);
}

static void crossings_and_lines_are_found(void **state)
{
  (void)state;
  assert_seen(&(outline){4, {{0, 0}, {2, 1}, {2, 0}, {0, 1}}}, PAWL_POLYGON_CROSSES);
  assert_seen(&(outline){3, {{0, 0}, {2, 1}, {1, 0.5}}}, PAWL_POLYGON_FLAT);
  assert_seen(&(outline){2, {{0, 0}, {2, 1}}}, PAWL_POLYGON_FLAT);
}

/* A ring that is cut open: its two cuts lie on each other, which a plate refuses and a polygon does not. */
static void slits_are_touches(void **state)
{
  (void)state;
  double at[][2] = {{0, 0}, {3, 0}, {3, 3}, {0, 3}, {0, 0}, {1, 1}, {1, 2}, {2, 2}, {2, 1}, {1, 1}};
  pawl_vec point[10];
  int edge[2];
  for (int i = 0; i < 10; i++)
    point[i] = pawl_v(at[i][0], at[i][1], 0);
  pawl_points points = {10, point};
  assert_int_equal(pawl_polygon_look(&points, true, edge), PAWL_POLYGON_GOOD);
  assert_int_equal(pawl_polygon_look(&points, false, edge), PAWL_POLYGON_TOUCHES);
}

/* Rays of random lengths at growing angles are seen whole from their centre. */
static void stars_are_good(void **state)
{
  (void)state;
  unsigned long long seed = 7;
  int edge[2];
  for (int i = 0; i < 2000; i++) {
    outline o = {3 + (int)((MOST - 3) * share(&seed)), {{0}}};
    for (int j = 0; j < o.count; j++) {
      double r = 0.1 + share(&seed), angle = 6.283185307179586 * j / o.count;
      o.at[j][0] = r * cos(angle);
      o.at[j][1] = r * sin(angle);
    }
    assert_int_equal(seen(&o, &seed, false, edge), PAWL_POLYGON_GOOD);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_goes_back_has_no_inside_there),
      cmocka_unit_test(crossings_and_lines_are_found),
      cmocka_unit_test(slits_are_touches),
      cmocka_unit_test(stars_are_good),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
