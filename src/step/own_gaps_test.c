/* Gaps and constraints in own coordinates: what they say at an instant, and their rates against differences of the motion;
 * responses to forces along them. */
#include "step/sessions_test.h"
#include "system/own.h"

static const pawl_run_options sharp = {NULL, 1e-12, -1};

static const char with_gaps[] =
    "planar {}\n"
    "local toy = lagrangian \"toy\" { coordinates = {\"x\", \"y\", \"phi\"}, units = {\"m\", \"m\", "
    "\"rad\"},\n"
    "  start = {0.3, 0.2, 0.4}, speed = {0.5, -0.3, 1.2},\n"
    "  mass = function(q) return { {2, 0, 0.1*math.cos(q.phi)}, {0, 2, 0.1*math.sin(q.phi)},\n"
    "    {0.1*math.cos(q.phi), 0.1*math.sin(q.phi), 0.3} } end, christoffel = true,\n"
    "  force = function(q, v, t) return {-3*q.x, -2 + 0.3*v.x, math.sin(3*t)} end }\n"
    "local law = linear { stiffness = 1e5 }\n"
    "local function off() return -1 end\n" /* looked at only, so that the motion is free */
    "gap \"bent\" { toy, gap = function(q, t) return q.y + 0.1*math.cos(q.phi + t) - 0.05*q.x^2 end, law = "
    "law,\n"
    "  tangent = function(q, t) return {1, 0.1*q.x, -0.1*math.cos(q.phi)} end,\n"
    "  drift = function(q, t) return 0.3*math.sin(2*t)*q.y end }\n"
    "gap \"told\" { toy, gap = function(q, t) return q.y + 0.1*math.cos(q.phi + t) - 0.05*q.x^2 end, law = "
    "law,\n"
    "  normal = function(q, t) return {-0.1*q.x, 1, -0.1*math.sin(q.phi + t)} end }\n"
    "gap \"flat\" { toy, gap = 0.7, normal = {1, 0.5, -0.2}, tangent = {0, 1, 0.3}, drift = 0.25, law = law "
    "}\n"
    "constraint \"rail\" { toy, equation = function(q, t) return q.x*q.y - math.sin(q.phi + 2*t) end,\n"
    "  when = function(q, v, t) return v.x - q.x + t - 10 end }\n"
    "constraint \"line\" { toy, equation = -0.1, rate = {1, 2, 0}, when = off }\n"
    "constraint \"blade\" { toy, rate = function(q) return {math.sin(q.phi), -math.cos(q.phi), 0} end,\n"
    "  drift = function(q, t) return t*q.x end, when = off }\n"
    "simulate { duration = 1 }\n";

static pawl_gap_seen look(session s, const char *name)
{
  pawl_system *system = &s.run->system;
  assert_int_equal(pawl_run_motion(s.run, s.run->t, s.run->y), PAWL_OK);
  const pawl_gap_seen *seen = pawl_gap_look(system, pawl_model_find(s.model, name));
  assert_non_null(seen);
  return *seen;
}

static double along(const double *w, const double *x)
{
  return w ? w[0] * x[0] + w[1] * x[1] + w[2] * x[2] : 0;
}

/* Rates and second rates along the motion against differences of the motion itself. */
static void gaps_against_differences(void **state)
{
  (void)state;
  static const char *const names[] = {"bent", "told", "flat", "rail", "line", "blade"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    session s = open_text(with_gaps, &sharp);
    double h = 1e-3, gap[5], rate[5], slide[5], wanted[3] = {0};
    for (int k = 0; k < 5; k++) {
      go(s, 0.2 + k * h);
      pawl_gap_seen x = look(s, names[i]);
      gap[k] = x.gap;
      rate[k] = x.gap_rate;
      slide[k] = x.slide[0];
      if (k != 2)
        continue;
      wanted[0] = x.gap_rate;
      wanted[1] = along(x.normal, s.run->room.acceleration) + x.bend_n;
      wanted[2] = along(x.tangent[0], s.run->room.acceleration) + x.bend_t[0];
      assert_int_equal(x.n, 3);
      assert_int_equal(x.dof, 0);
    }
    double of_gap = (gap[0] - 8 * gap[1] + 8 * gap[3] - gap[4]) / (12 * h);
    double of_rate = (rate[0] - 8 * rate[1] + 8 * rate[3] - rate[4]) / (12 * h);
    double of_slide = (slide[0] - 8 * slide[1] + 8 * slide[3] - slide[4]) / (12 * h);
    if (strcmp(names[i], "blade") != 0)
      assert_true(fabs(of_gap - wanted[0]) < 1e-9);
    assert_true(fabs(of_rate - wanted[1]) < 1e-9);
    assert_true(fabs(of_slide - wanted[2]) < 1e-9);
    leave(s);
  }
}

static void what_gaps_say(void **state)
{
  (void)state;
  session s = open_text(with_gaps, &sharp);
  pawl_gap_seen bent = look(s, "bent");
  assert_true(fabs(bent.gap - (0.2 + 0.1 * cos(0.4) - 0.05 * 0.09)) < 1e-15);
  double normal[3];
  memcpy(normal, bent.normal, sizeof normal);
  pawl_gap_seen told = look(s, "told");
  for (int k = 0; k < 3; k++)
    assert_true(fabs(told.normal[k] - normal[k]) < 1e-15);
  assert_int_equal(told.tangents, 0);
  pawl_gap_seen flat = look(s, "flat");
  assert_true(fabs(flat.gap - (0.7 + 0.3 + 0.1 - 0.08)) < 1e-15);
  assert_true(fabs(flat.slide[0] - (-0.3 + 0.36 + 0.25)) < 1e-15);
  assert_true(fabs(look(s, "rail").when + 9.8) < 1e-14);
  assert_true(look(s, "line").when == -1);
  assert_true(fabs(see(s, "flat", -1, "slide") - 0.31) < 1e-15);
  leave(s);
}

/* M^-1 w after rows alone, at another place than the last motion. */
static void responses(void **state)
{
  (void)state;
  session s = open_text(with_gaps, &sharp);
  pawl_system *system = &s.run->system;
  double q[3] = {0.1, 0.2, 1.3}, v[3] = {0}, w[3] = {1, -2, 0.5}, x[3];
  assert_int_equal(pawl_system_rows(system, 0.3, q, v, s.run->base), PAWL_OK);
  assert_int_equal(pawl_own_respond(system, 0, w, x), PAWL_OK);
  double c = 0.1 * cos(1.3), b = 0.1 * sin(1.3);
  assert_true(fabs(2 * x[0] + c * x[2] - 1) < 1e-15);
  assert_true(fabs(2 * x[1] + b * x[2] + 2) < 1e-15);
  assert_true(fabs(c * x[0] + b * x[1] + 0.3 * x[2] - 0.5) < 1e-15);
  assert_int_equal(pawl_own_respond(system, 0, w, w), PAWL_OK); /* in place */
  assert_memory_equal(w, x, sizeof x);
  leave(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gaps_against_differences),
      cmocka_unit_test(what_gaps_say),
      cmocka_unit_test(responses),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
