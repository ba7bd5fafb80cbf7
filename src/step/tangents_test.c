/* Gaps that slide along two tangents: friction within a disc, against the speed, by events and by steps.      theory.md, 5.14, 9.1, 9.7 */
#include "base/chance.h"
#include "base/soak_test.h"
#include "step/agree_test.h"

#define G 9.81

/* A puck on a plane that is tilted by a pull of its own along a direction; the plane's surface may move, like a belt's. */
typedef struct {
  double mass, mu, hold; /* hold: μ_s over μ */
  double pull, down;     /* tangential acceleration, and its direction, rad  */
  double speed, way;     /* of the puck at the start */
  double belt[2];
  double frame;    /* the angle of the tangents */
  const char *how; /* of the run */
} puck;

static double from(unsigned long long *seed, double least, double most)
{
  return least + (most - least) * 0.5 * (1 + pawl_chance(seed));
}

static session open_puck(const puck *x)
{
  char text[1500];
  double c = cos(x->frame), s = sin(x->frame);
  snprintf(
      text, sizeof text,
      "planar {}\n"
      "local b = lagrangian 'b' { coordinates = {'x', 'y', 'z'}, units = {'m', 'm', 'm'},\n"
      "  speed = {%.17g, %.17g, 0}, mass = { {%.17g, 0, 0}, {0, %.17g, 0}, {0, 0, %.17g} },\n"
      "  force = {%.17g, %.17g, %.17g} }\n"
      "gap 'sole' { b, gap = 0, normal = {0, 0, 1}, tangent = { {%.17g, %.17g, 0}, {%.17g, %.17g, 0} },\n"
      "  drift = {%.17g, %.17g}, law = rigid {}, friction = coulomb { mu = %.17g, mu_static = %.17g } }\n"
      "simulate { duration = 10, tolerance = 1e-11%s }\n",
      x->speed * cos(x->way), x->speed * sin(x->way), x->mass, x->mass, x->mass,
      x->mass * x->pull * cos(x->down), x->mass * x->pull * sin(x->down), -G * x->mass, c, s, -s, c,
      -(c * x->belt[0] + s * x->belt[1]), -(c * x->belt[1] - s * x->belt[0]), x->mu, x->mu * x->hold,
      x->how ? x->how : "");
  return open_text(text, NULL);
}

static int sticks(session s)
{
  return (int)see(s, "sole", -1, "mode") == 2;
}

/* Over a moving belt the direction of the relative speed is constant until it is none, after which the puck goes with the belt. */
static void a_moving_belt(void **state)
{
  (void)state;
  unsigned long long seed = 3;
  for (int i = 0; i < soak_or(300, 30, 6); i++) {
    puck x = {from(&seed, 0.1, 5),
              from(&seed, 0.1, 0.8),
              i % 2 ? 1.3 : 1,
              0,
              0,
              from(&seed, 0.5, 4),
              from(&seed, -3, 3),
              {from(&seed, -2, 2), from(&seed, -2, 2)},
              from(&seed, -3, 3),
              NULL};
    double r[2] = {x.speed * cos(x.way) - x.belt[0], x.speed * sin(x.way) - x.belt[1]},
           fast = hypot(r[0], r[1]);
    double stop = fast / (x.mu * G), worst = 0;
    session s = open_puck(&x);
    for (int k = 1; k <= 8; k++) {
      double t = 0.2 * k * stop, left = fmin(t, stop), way = fast * left - 0.5 * x.mu * G * left * left;
      go(s, t);
      agree(s, "b.x", x.belt[0] * t + way * r[0] / fast, 1e-9, &worst);
      agree(s, "b.y", x.belt[1] * t + way * r[1] / fast, 1e-9, &worst);
      assert_int_equal(sticks(s), k > 5 || (k == 5 && sticks(s)));
    }
    leave(s);
  }
}

/* Down a plane that is not steep enough to slide for good, φ from downhill, a = g sin α, b = μ g cos α:
 *     v (b + a cos φ) = v0 (b + a cos φ0) - (b² - a²) t,      v sin φ tan(φ/2)^(-b/a) is constant
 * so that it stops at a time that is known, whichever way it went. */
