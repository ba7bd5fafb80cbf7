/* What a contact of several touches shows is of the touch that carries the load, not of one beside it that is open and whose gap
 * is as small but for rounding.      theory.md, 7.6 */
#define _XOPEN_SOURCE 700
#include "contact/friction.h"
#include "step/sessions_test.h"

/* A tooth that a bolt on a spring rides over, in units of `size` m; mirrored where side is -1. */
static session open_latch(double size, int side)
{
  char text[2048];
  snprintf(
      text, sizeof text,
      "planar { gravity = {0, 0} }\nlocal L, side = %g, %d\n"
      "local function points(...) local p, q = {...}, {}\n"
      "  for i = 1, #p do q[side > 0 and i or #p + 1 - i] = {side*p[i][1]*L, p[i][2]*L} end\n"
      "  return q end\n"
      "local door = body 'door' { mass = 1.5, inertia = 1e-2*L*L }\n"
      "prismatic 'slide' { ground, door, axis = {side, 0}, position = -60*L, speed = 1200*L }\n"
      "spring 'seal' { ground:at{side*60*L, 0}, door, stiffness = 800, length = 90*L, damping = 4 }\n"
      "local bolt = body 'bolt' { mass = 0.08, inertia = 10*L*L }\n"
      "local guide = prismatic 'guide' { ground:at{0, 20*L}, bolt, axis = {0, 1}, position = 0 }\n"
      "joint_spring 'push' { guide, stiffness = 600, rest = -10*L, damping = 0.5 }\n"
      "local tooth = shape 'tooth' { door, polygon { points({-30, 0}, {20, 0}, {0, 14}, {-4, 14}, {-6, 6},\n"
      "  {-30, 6}), rounding = 0.3*L } }\n"
      "local nose = shape 'nose' { bolt, polygon { points({-4, -12}, {4, -12}, {8, -4}, {8, 20}, {-8, 20},\n"
      "  {-8, -4}), rounding = 0.5*L } }\n"
      "contact 'catch' { tooth, nose, law = rigid { restitution = 0.1 }, friction = 0.15 }\n"
      "simulate { duration = 0.5 }\n",
      size, side);
  return open_text(text, NULL);
}

/* NULL: all are open. */
static const pawl_contact_point *carrier(const pawl_contact_pair *pair)
{
  const pawl_contact_point *best = NULL;
  for (int i = 0; i < pair->count; i++)
    if (pair->point[i].mode.normal != PAWL_OPEN &&
        (!best || pair->point[i].row.normal > best->row.normal * (1 + 1e-9)))
      best = pair->point + i;
  return best;
}

static void what_is_shown_is_of_the_loaded_touch(void **state)
{
  (void)state;
  static const double sizes[] = {1e-3, 1, 1e-6};
  for (int k = 0; k < 6; k++) {
    double size = sizes[k / 2];
    int closed = 0, back = 0;
    session s = open_latch(size, k % 2 ? -1 : 1);
    for (double t = 0.06; t < 0.13; t += 2.5e-4) {
      go(s, t);
      int mode = (int)see(s, "catch", -1, "mode");
      double slide = see(s, "catch", -1, "slide");
      const pawl_contact_point *p = carrier(s.run->system.contact->pair);
      if (mode != (p ? 1 + pawl_rub_number(p->mode.tangent, p->mode.way, 2) : 0))
        fail_msg("size %g, side %d, t = %g: mode %d", size, k % 2 ? -1 : 1, t, mode);
      assert_true(!p || see(s, "catch", -1, "s1") == p->track.now.s[0]);
      assert_true(mode != 1); /* friction is dry: what is closed sticks or slides */
      assert_true(mode != 3 || slide > -1e-6 * size);
      assert_true(mode != 4 || slide < 1e-6 * size);
      closed += mode > 0;
      back += mode == (k % 2 ? 3 : 4);
    }
    assert_true(closed > 150 && back > 90);
    leave(s);
  }
}

