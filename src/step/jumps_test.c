/* Loads and limits that jump at a known instant: what they tear off, let go or lift moves from that instant on, however long the run is and
 * whatever else holds; what has no capacity pushes nothing.      theory.md, 7.9, 9.4 */
#include "step/brakes_test.h"

static double draw(unsigned *seed, double from, double to)
{
  *seed = *seed * 1664525u + 1013904223u;
  return from + (to - from) * (*seed >> 8) / 16777216.0;
}

/* What holds until t = `at`, and moves on with the acceleration `a`; its channel, and the word of its event. */
typedef struct {
  char text[TEXT];
  const char *part, *channel, *to;
  double at, until, a;
  int events;
} scene;

static void begin(scene *x, unsigned *seed)
{
  x->at = draw(seed, 0.1, 3);
  x->until = x->at * draw(seed, 1.5, 40);
  x->events = 1;
}

/* J a = load - friction */
static void draw_joint(scene *x, unsigned *seed, int kind)
{
  double J = draw(seed, 0.01, 5), limit = draw(seed, 0.1, 2), load = limit * draw(seed, 1.2, 5);
  int way = draw(seed, -1, 1) < 0 ? -1 : 1;
  char hold[128];
  begin(x, seed);
  snprintf(hold, sizeof hold, "%s 'b' { 'j', %s = %.17g }\n", kind ? "joint_friction" : "brake",
           kind ? "limit" : "capacity", limit);
  snprintf(x->text, sizeof x->text,
           "planar {}\nlocal w = body 'w' { mass = 1, inertia = %.17g }\nrevolute 'j' { ground, w }\n%s"
           "step 'load' { from = %.17g, to = %.17g, start = %.17g }\nmotor 'm' { 'j', torque = 'load' }\n"
           "simulate { duration = %.17g }\n",
           J, hold, 0.3 * limit * way, load * way, x->at, x->until);
  x->part = "j";
  x->channel = "speed";
  x->to = way > 0 ? "sliding +" : "sliding -";
  x->a = way * (load - limit) / J;
}

/* The limit falls instead of the load rising. */
static void draw_release(scene *x, unsigned *seed)
{
  double J = draw(seed, 0.01, 5), load = draw(seed, 0.1, 2), left = load * draw(seed, 0, 0.9);
  begin(x, seed);
  snprintf(x->text, sizeof x->text,
           "planar {}\nlocal w = body 'w' { mass = 1, inertia = %.17g }\nrevolute 'j' { ground, w }\n"
           "step 'p' { from = %.17g, to = %.17g, start = %.17g }\nbrake 'b' { 'j', capacity = 'p' }\n"
           "motor 'm' { 'j', torque = %.17g }\nsimulate { duration = %.17g }\n",
           J, load * 1.5, left, x->at, load, x->until);
  x->part = "j";
  x->channel = "speed";
  x->to = "sliding +";
  x->a = (load - left) / J;
}

/* A block on a rigid floor: pushed, m a = f - mu m g; or lifted, m a = f - m g. */
static void draw_block(scene *x, unsigned *seed, bool lifts)
{
  double m = draw(seed, 0.1, 10), mu = draw(seed, 0.1, 0.5), g = 9.81;
  begin(x, seed);
  x->until = x->at + 1;
  double f = lifts ? m * g * draw(seed, 1.2, 3) : mu * m * g * draw(seed, 1.2, 3);
  snprintf(
      x->text, sizeof x->text,
      "planar { gravity = {0, %.17g} }\nlocal top = shape 'top' { ground, line { {1e3, 0}, {-1e3, 0} } }\n"
      "local b = box 'b' { mass = %.17g, width = 0.2, height = 0.1, y = 0.05 }\n"
      "local e = shape 'e' { b, polygon { {-0.1, -0.05}, {0.1, -0.05}, {0.1, 0.05}, {-0.1, 0.05} } }\n"
      "contact 'c' { top, e, law = rigid {}, friction = %.17g }\nstep 'f' { from = %.17g, to = %.17g, start "
      "= %.17g }\n"
      "force 'p' { b:at{0, %g}, %s = 'f' }\nsimulate { duration = %.17g }\n",
      -g, m, mu, 0.2 * f, f, x->at, lifts ? 0.0 : -0.05, lifts ? "fy" : "fx", x->until);
  x->part = "b";
  x->channel = lifts ? "vy" : "vx";
  x->to = lifts ? "open" : "sliding -";
  x->a = lifts ? f / m - g : f / m - mu * g;
  x->events = 2; /* corners */
}

