/* Flat bodies by time-stepping: they stand, stack, land and slide as by events, whatever the step; and what is told where
 * they do not.      theory.md, 10.1 */
#include "base/soak_test.h"
#include "step/sessions_test.h"

#define BRICK "polygon { {-0.1, -0.05}, {0.1, -0.05}, {0.1, 0.05}, {-0.1, 0.05} }"
#define FLOOR                                                                                                \
  "planar { gravity = {0, -9.81} }\nlocal floor = shape \"floor\" { ground, line { {3, 0}, {-3, 0} } }\n"

static session open_steps(const char *text, double duration, double step)
{
  char all[4000], method[80] = "";
  if (step > 0)
    snprintf(method, sizeof method, ", method = \"stepping\", step = %.9g", step);
  snprintf(all, sizeof all, "%ssimulate { duration = %g%s }\n", text, duration, method);
  return open_text(all, NULL);
}

/* Bricks 1 … n over each other, `apart` at the start; of the last the mass. */
static session open_tower(int n, double apart, double shift, double heavy, const char *law, double duration,
                          double step)
{
  char text[3000];
  snprintf(text, sizeof text,
           FLOOR "local below = floor\nfor i = 1, %d do\n  local m = i == %d and %.9g or 1\n"
                 "  local b = body(\"b\" .. i) { mass = m, inertia = 2e-3*m, y = 0.1*i - 0.05 + %.9g*i, x = "
                 "%.9g*(i%%2) }\n"
                 "  local o = shape(\"o\" .. i) { b, " BRICK " }\n"
                 "  contact(\"c\" .. i) { below, o, %s }\n  below = o\nend\n",
           n, n, heavy, apart, shift, law);
  return open_steps(text, duration, step);
}

/* How far the bricks are from where they should be. */
static double astray(session s, int n, double shift)
{
  double worst = 0;
  for (int i = 1; i <= n; i++) {
    worst = fmax(worst, fabs(see(s, "b", i, "y") - (0.1 * i - 0.05)));
    worst = fmax(worst, fabs(see(s, "b", i, "x") - shift * (i % 2)));
    worst = fmax(worst, 0.1 * fabs(see(s, "b", i, "angle")));
  }
  return worst;
}

static void bricks_stand_on_each_other(void **state)
{
  (void)state;
  static const double steps[] = {2e-3, 5e-4, 1e-4}, shifts[] = {0, 1e-3, 7e-3};
  static const char *const laws[] = {"law = rigid {}, friction = 0.5", "law = rigid {}",
                                     "law = rigid { restitution = 0.3 }, friction = 0.5"};
  for (int n = 2; n <= 6; n += 2)
    for (int k = 0; k < 9; k += soak_or(1, 1, 4)) {
      session s = open_tower(n, 5e-3, shifts[k % 3], 1, laws[k / 3], 0.7, steps[(n / 2 + k) % 3]);
      go(s, 0.7);
      double off = astray(s, n, shifts[k % 3]);
      if (!(off < (k < 6 ? 2e-5 : 3e-3)) ||
          !(s.run->books.worst_ledger < 3e-12)) /* undiluted by time: 7,000 steps */
        fail_msg("%d bricks %g m beside each other, %s, h = %g: %g m astray, ledger %g", n, shifts[k % 3],
                 laws[k / 3], steps[(n / 2 + k) % 3], off, s.run->books.worst_ledger);
      leave(s);
    }
}

/* The largest force of a contact is that of all its touches together, as its channel is. */
static void peaks_are_of_all_touches(void **state)
{
  (void)state;
  session s = open_tower(1, 0, 0, 1, "law = rigid {}, friction = 0.5", 0.2, 1e-3);
  go(s, 0.2);
  double seen = see(s, "c", 1, "normal_force");
  assert_true(fabs(s.run->system.contact->pair[0].log.peak_force - seen) < 1e-9 * seen && seen > 9);
  leave(s);
}

static void the_heavy_stands_on_the_light(void **state)
{
  (void)state;
  for (double heavy = 1e2; heavy < 1e5; heavy *= 100) {
    session s = open_tower(4, 0, 0, heavy, "law = rigid {}, friction = 0.5", 0.5, 2e-3);
    go(s, 0.5);
    assert_true(astray(s, 4, 0) < 1e-9);
    assert_true(fabs(see(s, "c", 1, "normal_force") / (9.81 * (heavy + 3)) - 1) < 1e-6);
    leave(s);
  }
}

#define TILTED                                                                                               \
  FLOOR "local b = body \"b\" { mass = 1, inertia = 2e-3, y = 0.3, angle = 0.4 }\n"                          \
        "contact \"c\" { floor, shape \"o\" { b, " BRICK " }, law = rigid {}, friction = 0.5 }\n"
