/* Mechanisms and many bodies in one group by time-stepping: beside the same by events, as a pile and as pairs, mirrored, in every size; the
 * books of what drives and carries them; what carries a hundred boxes.      theory.md, 10.3 */
#include "base/chance.h"
#include "base/soak_test.h"
#include "step/sessions_test.h"
#include "step/stepping_pile_run.h"

enum { EVENTS, PILE, PAIRS };

/* In lengths L; `m`: 1, or mirrored -1. What is looked at in the end: `seen`. The block has no friction: how its weight is shared by the floor and
 * what pushes it would not be unique. */
static const struct {
  const char *name, *shapes, *seen[3], *text;
} scenes[] = {
    {"a crank pushes a block",
     "'floor', 'face', 'sides'",
     {"block.x", "pusher.x", "drive.work"},
     "local crank = body 'crank' { mass = 1, inertia = 0.02*L^2 }\n"
     "local rod = body 'rod' { mass = 0.5, inertia = 0.02*L^2, com = {0.4*m*L, 0} }\n"
     "local pusher = body 'pusher' { mass = 1, inertia = 0.01*L^2 }\n"
     "local hinge = revolute 'hinge' { ground:at{0, 0.2*L}, crank, angle = math.pi/2 }\n"
     "revolute 'pin' { crank:at{0.2*L, 0}, rod, angle = m > 0 and -math.pi/2 - 0.25 or -math.pi/2 + 0.25 }\n"
     "revolute 'wrist' { rod:at{0.8*m*L, 0}, pusher }\n"
     "prismatic 'slot' { ground:at{0, 0.2*L}, pusher, position = 0.7746*m*L }\n"
     "motor 'drive' { hinge, speed = -3*m/T }\n"
     "shape 'face' { pusher, polygon { {-0.1*L, -0.1*L}, {0.1*L, -0.1*L}, {0.1*L, 0.1*L}, {-0.1*L, 0.1*L} } "
     "}\n"
     "local block = body 'block' { mass = 1 + a, inertia = 0.02*L^2, x = (1.08 + 0.1*b)*m*L, y = 0.15*L }\n"
     "shape 'sides' { block, polygon { {-0.1*L, -0.15*L}, {0.1*L, -0.15*L}, {0.1*L, 0.15*L}, {-0.1*L, "
     "0.15*L} } }\n"},
    {"a flap opens under a box",
     "'floor', 'leaf', 'sides'",
     {"box.y", "flap.angle", "box.x"},
     "local flap = body 'flap' { mass = 2, inertia = 0.2*L^2, com = {0.5*m*L, 0} }\n"
     "local hinge = revolute 'hinge' { ground:at{0, 0.8*L}, flap, angle = 0.1*m }\n"
     "torsion 'return' { hinge, stiffness = 40*E, damping = E*T, angle = 0.1*m }\n"
     "local near, far = (0.55*m - 0.65)*L, (0.55*m + 0.65)*L\n"
     "shape 'leaf' { flap, polygon { {near, -0.04*L}, {far, -0.04*L}, {far, 0.04*L}, {near, 0.04*L} } }\n"
     "local box = body 'box' { mass = 1 + a, inertia = 0.02*L^2, x = (0.6 + 0.2*b)*m*L, y = 1.2*L }\n"
     "shape 'sides' { box, polygon { {-0.1*L, -0.1*L}, {0.1*L, -0.1*L}, {0.1*L, 0.1*L}, {-0.1*L, 0.1*L} } "
     "}\n"},
    {"a tray goes to and fro under a box",
     "'plate', 'sides'",
     {"box.x", "tray.work", "box.y"},
     "local tray = base 'tray' { x = function(t) return 0.2*m*L*math.sin(4*t/T) end,\n"
     "  y = function(t) return 0.4*L + 0.02*L*math.sin(9*t/T) end }\n"
     "shape 'plate' { tray, line { {3*L, 0}, {-3*L, 0} } }\n"
     "local box = body 'box' { mass = 1 + a, inertia = 0.02*L^2, x = 0.1*b*m*L, y = 0.5*L }\n"
     "shape 'sides' { box, polygon { {-0.1*L, -0.1*L}, {0.1*L, -0.1*L}, {0.1*L, 0.1*L}, {-0.1*L, 0.1*L} } "
     "}\n"},
    {"a belt takes a box along to an arm",
     "'belt', 'sides', 'end'",
     {"box.x", "arm.angle", "box.y"},
     "shape 'belt' { ground, line { {3*L, 0.1*L}, {-3*L, 0.1*L} }, surface_speed = -m*(1 + b)*L/T }\n"
     "local box = body 'box' { mass = 1 + a, inertia = 0.02*L^2, x = 0, y = 0.2*L }\n"
     "shape 'sides' { box, polygon { {-0.1*L, -0.1*L}, {0.1*L, -0.1*L}, {0.1*L, 0.1*L}, {-0.1*L, 0.1*L} } }\n"
     "local arm = body 'arm' { mass = 1, inertia = 0.1*L^2, com = {0, -0.4*L} }\n"
     "local hinge = revolute 'hinge' { ground:at{0.5*m*L, L}, arm }\n"
     "torsion 'oil' { hinge, stiffness = 0, damping = 0.1*E*T }\n"
     "shape 'end' { arm:at{0, -0.75*L}, circle { radius = 0.05*L } }\n"},
};

