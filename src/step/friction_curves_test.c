/* Dry friction that depends on the speed of sliding, and what it has beside the normal force, against closed forms: blocks that come to rest, a belt that makes its block
 * creak, loads that tear loose, impacts; by events, on laws, by BDF, by steps, and in own equations.      theory.md, 9.1 */
#include "step/sessions_test.h"

#define G 9.81
#define TEXT_ROOM 4096

/* ---- blocks that come to rest ---- */

/* Of the model's units, m, kg and s; `way` -1: its mirror image. */
typedef struct {
  double length, mass, time, way;
} units;

static const units plain = {1, 1, 1, 1};

/* Gravity leans by an angle against the way. `mu` in Lua, of the speed s in m/s, other units being in it: V is 1 m/s. `own`: not only of the
 * normal force, which must be that of a law. */
typedef struct {
  const char *mu;
  double v0, lean;
  double (*stops)(double *way); /* when, and where */
  bool own;
} slide;

static const struct {
  const char *name, *text;
  bool own;
} kinds[] = {
    {"rigid",
     "local law, form = rigid {}, vertex {}\n"
     "local b = point_mass 'b' { mass = M, vx = way*v0*V }\n",
     false},
    {"two touches",
     "local law, form = rigid {}, polygon { {-L, 0}, {L, 0}, {L, L/4}, {-L, L/4} }\n"
     "local b = body 'b' { mass = M, inertia = M*L^2, vx = way*v0*V }\n",
     false},
    {"law",
     "local law, form = linear { stiffness = 1e3*M/T^2, damping = 10*M/T }, vertex {}\n"
     "local b = point_mass 'b' { mass = M, vx = way*v0*V, y = down*T^2/1e3 }\n",
     false},
    {"law, two touches",
     "local law, form = linear { stiffness = 1e3*M/T^2, damping = 10*M/T }, polygon { {-L, 0}, {L, 0}, {L, "
     "L/4}, {-L, L/4} }\n"
     "local b = body 'b' { mass = M, inertia = M*L^2, vx = way*v0*V, y = down*T^2/2e3,\n"
     "  com = {0, -down*T^2/4e3} }\n", /* half way up to the floor, where the law acts: nothing turns it */
     false},
    {"own gap",
     "local o = lagrangian 'b' { coordinates = {'x', 'y'}, units = {'m', 'm'}, start = {0, 0},\n"
     "  speed = {way*v0*V, 0}, mass = { {M, 0}, {0, M} }, force = {M*along, M*down} }\n"
     "gap 'sole' { o, gap = 0, normal = {0, 1}, tangent = {-1, 0}, law = rigid {}, friction = friction }\n",
     true},
};
static const char touch[] =
    "local floor = shape 'floor' { ground, line { {20*L, 0}, {-20*L, 0} } }\n"
    "contact 'sole' { floor, shape 'foot' { b, form }, law = law, friction = friction }\n";
enum { RIGID, TWO, LAW, TWO_LAWS, GAP, KINDS };

static session begin(const slide *c, int kind, const units *u, const char *how)
{
  char text[TEXT_ROOM];
  snprintf(text, sizeof text,
           "local L, M, T, way, lean, v0 = %.17g, %.17g, %.17g, %g, %.17g, %.17g\n"
           "local V = L/T\n"
           "local along, down = -way*%.17g*math.sin(lean)*V/T, -%.17g*math.cos(lean)*V/T\n"
           "local N, faces = -M*down, %d\n" /* what presses it, in all; at how many touches */
           "planar { gravity = {along, down} }\n"
           "local friction = coulomb { mu = %s }\n"
           "%s%s"
           "simulate { duration = 10*T, %s }\n",
           u->length, u->mass, u->time, u->way, c->lean, c->v0, G, G, kind == TWO || kind == TWO_LAWS ? 2 : 1,
           c->mu, kinds[kind].text, kinds[kind].own ? "" : touch, how);
  return open_text(text, NULL);
}

