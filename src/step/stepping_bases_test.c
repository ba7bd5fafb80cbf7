/* Bases that carry what something rigid holds: by steps they give what they give by events, and the ledger closes to the order of the
 * step.      theory.md, 10.1 */
#include "base/chance.h"
#include "base/soak_test.h"
#include "step/sessions_test.h"

/* `side` -1: mirrored. */
static const char *const scenes[] = {
    /* an arm that comes down on a floor and slides on it */
    "local bs = base \"bs\" { y = function(t) return 0.1*math.sin(w*t) end }\n"
    "local arm = body \"arm\" { mass = 1, inertia = 0.1, com = {0.5*side, 0} }\n"
    "revolute \"j\" { bs, arm, angle = 0.3*side }\n"
    "contact \"hit\" { shape \"floor\" { ground, line { {3, -0.2}, {-3, -0.2} } },\n"
    "  shape \"tip\" { arm:at{side, 0}, circle { radius = 0.05 } }, law = rigid { restitution = 0 }, "
    "friction = "
    "mu }\n",
    /* a pendulum between stops */
    "local bs = base \"bs\" { x = function(t) return 0.3*side*math.sin(w*t) end }\n"
    "local arm = body \"arm\" { mass = 1, inertia = 0.02, com = {0, -0.4} }\n"
    "revolute \"j\" { bs, arm }\nstop \"s\" { \"j\", min = -0.2, max = 0.2 }\n",
    /* a slider that sticks and slips on what turns and moves */
    "local bs = base \"bs\" { x = function(t) return 0.2*side*math.sin(w*t) end,\n"
    "  angle = function(t) return 0.1*side*math.sin(t) end }\n"
    "local box = body \"box\" { mass = 2, inertia = 0.1 }\n"
    "prismatic \"j\" { bs, box }\njoint_friction \"k\" { \"j\", limit = 10*mu }\n",
    /* a wheel on a shaft that turns to and fro */
    "local bs = base \"bs\" { angle = function(t) return side*(1 - math.cos(w*t)) end }\n"
    "local wheel = body \"wheel\" { mass = 1, inertia = 0.1 }\n"
    "revolute \"j\" { bs, wheel }\njoint_friction \"k\" { \"j\", limit = 2*mu }\n",
    /* two arms on two bases, rubbing in both joints and on each other's ground */
    "local bs = base \"bs\" { y = function(t) return 0.1*math.sin(w*t) end }\n"
    "local other = base \"other\" { x = side*1.5, angle = function(t) return side*0.2*math.sin(w*t) end }\n"
    "local a = body \"a\" { mass = 1, inertia = 0.1, com = {0.3*side, 0} }\n"
    "local b = body \"b\" { x = side*1.5, mass = 1, inertia = 0.1, com = {0.2*side, 0} }\n"
    "revolute \"j\" { bs, a }\nrevolute \"l\" { other, b }\n"
    "joint_friction \"k\" { \"j\", limit = 20*mu }\njoint_friction \"n\" { \"l\", limit = 20*mu }\n"};

enum { SCENES = sizeof scenes / sizeof *scenes };

typedef struct {
  double work, ledger;
} outcome;

static outcome give(int scene, double w, double mu, int side, double step)
{
  char text[3000], how[80] = "";
  if (step > 0)
    snprintf(how, sizeof how, ", method = \"stepping\", step = %.17g", step);
  snprintf(text, sizeof text,
           "planar { gravity = {0, -9.81} }\nlocal w, mu, side = %.17g, %.17g, %d\n%s"
           "simulate { duration = 1%s }\n",
           w, mu, side, scenes[scene], how);
  session s = open_text(text, NULL);
  go(s, 1);
  outcome out = {see(s, "bs", -1, "work"), s.run->books.worst_ledger};
  leave(s);
  return out;
}

static void what_bases_give(void **state)
{
  (void)state;
  unsigned long long seed = 5;
  double ledger[2][SCENES] = {{0}}, work[2][SCENES] = {{0}};
  for (int i = 0; i < SCENES * soak_or(40, 4, 1); i++) {
    double w = 6 + 3 * pawl_chance(&seed), mu = 0.3 + 0.2 * pawl_chance(&seed);
    int scene = i % SCENES;
    outcome exact = give(scene, w, mu, 1, 0);
    for (int k = 0; k < 2; k++) {
      outcome here = give(scene, w, mu, 1, k ? 5e-4 : 1e-3), there = give(scene, w, mu, -1, k ? 5e-4 : 1e-3);
      assert_true(fabs(here.work - there.work) <= 1e-8 * (1 + fabs(here.work)));
      ledger[k][scene] = fmax(ledger[k][scene], here.ledger);
      work[k][scene] = fmax(work[k][scene], fabs(here.work - exact.work));
    }
  }
  for (int j = 0; j < SCENES; j++)
    print_message("  scene %d: ledger %.1e, %.1e with half the step; work beside events' %.1e, %.1e J\n", j,
                  ledger[0][j], ledger[1][j], work[0][j], work[1][j]);
  for (int j = 0; j < SCENES; j++)
    assert_true(ledger[0][j] < 1e-4 && ledger[1][j] < 0.35 * ledger[0][j] && work[0][j] < 0.1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_bases_give)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
