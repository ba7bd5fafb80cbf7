/* Joints with friction that sticks beside rigid contacts, by time-stepping: lifting out has to move what slips, or was stopped by what it
 * overlaps, and leaves what is held where it is.      theory.md, 10.1 */
#include "base/chance.h"
#include "base/soak_test.h"
#include "step/three_ways_test.h"

enum { JOINT_FRICTION, BRAKE, CLUTCH, ON_THE_PIN, ON_BOTH, FRICTIONS };

/* A wheel with saw teeth, a pawl whose nose is pressed on it, and a torque that turns it to and fro; in mm but for e, mu and moments. */
typedef struct {
  int teeth, friction;
  double tip, depth, pin, nose, high, wheel, pawl, spring, e, mu, limit, ratio, forth, back;
} ratchet;

static ratchet roll_ratchet(unsigned long long *seed)
{
  static const double restitution[] = {0, 0.1, 0.4}, friction[] = {0, 0.1, 0.3};
  return (ratchet){.teeth = 6 + (int)uniform(seed, 0, 11),
                   .friction = (int)uniform(seed, 0, FRICTIONS),
                   .tip = uniform(seed, 40, 60),
                   .depth = uniform(seed, 5, 12),
                   .pin = uniform(seed, 45, 65),
                   .nose = uniform(seed, 1.5, 3),
                   .high = uniform(seed, 0.3, 3),
                   .wheel = pow(10, uniform(seed, -3.5, -2.5)),
                   .pawl = pow(10, uniform(seed, -5.5, -4)),
                   .spring = pow(10, uniform(seed, -1.5, 0)),
                   .e = restitution[(int)uniform(seed, 0, 3)],
                   .mu = friction[(int)uniform(seed, 0, 3)],
                   .limit = pow(10, uniform(seed, -2.5, -1)),
                   .ratio = uniform(seed, 0, 1) < 0.5 ? 1 : 1.3,
                   .forth = uniform(seed, 0.5, 1.5),
                   .back = uniform(seed, 0.1, 0.5)};
}

static void say_friction(char *text, const ratchet *m)
{
  double limit = m->limit, ratio = m->ratio;
  if (m->friction == JOINT_FRICTION || m->friction == ON_BOTH)
    say(text, "joint_friction 'f' { 'axle', limit = %.17g, static_ratio = %g }\n", limit, ratio);
  if (m->friction == BRAKE)
    say(text, "brake 'f' { 'axle', capacity = %.17g, static_ratio = %g }\n", limit, ratio);
  if (m->friction == CLUTCH)
    say(text,
        "local fly = cylinder 'fly' { mass = 0.5, radius = 0.05 }\n"
        "revolute 'shaft' { ground:at{0, -0.2}, fly }\nclutch 'f' { 'axle', 'shaft', capacity = %.17g }\n",
        limit);
  if (m->friction == ON_THE_PIN || m->friction == ON_BOTH)
    say(text, "joint_friction 'g' { 'pin', limit = %.17g, static_ratio = %g }\n", 0.1 * limit, ratio);
}

static session open_ratchet(const ratchet *m, int way, double step)
{
  char text[TEXT] = "planar { gravity = {0, -9.81} }\n";
  double out = m->tip + m->nose + m->high, along = m->pin - 40;
  say(text,
      "local way, n, points = %d, %d, {}\n"
      "for i = 0, n - 1 do local a = 2*pi*i/n\n"
      "  for k, r in ipairs { %.17g, %.17g } do points[2*i + k] = {way*r*math.cos(a)*mm, r*math.sin(a)*mm} "
      "end "
      "end\n"
      "if way < 0 then local turned = {} for i = 1, 2*n do turned[i] = points[2*n + 1 - i] end points = "
      "turned "
      "end\n",
      way, m->teeth, m->tip - m->depth, m->tip);
  say(text,
      "local wheel = body 'wheel' { mass = 1, inertia = %.17g }\nrevolute 'axle' { ground, wheel }\n"
      "local pawl = body 'pawl' { mass = 0.05, inertia = %.17g, com = {-20*way*mm, 0} }\n"
      "revolute 'pin' { ground:at{%.17g*way*mm, %.17g*mm}, pawl }\n"
      "torsion 'hold' { 'pin', stiffness = %.17g, angle = 10*way*deg }\n",
      m->wheel, m->pawl, m->pin, sqrt(out * out - along * along), m->spring);
  say(text,
      "contact 'click' { shape 'teeth' { wheel, polygon(points) }, shape 'nose' { pawl:at{-40*way*mm, 0}, "
      "circle { radius = %.17g*mm } },\n  law = rigid { restitution = %g }, friction = %g }\n",
      m->nose, m->e, m->mu);
  say_friction(text, m);
  say(text,
      "motor 'arm' { 'axle', torque = function(t) return way*(t > 0.1 and %.17g or -%.17g) end }\n"
      "simulate { duration = 0.25, method = 'stepping', step = %g }\n",
      m->forth * m->wheel / 1.2e-3, m->back * m->wheel / 1.2e-3, step);
  return open_text(text, NULL);
}

/* False: its ledger does not close, as it may in long steps. What else ends a run fails the test. */
static bool run_through(const ratchet *m, int way, double step, int index, double at[2])
{
  session s = open_ratchet(m, way, step);
  pawl_error error = {0};
  bool whole = pawl_run_until(s.run, 0.25, &error) == PAWL_OK;
  if (!whole && !strstr(error.text, "ledger"))
    fail_msg("ratchet %d, step %g: %s", index, step, error.text);
  at[0] = way * see(s, "axle", -1, "angle");
  at[1] = way * see(s, "pin", -1, "angle");
  leave(s);
  return whole;
}

