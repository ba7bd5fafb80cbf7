/* Corners in notches, on stairs and on each other under laws that give way: runs go to their end, no law and no friction gives more
 * than it was given, and the mirror image does the same.                                          theory.md, 7.2, 9.6 */
#include "step/sessions_test.h"

enum { ROWS = 240, CLOSINGS = 3, COORDINATES = 3 };

typedef struct {
  const char *name, *ground, *body, *law;
  double x, y, spin, duration;
} scene;

#define TEETH "{-1, -1}, {1, -1}, {1, 0}, {0.5, 0.6}, {0, 0}, {-0.5, 0.6}, {-1, 0}"
#define BLOCK "{-2, -1}, {2, -1}, {2, 0.6}, {0.5, 0.6}, {0, 0}, {-0.5, 0.6}, {-2, 0.6}"
#define STEP "{-2, -1}, {1, -1}, {1, 0.6}, {0.3, 0.6}, {0.3, 0}, {-2, 0}"
#define PIT "{-1, -1}, {1, -1}, {1, 0.5}, {0.3, 0.5}, {0.3, 0}, {-0.3, 0}, {-0.3, 0.5}, {-1, 0.5}"
#define STAIRS                                                                                               \
  "{-2, -1}, {2, -1}, {2, 0.6}, {0.8, 0.6}, {0.8, 0.4}, {0.4, 0.4}, {0.4, 0.2}, {0, 0.2}, {0, 0}, {-2, 0}"
#define VALLEY "{-2, -1}, {2, -1}, {2, 1}, {0, 0}, {-2, 1}"
#define TIP "{0, -0.4}, {0.3, 0.4}, {-0.3, 0.4}"
#define DART "{-0.35, -0.3}, {0, -0.1}, {0.35, -0.3}, {0, 0.4}"
#define STAR "{0.1, -0.1}, {0.4, 0}, {0.1, 0.1}, {0, 0.4}, {-0.1, 0.1}, {-0.4, 0}, {-0.1, -0.1}, {0, -0.4}"
#define LINEAR "linear { stiffness = 3e4, damping = 20 }"
#define HUNT "hunt_crossley { stiffness = 3e4, damping = 0.5 }"
#define REBOUND "restitution { e = 0.5, stiffness = 3e4 }"

static const scene scenes[] = {{"tip between teeth", TEETH, TIP, LINEAR, 0.1, 1, 0.3, 1.5},
                               {"tip between teeth", TEETH, TIP, HUNT, 0.1, 1, 0.3, 1.5},
                               {"tip between teeth", TEETH, TIP, REBOUND, 0.1, 1, 0.3, 1.5},
                               {"tip in a block", BLOCK, TIP, HUNT, 0.1, 1, 0.3, 1.5},
                               {"tip in a block, turned", BLOCK, TIP, LINEAR, -0.13, 1, -2, 1.5},
                               {"tip before a step", STEP, TIP, HUNT, 0.1, 1, 0.3, 1.5},
                               {"tip in a pit", PIT, TIP, HUNT, 0.1, 1, 0.3, 1.5},
                               {"star on stairs", STAIRS, STAR, HUNT, 0.55, 0.9, 1.5, 1.5},
                               {"star between teeth", TEETH, STAR, LINEAR, 0.12, 1.1, 2, 1.5},
                               {"dart on a tooth", TEETH, DART, HUNT, 0.45, 1.2, 0.5, 1.5},
                               {"dart in a valley", VALLEY, DART, REBOUND, 0.2, 0.8, 1, 1.5},
                               {"dart on stairs", STAIRS, DART, LINEAR, 0.5, 1, -1, 1.5}};

/* What one run tells: rows, and when touches closed. */
typedef struct {
  double work[ROWS + 1], place[ROWS + 1][COORDINATES], closing[CLOSINGS];
  int closings;
} story;

static void hear(void *listener, const pawl_event *e)
{
  story *s = listener;
  if (strcmp(e->from, "open") == 0 && s->closings < CLOSINGS)
    s->closing[s->closings++] = e->time;
}

static session open_scene(const scene *x, double side)
{
  char text[4096];
  snprintf(text, sizeof text,
           "planar { gravity = {0, -9.81} }\n"
           "local side = %g\n"
           "local function outline(p)\n"
           "  local q = {}\n"
           "  for i = 1, #p do local a = p[side > 0 and i or #p + 1 - i]; q[i] = {side*a[1], a[2]} end\n"
           "  return polygon(q)\n"
           "end\n"
           "local b = body 'b' { mass = 1, inertia = 0.05, x = side*%.17g, y = %.17g, omega = side*%.17g }\n"
           "contact 'c' { shape 'g' { ground, outline { %s } }, shape 's' { b, outline { %s } }, law = %s, "
           "friction = 0.4 }\n"
           "simulate { duration = %g, tolerance = 1e-9 }\n",
           side, x->x, x->y, x->spin, x->ground, x->body, x->law, x->duration);
  return open_text(text, NULL);
}

