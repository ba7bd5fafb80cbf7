/* Clutches that stick, alone and beside brakes, by events and by steps, against closed forms.      theory.md, 5.11, 9.1 */
#include "step/brakes_test.h"

typedef struct {
  double J1, J2, v1, v2, ratio;
} pair;

static void write_pair(char *text, const pair *p, bool turns, const char *more)
{
  const char *kind = turns ? "revolute" : "prismatic", *axis = turns ? "" : "axis = {1, 0}, ";
  int n = snprintf(text, TEXT,
                   "planar {}\nlocal a = body 'a' { mass = %.17g, inertia = %.17g }\nlocal b = body 'b' { "
                   "mass = %.17g, inertia = %.17g }\n",
                   p->J1, p->J1, p->J2, p->J2);
  snprintf(text + n, TEXT - (size_t)n,
           "%s 'ja' { ground, a, %sspeed = %.17g }\n%s 'jb' { ground, b, %sspeed = %.17g }\n%s", kind, axis,
           p->v1, kind, axis, p->v2, more);
}

/* i J1 v1 + J2 v2 stays, v1 = i v2 at the end; the heat is ½ J slip² with 1/J = 1/J1 + i²/J2. */
static void a_clutch_closes(void **state)
{
  (void)state;
  static const pair cases[] = {{0.01, 0.03, 20, 0, 1},
                               {0.01, 0.03, 20, 5, 1},
                               {0.01, 0.03, 0, 20, 1},
                               {0.01, 0.015, 20, 0, -2},
                               {0.02, 0.015, -3, 8, 0.5}};
  for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
    const pair *p = cases + i / 2;
    char text[TEXT], more[200];
    record r;
    snprintf(more, sizeof more,
             "clutch 'c' { 'ja', 'jb', capacity = function(t) return 0.2*t end, ratio = %g }\nsimulate { "
             "duration = 4 }\n",
             p->ratio);
    write_pair(text, p, i % 2, more);
    double J = 1 / (1 / p->J1 + p->ratio * p->ratio / p->J2), slip = p->v1 - p->ratio * p->v2;
    double second = (p->ratio * p->J1 * p->v1 + p->J2 * p->v2) / (p->ratio * p->ratio * p->J1 + p->J2);
    session s = listen(text, &r);
    go(s, 4);
    assert_int_equal(r.count, 1);
    happens(&r, 0, sqrt(10 * J * fabs(slip)), "sticking"); /* ∫ 0.2 t dt = J |slip| */
    close_to(see(s, "jb", -1, "speed"), second, 1e-10 * fabs(slip));
    close_to(see(s, "ja", -1, "speed"), p->ratio * second, 1e-10 * fabs(slip));
    close_to(see(s, "c", -1, "slip"), 0, 1e-13);
    close_to(see(s, "c", -1, "work"), -0.5 * J * slip * slip, 1e-10);
    assert_true(s.run->books.worst_ledger < 1e-12);
    leave(s);
  }
}

/* A closed clutch passes d J2/(J1 + J2) of a drive d, and slips when that is the static limit; then each goes its way. */
static void a_clutch_carries_and_slips(void **state)
{
  (void)state;
  for (int way = -1; way <= 1; way += 2) {
    const pair p = {0.01, 0.03, 7, 7, 1};
    char text[TEXT], more[300];
    record r;
    snprintf(more, sizeof more,
             "ramp 'r' { from = 0, to = %d, duration = 10 }\nmotor 'drive' { 'ja', torque = 'r' }\n"
             "clutch 'c' { 'ja', 'jb', capacity = 0.3, static_ratio = 1.25 }\nsimulate { duration = 8 }\n",
             way);
    write_pair(text, &p, true, more);
    session s = listen(text, &r);
    go(s, 4.9);
    close_to(see(s, "c", -1, "effort"), -way * 0.49 * 0.75, 1e-12);
    close_to(see(s, "ja", -1, "angle") - see(s, "jb", -1, "angle"), 0, 1e-12);
    go(s, 8);
    assert_int_equal(r.count, 1);
    happens(&r, 0, 5, way > 0 ? "sliding +" : "sliding -"); /* 0.1 t 0.75 = 0.375 */
    double common = 7 + way * 0.05 * 25 / 0.04;
    close_to(see(s, "ja", -1, "speed"), common + way * (0.05 * (64 - 25) - 0.3 * 3) / 0.01, 1e-8);
    close_to(see(s, "jb", -1, "speed"), common + way * 0.3 * 3 / 0.03, 1e-8);
    leave(s);
  }
}