/* s' = -g (sin α + (a + b s) cos α): with λ = b g cos α and w = (tan α + a)/b, s + w falls like exp(-λ t). */
static double stops_by_a_line(double *way)
{
  const double a = 0.2, b = 0.15, lean = 0.1, v0 = 2;
  double lambda = b * G * cos(lean), w = (tan(lean) + a) / b, t = log((v0 + w) / w) / lambda;
  *way = v0 / lambda - w * t;
  return t;
}

/* s' = -g a/(1 + b s): (1 + b s) ds = -g a dt. */
static double stops_by_a_fraction(double *way)
{
  const double a = 0.4, b = 1.5, v0 = 2;
  *way = (v0 * v0 / 2 + b * v0 * v0 * v0 / 3) / (a * G);
  return (v0 + b * v0 * v0 / 2) / (a * G);
}

/* Over one straight piece from μ₁ at s₁ down to μ₀ at s₀. */
static double over_piece(double s1, double s0, double mu1, double mu0, double *way)
{
  double k = (mu1 - mu0) / (s1 - s0), t = k == 0 ? (s1 - s0) / (G * mu1) : log(mu1 / mu0) / (G * k);
  *way += k == 0 ? (s1 * s1 - s0 * s0) / (2 * G * mu1) : ((s1 - s0) / G - (mu0 - k * s0) * t) / k;
  return t;
}

/* Points of a characteristic, among them a barrier that two rows of the result do not see. */
static const double points[][2] = {{0, 0.3}, {1, 0.3}, {1.0005, 30}, {1.001, 0.3}, {3, 0.3}};

static double stops_behind_a_barrier(double *way)
{
  double t = 0;
  *way = 0;
  for (int i = 3; i >= 0; i--)
    t += over_piece(i == 3 ? 2 : points[i + 1][0], points[i][0], points[i + 1][1], points[i][1], way);
  return t;
}

static const slide slides[] = {
    {"function(s) return 0.2 + 0.15*s/V end", 2, 0.1, stops_by_a_line},
    {"characteristic { {0, 0.2}, {V, 0.35} }", 2, 0.1, stops_by_a_line},
    {"0.2, viscous = 0.15*N*T/L/faces", 2, 0.1, stops_by_a_line, true},
    {"0.15, cohesion = 0.05*N/faces, viscous = 0.15*N*T/L/faces", 2, 0.1, stops_by_a_line, true},
    {"0, cohesion = 0.2*N/faces, viscous = 0.15*N*T/L/faces", 2, 0.1, stops_by_a_line, true},
    {"function(s) return 0.4/(1 + 1.5*s/V) end", 2, 0, stops_by_a_fraction},
    {"characteristic { {0, 0.3}, {V, 0.3}, {1.0005*V, 30}, {1.001*V, 0.3}, {3*V, 0.3} }", 2, 0,
     stops_behind_a_barrier},
};
enum { SLIDES = sizeof slides / sizeof *slides };

static bool suits(const slide *c, int kind)
{
  return !c->own || kind == LAW || kind == TWO_LAWS;
}

/* How far it is off where it stops, in lengths: as it stops, and a while later. */
static double off(const slide *c, int kind, const units *u, const char *how, long *events)
{
  double way, stop = c->stops(&way), worst = 0;
  session s = begin(c, kind, u, how);
  const double when[2] = {stop, 1.5 * stop};
  for (int i = 0; i < 2; i++) {
    go(s, when[i] * u->time);
    worst = fmax(worst, fabs(u->way * see(s, "b", -1, "x") / u->length - way));
  }
  *events = s.run->books.events;
  leave(s);
  return worst;
}

static void blocks_come_to_rest(void **state)
{
  (void)state;
  long events;
  for (int i = 0; i < SLIDES; i++)
    for (int kind = 0; kind < KINDS; kind++) {
      if (!suits(slides + i, kind))
        continue;
      double error = off(slides + i, kind, &plain, "tolerance = 1e-12", &events);
      print_message("%-60s %-12s off by %.1e m, %ld events\n", slides[i].mu, kinds[kind].name, error, events);
      assert_true(error < 1e-9 && events >= 1);
    }
}