static void a_tilted_plane(void **state)
{
  (void)state;
  unsigned long long seed = 5;
  for (int i = 0; i < soak_or(300, 30, 6); i++) {
    puck x = {from(&seed, 0.1, 5),
              from(&seed, 0.3, 0.8),
              1,
              0,
              from(&seed, -3, 3),
              from(&seed, 0.5, 4),
              0,
              {0, 0},
              from(&seed, -3, 3),
              NULL};
    double b = x.mu * G, a = x.pull = from(&seed, 0.1, 0.9) * b, phi = from(&seed, 0.2, 2.9);
    x.way = x.down + phi;
    double stop = x.speed * (b + a * cos(phi)) / (b * b - a * a);
    double kept = x.speed * sin(phi) * pow(tan(0.5 * phi), -b / a);
    session s = open_puck(&x);
    for (int k = 1; k < 20; k++) {
      double t = 0.05 * k * stop;
      go(s, t);
      double vx = see(s, "b", -1, "x_speed"), vy = see(s, "b", -1, "y_speed"), v = hypot(vx, vy);
      double along = (vx * cos(x.down) + vy * sin(x.down)) / v,
             aside = (vy * cos(x.down) - vx * sin(x.down)) / v;
      assert_false(sticks(s));
      assert_true(fabs(v * (b + a * along) - (b * b - a * a) * (stop - t)) < 1e-8 * x.speed * b);
      if (k < 16) /* then the angle is too small for that */
        assert_true(fabs(v * aside * pow(aside / (1 + along), -b / a) / kept - 1) < 1e-6);
    }
    go(s, stop * (1 + 1e-7));
    assert_true(sticks(s));
    double at = see(s, "b", -1, "x");
    go(s, 3 * stop);
    assert_true(fabs(see(s, "b", -1, "x") - at) < 1e-12 && fabs(see(s, "b", -1, "x_speed")) < 1e-12);
    leave(s);
  }
}

/* Turned tangents: the same motion, by events and by steps. */
static void turned_tangents(void **state)
{
  (void)state;
  unsigned long long seed = 7;
  for (int i = 0; i < soak_or(200, 20, 4); i++) {
    puck x = {from(&seed, 0.1, 5),
              from(&seed, 0.2, 0.6),
              i % 2 ? 1.2 : 1,
              from(&seed, 0, 8),
              from(&seed, -3, 3),
              from(&seed, 0.5, 4),
              from(&seed, -3, 3),
              {from(&seed, -1, 1), 0},
              0,
              i % 4 == 3 ? ", method = \"stepping\", step = 0.01" : NULL};
    puck y = x;
    y.frame = from(&seed, -3, 3);
    session one = open_puck(&x), two = open_puck(&y);
    for (int k = 1; k <= 8; k++) {
      go(one, 0.1 * k);
      go(two, 0.1 * k);
      assert_true(fabs(see(one, "b", -1, "x") - see(two, "b", -1, "x")) < 1e-8);
      assert_true(fabs(see(one, "b", -1, "y") - see(two, "b", -1, "y")) < 1e-8);
      assert_int_equal(sticks(one), sticks(two));
    }
    leave(one), leave(two);
  }
}

/* A pull that grows, to any side: at μ_s g it lets go, and from there on v' = c t - μ g along it. */
static void a_growing_pull(void **state)
{
  (void)state;
  unsigned long long seed = 9;
  for (int i = 0; i < soak_or(200, 20, 4); i++) {
    char text[900];
    double mu = from(&seed, 0.1, 0.6), hold = i % 2 ? 1.25 : 1, c = from(&seed, 1, 5),
           way = from(&seed, -3, 3), frame = from(&seed, -3, 3), start = mu * hold * G / c, worst = 0;
    snprintf(text, sizeof text,
             "planar {}\nlocal c, way = %.17g, %.17g\n"
             "local b = lagrangian 'b' { coordinates = {'x', 'y', 'z'}, units = {'m', 'm', 'm'},\n"
             "  mass = { {1, 0, 0}, {0, 1, 0}, {0, 0, 1} },\n"
             "  force = function(q, v, t) return {c*t*math.cos(way), c*t*math.sin(way), -%.17g} end }\n"
             "gap 'sole' { b, gap = 0, normal = {0, 0, 1}, tangents = 2, law = rigid {},\n"
             "  tangent = function(q, t) local c, s = math.cos(%.17g), math.sin(%.17g)\n"
             "    return { {c, s, 0}, {-s, c, 0} } end,\n"
             "  friction = coulomb { mu = %.17g, mu_static = %.17g } }\n"
             "simulate { duration = 100, tolerance = 1e-11 }\n",
             c, way, G, frame, frame, mu, mu * hold);
    session s = open_text(text, NULL);
    go(s, start * (1 - 1e-9));
    assert_true(sticks(s) && fabs(see(s, "b", -1, "x")) < 1e-12);
    for (int k = 1; k <= 5; k++) {
      double t = start * (1 + 0.1 * k), dt = t - start;
      double gone =
          c * (t * t * t - start * start * start) / 6 - 0.5 * c * start * start * dt - 0.5 * mu * G * dt * dt;
      go(s, t);
      agree(s, "b.x", gone * cos(way), 1e-8, &worst);
      agree(s, "b.y", gone * sin(way), 1e-8, &worst);
    }
    leave(s);
  }
}

