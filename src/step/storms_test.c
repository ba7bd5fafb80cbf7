/* Storms of several touches: events that go on and on are passed, with touches closed and energy booked, whatever they move and
 * however long they last. Written in both senses and in sizes of all kinds. */
#include "step/sessions_test.h"

typedef struct {
  long passed, closed;
} log_of;

static void hear(void *listener, const pawl_event *e)
{
  log_of *log = listener;
  bool passed = strcmp(e->reason, "passed by time-stepping") == 0;
  log->passed += passed;
  log->closed += passed && strcmp(e->to, "open") != 0;
}

static const double sizes[] = {1e-6, 1e-3, 1, 1e3};

/* A light box under a corner of a heavy one slides, sticks, and is thrown off again: for as long as the heavy one turns over it, with bounces
 * of 1e-7 lengths, and more than a million of them. */
static const char *const chatter =
    "planar { gravity = {0, -9.81*L} }\n"
    "local light = body 'light' { mass = 2.54, inertia = 9.31e-5*L^2, y = 0.00655*L }\n"
    "local heavy = body 'heavy' { mass = 436684, inertia = 939.93*L^2, x = side*0.000816*L, y = "
    "0.0990344*L,\n"
    "  angle = -side*2.3396291 }\n"
    "local floor = shape 'floor' { ground, line { {L, 0}, {-L, 0} } }\n"
    "local function box(a, b) return polygon { {-a*L, -b*L}, {a*L, -b*L}, {a*L, b*L}, {-a*L, b*L} } end\n"
    "local under = shape 'under' { light, box(0.00818, 0.00655) }\n"
    "local over = shape 'over' { heavy, box(0.0511568, 0.0619699) }\n"
    "contact 'feet' { floor, under, law = rigid { restitution = 0.5037 }, friction = 0.5885 }\n"
    "contact 'rim' { floor, over, law = rigid { restitution = 0.5037 }, friction = 0.5885 }\n"
    "contact 'top' { under, over, law = rigid { restitution = 0.5037 }, friction = 0.5885 }\n"
    "simulate { duration = 0.4, tolerance = 1e-6 }\n";

/* A disc on the floor and a block on a slope lean on each other. An impact lets go of them at rest; friction then stops the disc, and they meet
 * again: each time from a little below the gap that they were let go at. */
static const char *const let_go =
    "planar { gravity = {0, -9.81*L} }\n"
    "local function outline(list)\n"
    "  local out = {}\n"
    "  for i = 1, #list do local p = list[side > 0 and i or #list + 1 - i] out[i] = {side*p[1]*L, p[2]*L} "
    "end\n"
    "  return polygon(out)\n"
    "end\n"
    "local w0 = shape 'w0' { ground, line { {3*L, 0}, {-3*L, 0} } }\n"
    "local w1 = shape 'w1' { ground, outline { {-0.6716246501314042, 0}, {-0.0271178612457035, 0},\n"
    "  {-0.6716246501314042, 0.7336719911449101} } }\n"
    "local b0 = body 'b0' { mass = 0.5996394798152014, inertia = 0.006471536192613291*L^2,\n"
    "  x = -side*0.04695495571072056*L, y = 1.5465706089571614*L, angle = side*2.8418696427574854,\n"
    "  vx = -side*0.2099815295443106*L, vy = -0.5759337203569528*L, omega = -side*7.7256215269421435 }\n"
    "local s0 = shape 's0' { b0, outline { {-0.18966969919781634, -0.10998760761173183},\n"
    "  {0.18966969919781634, -0.10998760761173183}, {0.18966969919781634, 0.10998760761173183},\n"
    "  {-0.18966969919781634, 0.10998760761173183} } }\n"
    "local b1 = body 'b1' { mass = 2.2872961481648777, inertia = 0.006466609528447497*L^2,\n"
    "  x = side*0.2551865230394701*L, y = 1.938308330121132*L, angle = -side*2.417444952103858,\n"
    "  vx = -side*0.3782203463226814*L, vy = -2.5726076642053735*L, omega = -side*4.288003984808569 }\n"
    "local s1 = shape 's1' { b1, circle { radius = 0.097077032528483*L } }\n"
    "local law = rigid { restitution = 0 }\n"
    "contact 'c0' { w0, s0, law = law, friction = 1 }\n"
    "contact 'c1' { w0, s1, law = law, friction = 1 }\n"
    "contact 'c3' { w1, s0, law = law, friction = 1 }\n"
    "contact 'c4' { w1, s1, law = law, friction = 1 }\n"
    "contact 'c6' { s0, s1, law = law, friction = 1 }\n"
    "simulate { duration = 0.5, tolerance = 1e-8 }\n";

static void run_sibling(const char *text, int k, long most)
{
  char whole[4096];
  log_of log = {0};
  snprintf(whole, sizeof whole, "local L, side = %.17g, %d\n%s", sizes[k >> 1], k & 1 ? -1 : 1, text);
  session s = open_text(whole, NULL);
  s.run->tells.on_event = hear;
  s.run->tells.listener = &log;
  go(s, s.model->plan.duration);
  assert_true(log.passed > 0 && log.closed > 0);
  assert_true(s.run->books.events < most && s.run->books.steps < most);
  assert_true(s.run->books.worst_ledger < 1e-6);
  leave(s);
}

static void of_constant_amplitude(void **state)
{
  (void)state;
  for (int k = 0; k < 8; k++)
    run_sibling(chatter, k, 10000);
}

static void of_what_is_let_go_at_rest(void **state)
{
  (void)state;
  for (int k = 0; k < 8; k++)
    run_sibling(let_go, k, 2000);
}

/* What rattles between two walls goes on alike, too, but can be seen: 1e-5 lengths. */
static void a_rattle_is_none(void **state)
{
  (void)state;
  for (int k = 0; k < 4; k += 2) {
    char text[1024];
    log_of log = {0};
    snprintf(text, sizeof text,
             "local L = %.17g\nplanar { gravity = {0, -9.81*L} }\n"
             "local bead = body 'bead' { mass = 1, inertia = 0.01*L^2 }\n"
             "prismatic 'way' { ground, bead, speed = 0.3*L }\n"
             "local rim = shape 'rim' { bead, circle { radius = 0.5*L } }\n"
             "local left = shape 'left' { ground:at{-(0.5 + 5e-6)*L, 0}, line { {0, -L}, {0, L} } }\n"
             "local right = shape 'right' { ground:at{(0.5 + 5e-6)*L, 0}, line { {0, L}, {0, -L} } }\n"
             "contact 'on_left' { left, rim, law = rigid { restitution = 1 } }\n"
             "contact 'on_right' { right, rim, law = rigid { restitution = 1 } }\n"
             "simulate { duration = 0.45 }\n",
             sizes[k]);
    session s = open_text(text, NULL);
    s.run->tells.on_event = hear;
    s.run->tells.listener = &log;
    go(s, 0.45);
    assert_int_equal(s.run->books.events, 13500); /* one in every 1e-5 L */
    assert_int_equal(log.passed, 0);
    leave(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(of_constant_amplitude),
                                     cmocka_unit_test(of_what_is_let_go_at_rest),
                                     cmocka_unit_test(a_rattle_is_none)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