#define OVER_THE_EDGE                                                                                        \
  FLOOR                                                                                                      \
  "local a = body \"a\" { mass = 1, inertia = 2e-3, y = 0.05 } local oa = shape \"oa\" { a, " BRICK " }\n"   \
  "local b = body \"b\" { mass = 1, inertia = 2e-3, y = 0.15, x = 0.09 } local ob = shape \"ob\" { "         \
  "b, " BRICK " }\nlocal c = body \"c\" { mass = 1, inertia = 2e-3, y = 0.25, x = 0.16 }\n"                  \
  "contact \"c1\" { floor, oa, law = rigid {}, friction = 0.5 } contact \"c2\" { oa, ob, law = rigid {}, "   \
  "friction = 0.5 }\ncontact \"c3\" { floor, ob, law = rigid {}, friction = 0.5 }\n"                         \
  "contact \"c4\" { ob, shape \"oc\" { c, " BRICK " }, law = rigid {}, friction = 0.5 }\n"

static double end_of(const char *text, double duration, double step, const char *channel)
{
  session s = open_steps(text, duration, step);
  go(s, duration);
  double x = pawl_run_read(s.run, pawl_run_find(s.run, channel));
  leave(s);
  return x;
}

static void they_come_to_the_event_driven_motion(void **state)
{
  (void)state;
  static const struct {
    const char *name, *text, *channel;
    double duration;
  } all[] = {{"tilted brick", TILTED, "b.x", 1}, {"over the edge", OVER_THE_EDGE, "b.angle", 0.3}};
  for (int i = 0; i < 2; i++) {
    double exact = end_of(all[i].text, all[i].duration, 0, all[i].channel), off[3];
    for (int k = 0; k < 3; k++)
      off[k] = fabs(end_of(all[i].text, all[i].duration, 2e-3 * pow(0.25, k), all[i].channel) - exact);
    print_message("%s: off by %.1e, %.1e, %.1e\n", all[i].name, off[0], off[1], off[2]);
    for (int k = 0; k < 3; k++)
      assert_true(off[k] < 1.5 * 2e-3 * pow(0.25, k));
  }
}

/* A sentence that ends a run. */
static void ends(const char *text, double step, const char *where, const char *sentence)
{
  pawl_error error = {0};
  session s = open_steps(text, 0.5, step);
  assert_int_not_equal(pawl_run_until(s.run, 0.5, &error), PAWL_OK);
  assert_string_equal(error.where, where);
  assert_string_equal(error.text, sentence);
  leave(s);
}

static void what_cannot_be_done_is_said(void **state)
{
  (void)state;
  ends("planar {}\nlocal b = body \"b\" { mass = 1, inertia = 1, x = 1.3, y = -0.5, vx = -2 }\n"
       "contact \"hit\" { shape \"f\" { ground, line { {1, 0}, {-1, 0} } }, shape \"rim\" { b, circle { "
       "radius = 0.6 } }, law = rigid {} }\n",
       1e-3, "test:3",
       "contact \"hit\": a touch was 1.1 m deep when it was first seen, at t = 0.15 s; it came from behind "
       "the "
       "end of a line, or the step is too long; at the start the shapes of contact \"hit\" are nowhere "
       "opposite "
       "each other: is a curve drawn the other way round? flip = true changes its sides");
  ends(FLOOR
       "local b = body \"b\" { mass = 1, inertia = 0.01, y = 0.05 } local o = shape \"o\" { b, " BRICK " }\n"
       "local p = body \"p\" { mass = 1, inertia = 1e-2 } local lid = shape \"lid\" { p, line { {-3, 0}, "
       "{3, 0} } }\n"
       "motor \"m\" { prismatic \"g\" { ground, p, axis = {0, 1}, position = 0.2 }, speed = -0.5 }\n"
       "contact \"c\" { floor, o, law = rigid {}, friction = 0.3 }\n"
       "contact \"d\" { lid, o, law = rigid {}, friction = 0.3 }\n",
       1e-3, "test:6",
       "contacts \"c\", \"d\" cannot be kept at t = 0.2 s: prescribed motions press together what is between "
       "them, "
       "and no force can stop them; let a spring or a force drive it instead of a prescribed motion, or end "
       "it before");
  ends(FLOOR "local b = body \"b\" { mass = 1, inertia = 1e-3, y = 0.25 }\n"
             "contact \"hit\" { floor, shape \"rim\" { b, circle { radius = 0.05 } },\n"
             "  law = rigid { restitution_of = function(v) return v end } }\n",
       1e-3, "test:5",
       "contact \"hit\": 'restitution_of' gave 1.98162 for a speed of 1.98162 m/s; it must be from 0 to 1");
}

