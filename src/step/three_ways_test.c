/* Three ways through the same contact, a word apart in the model: events, Moreau–Jean stepping with h → 0, a law with
 * stiffness → ∞. All must come to the same motion; the orders at which they do are measured.      docs/validation.md */
#include "step/three_ways_test.h"

#include "base/soak_test.h"

static const model models[] = {
    {.name = "ball thrown on a floor",
     .text = "planar { gravity = {0, -9.81} }\n"
             "local ball = body \"ball\" { mass = 1, inertia = 0.4*0.05^2, y = 0.35, vx = 1, omega = 8 }\n"
             "local floor = shape \"floor\" { ground, line { {9, 0}, {-9, 0} } }\n"
             "local rim = shape \"rim\" { ball, circle { radius = 0.05 } }\n"
             "contact \"hit\" { floor, rim, law = $law, friction = 0.2 }\n"
             "simulate { tolerance = 1e-11, $how }\n",
     .rigid = "rigid { restitution = 0.8 }",
     .soft = "restitution { e = 0.8, exponent = 1, stiffness = stiff }",
     .watched = {"ball.x", "ball.y"},
     .length = 0.3,
     .duration = 0.9,
     .stiffness = 1e5,
     .steps = 8,
     .order = 0.5},
    {.name = "stone sliding to rest",
     .text = "planar { gravity = {0, -9.81} }\n"
             "local stone = body \"stone\" { mass = 1, inertia = 0.1, vx = 1 }\n"
             "local floor = shape \"floor\" { ground, line { {9, 0}, {-9, 0} } }\n"
             "contact \"foot\" { floor, shape \"tip\" { stone, vertex {} }, law = $law, friction = 0.3 }\n"
             "simulate { tolerance = 1e-11, $how }\n",
     .rigid = "rigid {}",
     .soft = "linear { stiffness = stiff, damping = damp }",
     .damping = 1,
     .watched = {"stone.x", "stone.y"},
     .length = 0.1,
     .duration = 0.5,
     .stiffness = 1e4,
     .steps = 8,
     .order = 1},
    {.name = "oscillator and wall",
     .text = "planar {}\n"
             "local mass = body \"mass\" { mass = 1, inertia = 1 }\n"
             "prismatic \"guide\" { ground, mass, axis = {1, 0}, position = -0.5 }\n"
             "joint_spring \"spring\" { \"guide\", stiffness = 1 }\n"
             "motor \"shaker\" { \"guide\", force = function(t) return math.cos(2.6*t) end }\n"
             "local face = shape \"face\" { ground, line { {0.1, 1}, {0.1, -1} } }\n"
             "contact \"hit\" { face, shape \"tip\" { mass, vertex {} }, law = $law }\n"
             "simulate { tolerance = 1e-11, $how }\n",
     .rigid = "rigid { restitution = 0.7 }",
     .soft = "restitution { e = 0.7, exponent = 1, stiffness = stiff }",
     .watched = {"guide.position"},
     .length = 0.5,
     .duration = 9,
     .stiffness = 1e4,
     .steps = 8,
     .order = 0.5},
    {.name = "pendulum and wall",
     .text = "planar { gravity = {0, -9.81} }\n"
             "local bob = body \"bob\" { mass = 1, inertia = 0.01, com = {0.5, 0} }\n"
             "revolute \"pivot\" { ground, bob, angle = -20*deg }\n"
             "local rim = shape \"rim\" { bob:at{0.5, 0}, circle { radius = 0.05 } }\n"
             "local wall = shape \"wall\" { ground, line { {-0.1, -1}, {-0.1, 0} } }\n"
             "contact \"hit\" { wall, rim, law = $law }\n"
             "simulate { tolerance = 1e-11, $how }\n",
     .rigid = "rigid { restitution = 0.6 }",
     .soft = "restitution { e = 0.6, exponent = 1, stiffness = stiff }",
     .watched = {"pivot.angle"},
     .length = 1,
     .duration = 1.5,
     .stiffness = 1e4,
     .steps = 8,
     .order = 0.5},
    {.name = "block on a belt",
     .text = "planar { gravity = {0, -9.81} }\n"
             "local belt = body \"belt\" { mass = 1, inertia = 1 }\n"
             "motor \"drive\" { prismatic \"run\" { ground, belt, axis = {1, 0} }, speed = 0.5 }\n"
             "local block = body \"block\" { mass = 1, inertia = 0.1 }\n"
             "local top = shape \"top\" { belt, line { {50, 0}, {-50, 0} } }\n"
             "bushing \"spring\" { ground, block, stiffness = {20, 0} }\n"
             "contact \"rub\" { top, shape \"foot\" { block, vertex {} }, law = $law, friction = coulomb { "
             "mu = 0.2, mu_static = 0.4 } }\n"
             "simulate { tolerance = 1e-11, $how }\n",
     .rigid = "rigid {}",
     .soft = "linear { stiffness = stiff, damping = damp }",
     .damping = 1,
     .watched = {"block.x", "block.y"},
     .length = 0.2,
     .duration = 2,
     .stiffness = 1e4,
     .steps = 8,
     .order = 1},
    {.name = "woodpecker",
     .text = "planar {}\n"
             "local mM, JM, mS, JS, grav, c = 0.3e-3, 5e-9, 4.5e-3, 7e-7, 9.81, 0.0056\n"
             "local r0, rM, hM, lM, lG, hS, lS = 2.5e-3, 3.1e-3, 5.8e-3, 10e-3, 15e-3, 20e-3, 20.1e-3\n"
             "local toy = lagrangian \"toy\" { coordinates = {\"y\", \"sleeve\", \"bird\"}, units = {\"m\", "
             "\"rad\", \"rad\"},\n"
             "  start = {0, -0.1, -0.2788}, speed = {-0.3411, 0, -7.4583},\n"
             "  mass = { {mS + mM, mS*lM, mS*lG}, {mS*lM, JM + mS*lM^2, mS*lM*lG}, {mS*lG, mS*lM*lG, JS + "
             "mS*lG^2} },\n"
             "  force = function(q, v, t) local twist = c*(q[2] - q[3])\n"
             "    return { -(mS + mM)*grav, -twist - mS*grav*lM, twist - mS*grav*lG } end }\n"
             "local law, mu = $law, 0\n"
             "gap \"beak\" { toy, gap = lM + lG - lS - r0, normal = {0, 0, -hS}, tangent = {1, lM, lG - lS}, "
             "law = law, friction = mu }\n"
             "gap \"lower\" { toy, gap = rM - r0, normal = {0, hM, 0}, tangent = {1, rM, 0}, law = law, "
             "friction = mu }\n"
             "gap \"upper\" { toy, gap = rM - r0, normal = {0, -hM, 0}, tangent = {1, rM, 0}, law = law, "
             "friction = mu }\n"
             "simulate { tolerance = 1e-11, $how }\n",
     .rigid = "rigid { restitution = 0.5 }",
     .soft = "restitution { e = 0.5, exponent = 1, stiffness = stiff }",
     .watched = {"toy.y", "toy.sleeve", "toy.bird"},
     .length = 0.1,
     .duration = 0.14,
     .stiffness = 1e5,
     .steps = 8,
     .order = 0.5},
};

