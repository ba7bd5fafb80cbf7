/* Numbers that are allowed and hardly meant: angles in degrees, units alone. */
#include "model/misprints.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#define B "planar {}\nlocal b = body 'b' { mass = 1, inertia = 1 }\n"
#define J B "local j = revolute 'j' { ground, b }\n"

static const struct {
  const char *text, *list; /* "where: text" of all, a line each */
} cases[] = {
    {B "revolute 'j' { ground, b, angle = 90 }",
     "m.lua:3: revolute \"j\": 'angle' is 90 rad, which is 14.3 turns: is 90*deg meant?\n"},
    {B "revolute 'j' { ground, b, angle = -22.5 }",
     "m.lua:3: revolute \"j\": 'angle' is -22.5 rad, which is 3.58 turns: is -22.5*deg meant?\n"},
    {B "revolute 'j' { ground, b, angle = 90*deg }", ""},
    {B "revolute 'j' { ground, b, angle = 4*pi + 0.1 }", ""},
    {B "revolute 'j' { ground, b, angle = 6 }", ""},
    {B "revolute 'j' { ground, b, speed = 90 }", ""},
    {B "revolute 'j' { ground:at{0, 0, angle = 45}, b }",
     "m.lua:3: revolute \"j\": 'angle' is 45 rad, which is 7.16 turns: is 45*deg meant?\n"},
    {J "stop 's' { j, min = -45, max = 45*deg }",
     "m.lua:4: stop \"s\": 'min' is -45 rad, which is 7.16 turns: is -45*deg meant?\n"},
    {B "local j = prismatic 'j' { ground, b }\nstop 's' { j, min = -45, max = 45 }", ""},
    {J "motor 'd' { j, angle = 180 }",
     "m.lua:4: motor \"d\": 'angle' is 180 rad, which is 28.6 turns: is 180*deg meant?\n"},
    {B "shape 's' { b, arc { radius = 1, from = 44*pi, to = 140 } }",
     "m.lua:3: arc: 'to' is 140 rad, which is 22.3 turns: is 140*deg meant?\n"},
    {"planar {}\nbody 'c' { angle = 30, mass = 1 }",
     "m.lua:2: body \"c\": 'angle' is 30 rad, which is 4.77 turns: is 30*deg meant?\n"},
    {"planar {}\nbody 'c' { mass = m }",
     "m.lua:2: body: 'mass = m' is the unit m alone in place of a number in kg\n"},
    {"planar {}\nbody(\"c\" .. 1) {\n mass = 2, -- kg\n inertia = m\n}",
     "m.lua:4: body: 'inertia = m' is the unit m alone in place of a number in kg m^2\n"},
    {"planar {}\nbody 'c' { mass = kg }", ""},
    {"planar {}\nbody 'c' { mass = m*1, inertia = 2*m^2 }", ""},
    {"planar {}\nlocal m = 3\nbody 'c' { mass = m }", ""},
    {"planar {}\nlocal k, m = 2, 3\nbody 'c' { mass = m }", ""},
    {"planar {}\nfor m = 1, 2 do body('c' .. m) { mass = m } end", ""},
    {"planar {}\nlocal function f(n, m) return body(n) { mass = m } end\nf('c', 3)", ""},
    {"planar {}\nm = 3\nbody 'c' { mass = m }", ""},
    {"planar {}\nlocal p = { mass = m }\nbody 'c' { mass = 2 }", ""},
    {"planar {}\n--[[ body 'd' { mass = m } ]] local x = [==[ body 'd' { mass = m } ]==]\nbody 'c' { mass = "
     "2 } -- mass = m }",
     ""},
    {B "shape 's' { b, circle { radius = N } }",
     "m.lua:3: circle: 'radius = N' is the unit N alone in place of a number in m\n"},
    {B "shape 's' { b, circle { radius = mm } }", ""},
    {J "stop 's' { j, max = m }", ""},
    {J "stop 's' { j, max = s }",
     "m.lua:4: stop: 'max = s' is the unit s alone in place of a number in rad or m\n"},
    {B "simulate { duration = s; output = ms }", ""},
    {B "simulate { duration = t }",
     "m.lua:3: simulate: 'duration = t' is the unit t alone in place of a number in s\n"},
};

static void misprints_are_told(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pawl_model *model;
    pawl_error e = {0};
    pawl_misprint one[4];
    char told[1000] = "";
    if (pawl_model_parse(&model, cases[i].text, "m.lua", NULL, &e) != PAWL_OK)
      fail_msg("%s: %s\n%s", e.where, e.text, cases[i].text);
    int n = pawl_misprints_find(model, one, 4);
    for (int k = 0; k < n; k++)
      snprintf(strchr(told, 0), 300, "%s: %s\n", one[k].where, one[k].text);
    if (strcmp(told, cases[i].list) != 0)
      fail_msg("%s\n  expected %s\n  got      %s", cases[i].text, cases[i].list, told);
    assert_int_equal(pawl_misprints_find(model, NULL, 0), n);
    pawl_model_free(model);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(misprints_are_told)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