/* Thrown down aside: friction of the impact is against the speed, or stops it. By steps the same but for their length. */
static void impacts_aside(void **state)
{
  (void)state;
  unsigned long long seed = 13;
  for (int i = 0; i < soak_or(400, 40, 8); i++) {
    char text[900];
    bool newton = i % 2;
    double mu = from(&seed, 0.05, 0.9), e = from(&seed, 0, 0.9), down = from(&seed, 1, 4),
           fast = from(&seed, 0.2, 3), way = from(&seed, -3, 3), frame = from(&seed, -3, 3);
    snprintf(
        text, sizeof text,
        "planar {}\n"
        "local b = lagrangian 'b' { coordinates = {'x', 'y', 'z'}, units = {'m', 'm', 'm'}, start = {0, 0, "
        "0.1},\n"
        "  speed = {%.17g, %.17g, %.17g}, mass = { {2, 0, 0}, {0, 2, 0}, {0, 0, 2} }, force = {0, 0, 0} }\n"
        "gap 'sole' { b, gap = 0, normal = {0, 0, 1}, tangent = { {%.17g, %.17g, 0}, {%.17g, %.17g, 0} },\n"
        "  law = rigid { restitution = %.17g, impact = '%s' }, friction = %.17g }\n"
        "simulate { duration = 1 }\n",
        fast * cos(way), fast * sin(way), -down, cos(frame), sin(frame), -sin(frame), cos(frame), e,
        newton ? "newton" : "poisson", mu);
    session s = open_text(text, NULL);
    double left = fmax(fast - mu * (1 + e) * down, 0), worst = 0;
    go(s, 0.1 / down + 0.01);
    agree(s, "b.x_speed", left * cos(way), 1e-9, &worst);
    agree(s, "b.y_speed", left * sin(way), 1e-9, &worst);
    agree(s, "b.z_speed", e * down, 1e-9, &worst);
    leave(s);
  }
}

/* By steps what slides errs by their length, and comes to rest as well. */
static void by_steps(void **state)
{
  (void)state;
  puck x = {1.3, 0.4, 1, 2, 0.7, 2, 2.5, {0.3, -0.2}, 1.1, NULL};
  session exact = open_puck(&x);
  double off[2];
  go(exact, 1.5);
  assert_true(sticks(exact));
  for (int k = 0; k < 2; k++) {
    x.how = k ? ", method = \"stepping\", step = 0.0005" : ", method = \"stepping\", step = 0.002";
    session s = open_puck(&x);
    go(s, 1.5);
    off[k] = hypot(see(s, "b", -1, "x") - see(exact, "b", -1, "x"),
                   see(s, "b", -1, "y") - see(exact, "b", -1, "y"));
    assert_true(hypot(see(s, "b", -1, "x_speed") - 0.3, see(s, "b", -1, "y_speed") + 0.2) < 1e-9);
    leave(s);
  }
  assert_true(off[0] < 2e-3 && off[1] < 0.3 * off[0]);
  leave(exact);
}

/* ---- a plate on three feet, which turns and slides until both end at once ---- */

typedef struct {
  double inertia, mu, foot[3][2], v[3];
} plate;