static void ratchets_run_in_all_steps(void **state)
{
  (void)state;
  static const double steps[] = {5e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4};
  unsigned long long seed = 7;
  int count = soak_or(400, 60, 8), whole = 0, all = 0;
  double worst = 0;
  for (int i = 0; i < count; i++) {
    ratchet m = roll_ratchet(&seed);
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
      double at[2][2];
      bool is[2];
      for (int j = 0; j < 2; j++)
        is[j] = run_through(&m, j ? -1 : 1, steps[k], i, at[j]);
      assert_true(is[0] == is[1]);
      all++;
      whole += is[0];
      worst = is[0] ? fmax(worst, fmax(fabs(at[0][0] - at[1][0]), fabs(at[0][1] - at[1][1]))) : worst;
    }
  }
  print_message("%d ratchets: %d of %d runs to the end, mirror images within %.1e rad\n", count, whole, all,
                worst);
  assert_true(whole > 0.93 * all && worst < 1e-6);
}

/* Up to where the nose falls into the next notch. */
static const model click = {
    .text =
        "planar { gravity = {0, -9.81} }\nlocal points = {}\n"
        "for i = 0, 11 do local a = 2*pi*i/12\n"
        "  for k, r in ipairs { 42*mm, 50*mm } do points[2*i + k] = {r*math.cos(a), r*math.sin(a)} end end\n"
        "local wheel = body 'wheel' { mass = 1, inertia = 1.2e-3 }\nrevolute 'axle' { ground, wheel }\n"
        "local pawl = body 'pawl' { mass = 0.05, inertia = 2e-5, com = {-20*mm, 0} }\n"
        "revolute 'pin' { ground:at{55*mm, 52*mm}, pawl }\n"
        "torsion 'hold' { 'pin', stiffness = 0.1, angle = 10*deg }\n"
        "contact 'click' { shape 'teeth' { wheel, polygon(points) }, shape 'nose' { pawl:at{-40*mm, 0}, "
        "circle { radius = 2*mm } },\n"
        "  law = $law, friction = 0.1 }\njoint_friction 'bearing' { 'axle', limit = 0.02 }\n"
        "motor 'arm' { 'axle', torque = -0.3 }\nsimulate { tolerance = 1e-11, $how }\n",
    .rigid = "rigid { restitution = 0.1, impact = 'newton' }",
    .watched = {"axle.angle", "pin.angle"},
    .length = 1,
    .duration = 0.2,
    .steps = 8};

static void a_ratchet_comes_to_its_motion_by_events(void **state)
{
  (void)state;
  motion exact;
  double h[LEVELS], error[LEVELS];
  move(&click, 0, 0, &exact);
  by_steps(&click, &exact, h, error);
  double order = slope(h, error, LEVELS);
  print_message(
      "a ratchet with a bearing that sticks: %.1e %.1e %.1e %.1e in steps of %.0e ... %.0e s, order "
      "%.2f\n",
      error[0], error[1], error[2], error[3], h[0], h[LEVELS - 1], order);
  assert_true(order > 0.8 && error[LEVELS - 1] < 5e-3);
}

/* A driven arm presses a nose on springs round a wheel with corners, which a brake holds. */
static void what_a_brake_holds_stays(void **state)
{
  (void)state;
  for (int hard = 0; hard < 2; hard++)
    for (int k = 0; k < 3; k++) {
      char text[TEXT] = "";
      say(text,
          "planar { gravity = {0, -9.81} }\nlocal points = {}\n"
          "for i = 0, 11 do points[i + 1] = {50*mm*math.cos(i*30*deg), 50*mm*math.sin(i*30*deg)} end\n"
          "local wheel = body 'wheel' { mass = 0.1, inertia = 1.2e-5 }\nrevolute 'axle' { ground, wheel }\n"
          "brake 'b' { 'axle', capacity = %g }\n"
          "local arm = body 'arm' { mass = 0.5, inertia = 1e-4, com = {60*mm, 0} }\nrevolute 'pin' { ground, "
          "arm }\n"
          "local nose = body 'nose' { mass = 0.1, inertia = 1e-5, x = 60*mm }\n"
          "prismatic 'way' { arm:at{60*mm, 0}, nose, axis = {1, 0} }\n"
          "spring 'k' { arm, nose, stiffness = 500, length = 50*mm }\n"
          "contact 'c' { shape 'teeth' { wheel, polygon(points) }, shape 'tip' { nose, circle { radius = "
          "2*mm } "
          "},\n  law = rigid {}, friction = 0.2 }\nmotor 'm' { 'pin', speed = 5 }\n"
          "simulate { duration = 2, method = 'stepping', step = %g }\n",
          hard ? 20 : 0.05,
          k == 0   ? 2e-3
          : k == 1 ? 1e-3
                   : 2e-4);
      session s = open_text(text, NULL);
      go(s, 2);
      print_message("held by %g N m: %.1e rad, ledger %.1e J\n", hard ? 20 : 0.05,
                    see(s, "axle", -1, "angle"), see(s, "energy", -1, "ledger"));
      assert_true(!hard || fabs(see(s, "axle", -1, "angle")) < 1e-12);
      assert_true(see(s, "b", -1, "work") < 1e-12); /* friction only takes */
      assert_true(fabs(see(s, "energy", -1, "ledger")) < 2e-3);
      leave(s);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(ratchets_run_in_all_steps),
                                     cmocka_unit_test(a_ratchet_comes_to_its_motion_by_events),
                                     cmocka_unit_test(what_a_brake_holds_stays)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