/* A brake on the first of two that a clutch joins: each is in the other's way, and the clutch sticks only if it can brake the second. */
static void a_brake_beside_a_clutch(void **state)
{
  (void)state;
  static const double carries[] = {0.3, 0.15}; /* to brake both it takes 0.2 */
  for (int i = 0; i < 2; i++) {
    const pair p = {0.01, 0.01, 20, 0, 1};
    char text[TEXT], more[300];
    record r;
    double c = carries[i];
    snprintf(more, sizeof more,
             "brake 'pads' { 'ja', capacity = 0.4 }\nclutch 'c' { 'ja', 'jb', capacity = %g }\nsimulate { "
             "duration = 2 }\n",
             c);
    write_pair(text, &p, true, more);
    session s = listen(text, &r);
    go(s, 2);
    double met = 20 / (40 + 200 * c), speed = 100 * c * met, stops = met + speed / (i ? 40 - 100 * c : 20);
    happens(&r, 0, met, i ? "sliding -" : "sticking");
    happens(&r, 1, stops, "sticking");
    if (i)
      happens(&r, 2, met + speed / (100 * c), "sticking");
    assert_int_equal(r.count, i ? 3 : 2);
    close_to(fabs(see(s, "ja", -1, "speed")) + fabs(see(s, "jb", -1, "speed")), 0, 1e-15);
    close_to(see(s, "pads", -1, "work") + see(s, "c", -1, "work"), -2, 1e-12);
    leave(s);
  }
}

/* What a closed clutch joins does not drift apart, however long, under a load that changes. */
static void closed_clutches_do_not_creep(void **state)
{
  (void)state;
  static const double tolerances[] = {1e-6, 1e-9};
  for (int i = 0; i < 2; i++) {
    const pair p = {0.01, 0.03, 0, 0, -2};
    char text[TEXT];
    pawl_run_options options = {NULL, tolerances[i], -1};
    write_pair(text, &p, true,
               "motor 'drive' { 'ja', torque = function(t) return 0.01*math.sin(t) end }\n"
               "clutch 'c' { 'ja', 'jb', capacity = 1, ratio = -2 }\nsimulate { duration = 300 }\n");
    session s = open_text(text, &options);
    go(s, 300);
    close_to(see(s, "ja", -1, "angle") + 2 * see(s, "jb", -1, "angle"), 0, 1e-12);
    assert_int_equal(s.run->books.events, 0);
    assert_true(s.run->books.worst_ledger < 10 * tolerances[i]);
    leave(s);
  }
}