/* Feet about the centre of mass, so that each bears a third; v = (x', y', φ'). */
static void random_plate(plate *p, unsigned long long *seed)
{
  double turn = from(seed, -3, 3), r = from(seed, 0.05, 0.3);
  p->inertia = r * r * from(seed, 0.3, 1.2);
  p->mu = from(seed, 0.1, 0.5);
  for (int i = 0; i < 3; i++) {
    p->foot[i][0] = r * cos(turn + 2.0943951023931953 * i);
    p->foot[i][1] = r * sin(turn + 2.0943951023931953 * i);
  }
  for (int k = 0; k < 3; k++)
    p->v[k] = from(seed, -2, 2) * (k == 2 ? 1 / r : 1);
}

static session open_plate(const plate *p)
{
  char text[3000];
  int at = snprintf(
      text, sizeof text,
      "planar {}\n"
      "local b = lagrangian 'b' { coordinates = {'x', 'y', 'phi', 'z', 'a', 'b'},\n"
      "  units = {'m', 'm', 'rad', 'm', 'rad', 'rad'}, speed = {%.17g, %.17g, %.17g, 0, 0, 0},\n"
      "  mass = { {1, 0, 0, 0, 0, 0}, {0, 1, 0, 0, 0, 0}, {0, 0, %.17g, 0, 0, 0},\n"
      "    {0, 0, 0, 1, 0, 0}, {0, 0, 0, 0, 1, 0}, {0, 0, 0, 0, 0, 1} }, force = {0, 0, 0, -9.81, 0, 0} }\n",
      p->v[0], p->v[1], p->v[2], p->inertia);
  for (int i = 0; i < 3; i++)
    at += snprintf(
        text + at, sizeof text - (size_t)at,
        "local function foot%d(q) local c, s = math.cos(q.phi), math.sin(q.phi)\n"
        "  return %.17g*c - %.17g*s, %.17g*s + %.17g*c end\n"
        "gap 'foot%d' { b, gap = function(q) local x, y = foot%d(q) return q.z + y*q.a - x*q.b end,\n"
        "  tangents = 2, tangent = function(q) local x, y = foot%d(q)\n"
        "    return { {1, 0, -y, 0, 0, 0}, {0, 1, x, 0, 0, 0} } end, law = rigid {}, friction = %.17g }\n",
        i, p->foot[i][0], p->foot[i][1], p->foot[i][0], p->foot[i][1], i, i, i, p->mu);
  snprintf(text + at, sizeof text - (size_t)at, "simulate { duration = 10, tolerance = 1e-11 }\n");
  return open_text(text, NULL);
}

static void plate_rates(const plate *p, const long double y[6], long double dy[6])
{
  for (int k = 0; k < 3; k++) {
    dy[k] = y[3 + k];
    dy[3 + k] = 0;
  }
  for (int i = 0; i < 3; i++) {
    long double c = cosl(y[2]), s = sinl(y[2]), x = c * p->foot[i][0] - s * p->foot[i][1],
                z = s * p->foot[i][0] + c * p->foot[i][1], u = y[3] - z * y[5], w = y[4] + x * y[5],
                f = -(long double)p->mu * G / 3 / sqrtl(u * u + w * w);
    dy[3] += f * u;
    dy[4] += f * w;
    dy[5] += (x * f * w - z * f * u) / p->inertia;
  }
}

static void plate_step(const plate *p, long double y[6], long double h)
{
  static const long double at[] = {0, 0.5L, 0.5L, 1}, weight[] = {1, 2, 2, 1};
  long double slope[6] = {0}, sum[6] = {0}, x[6];
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < 6; i++)
      x[i] = y[i] + h * at[k] * slope[i];
    plate_rates(p, x, slope);
    for (int i = 0; i < 6; i++)
      sum[i] += weight[k] * slope[i];
  }
  for (int i = 0; i < 6; i++)
    y[i] += h / 6 * sum[i];
}

static double slide_of(session s, int foot)
{
  char name[8];
  snprintf(name, sizeof name, "foot%d", foot);
  return hypot(see(s, name, -1, "slide"), see(s, name, -1, "slide2"));
}

static double energy_of(const plate *p, const double *v)
{
  return 0.5 * (v[0] * v[0] + v[1] * v[1] + p->inertia * v[2] * v[2]);
}