static void all_ways_lead_to_one_motion(void **state)
{
  (void)state;
  print_message("| model | step | error | order | stiffness | error | order | derived |\n"
                "|---|---|---|---|---|---|---|---|\n");
  for (size_t i = 0; i < sizeof models / sizeof *models; i += (size_t)soak_or(1, 1, 3)) {
    const model *m = models + i;
    motion exact;
    double h[LEVELS], soft[LEVELS], e_h[LEVELS], e_soft[LEVELS];
    move(m, 0, 0, &exact);
    by_steps(m, &exact, h, e_h);
    by_stiffness(m, &exact, soft, e_soft);
    const double order[2] = {slope(h, e_h, LEVELS), slope(soft, e_soft, LEVELS)};
    put_row(m, h, e_h, soft, e_soft, order);
    assert_true(order[0] > 0.9 && e_h[LEVELS - 1] < 5e-3);
    assert_true(fabs(order[1] - m->order) < 0.05 && e_soft[LEVELS - 1] < 2.5e-3);
  }
}

/* A pendulum that rubs on the wall it hits: friction and normal force are coupled, and Newton's and Poisson's restitution
 * are two laws, not one. Stepping is Newton's. */
static void restitution_has_two_meanings(void **state)
{
  (void)state;
  model m = {.text = "planar { gravity = {0, -9.81} }\n"
                     "local bob = body \"bob\" { mass = 1, inertia = 0.01, com = {0.5, 0} }\n"
                     "revolute \"pivot\" { ground, bob, angle = -20*deg }\n"
                     "local rim = shape \"rim\" { bob:at{0.5, 0}, circle { radius = 0.05 } }\n"
                     "local wall = shape \"wall\" { ground, line { {0.2, -1}, {0.2, 0} } }\n"
                     "contact \"hit\" { wall, rim, law = $law, friction = 0.4 }\n"
                     "simulate { tolerance = 1e-11, $how }\n",
             .rigid = "rigid { restitution = 0.6, impact = \"newton\" }",
             .watched = {"pivot.angle"},
             .length = 1,
             .duration = 0.8,
             .steps = 8};
  motion newton, poisson;
  double h[LEVELS], error[LEVELS];
  move(&m, 0, 0, &newton);
  by_steps(&m, &newton, h, error);
  m.rigid = "rigid { restitution = 0.6 }";
  move(&m, 0, 0, &poisson);
  double order = slope(h, error, LEVELS), apart = distance(&m, &newton, &poisson);
  print_message("coupled friction: stepping comes to Newton's motion, %.1e … %.1e, order %.2f; Poisson's is "
                "%.2g rad away\n",
                error[0], error[LEVELS - 1], order, apart);
  assert_true(order > 0.9 && error[LEVELS - 1] < 2e-3);
  assert_true(apart > 20 * error[LEVELS - 1]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(all_ways_lead_to_one_motion),
                                     cmocka_unit_test(restitution_has_two_meanings)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
