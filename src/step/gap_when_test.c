/* Gaps that are there for a while: `when`.      theory.md, 5.14, 9.1 */
#include "base/chance.h"
#include "base/soak_test.h"
#include "step/sessions_test.h"

#define G 9.81

typedef struct {
  double mass, mu, speed, edge; /* of what slides on a ledge that ends at x = edge */
} slide;

static double from(unsigned long long *seed, double least, double most)
{
  return least + (most - least) * 0.5 * (1 + pawl_chance(seed));
}

static slide random_slide(unsigned long long *seed)
{
  slide x = {from(seed, 0.1, 5), from(seed, 0.05, 0.6), from(seed, 1, 4), 0};
  x.edge = from(seed, 0.1, 0.9) * x.speed * x.speed / (2 * x.mu * G); /* before it stops */
  return x;
}

/* To the right, or its mirror image. */
static session open_slide(const slide *x, const char *law, double way, const char *how)
{
  char text[1024];
  snprintf(text, sizeof text,
           "planar {}\n"
           "local b = lagrangian 'b' { coordinates = {'x', 'y'}, units = {'m', 'm'}, speed = {%.17g, 0},\n"
           "  mass = { {%.17g, 0}, {0, %.17g} }, force = {0, %.17g} }\n"
           "gap 'ledge' { b, gap = 0, normal = {0, 1}, tangent = {1, 0}, law = %s, friction = %.17g,\n"
           "  when = function(q, v, t) return %.17g - %g*q[1] end }\n"
           "simulate { duration = 1%s }\n",
           way * x->speed, x->mass, x->mass, -G * x->mass, law, x->mu, x->edge, way, how);
  return open_text(text, NULL);
}

/* v² = v0² - 2 μ g x on the ledge, then it falls. */
static void end_of(const slide *x, double t, double *at, double *low)
{
  double v = sqrt(x->speed * x->speed - 2 * x->mu * G * x->edge), left = (x->speed - v) / (x->mu * G);
  bool on = t < left;
  *at = on ? x->speed * t - 0.5 * x->mu * G * t * t : x->edge + v * (t - left);
  *low = on ? 0 : -0.5 * G * (t - left) * (t - left);
}

static double off_by(session s, const slide *x, double way)
{
  double at, low;
  end_of(x, s.run->t, &at, &low);
  return fmax(fabs(way * see(s, "b", -1, "x") - at), fabs(see(s, "b", -1, "y") - low));
}

static void it_slides_over_the_end(void **state)
{
  (void)state;
  unsigned long long seed = 11;
  double worst = 0, coarse = 0, fine = 0;
  for (int i = 0; i < soak_or(400, 40, 10); i++) {
    slide x = random_slide(&seed);
    double way = i % 2 ? -1 : 1;
    session s = open_slide(&x, "rigid {}", way, "");
    go(s, 1);
    worst = fmax(worst, off_by(s, &x, way));
    assert_true(see(s, "ledge", -1, "gap") == see(s, "b", -1, "y"));
    leave(s);
    s = open_slide(&x, "linear { stiffness = 1e8, damping = 1e4 }", way, "");
    go(s, 1);
    assert_true(off_by(s, &x, way) < 1e-3);
    leave(s);
    for (int k = 0; k < 2; k++) {
      s = open_slide(&x, "rigid {}", way,
                     k ? ", method = 'stepping', step = 1e-4" : ", method = 'stepping', step = 1e-3");
      go(s, 1);
      *(k ? &fine : &coarse) += off_by(s, &x, way);
      leave(s);
    }
  }
  print_message("by events off by %.2g m; by steps %.2g m, a tenth as long %.2g m\n", worst, coarse, fine);
  assert_true(worst < 1e-12);
  assert_true(fine < 0.2 * coarse && coarse > 0);
}

/* A door that opens at 1 s and shuts again; what fell through is below a net by then, or in its way. */
static session open_door(double net, double shuts, const char *law, const char *how)
{
  char text[1024];
  snprintf(text, sizeof text,
           "planar {}\n"
           "local b = lagrangian 'b' { coordinates = {'y'}, units = {'m'}, start = {0.1}, mass = { {1} }, "
           "force = {-9.81} }\n"
           "gap 'door' { b, gap = 0, normal = {1}, law = %s, when = function(q, v, t) return (t - 1)*(t - "
           "%g) end }\n"
           "gap 'net' { b, gap = %g, normal = {1}, law = rigid {} }\n"
           "simulate { duration = 1.5%s }\n",
           law, shuts, net, how);
  return open_text(text, NULL);
}

static void a_door_opens(void **state)
{
  (void)state;
  session s = open_door(0.05, 9, "rigid { restitution = 0.5 }", "");
  go(s, 1.05);
  assert_true(fabs(see(s, "b", -1, "y") + 0.5 * G * 0.05 * 0.05) < 1e-12);
  size_t size = pawl_run_state_size(s.run);
  double *kept = malloc(size * sizeof *kept);
  pawl_error error = {0};
  assert_non_null(kept);
  pawl_run_get_state(s.run, kept);
  session other = open_door(0.05, 9, "rigid { restitution = 0.5 }", "");
  assert_int_equal(pawl_run_set_state(other.run, kept, &error), PAWL_OK);
  free(kept);
  go(s, 1.4);
  go(other, 1.4);
  assert_true(fabs(see(s, "b", -1, "y") + 0.05) < 1e-12);
  assert_true(see(s, "b", -1, "y") == see(other, "b", -1, "y"));
  leave(s);
  leave(other);
}

/* Without compliance nothing can bring out what is below; under a law it is pressed out, with energy that is booked. */
static void a_door_shuts(void **state)
{
  (void)state;
  const char *const how[] = {"", ", method = 'stepping', step = 1e-4"};
  for (int i = 0; i < 2; i++) {
    session s = open_door(1, 1.2, "rigid {}", how[i]);
    pawl_error error = {0};
    assert_int_equal(pawl_run_until(s.run, 1.5, &error), PAWL_BAD_NUMBERS);
    assert_non_null(strstr(error.text, "below zero when it is switched on, at t = 1.2"));
    leave(s);
  }
  session s = open_door(1, 1.2, "linear { stiffness = 1e4 }", "");
  go(s, 1.5);
  assert_true(see(s, "b", -1, "y") > 0);
  assert_true(fabs(see(s, "energy", -1, "ledger")) < 1e-6 * fabs(see(s, "energy", -1, "kinetic")));
  leave(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_slides_over_the_end),
      cmocka_unit_test(a_door_opens),
      cmocka_unit_test(a_door_shuts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