static void a_plate_turns_and_slides(void **state)
{
  (void)state;
  unsigned long long seed = 17;
  int compared = 0, all = soak_or(100, 8, 2);
  for (int i = 0; i < all; i++) {
    plate p;
    random_plate(&p, &seed);
    session s = open_plate(&p);
    long double y[6] = {0, 0, 0, p.v[0], p.v[1], p.v[2]};
    double start = energy_of(&p, p.v), now = start, v[3], t = 0;
    bool smooth = true;
    for (int k = 1; now > 1e-3 * start; k++, t += 0.01) {
      for (int q = 0; q < 200; q++)
        plate_step(&p, y, 0.01L / 200);
      go(s, 0.01 * k);
      v[0] = see(s, "b", -1, "x_speed"), v[1] = see(s, "b", -1, "y_speed"),
      v[2] = see(s, "b", -1, "phi_speed");
      now = energy_of(&p, v);
      double off = fabs((double)y[0] - see(s, "b", -1, "x")) + fabs((double)y[1] - see(s, "b", -1, "y")) +
                   fabs((double)y[2] - see(s, "b", -1, "phi"));
      for (int foot = 0; foot < 3; foot++) /* beside its stop a foot's reference is none */
        smooth &= slide_of(s, foot) > 0.05;
      compared += smooth;
      if (smooth && !(off < 1e-7))
        fail_msg("plate %d: off by %g at t = %g", i, off, 0.01 * k);
    }
    go(s, t + 2);
    for (int k = 0; k < 3; k++) {
      char foot[8];
      snprintf(foot, sizeof foot, "foot%d", k);
      assert_int_equal((int)see(s, foot, -1, "mode"), 2);
    }
    leave(s);
  }
  assert_true(compared > 10 * all);
}

/* Gaps with one tangent beside such a one move as they do without it, though their problems have three rows for each touch. */
static void beside_one_tangent(void **state)
{
  (void)state;
  static const char *const aside =
      "local p = lagrangian 'p' { coordinates = {'x', 'y', 'z'}, units = {'m', 'm', 'm'}, start = {0, 0, "
      "0.3},\n"
      "  speed = {1, 2, 0}, mass = { {1, 0, 0}, {0, 1, 0}, {0, 0, 1} }, force = {0.5, 0, -9.81} }\n"
      "gap 'sole' { p, gap = 0, normal = {0, 0, 1}, tangent = { {1, 0, 0}, {0, 1, 0} },\n"
      "  law = rigid { restitution = 0.4 }, friction = 0.3 }\n";
  unsigned long long seed = 23;
  for (int i = 0; i < soak_or(200, 20, 4); i++) {
    session s[2];
    double pull = from(&seed, 0, 3), swing = from(&seed, 0, 4), fast = from(&seed, -2, 2);
    for (int k = 0; k < 2; k++) {
      char text[2000];
      snprintf(text, sizeof text,
               "planar {}\n"
               "local b = lagrangian 'b' { coordinates = {'x', 'y'}, units = {'m', 'm'}, start = {0, 0.05}, "
               "speed = {%.17g, 0},\n"
               "  mass = { {1, 0}, {0, 1} }, force = function(q, v, t) return {%.17g + %.17g*math.sin(5*t), "
               "-9.81} end }\n"
               "gap 'c' { b, gap = 0, normal = {0, 1}, tangent = {1, 0}, law = rigid {},\n"
               "  friction = coulomb { mu = 0.35, mu_static = 0.4 } }\n%s"
               "simulate { duration = 2, tolerance = 1e-10 }\n",
               fast, pull, swing, k ? aside : "");
      s[k] = open_text(text, NULL);
    }
    for (int k = 1; k <= 20; k++) {
      go(s[0], 0.1 * k);
      go(s[1], 0.1 * k);
      assert_true(fabs(see(s[0], "b", -1, "x") - see(s[1], "b", -1, "x")) < 1e-8);
      assert_int_equal((int)see(s[0], "c", -1, "mode"), (int)see(s[1], "c", -1, "mode"));
    }
    assert_true(hypot(see(s[1], "p", -1, "x_speed"), see(s[1], "p", -1, "y_speed")) < 1e-9);
    leave(s[0]), leave(s[1]);
  }
}

