/* Dry friction by hand, and other functions that jump where the motion is held: refused by a sentence that names the part, whatever the
 * duration, method, tolerance and scale. Functions that jump and are crossed run to their end.      theory.md, 6.6 */
#include "base/soak_test.h"
#include "step/sessions_test.h"

typedef struct {
  const char *text, *part, *cause;
} scene;

/* k: the size of the jump; m: 1 or -1, mirrored; each comes to rest after 1/(10 k) s or somewhat later */
static const scene held[] = {
    {"revolute 'j' { ground, body 'b' { mass = 1, inertia = 0.1 }, speed = m }\n"
     "motor 'f' { 'j', torque = function(t, s) if s['j.speed'] > 0 then return -k else return k end end }\n",
     "motor \"f\"", "j.speed changes its sign"},
    {"prismatic 'j' { ground, body 'b' { mass = 0.1 }, speed = m }\n"
     "motor 'f' { 'j', force = function(t, s) return s['j.speed'] > 0 and -k or s['j.speed'] < 0 and k or 0 "
     "end }\n",
     "motor \"f\"", "j.speed changes its sign"},
    {"local b = point_mass 'b' { mass = 0.1, vx = m, vy = 0.1 }\n"
     "force 'f' { b, fx = function(t, s) if s['b.vx'] > 0 then return -k else return k end end }\n",
     "force \"f\"", "b.vx changes its sign"},
    {"revolute 'j' { ground, body 'b' { mass = 1, inertia = 0.1 }, speed = m }\n"
     "formula 'said' { function(t, s) if s['j.speed'] > 0 then return -k else return k end end }\n"
     "motor 'f' { 'j', torque = 'said' }\n",
     "formula \"said\"", "j.speed changes its sign"},
    {"local a = body 'a' { mass = 1, inertia = 0.1 }\n"
     "revolute 'i' { ground, a, speed = -2*m }\n"
     "revolute 'j' { a:at{1, 0}, body 'b' { mass = 1, inertia = 0.1, com = {0.1, 0} }, speed = m }\n"
     "motor 'd' { 'i', torque = function(t) return 0.01*math.sin(t) end }\n"
     "motor 'f' { 'j', torque = function(t, s) if s['j.speed'] > 0 then return -k else return k end end }\n",
     "motor \"f\"", "j.speed changes its sign"},
    {"local x = lagrangian 'f' { coordinates = {'x'}, units = {'m'}, speed = {m}, mass = { {0.1} },\n"
     "  force = function(q, v, t) if v.x > 0 then return {-k} else return {k} end end }\n",
     "lagrangian \"f\"", "crosses a limit"},
    /* from the start on, against a push; and held at a speed */
    {"prismatic 'j' { ground, body 'b' { mass = 0.1 } }\n"
     "motor 'd' { 'j', force = 0.3*k*m }\n"
     "motor 'f' { 'j', force = function(t, s) if s['j.speed'] > 0 then return -k else return k end end }\n",
     "motor \"f\"", "j.speed changes its sign"},
    {"revolute 'j' { ground, body 'b' { mass = 1, inertia = 0.1 }, speed = m }\n"
     "motor 'f' { 'j', torque = function(t, s) if s['j.speed'] > 0.5*m then return -k else return k end end "
     "}\n",
     "motor \"f\"", "crosses a limit"},
};
enum { HELD = sizeof held / sizeof *held };

static void is_refused(const scene *x, double k, int m, double duration, int method, double tolerance)
{
  char text[TEXT];
  pawl_error error = {0};
  pawl_run_options options = {NULL, tolerance, method};
  snprintf(text, sizeof text, "planar {}\nlocal k, m = %.17g, %d\n%ssimulate { duration = %.17g }\n", k, m,
           x->text, duration);
  session s = open_text(text, &options);
  pawl_status status = pawl_run_until(s.run, duration, &error);
  if (status != PAWL_BAD_MODEL || !strstr(error.text, x->part) || !strstr(error.text, x->cause) ||
      !strstr(error.text, "joint_friction"))
    fail_msg("%s of %g, %d for %g s by %d at %g: %d at t = %.9g after %ld steps: %s\n%s", x->part, k, m,
             duration, method, tolerance, (int)status, s.run->t, s.run->books.steps, error.text, text);
  if (s.run->books.steps >= 20000)
    fail_msg("%s of %g, %d for %g s by %d at %g: only after %ld steps\n%s", x->part, k, m, duration, method,
             tolerance, s.run->books.steps, text);
  leave(s);
}

