/* Fields that go by another word elsewhere: the sentence names the one that is known. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "model/model.h"

static void other_words_are_named(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"hunt_crossley { stiffness = 1e6, e = 0.5 }",
       "hunt_crossley: unknown field 'e'; did you mean 'restitution'?"},
      {"restitution { restitution = 0.5, stiffness = 1e6 }",
       "restitution: unknown field 'restitution'; did you mean 'e'?"},
      {"rigid { e = 0.5 }", "rigid: unknown field 'e'; did you mean 'restitution'?"},
      {"linear { k = 3 }", "linear: unknown field 'k'; did you mean 'stiffness'?"},
      {"rigid { k = 3 }", "rigid: unknown field 'k'"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[512];
    pawl_model *model = NULL;
    pawl_error error = {0};
    snprintf(text, sizeof text,
             "planar {}\nlocal b = body 'b' { mass = 1, inertia = 1 }\n"
             "local f = shape 'f' { ground, line { {1, 0}, {-1, 0} } }\n"
             "local s = shape 's' { b, circle { radius = 0.1 } }\ncontact 'c' { f, s, law = %s }\n",
             cases[i][0]);
    assert_int_equal(pawl_model_parse(&model, text, "test", NULL, &error), PAWL_BAD_MODEL);
    assert_string_equal(error.text, cases[i][1]);
    assert_string_equal(error.where, "test:5");
  }
}

/* In whole models: parts by other names, and fields. */
static void words_from_elsewhere_are_named(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"planar {}\nhinge 'h' { ground, b }", "unknown name 'hinge'; did you mean 'revolute'?"},
      {"planar {}\nslider 'h' { ground, b }", "unknown name 'slider'; did you mean 'prismatic'?"},
      {"planar {}\npin 'h' { ground, b }", "unknown name 'pin'; did you mean 'revolute'?"},
      {"spatial {}\npin 'h' { ground, b }", "unknown name 'pin'; did you mean 'spherical'?"},
      {"spatial {}\nball 'h' { ground, b }", "unknown name 'ball'; did you mean 'spherical'?"},
      {"planar {}\npulley 'h' { ground, b }", "unknown name 'pulley'; did you mean 'rope'?"},
      {"planar {}\nwall 'h' { 'j' }", "unknown name 'wall'; did you mean 'stop'?"},
      {"planar {}\nmath.pin(3)", "unknown name 'math.pin'; did you mean 'math.min'?"},
      {"planar {}\nmypin = 3; mypim()", "unknown name 'mypim'; did you mean 'mypin'?"},
      {"planar {}\nforce 'f' { ground, x = 3 }", "force \"f\": unknown field 'x'; did you mean 'fx'?"},
      {"planar {}\ntorque 'f' { ground, torque = 3 }",
       "torque \"f\": unknown field 'torque'; did you mean 'tz'?"},
      {"planar {}\nbody 'f' { m = 3 }", "body \"f\": unknown field 'm'; did you mean 'mass'?"},
      {"planar {}\nsimulate { t_end = 3 }", "simulate: unknown field 't_end'; did you mean 'duration'?"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pawl_model *model = NULL;
    pawl_error error = {0};
    assert_int_equal(pawl_model_parse(&model, cases[i][0], "test", NULL, &error), PAWL_BAD_MODEL);
    assert_string_equal(error.text, cases[i][1]);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(other_words_are_named),
                                     cmocka_unit_test(words_from_elsewhere_are_named)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