enum { SCENES = sizeof scenes / sizeof *scenes };

typedef struct {
  double L, T, a, b; /* sizes; numbers at random, -0.5 to 0.5 */
  int scene, side;
} draw;

/* A contact that is nowhere near makes pairs of a group. */
static session open_scene(const draw *d, int how, double step, const pawl_kernel_ops *kernel)
{
  const pawl_run_options options = {kernel, NAN, -1};
  char text[4000], method[80] = ", tolerance = 1e-9";
  if (how != EVENTS)
    snprintf(method, sizeof method, ", method = 'stepping', step = %.17g", step);
  snprintf(text, sizeof text,
           "local L, T, a, b, m = %.17g, %.17g, %.17g, %.17g, %d\nlocal E = 1*L^2/T^2\n"
           "planar { gravity = {0, -10*L/T^2} }\n"
           "shape 'floor' { ground, line { {5*L, 0}, {-5*L, 0} } }\n%s"
           "contacts 'all' { shapes = {%s}, law = rigid {}, friction = %s }\n%s"
           "simulate { duration = T%s }\n",
           d->L, d->T, d->a, d->b, d->side, scenes[d->scene].text, scenes[d->scene].shapes,
           d->scene == 0 ? "0" : "0.3 + 0.1*a",
           how == PAIRS ? "local far = body 'far' { mass = 1, inertia = L^2, x = 100*L, y = 100*L }\n"
                          "contact 'none' { shape 'shelf' { ground, line { {101*L, 90*L}, {99*L, 90*L} } }, "
                          "shape 'dot' { far, circle { radius = 0.1*L } }, law = rigid {} "
                          "}\n"
                        : "",
           method);
  session s = open_text(text, &options);
  assert_true((pawl_stepping_pile(s.run) != NULL) == (how == PILE));
  return s;
}

/* In lengths, radians and energies of a unit mass, seen from the right. */
static void end_of(const draw *d, int how, double step, const pawl_kernel_ops *kernel, double end[3],
                   double *ledger)
{
  session s = open_scene(d, how, step * d->T, kernel);
  go(s, d->T);
  for (int i = 0; i < 3; i++) {
    const char *dot = strchr(scenes[d->scene].seen[i], '.');
    char part[32];
    snprintf(part, sizeof part, "%.*s", (int)(dot - scenes[d->scene].seen[i]), scenes[d->scene].seen[i]);
    bool work = strcmp(dot, ".work") == 0, up = strcmp(dot, ".y") == 0, turns = strcmp(dot, ".angle") == 0;
    double unit = work ? d->L * d->L / d->T / d->T : turns ? 1 : d->L;
    end[i] = see(s, part, -1, dot + 1) / unit * (work || up ? 1 : d->side);
  }
  *ledger = s.run->books.worst_ledger;
  leave(s);
}

static double apart(const double a[3], const double b[3])
{
  return fmax(fabs(a[0] - b[0]), fmax(fabs(a[1] - b[1]), fabs(a[2] - b[2])));
}

/* Errors fall with the step; pairs by stepping come to the same. */
static void three_ways(void **state)
{
  (void)state;
  unsigned long long seed = 11;
  static const double sizes[] = {1, 1e-3, 30};
  double error[2][SCENES] = {{0}}, pairs[SCENES] = {0}, ledger[2][SCENES] = {{0}}, mirror[2] = {0};
  int count = SCENES * soak_or(24, 2, 2);
  for (int i = 0; i < count; i++) {
    draw d = {.L = sizes[i / SCENES % 3], .T = 1, .scene = i % SCENES, .side = i / SCENES % 2 ? -1 : 1};
    d.a = 0.5 * pawl_chance(&seed), d.b = 0.5 * pawl_chance(&seed);
    double exact[3], end[2][3], other[3], told, far[3];
    end_of(&d, EVENTS, 0, NULL, exact, &told);
    for (int k = 0; k < 2; k++) {
      end_of(&d, PILE, k ? 2.5e-4 : 1e-3, NULL, end[k], &told);
      error[k][d.scene] += apart(end[k], exact) / (count / SCENES);
      ledger[k][d.scene] = fmax(ledger[k][d.scene], told);
    }
    end_of(&d, PAIRS, 2.5e-4, NULL, other, &told);
    pairs[d.scene] += apart(other, exact) / (count / SCENES);
    end_of(&d, PILE, 1e-3, &pawl_kernel_spatial, other, &told);
    mirror[1] = fmax(mirror[1], apart(other, end[0]));
    d.side = -d.side;
    end_of(&d, PILE, 1e-3, NULL, far, &told);
    mirror[0] = fmax(mirror[0], apart(far, end[0]));
  }
  for (int j = 0; j < SCENES; j++)
    print_message("  %s: off by %.1e, %.1e with a quarter of the step; as pairs %.1e; ledger %.1e, %.1e\n",
                  scenes[j].name, error[0][j], error[1][j], pairs[j], ledger[0][j], ledger[1][j]);
  print_message("  mirrored: apart by %.1e; through the spatial kernel: by %.1e\n", mirror[0], mirror[1]);
  for (int j = 0; j < SCENES; j++)
    assert_true(error[0][j] < 0.02 && error[1][j] < fmax(0.5 * error[0][j], 2 * pairs[j]) &&
                ledger[0][j] < 5e-3 && ledger[1][j] < fmax(0.6 * ledger[0][j], 1e-9));
  assert_true(mirror[0] < 1e-3 && mirror[1] < 1e-3); /* impact after impact */
}