static void blocks_come_to_rest_by_bdf(void **state)
{
  (void)state;
  long events;
  for (int i = 0; i < SLIDES - 1; i++) /* barriers as narrow as the last one it may not see: 6.6 */
    for (int kind = RIGID; kind <= TWO_LAWS; kind++) {
      if (!suits(slides + i, kind))
        continue;
      double error = off(slides + i, kind, &plain, "method = 'bdf', tolerance = 1e-9", &events);
      print_message("%-60s %-12s off by %.1e m\n", slides[i].mu, kinds[kind].name, error);
      assert_true(error < 1e-6);
    }
}

static void other_units_and_mirrors(void **state)
{
  (void)state;
  long events;
  for (int i = 0; i < SLIDES; i++)
    for (int k = 0; k < 16; k++) {
      units u = {pow(10, k % 3 * 3 - 3), pow(10, k / 3 % 3 * 3 - 3), pow(10, k % 5 - 2), k % 2 ? -1 : 1};
      assert_true(!suits(slides + i, k % KINDS) ||
                  off(slides + i, k % KINDS, &u, "tolerance = 1e-11", &events) < 1e-8);
    }
}

/* The coefficient at the begin of each step: an error of order one. */
static void steps_converge(void **state)
{
  (void)state;
  for (int i = 0; i < SLIDES - 1; i++)
    for (int kind = 0; kind < KINDS; kind++) {
      double error[4];
      if (!suits(slides + i, kind))
        continue;
      for (int n = 0; n < 4; n++) {
        char how[80];
        long events;
        snprintf(how, sizeof how, "method = 'stepping', step = %g", 4e-3 / (1 << n));
        error[n] = off(slides + i, kind, &plain, how, &events);
      }
      double order = log2(error[0] / error[3]) / 3;
      print_message("%-60s %-12s off by %.1e m, order %.2f\n", slides[i].mu, kinds[kind].name, error[3],
                    order);
      assert_true(order > 0.9 && error[3] < 2e-3);
    }
}

/* ---- a belt ---- */

/* m = k = N = 1, the belt runs with 0.2, and friction falls as 1/(1 + 3 s): numbers of an independent computation. */
#define PERIOD 12.00103129483
#define SLIP 4.29599952548
#define LEFTMOST -0.55543269006
#define TURNS 4.14517373612 /* after it was torn off */

static session belt(const char *law, const char *how, const units *u)
{
  char text[TEXT_ROOM];
  snprintf(
      text, sizeof text,
      "local L, M, T, way = %.17g, %.17g, %.17g, %g\n"
      "local V = L/T\n"
      "planar { gravity = {0, -V/T} }\n"
      "local belt = shape 'belt' { ground, line { {20*L, 0}, {-20*L, 0} }, surface_speed = -0.2*way*V }\n"
      "local b = body 'b' { mass = M, inertia = M*L^2, vx = 0.2*way*V }\n"
      "bushing 'spring' { ground, b, stiffness = {M/T^2, 0} }\n"
      "contact 'sole' { belt, shape 'foot' { b, vertex {} }, law = %s,\n"
      "  friction = coulomb { mu = function(s) return 1/(1 + 3*s/V) end } }\n"
      "simulate { duration = 42*T, %s }\n",
      u->length, u->mass, u->time, u->way, law, how);
  return open_text(text, NULL);
}

