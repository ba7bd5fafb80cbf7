/* What prescribed motions press together: a sentence with names, time and what to do, by events and by stepping. */
#include "step/sessions_test.h"

static void stops(const char *text, const char *names, const char *why)
{
  pawl_model *model = NULL;
  pawl_run *run = NULL;
  pawl_error error = {0};
  if (pawl_model_parse(&model, text, "test", NULL, &error) != PAWL_OK ||
      pawl_run_open(&run, model, NULL, &error) != PAWL_OK)
    fail_msg("%s: %s", error.where, error.text);
  assert_int_equal(pawl_run_until(run, 2, &error), PAWL_BAD_NUMBERS);
  if (!strstr(error.text, names) || !strstr(error.text, why) ||
      !strstr(error.text, "let a spring or a force drive it"))
    fail_msg("%s", error.text);
  assert_true(strncmp(error.where, "test:", 5) == 0 && fabs(run->t - 1) < 0.02);
  pawl_run_free(run);
  pawl_model_free(model);
}

static void a_disc_between_plates(void **state)
{
  (void)state;
  static const char *const uppers[] = {
      "local top = base 'top' { y = function(t) return %.17g*(0.3 - 0.1*t) end }\n",
      "local top = body 'top' { mass = 1, inertia = 1 }\n"
      "local slide = prismatic 'slide' { ground, top, axis = {0, 1}, position = %.17g*0.3 }\n"
      "motor 'press' { slide, speed = -0.1*%.17g }\n"};
  static const char *const plans[] = {"", ", method = 'stepping'"};
  for (int k = 0; k < 16; k++) {
    char upper[512], text[2048];
    double size = k & 8 ? 1e-3 : 1;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(upper, sizeof upper, uppers[k & 1], size, size);
#pragma GCC diagnostic pop
    snprintf(text, sizeof text,
             "planar {}\nlocal L = %.17g\n%s"
             "local disc = body 'disc' { mass = 1, inertia = 0.01*L^2, y = 0.1*L }\n"
             "local a = shape 'a' { ground, line { {L, 0}, {-L, 0} } }\n"
             "local c = shape 'c' { top, line { {-L, 0}, {L, 0} } }\n"
             "local d = shape 'd' { disc, circle { radius = 0.1*L } }\n"
             "contact 'under' { a, d, law = rigid {}, friction = %s }\n"
             "contact 'over' { c, d, law = rigid {}, friction = %s }\n"
             "simulate { duration = 2%s }\n",
             size, upper, k & 2 ? "0.3" : "0", k & 2 ? "0.3" : "0", plans[k >> 2 & 1]);
    stops(text, "contacts \"under\", \"over\" cannot be kept at t = ", "press together what is between them");
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_disc_between_plates)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
