/* Storms of several touches: events that go on and on are passed, with touches closed and energy booked, whatever they move and
 * however long they last. Written in both senses and in sizes of all kinds. */
#include "step/sessions_test.h"

typedef struct {
  long passed, closed;
} log_of;

static void hear(void *listener, const pawl_event_record *e)
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

static void run_sibling(const char *text, int k, long most)
{
  char whole[4096];
  log_of log = {0};
  snprintf(whole, sizeof whole, "local L, side = %.17g, %d\n%s", sizes[k >> 1], k & 1 ? -1 : 1, text);
  session s = open_text(whole, NULL);
  s.run->on_event = hear;
  s.run->listener = &log;
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

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(of_constant_amplitude)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
