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

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(other_words_are_named)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