static void draw_scene(scene *x, unsigned *seed, int i)
{
  if (i % 5 < 2)
    draw_joint(x, seed, i % 5);
  else if (i % 5 == 2)
    draw_release(x, seed);
  else
    draw_block(x, seed, i % 5 == 4);
}

static void runs_as_it_must(const scene *x)
{
  record r;
  session s = listen(x->text, &r);
  go(s, x->until);
  if (r.count != x->events || r.time[0] != x->at || strcmp(r.to[0], x->to) != 0)
    fail_msg("%d events, the first at %.17g to %s, not at %.17g to %s\n%s", r.count, r.time[0], r.to[0],
             x->at, x->to, x->text);
  double v = x->a * (x->until - x->at);
  close_to(see(s, x->part, -1, x->channel), v, 1e-9 * fabs(v));
  leave(s);
}

static void motion_begins_at_the_jump(void **state)
{
  (void)state;
  unsigned seed = 20;
  scene x;
  for (int i = 0; i < 120; i++) {
    draw_scene(&x, &seed, i);
    runs_as_it_must(&x);
  }
}

/* A heavy ship and a fast rotor, coupled to nothing of it, change nothing. */
static void what_stands_by_is_nothing(void **state)
{
  (void)state;
  unsigned seed = 5;
  scene x;
  for (int i = 0; i < 60; i++) {
    draw_scene(&x, &seed, i);
    size_t n = strlen(x.text);
    snprintf(x.text + n, sizeof x.text - n,
             "local ship = body 'ship' { mass = %.17g, inertia = 1e6 }\nprismatic 'way' { ground:at{0, 90}, "
             "ship }\n"
             "shaft 'rotor' { inertia = %.17g, speed = %.17g }\n",
             pow(10, draw(&seed, 2, 6)), draw(&seed, 0.01, 10), pow(10, draw(&seed, 1, 3.7)));
    x.until = fmin(x.until, x.at + 1);
    runs_as_it_must(&x);
  }
}

/* A brake beside one that holds: closed by a jump or a ramp it takes no more than there is to hold, and breaks nothing. */
static void no_brake_pushes_at_rest(void **state)
{
  (void)state;
  unsigned seed = 3;
  for (int i = 0; i < 40; i++) {
    char text[TEXT];
    record r;
    double load = draw(&seed, 0.5, 3), hold = load * draw(&seed, 1.1, 2), park = load * draw(&seed, 1.1, 5);
    double ramp = i % 2 ? draw(&seed, 0.1, 0.9) : 0, opens = i % 4 < 2 ? 2 : 9;
    snprintf(text, sizeof text,
             "planar {}\nlocal w = body 'w' { mass = 1, inertia = 0.1 }\nrevolute 'j' { ground, w }\n"
             "motor 'm' { 'j', torque = %.17g }\nstep 'off' { from = %.17g, to = 0, start = %g }\n"
             "brake 'hold' { 'j', capacity = 'off' }\nstep 'on' { to = %.17g, start = 1%s%.17g }\n"
             "brake 'park' { 'j', capacity = 'on' }\nsimulate { duration = 3 }\n",
             i % 8 < 4 ? load : -load, hold, opens, park, ramp > 0 ? ", duration = " : ", from = ", ramp);
    session s = listen(text, &r);
    for (double t = 0.5; t < 3; t += 0.25) {
      go(s, t);
      double a = see(s, "hold", -1, "effort"), b = see(s, "park", -1, "effort");
      close_to(see(s, "j", -1, "speed"), 0, 1e-12);
      close_to(a + b, i % 8 < 4 ? -load : load, 1e-9);
      assert_true(fabs(a) <= fmax(hold, load) && (t > 1 || b == 0));
    }
    assert_int_equal(r.count, 0);
    leave(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(motion_begins_at_the_jump),
                                     cmocka_unit_test(what_stands_by_is_nothing),
                                     cmocka_unit_test(no_brake_pushes_at_rest)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