/* `restitution_of` is asked as by events. */
static void restitution_may_be_a_function(void **state)
{
  (void)state;
  static const char text[] =
      FLOOR "local b = body \"b\" { mass = 1, inertia = 1e-3, y = 0.25, vx = 0.5 }\n"
            "contact \"hit\" { floor, shape \"rim\" { b, circle { radius = 0.05 } },\n"
            "  law = rigid { restitution_of = function(v, slide) return 0.2 - 0.3*v*slide end } }\n";
  double exact = end_of(text, 0.35, 0, "b.y"), coarse = fabs(end_of(text, 0.35, 1e-3, "b.y") - exact),
         fine = fabs(end_of(text, 0.35, 1e-4, "b.y") - exact);
  print_message("restitution_of: off by %.1e, %.1e\n", coarse, fine);
  assert_true(exact > 0.06 && coarse < 3e-3 && fine < 3e-4);
}

static void friction_of_a_law_is_shown(void **state)
{
  (void)state;
  session s =
      open_steps("planar { gravity = {0, -9.81} } local a = 20*deg\n"
                 "local b = body \"b\" { mass = 1, inertia = 2e-3, x = -0.05*math.sin(a), y = "
                 "0.05*math.cos(a), angle = a }\n"
                 "contact \"c\" { shape \"f\" { ground:at{0, 0, angle = a}, line { {30, 0}, {-30, 0} } }, "
                 "shape \"o\" { b, " BRICK " },\n  law = linear { stiffness = 1e5, damping = 300 }, friction "
                 "= coulomb { mu = 0.5, mu_static = 0.6 } "
                 "}\n",
                 1, 1e-3);
  go(s, 1);
  pawl_run_output(s.run, s.run->t, s.run->room.values, NULL);
  double pull = 9.81 * sin(20 * acos(-1) / 180);
  assert_true(fabs(fabs(see(s, "c", -1, "friction_force")) - pull) < 1e-5);
  leave(s);
}

static void curve_joints_begin_in_touch(void **state)
{
  (void)state;
  static const char text[] =
      "planar { gravity = {0, -9.81} }\nlocal cam = body \"cam\" { mass = 1, inertia = 1e-3 }\n"
      "motor \"drive\" { revolute \"shaft\" { ground, cam }, speed = 300*rpm }\n"
      "local rod = body \"rod\" { mass = 0.2, inertia = 1e-4 }\n"
      "prismatic \"guide\" { ground, rod, axis = {0, 1}, position = 35*mm }\n"
      "curve_joint \"follower\" { shape \"rim\" { cam:at{5*mm, 0}, circle { radius = 30*mm } },\n"
      "  shape \"foot\" { rod, line { {-20*mm, 0}, {20*mm, 0} } }, unilateral = true }\n";
  session s = open_steps(text, 0.1, 1e-4);
  pawl_run_output(s.run, 0, s.run->room.values, NULL);
  assert_true(fabs(see(s, "guide", -1, "position") - 0.03) < 1e-9);
  leave(s);
  assert_true(fabs(end_of(text, 0.1, 1e-4, "rod.y") - end_of(text, 0.1, 0, "rod.y")) < 1e-6);
}

/* ---- books, problems, states ---- */

static void moving_bases_are_booked(void **state)
{
  (void)state;
  session s =
      open_steps("planar { gravity = {0, -9.81} }\nlocal g = base \"g\" { y = function(t) return "
                 "0.1*math.sin(10*t) end }\n"
                 "local f = shape \"f\" { g, line { {30, 0}, {-30, 0} } }\n"
                 "local b = body \"b\" { mass = 1, inertia = 1e-2, y = 0.3 }\n"
                 "contact \"c\" { f, shape \"s\" { b, polygon { {-0.1, -0.1}, {0.1, -0.1}, {0, 0.1} } },\n"
                 "  law = rigid { restitution = 0.2 }, friction = 0.5 }\n",
                 0.5, 2e-3);
  for (int i = 1; i <= 50; i++) {
    go(s, 0.01 * i);
    pawl_run_output(s.run, s.run->t, s.run->room.values, NULL);
  }
  assert_true(fabs(see(s, "g", -1, "work")) > 1);
  assert_true(s.run->books.worst_ledger < 1e-12);
  leave(s);
}

typedef struct {
  const pawl_run *run;
  int count;
} told;

static void hear(void *context, double time, const pawl_problem *problem, const char *what)
{
  told *t = context;
  t->count++;
  assert_string_equal(what, "step");
  assert_true(problem->n == 2 && time >= 0);
  assert_string_equal(t->run->tells.problem_names[1], "c1");
}