/* By steps: places to order one, the speed after closing, which follows from impulses, at once. */
static void steps_agree(void **state)
{
  (void)state;
  const pair p = {0.01, 0.03, 20, 0, 1};
  double off[3];
  for (int i = 0; i < 3; i++) {
    double h = i == 0 ? 1e-2 : i == 1 ? 1e-3 : 1e-4;
    char text[TEXT], more[400];
    snprintf(
        more, sizeof more,
        "ramp 'r' { from = 0, to = 0.5, duration = 1 }\nclutch 'c' { 'ja', 'jb', capacity = 'r' }\n"
        "ramp 's' { from = 0, to = 0.4, start = 1, duration = 1 }\nbrake 'pads' { 'jb', capacity = 's' }\n"
        "simulate { duration = 3, method = 'stepping', step = %g }\n",
        h);
    write_pair(text, &p, true, more);
    session s = open_text(text, &sharp);
    go(s, 1);
    close_to(see(s, "ja", -1, "speed"), 5, 1e-12);
    close_to(see(s, "jb", -1, "speed"), 5, 1e-12);
    close_to(see(s, "c", -1, "work"), -0.5 * 0.0075 * 400, 1e-12);
    go(s, 3);
    assert_true(see(s, "ja", -1, "speed") == 0 || fabs(see(s, "ja", -1, "speed")) < 1e-14);
    close_to(see(s, "c", -1, "slip"), 0, 1e-14);
    close_to(see(s, "pads", -1, "work"), -0.5 * 0.04 * 25, 1e-12);
    assert_true(s.run->books.worst_ledger < 1e-12);
    double t1 = sqrt(0.6), t2 = 1; /* 0.25 t² = 0.0075 20 = 0.15; 0.2 t² = 0.04 5 from t = 1 */
    double a1 = 20 * t1 - 0.5 / 6 * t1 * t1 * t1 / 0.01,
           a2 = 5 * (1 - t1) + 5 * t2 - 0.4 / 6 * t2 * t2 * t2 / 0.04;
    off[i] = fabs(see(s, "ja", -1, "angle") - a1 - a2);
    assert_true(off[i] <= 20 * h);
    leave(s);
  }
  assert_true(off[2] < 0.02 * off[0]);
}

/* Two arms, one on the other, and a shaft in space, with clutches along and across: every method finds the same modes, and steps come to
 * the same motion to their order. */
static void all_methods_agree(void **state)
{
  (void)state;
  static const struct {
    const char *method;
    double off;
  } cases[] = {{"'dop853'", 0},
               {"'dopri5'", 1e-8},
               {"'bdf'", 1e-6},
               {"'stepping', step = 1e-3", 5e-4},
               {"'stepping', step = 1e-4", 5e-5}};
  double angle = 0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[TEXT];
    snprintf(text, sizeof text,
             "spatial { gravity = {0, 0, -9.81} }\n"
             "local a = body 'a' { mass = 1, inertia = {0.1, 0.1, 0.1}, com = {0.25, 0, 0} }\n"
             "local b = body 'b' { mass = 1, inertia = {0.1, 0.1, 0.1}, com = {0.25, 0.1, 0} }\n"
             "revolute 'ja' { ground, a, axis = {0, 1, 0}, speed = 3 }\n"
             "revolute 'jb' { a:at{0.5, 0, 0}, b, axis = {0, 1, 0.3}, speed = -2 }\n"
             "shaft 's' { inertia = 0.02, speed = 10 }\nbrake 'e' { 's', capacity = 0.05 }\n"
             "clutch 'c' { 'ja', 'jb', capacity = function(t) return 2 + math.sin(3*t) end, ratio = -0.7, "
             "static_ratio = 1.3 }\nclutch 'd' { 's', 'jb', capacity = 0.5, ratio = 1.5 }\n"
             "simulate { duration = 6, tolerance = 1e-9, method = %s }\n",
             cases[i].method);
    session s = open_text(text, NULL);
    go(s, 6);
    angle = i == 0 ? see(s, "ja", -1, "angle") : angle;
    close_to(see(s, "ja", -1, "angle"), angle, cases[i].off);
    assert_int_equal(s.run->books.events, i < 3 ? 15 : 0);
    leave(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_clutch_closes),
                                     cmocka_unit_test(a_clutch_carries_and_slips),
                                     cmocka_unit_test(a_brake_beside_a_clutch),
                                     cmocka_unit_test(closed_clutches_do_not_creep),
                                     cmocka_unit_test(steps_agree),
                                     cmocka_unit_test(all_methods_agree)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