/* At rest: a sprung lid bears a box, and the spring's moment is that of their weights. */
static void lid_at_rest(void **state)
{
  (void)state;
  session s =
      open_text("planar { gravity = {0, -10} }\n"
                "local lid = body 'lid' { mass = 2, inertia = 0.2, com = {0.5, 0} }\n"
                "local hinge = revolute 'hinge' { ground:at{0, 1}, lid }\n"
                "torsion 'spring' { hinge, stiffness = 200, damping = 40 }\n"
                "shape 'leaf' { lid, polygon { {0, -0.05}, {1.2, -0.05}, {1.2, 0.05}, {0, 0.05} } }\n"
                "local box = body 'box' { mass = 3, inertia = 0.05, x = 0.8, y = 1.15 }\n"
                "shape 'sides' { box, polygon { {-0.1, -0.1}, {0.1, -0.1}, {0.1, 0.1}, {-0.1, 0.1} } }\n"
                "contacts 'all' { law = rigid {}, friction = 0.6 }\n"
                "simulate { duration = 10, method = 'stepping', step = 1e-3 }\n",
                NULL);
  go(s, 10);
  double angle = see(s, "lid", -1, "angle"), moment = -200 * angle,
         weights = 2 * 10 * 0.5 * cos(angle) + 3 * 10 * see(s, "box", -1, "x");
  print_message("  the spring's moment is %.9g N m, that of the weights %.9g N m, pushes %.9g N\n", moment,
                weights, see(s, "all", -1, "normal_force"));
  assert_true(fabs(moment / weights - 1) < 1e-6 && angle < -0.1);
  assert_true(fabs(see(s, "all", -1, "normal_force") / (30 * cos(angle)) - 1) < 1e-6);
  leave(s);
}

/* A hundred and sixty boxes stirred by a paddle, as a pile: as pairs they are refused. Books close, and nothing sinks in. */
static void stirred(void **state)
{
  (void)state;
  session s = open_text(
      "planar { gravity = {0, -10} }\n"
      "shape 'floor' { ground, line { {2, 0}, {-2, 0} } }\nshape 'left' { ground, line { {-2, 0}, {-2, 8} } "
      "}\n"
      "shape 'right' { ground, line { {2, 8}, {2, 0} } }\n"
      "local paddle = body 'paddle' { mass = 5, inertia = 0.5 }\n"
      "local hinge = revolute 'hinge' { ground:at{0, 0.6}, paddle }\n"
      "shape 'blade' { paddle, polygon { {-0.5, -0.05}, {0.5, -0.05}, {0.5, 0.05}, {-0.5, 0.05} } }\n"
      "motor 'drive' { hinge, speed = 3 }\n"
      "for i = 0, 159 do\n  local r = 0.08 + 0.02*((i*7919) % 13)/13\n"
      "  local box = body('box' .. i) { mass = 4*r^2*20, inertia = 4*r^2*20*r^2*2/3, x = -1.6 + 0.36*(i % "
      "10),\n"
      "    y = 1.3 + 0.3*(i // 10), angle = 0.3*((i*31) % 7)/7, vy = -4 }\n"
      "  shape('o' .. i) { box, polygon { {-r, -r}, {r, -r}, {r, r}, {-r, r} } }\nend\n"
      "contacts 'all' { law = rigid {}, friction = 0.4 }\n"
      "simulate { duration = 1, method = 'stepping', step = 2e-3 }\n",
      NULL);
  go(s, 0.9);
  const pawl_pile *p = pawl_stepping_pile(s.run);
  print_message(
      "  %d touches in islands of up to %d, deepest %.1e m, ledger %.1e, the motor has given %.3g J\n",
      p->touches, p->report.largest, p->report.deepest, s.run->books.worst_ledger,
      see(s, "drive", -1, "work"));
  assert_true(p->touches > 100 && p->report.largest > 50 && p->report.deepest < 1e-3);
  assert_true(s.run->books.worst_ledger < 1e-3 && fabs(see(s, "hinge", -1, "speed") - 3) < 1e-9);
  leave(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(three_ways), cmocka_unit_test(lid_at_rest),
                                     cmocka_unit_test(stirred)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