/* A soft block that comes down on one corner: gap and penetration are of the deepest touch that is pressed. */
static void what_gives_way_shows_its_deepest(void **state)
{
  (void)state;
  session s =
      open_text("planar { gravity = {0, -9.81} }\n"
                "local b = body 'b' { mass = 1, inertia = 2e-3, y = 0.06, angle = 0.05, omega = -2 }\n"
                "local floor = shape 'floor' { ground, line { {1, 0}, {-1, 0} } }\n"
                "local o = shape 'o' { b, polygon { {-0.1, -0.05}, {0.1, -0.05}, {0.1, 0.05}, {-0.1, "
                "0.05} } }\n"
                "contact 'c' { floor, o, law = hunt_crossley { stiffness = 1e6, damping = 0.8 },\n"
                "  friction = 0.3 }\n"
                "simulate { duration = 0.5 }\n",
                NULL);
  int both = 0;
  for (double t = 0; t < 0.5; t += 1e-3) {
    go(s, t);
    double depth = see(s, "c", -1, "penetration"), gap = see(s, "c", -1, "gap"), most = 0;
    const pawl_contact_pair *pair = s.run->system.contact->pair;
    const pawl_contact_point *p = carrier(pair);
    for (int i = 0; i < pair->count; i++)
      most = fmax(most, pair->point[i].mode.normal == PAWL_OPEN ? 0 : -pair->point[i].track.now.gap);
    assert_true(fabs(depth - most) < 1e-15 && (!p || fabs(depth + gap) < 1e-15 || gap > 0));
    assert_int_equal((int)see(s, "c", -1, "mode"),
                     p ? 1 + pawl_rub_number(p->mode.tangent, p->mode.way, 2) : 0);
    both += see(s, "c", -1, "count") > 1;
  }
  assert_true(both > 50);
  leave(s);
}

/* A ladder in a corner, shaken so that floor and wall carry most by turns: rows follow the load; what a signal reads while forces
 * are not known does not follow those of another instant. */
static void signals_do_not_follow_old_forces(void **state)
{
  (void)state;
  session s =
      open_text("planar { gravity = {0, -9.81} }\nlocal a, l = math.rad(40), 0.25\n"
                "local b = body 'b' { mass = 1, inertia = 0.02, x = l*math.cos(a), y = l*math.sin(a),\n"
                "  angle = -a }\n"
                "local corner = shape 'corner' { ground, chain { line { {2, 0}, {0, 0} }, line { {0, 0}, "
                "{0, 2} } } }\n"
                "local o = shape 'o' { b, polygon { {-l, 0}, {l, 0}, {l, 0.01}, {-l, 0.01} } }\n"
                "contact 'c' { corner, o, law = rigid {}, friction = 0.02 }\n"
                "force 'shake' { b, fx = function(t) return -14 + 12*math.sin(40*t) end }\n"
                "force 'f' { b, fy = 'c.slide' }\nsimulate { duration = 0.25 }\n",
                NULL);
  pawl_system *system = &s.run->system;
  pawl_contact_pair *pair = system->contact->pair;
  int turns = 0, last = -1;
  for (double t = 0.01; t < 0.25; t += 5e-3) {
    go(s, t);
    double slide = see(s, "c", -1, "slide");
    const pawl_contact_point *p = carrier(pair);
    assert_true(p && fabs(slide - p->row.slide[0]) < 1e-12);
    turns += last >= 0 && last != p->track.now.feature[0];
    last = p->track.now.feature[0];
    pawl_seen before = {0}, after = {0};
    pawl_contact_see(system, pair, PAWL_AT_VELOCITY, &before);
    for (int i = 0; i < pair->count; i++)
      pair->point[i].row.normal = 1 / (1 + fabs(pair->point[i].row.normal));
    pawl_contact_see(system, pair, PAWL_AT_VELOCITY, &after);
    assert_true(after.slip == before.slip && after.parameter[0] == before.parameter[0]);
    assert_true(after.length == before.length && after.rate == before.rate);
  }
  assert_true(turns >= 3);
  leave(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_shown_is_of_the_loaded_touch),
                                     cmocka_unit_test(what_gives_way_shows_its_deepest),
                                     cmocka_unit_test(signals_do_not_follow_old_forces)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