static void a_belt_creaks(void **state)
{
  (void)state;
  static const units views[] = {{1, 1, 1, 1}, {1, 1, 1, -1}, {1e-3, 1e3, 1e-2, 1}, {1e3, 1e-3, 1e2, -1}};
  for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
    const units *u = views + i;
    session s = belt("rigid {}", "tolerance = 1e-12, output = 0.01*T", u);
    for (int k = 0; k < 3; k++) { /* torn off at x = 1 */
      go(s, (5 + k * PERIOD) * u->time);
      assert_true(fabs(u->way * see(s, "b", -1, "x") / u->length - 1) < 2e-10);
      go(s, (5 + SLIP + k * PERIOD) * u->time); /* caught: from here on with the belt */
      double x = u->way * see(s, "b", -1, "x") / u->length;
      go(s, (6 + SLIP + k * PERIOD) * u->time);
      assert_true(fabs(u->way * see(s, "b", -1, "x") / u->length - x - 0.2) < 1e-9);
    }
    assert_int_equal(s.run->books.events, 6);
    leave(s);
    s = belt("rigid {}", "tolerance = 1e-12", u);
    go(s, (5 + TURNS) * u->time);
    assert_true(fabs(u->way * see(s, "b", -1, "x") / u->length - LEFTMOST) < 2e-11);
    leave(s);
  }
}

/* Sticking a second before it is torn off again. */
static void a_belt_creaks_by_steps(void **state)
{
  (void)state;
  double error[4];
  for (int n = 0; n < 4; n++) {
    char how[80];
    snprintf(how, sizeof how, "method = 'stepping', step = %g", 0.016 / (1 << n));
    session s = belt("rigid {}", how, &plain);
    go(s, 5 + PERIOD - 1);
    error[n] = fabs(see(s, "b", -1, "x") - 0.8);
    leave(s);
  }
  print_message("by steps: off by %.1e … %.1e m\n", error[0], error[3]);
  assert_true(log2(error[0] / error[3]) / 3 > 0.85 && error[3] < 5e-3);
  session s = belt("linear { stiffness = 1e4, damping = 100 }", "tolerance = 1e-10", &plain);
  go(s, 5 + PERIOD - 1);
  assert_true(fabs(see(s, "b", -1, "x") - 0.8) < 1e-6);
  leave(s);
}

/* ---- at rest ---- */