static void tell(story *to, const scene *x, double side)
{
  static const char *const channel[COORDINATES] = {"x", "y", "angle"};
  session s = open_scene(x, side);
  pawl_error error = {0};
  *to = (story){.closing = {INFINITY, INFINITY, INFINITY}};
  s.run->tells.on_event = hear;
  s.run->tells.listener = to;
  for (int row = 0; row <= ROWS; row++) {
    if (pawl_run_until(s.run, x->duration * row / ROWS, &error) != PAWL_OK)
      fail_msg("%s, %s, side %g: %s", x->name, x->law, side, error.text);
    to->work[row] = see(s, "c", -1, "work");
    for (int i = 0; i < COORDINATES; i++)
      to->place[row][i] = see(s, "b", -1, channel[i]);
  }
  leave(s);
}

/* The work of damping and friction is lost: it never comes back. */
static void assert_passive(const scene *x, const story *s)
{
  for (int row = 1; row <= ROWS; row++)
    if (!(s->work[row] <= s->work[row - 1] + 1e-9))
      fail_msg("%s, %s: the contact gives %g J before t = %g", x->name, x->law,
               s->work[row] - s->work[row - 1], x->duration * row / ROWS);
}

static void corners_give_nothing(void **state)
{
  (void)state;
  static story right, left;
  double worst = 0;
  int which = -1, count = (int)(sizeof scenes / sizeof *scenes);
  for (int k = 0; k < count; k++) {
    tell(&right, scenes + k, 1);
    tell(&left, scenes + k, -1);
    assert_passive(scenes + k, &right);
    assert_passive(scenes + k, &left);
    assert_true(right.closings == CLOSINGS);
    for (int row = 0; row <= ROWS && scenes[k].duration * row / ROWS < right.closing[CLOSINGS - 1]; row++) {
      note(&worst, &which, fabs(right.place[row][0] + left.place[row][0]), k);
      note(&worst, &which, fabs(right.place[row][1] - left.place[row][1]), k);
      note(&worst, &which, fabs(right.place[row][2] + left.place[row][2]), k);
    }
  }
  print_message("mirror images differ by %.3g m or rad at most (%s)\n", worst,
                which >= 0 ? scenes[which].name : "");
  assert_true(worst < 1e-7);
}

/* A rounded box comes to rest on the wall of a valley and sticks with both ends of its side. How they share its friction is rounding, in which
 * BDF finds no step any more; explicit steps do. */
static void what_sticks_twice_goes_on(void **state)
{
  (void)state;
  static const double tolerances[] = {1e-8, 1e-9, 1e-10};
  double y[3];
  for (int k = 0; k < 3; k++) {
    pawl_run_options options = {.tolerance = tolerances[k]};
    session s =
        open_text("planar { gravity = {0, -98100} }\n"
                  "local b = body 'b' { mass = 177582.35879782226, inertia = 20153232078.652504,\n"
                  "  x = 84.77957536273762, y = 4000, vx = -2017.608599774211, omega = 9.367980475017823 }\n"
                  "local f = shape 'f' { ground, polygon { {-8000, -2000}, {8000, -2000}, {8000, 4000}, {0, "
                  "0}, {-8000, 4000} } }\n"
                  "local a, c = 538.451453016517, 215.38058120660682\n"
                  "local s = shape 's' { b, polygon { {-a, -c}, {a, -c}, {a, c}, {-a, c}, rounding = "
                  "43.07611624132136 } }\n"
                  "contact 'c' { f, s, law = hunt_crossley { stiffness = 16526849888.132946, damping = 0.5 "
                  "}, friction = 1 }\n"
                  "simulate { duration = 1.0713848876960061 }\n",
                  &options);
    go(s, 1.0713848876960061);
    y[k] = see(s, "b", -1, "y");
    leave(s);
  }
  print_message("at rest at y = %.9g, %.9g, %.9g m\n", y[0], y[1], y[2]);
  assert_true(fabs(y[1] - y[2]) < 1e-5 && fabs(y[0] - y[2]) < 1e-5);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(corners_give_nothing),
                                     cmocka_unit_test(what_sticks_twice_goes_on)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