static void problems_are_told(void **state)
{
  (void)state;
  session s = open_tower(1, 0, 0, 1, "law = rigid {}, friction = 0.5", 0.1, 1e-3);
  told t = {s.run, 0};
  s.run->tells.on_problem = hear;
  s.run->tells.listener = &t;
  go(s, 0.1);
  assert_int_equal(t.count, 100);
  leave(s);
}

static void states_continue_bit_for_bit(void **state)
{
  (void)state;
  for (int k = 0; k < 3; k++) {
    const char *law = k == 0   ? "law = rigid {}, friction = 0.5"
                      : k == 1 ? "law = rigid { restitution = 0.3 }, friction = 0.5"
                               : "law = linear { stiffness = 1e5, damping = 300 }, friction = 0.3";
    pawl_error error = {0};
    session s = open_tower(3, 5e-3, 1e-3, 1, law, 0.4, 1e-3),
            again = open_tower(3, 5e-3, 1e-3, 1, law, 0.4, 1e-3);
    double *kept = malloc(sizeof(double) * pawl_run_state_size(s.run));
    go(s, 0.045);
    pawl_run_get_state(s.run, kept);
    assert_int_equal(pawl_run_set_state(again.run, kept, &error), PAWL_OK);
    free(kept);
    go(s, 0.4);
    go(again, 0.4);
    assert_true(pawl_run_hash(s.run) == pawl_run_hash(again.run));
    leave(s);
    leave(again);
  }
}

/* Half discs that land on a slope. Of their flat side one corner is down before the other, and pushes when the other lands, so that the
 * side tilts to the other side within a step: neither corner is lost there. */
static void half_discs_land(void **state)
{
  (void)state;
  unsigned long long seed = 5;
  static const double sizes[] = {1, 1e-3, 1e2};
  double worst[2] = {0, 0};
  for (int i = 0; i < 30; i++) {
    char text[1500];
    double L = sizes[i % 3], way = i % 2 ? 1 : -1, r = uniform(&seed, 0.1, 0.2);
    snprintf(text, sizeof text,
             "local L, m, r = %g, %g, %.9g\nplanar { gravity = {0, -9.81*L} }\n"
             "local slope = shape 'slope' { ground:at{0, 0, angle = m*%.9g}, polygon { {-0.4*L, -0.5*L}, "
             "{0.4*L, -0.5*L},\n"
             "  {0.4*L, 0}, {-0.4*L, 0} } }\n"
             "local b = body 'b' { mass = 5, inertia = 0.05*L^2, x = m*%.9g*L, y = %.9g*L, angle = m*%.9g, "
             "vy = -1.6*L,\n"
             "  omega = m*%.9g }\n"
             "local half = shape 'half' { b, chain { arc { radius = r*L, from = 0, to = 180*deg }, line { "
             "{-r*L, 0}, {r*L, 0} },\n"
             "  closed = true } }\ncontact 'c' { slope, half, law = rigid {} }\n",
             L, way, r, uniform(&seed, -0.5, 0.5), uniform(&seed, -0.1, 0.1), uniform(&seed, 0.4, 0.6),
             uniform(&seed, -3, 3), uniform(&seed, -6, 6));
    double x[3];
    for (int k = 0; k < 3; k++) {
      session s = open_steps(text, 0.4, k == 0 ? 0 : k == 1 ? 1e-4 : 1e-3);
      go(s, 0.4);
      x[k] = see(s, "b", -1, "x") / L;
      leave(s);
    }
    worst[0] = fmax(worst[0], fabs(x[1] - x[0]));
    worst[1] = fmax(worst[1], fabs(x[2] - x[0]));
  }
  print_message("half discs that land: off by %.1e, %.1e in steps of 0.1 ms, 1 ms\n", worst[0], worst[1]);
  assert_true(worst[0] < 2e-4 && worst[1] < 2e-3);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(bricks_stand_on_each_other),
                                     cmocka_unit_test(peaks_are_of_all_touches),
                                     cmocka_unit_test(half_discs_land),
                                     cmocka_unit_test(the_heavy_stands_on_the_light),
                                     cmocka_unit_test(they_come_to_the_event_driven_motion),
                                     cmocka_unit_test(what_cannot_be_done_is_said),
                                     cmocka_unit_test(restitution_may_be_a_function),
                                     cmocka_unit_test(friction_of_a_law_is_shown),
                                     cmocka_unit_test(curve_joints_begin_in_touch),
                                     cmocka_unit_test(moving_bases_are_booked),
                                     cmocka_unit_test(problems_are_told),
                                     cmocka_unit_test(states_continue_bit_for_bit)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