/* A load that grows tears it loose where it comes to the coefficient at rest, or to mu_static. */
static void it_holds_at_rest(void **state)
{
  (void)state;
  static const struct {
    const char *friction;
    double holds;
  } cases[] = {{"mu = function(s) return 0.3/(1 + s) end", 0.3},
               {"mu = function(s) return 0.3 + s end", 0.3},
               {"mu = function(s) return 0.3/(1 + s) end, mu_static = 0.45", 0.45},
               {"mu = characteristic { {0, 0.3}, {1, 0.2}, {5, 0.25} }, mu_static = 0.3", 0.3}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (int soft = 0; soft < 2; soft++) {
      char text[TEXT_ROOM];
      snprintf(
          text, sizeof text,
          "planar { gravity = {0, -10} }\n"
          "local b = point_mass 'b' { mass = 1, y = %s }\n"
          "force 'pull' { b, fx = function(t) return t end }\n"
          "local floor = shape 'floor' { ground, line { {20, 0}, {-20, 0} } }\n"
          "contact 'sole' { floor, shape 'foot' { b, vertex {} }, law = %s, friction = coulomb { %s } }\n"
          "simulate { duration = 10, tolerance = 1e-11 }\n",
          soft ? "-1e-3" : "0", soft ? "linear { stiffness = 1e4, damping = 100 }" : "rigid {}",
          cases[i].friction);
      session s = open_text(text, NULL);
      double torn = 10 * cases[i].holds;
      go(s, torn - 1e-6);
      assert_true(see(s, "sole", -1, "mode") == 2 && fabs(see(s, "b", -1, "vx")) < 1e-12);
      go(s, torn + 1e-3);
      assert_true(see(s, "sole", -1, "mode") > 2);
      leave(s);
    }
}

/* ---- what does not depend on the speed ---- */

/* Boxes that fall, tip, strike and slide: a constant function and a flat characteristic are the number. */
static session tumble(const char *mu, const char *law, const char *how)
{
  char text[TEXT_ROOM];
  snprintf(
      text, sizeof text,
      "planar { gravity = {1, -9.81} }\n"
      "local function box(name, x, y, a)\n"
      "  local b = body(name) { mass = 1, inertia = 0.02, x = x, y = y, angle = a, vx = -1 }\n"
      "  return shape(name .. 's') { b, polygon { {-0.2, -0.1}, {0.2, -0.1}, {0.2, 0.1}, {-0.2, 0.1} } }\n"
      "end\n"
      "local floor = shape 'floor' { ground, line { {9, 0}, {-9, 0} } }\n"
      "local a, b = box('a', 0, 0.3, 0.2), box('b', 0.1, 0.7, -0.3)\n"
      "local friction, law = coulomb { mu = %s }, %s\n"
      "contact 'low' { floor, a, law = law, friction = friction }\n"
      "contact 'mid' { a, b, law = law, friction = friction }\n"
      "contact 'far' { floor, b, law = law, friction = friction }\n"
      "simulate { duration = 2, %s }\n",
      mu, law, how);
  return open_text(text, NULL);
}

static void a_constant_is_the_number(void **state)
{
  (void)state;
  static const char *const same[] = {"function(s) return 0.35 end",
                                     "characteristic { {0, 0.35}, {1, 0.35} }"};
  static const char *const laws[] = {"rigid { restitution = 0.3 }",
                                     "hunt_crossley { stiffness = 1e5, restitution = 0.6 }"};
  static const char *const ways[] = {"tolerance = 1e-8", "method = 'stepping', step = 1e-3"};
  for (int i = 0; i < 8; i++) {
    const char *law = laws[i / 2 % 2], *how = ways[i / 4];
    session number = tumble("0.35", law, how), s = tumble(same[i % 2], law, how);
    go(number, 1.5);
    go(s, 1.5);
    for (int k = 0; k < 2; k++) {
      const char *part = k ? "a" : "b";
      assert_true(fabs(see(s, part, -1, "x") - see(number, part, -1, "x")) < 1e-12);
      assert_true(fabs(see(s, part, -1, "angle") - see(number, part, -1, "angle")) < 1e-12);
    }
    assert_true(s.run->books.events == number.run->books.events);
    leave(number);
    leave(s);
  }
}

/* ---- impacts ---- */

/* A point comes in with (v, -w): it takes μ(v) (1 + e) w of the speed along the floor, or all of it. */
static void impacts_have_one_coefficient(void **state)
{
  (void)state;
  for (int i = 0; i < 40; i++) {
    double v = 0.2 * (i % 10), w = 0.5 + i / 10, e = 0.25 * (i % 4), way = i % 2 ? -1 : 1;
    double takes = 0.3 / (1 + v) * (1 + e) * w, after = fmax(v - takes, 0);
    char text[TEXT_ROOM];
    snprintf(text, sizeof text,
             "planar {}\n"
             "local b = body 'b' { mass = 2, inertia = 1, y = 0.1, vx = %.17g, vy = %.17g }\n"
             "local floor = shape 'floor' { ground, line { {20, 0}, {-20, 0} } }\n"
             "contact 'sole' { floor, shape 'foot' { b, vertex {} }, law = rigid { restitution = %g },\n"
             "  friction = coulomb { mu = function(s) return 0.3/(1 + s) end, mu_static = 5 } }\n"
             "simulate { duration = 1, tolerance = 1e-11 }\n",
             way * v, -w, e);
    session s = open_text(text, NULL);
    go(s, 0.1 / w + 0.1);
    double along = see(s, "b", -1, "vx"), up = see(s, "b", -1, "vy");
    if (e > 0) /* it leaves the floor, and nothing changes its speed any more */
      assert_true(fabs(along - way * after) < 1e-10 && fabs(up - e * w) < 1e-10);
    double lost = v * v + w * w - along * along - up * up;
    assert_true(lost >= 0 && fabs(see(s, "sole", -1, "work") + lost) < 1e-10);
    leave(s);
  }
}

/* ---- what makes no sense ---- */

static void ends_with(const char *mu, double v0, const char *how, const char *sentence)
{
  char text[TEXT_ROOM];
  snprintf(text, sizeof text,
           "planar { gravity = {0, -10} }\n"
           "local b = body 'b' { mass = 1, inertia = 1, vx = %g }\n"
           "local floor = shape 'floor' { ground, line { {20, 0}, {-20, 0} } }\n"
           "contact 'sole' { floor, shape 'foot' { b, vertex {} }, law = rigid {},\n"
           "  friction = coulomb { mu = %s } }\n"
           "force 'pull' { b, fx = 5 }\n"
           "simulate { duration = 1, %s }\n",
           v0, mu, how);
  pawl_model *model = NULL;
  pawl_run *run = NULL;
  pawl_error error = {0};
  assert_int_equal(pawl_model_parse(&model, text, "test", NULL, &error), PAWL_OK);
  if (pawl_run_open(&run, model, NULL, &error) == PAWL_OK)
    pawl_run_until(run, 1, &error);
  if (strcmp(error.where, "test:5") != 0 || strncmp(error.text, sentence, strlen(sentence)) != 0)
    fail_msg("%s says %s: %s", mu, error.where, error.text);
  pawl_run_free(run);
  pawl_model_free(model);
}

static void bad_curves_are_refused(void **state)
{
  (void)state;
  static const char *const ways[] = {"tolerance = 1e-8", "method = 'bdf'",
                                     "method = 'stepping', step = 1e-3"};
  for (int i = 0; i < 3; i++) {
    ends_with("function(s) return -0.1 end", 0, ways[i],
              "contact \"sole\": 'mu' is -0.1 where it slides with 0 m/s; it must not be negative");
    ends_with("function(s) return 0.4 - 0.1*s end", 5, ways[i],
              "contact \"sole\": 'mu' is -0.1 where it slides with 5 m/s; it must not be negative");
    ends_with("function(s) return 0.4 - 0.1*s end", 3.9, ways[i], "contact \"sole\": 'mu' is -");
    ends_with("function(s) return s > 4 and 1/0 or 0.3 end", 3.9, ways[i],
              "contact \"sole\": 'mu' returned inf for 4");
    ends_with("function(s) return {} end", 0, ways[i], "contact \"sole\": 'mu' returned a table for 0");
    ends_with("function(s) return s.x end", 0, ways[i], "attempt to index a number value (local 's')");
    ends_with("function(s) return 0.4 + s end, mu_static = 0.3", 0, ways[i],
              "contact \"sole\": 'mu_static' must be at least 'mu' at rest, which is 0.4");
  }
}

/* A number has a path, as ever; what bends has none. */
static void only_numbers_are_set(void **state)
{
  (void)state;
  static const struct {
    const char *mu, *sentence;
  } cases[] = {{"0.3", ""},
               {"function(s) return 0.3 end", "'sole.friction.mu' is a function, not a number"},
               {"{ {0, 0.3}, {1, 0.2} }", "'sole.friction.mu' is a characteristic, not a number"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const slide c = {cases[i].mu, 1, 0, NULL};
    pawl_error error = {0};
    session s = begin(&c, RIGID, &plain, "tolerance = 1e-8");
    pawl_status status = pawl_model_set(s.model, "sole.friction.mu", 0.2, &error);
    assert_string_equal(error.text, cases[i].sentence);
    assert_int_equal(status, i ? PAWL_BAD_CALL : PAWL_OK);
    leave(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_come_to_rest),
      cmocka_unit_test(blocks_come_to_rest_by_bdf),
      cmocka_unit_test(other_units_and_mirrors),
      cmocka_unit_test(steps_converge),
      cmocka_unit_test(a_belt_creaks),
      cmocka_unit_test(a_belt_creaks_by_steps),
      cmocka_unit_test(it_holds_at_rest),
      cmocka_unit_test(a_constant_is_the_number),
      cmocka_unit_test(impacts_have_one_coefficient),
      cmocka_unit_test(bad_curves_are_refused),
      cmocka_unit_test(only_numbers_are_set),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