/* A run that goes on from a stored state goes on with the same bits, also while it slides. */
static void stored_states(void **state)
{
  (void)state;
  puck x = {1.3, 0.5, 1.1, 3, 0.7, 2, 2.5, {0.1, 0.2}, 1.1, NULL};
  session one = open_puck(&x), two = open_puck(&x);
  for (int k = 1; k < 12; k++) {
    size_t n = pawl_run_state_size(one.run);
    double *kept = calloc(n, sizeof *kept);
    go(one, 0.07 * k);
    pawl_run_get_state(one.run, kept);
    assert_int_equal(pawl_run_set_state(two.run, kept, NULL), PAWL_OK);
    go(one, 0.07 * k + 0.03);
    go(two, 0.07 * k + 0.03);
    assert_true(see(one, "b", -1, "x") == see(two, "b", -1, "x") &&
                see(one, "b", -1, "y") == see(two, "b", -1, "y"));
    free(kept);
  }
  leave(one), leave(two);
}

static void wrong_models(void **state)
{
  (void)state;
#define TOY                                                                                                  \
  "planar {}\nlocal b = lagrangian 'b' { coordinates = {'x', 'y', 'z'}, mass = { {1, 0, 0}, {0, 1, 0}, {0, " \
  "0, 1} },\n"                                                                                               \
  "  force = {0, 0, -1} }\nsimulate { duration = 0.01 }\n"
  expect_sentence(TOY "gap 'g' { b, gap = 0, normal = {0, 0, 1}, tangent = { {1, 0, 0}, {0, 1, 0} },\n"
                      "  law = linear { stiffness = 1 } }\n",
                  "two tangents need a law without compliance, rigid {}");
  expect_sentence(TOY "gap 'g' { b, gap = 0, normal = {0, 0, 1}, tangent = { {1, 0, 0}, {0, 1, 0} },\n"
                      "  law = rigid { tangential = 0.5 } }\n",
                  "with two tangents nothing of a tangential impulse comes back: 'tangential' must be 0");
  expect_sentence(
      TOY "gap 'g' { b, gap = 0, normal = {0, 0, 1}, tangent = { {1, 0, 0}, {0, 1, 0} }, law = rigid {},\n"
          "  friction = regularised { mu = 0.3, stick_speed = 0.01 } }\n",
      "two tangents need dry friction, coulomb {} or a number");
  expect_sentence(TOY
                  "gap 'g' { b, gap = 0, normal = {0, 0, 1}, tangent = { {1, 0, 0}, {0, 1, 0}, {0, 0, 1} },\n"
                  "  law = rigid {} }\n",
                  "'tangent' must be one row of numbers or two, square to each other");
  expect_sentence(
      TOY "gap 'g' { b, gap = 0, normal = {0, 0, 1}, tangent = { {1, 0}, {0, 1} }, law = rigid {} }\n",
      "'tangent' must be 3 numbers, as many as coordinates");
  expect_sentence(TOY
                  "gap 'g' { b, gap = 0, normal = {0, 0, 1}, tangent = { {1, 0, 0}, {0, 1, 0} }, drift = 1,\n"
                  "  law = rigid {} }\n",
                  "'drift' must be 2 numbers, as many as tangents");
  expect_sentence(
      TOY "gap 'g' { b, gap = 0, normal = {0, 0, 1}, tangent = { {1, 0, 0}, {0, 1, 0} }, law = rigid {} }\n"
          "local w = body 'w' { mass = 1, inertia = 1 }\nlocal h = prismatic 'h' { ground, w }\n"
          "joint_friction 'f' { h, limit = 1 }\n",
      "gap \"g\" slides along two tangents, which is not possible beside what is rigid or rubs in the plane, "
      "like "
      "joint_friction \"f\"");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_moving_belt),
                                     cmocka_unit_test(a_tilted_plane),
                                     cmocka_unit_test(turned_tangents),
                                     cmocka_unit_test(a_growing_pull),
                                     cmocka_unit_test(impacts_aside),
                                     cmocka_unit_test(by_steps),
                                     cmocka_unit_test(a_plate_turns_and_slides),
                                     cmocka_unit_test(beside_one_tangent),
                                     cmocka_unit_test(stored_states),
                                     cmocka_unit_test(wrong_models)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
