/* pawl check lists the shapes of a model, and warns of those that cross themselves. */
#define _XOPEN_SOURCE 700
#include "trial.h"

static void shapes_are_listed(void **state)
{
  static trial t;
  write_file(*state, "rims.lua",
             "planar {}\n"
             "local wheel = body \"wheel\" { mass = 1, inertia = 1 }\n"
             "shape \"disc\" { wheel, circle { radius = 2 } }\n"
             "shape \"hole\" { wheel, circle { radius = 1 }, flip = true }\n"
             "shape \"face\" { wheel, line { {0, 0}, {3, 4} } }\n"
             "shape \"tip\" { wheel, vertex {} }\n"
             "shape \"bow\" { wheel,\n polyline { {0, 0}, {2, 2}, {2, 0}, {0, 2} } }\n");
  assert_int_equal(try_pawl(state, &t, "check rims.lua")->status, 0);
  assert_has(t.out, "    shape \"disc\": circle, 12.5664 m long, closed\n"
                    "    shape \"hole\": circle, 6.28319 m long, a hole: its material is around it\n"
                    "    shape \"face\": line, 5 m long, open\n"
                    "    shape \"tip\": vertex, a point\n"
                    "    shape \"bow\": polyline, 7.65685 m long, ");
  assert_has(t.out, "      warning, rims.lua:7: it crosses itself at {1, 1}, where s is 1.41421 and ");
  assert_int_equal(try_pawl(state, &t, "check rims.lua --json")->status, 0);
  assert_json(t.out);
  assert_has(t.out, "\"crosses_itself\": true,\n      \"x\": 1,\n      \"y\": 1\n");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(shapes_are_listed)};
  return cmocka_run_group_tests(tests, open_folder, remove_folder);
}