static void friction_by_hand_is_refused(void **state)
{
  (void)state;
  static const double durations[] = {0.2, 1, 100, 1e4};
  static const int methods[] = {-1, PAWL_METHOD_DOPRI5, PAWL_METHOD_DOP853, PAWL_METHOD_BDF};
  for (int i = 0; i < HELD; i++)
    for (int d = 0; d < 4; d++)
      for (int m = -1; m <= 1; m += 2) {
        is_refused(held + i, 1, m, durations[d], -1, 1e-8);
        is_refused(held + i, 1, m, durations[d], methods[d], 1e-8);
        is_refused(held + i, 1, m, durations[d], methods[d], 1e-6);
        is_refused(held + i, 1, m, durations[d], methods[d], 1e-10);
      }
}

static void friction_of_any_size_is_refused(void **state)
{
  (void)state;
  static const double sizes[] = {1e-2, 0.1, 10, 100};
  for (int i = 0; i < HELD; i++)
    for (int k = 0; k < soak_or(4, 4, 1); k++)
      is_refused(held + i, sizes[k], 1, 100, -1, 1e-8);
}

/* Jumps that are crossed: a relay's oscillation, its limit cycle with a lag, a commutator, braking that ends in reverse. */
static const scene crossed[] = {
    {"prismatic 'j' { ground, body 'b' { mass = 1 }, position = 0.3, speed = m }\n"
     "motor 'f' { 'j', force = function(t, s) if s['j.position'] > 0 then return -k else return k end end "
     "}\n",
     NULL, NULL},
    {"prismatic 'j' { ground, body 'b' { mass = 1 }, position = 0.1 }\n"
     "formula 'u' { function(t, s) if s['j.position'] + 0.2*s['j.speed'] > 0 then return -k else return k "
     "end end }\n"
     "lag 'v' { 'u', time = 0.3 }\nmotor 'f' { 'j', force = 'v' }\n",
     NULL, NULL},
    {"revolute 'j' { ground, body 'b' { mass = 1, inertia = 0.1 }, speed = 300*m }\n"
     "motor 'f' { 'j', torque = function(t, s) if math.sin(s['j.angle']) > 0 then return -k else return k "
     "end end }\n",
     NULL, NULL},
    {"prismatic 'j' { ground, body 'b' { mass = 1 }, speed = m }\n"
     "motor 'f' { 'j', force = function(t, s) if s['j.speed'] > 0 then return -k else return -k/2 end end "
     "}\n",
     NULL, NULL},
};

static void jumps_are_crossed(void **state)
{
  (void)state;
  static const int methods[] = {-1, PAWL_METHOD_DOPRI5, PAWL_METHOD_DOP853, PAWL_METHOD_BDF};
  for (size_t i = 0; i < sizeof crossed / sizeof *crossed; i++)
    for (int k = 0; k < soak_or(8, 8, 4); k++) {
      char text[TEXT];
      pawl_run_options options = {NULL, k < 4 ? 1e-8 : 1e-5, methods[k % 4]};
      snprintf(text, sizeof text, "planar {}\nlocal k, m = 1, %d\n%ssimulate { duration = 20 }\n",
               k % 2 ? 1 : -1, crossed[i].text);
      session s = open_text(text, &options);
      go(s, 20);
      assert_true(s.run->t == 20);
      leave(s);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(friction_by_hand_is_refused),
      cmocka_unit_test(friction_of_any_size_is_refused),
      cmocka_unit_test(jumps_are_crossed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
