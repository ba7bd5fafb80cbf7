/* Equations of the user's own: the same motion from L, from T and U, from M with Christoffel's terms, from M and h, from
 * forces at points, and from bodies; closed forms; the books. */
#include "base/soak_test.h"
#include "step/sessions_test.h"

static const pawl_run_options sharp = {NULL, 1e-12, -1};

/* |energy.ledger| over the largest energy seen, after each of some steps. */
static double worst_ledger(session s, double end)
{
  double worst = 0, most = 0;
  for (int i = 1; i <= 20; i++) {
    go(s, i * end / 20);
    most = fmax(most, fabs(see(s, "energy", -1, "kinetic")) + fabs(see(s, "energy", -1, "stored")) +
                          fabs(see(s, "energy", -1, "work")));
    worst = fmax(worst, fabs(see(s, "energy", -1, "ledger")));
  }
  return worst / most;
}

/* ---- a double pendulum in six ways, beside bodies ---- */

static const char double_pendulum[] =
    "%s\n"
    "local m1, m2, l1, I1, I2, g, c1, c2 = 1.3, 0.7, 0.8, 0.02, 0.01, 9.81, 0.4, 0.3\n"
    "local a = body \"a\" { mass = m1, inertia = %s, com = {c1, 0%s} }\n"
    "local b = body \"b\" { mass = m2, inertia = %s, com = {c2, 0%s} }\n"
    "revolute \"h1\" { ground, a, angle = 0.3, speed = 1 }\n"
    "revolute \"h2\" { a:at{l1, 0%s}, b, angle = 0.5, speed = -2 }\n"
    "local sin, cos = math.sin, math.cos\n"
    "local function T(q, v)\n"
    "  local vx, vy = -l1*sin(q.p)*v.p - c2*sin(q.r)*v.r, l1*cos(q.p)*v.p + c2*cos(q.r)*v.r\n"
    "  return (m1*c1^2 + I1)*v.p^2/2 + m2*(vx^2 + vy^2)/2 + I2*v.r^2/2\n"
    "end\n"
    "local function U(q) return m1*g*c1*sin(q.p) + m2*g*(l1*sin(q.p) + c2*sin(q.r)) end\n"
    "local function M(q)\n"
    "  local k = m2*l1*c2*cos(q[1] - q[2])\n"
    "  return { {m1*c1^2 + I1 + m2*l1^2, k}, {k, m2*c2^2 + I2} }\n"
    "end\n"
    "local function Q(q) return {-(m1*c1 + m2*l1)*g*cos(q.p), -m2*g*c2*cos(q.r)} end\n"
    "local function own(t)\n"
    "  t.coordinates, t.units, t.start, t.speed = {\"p\", \"r\"}, {\"rad\", \"rad\"}, {0.3, 0.8}, {1, -1}\n"
    "  return t\n"
    "end\n"
    "lagrangian \"o0\" (own { lagrangian = function(q, v) return T(q, v) - U(q) end })\n"
    "lagrangian \"o1\" (own { kinetic = T, potential = U })\n"
    "lagrangian \"o2\" (own { mass = M, potential = U })\n"
    "lagrangian \"o3\" (own { mass = M, christoffel = true, force = Q })\n"
    "lagrangian \"o4\" (own { mass = M, force = function(q, v)\n"
    "  local s, f = m2*l1*c2*sin(q.p - q.r), Q(q)\n"
    "  return {f[1] - s*v.r^2, f[2] + s*v.p^2} end })\n"
    "lagrangian \"o5\" (own { kinetic = T, forces = {\n"
    "  { at = function(q) return {c1*cos(q.p), c1*sin(q.p)%s} end, force = {0, -m1*g%s} },\n"
    "  { at = function(q) return {l1*cos(q.p) + c2*cos(q.r), l1*sin(q.p) + c2*sin(q.r)%s} end,\n"
    "    force = function() return {0, -m2*g%s} end } } })\n"
    "simulate { duration = 2 }\n";

static void one_pendulum_in_six_ways(void **state)
{
  (void)state;
  static const char *const worlds[] = {"planar { gravity = {0, -9.81} }",
                                       "spatial { gravity = {0, -9.81, 0} }"};
  char text[4096];
  for (int run = 0; run < 3; run++) { /* the last: planar, by the spatial equations */
    const pawl_run_options spatially = {&pawl_kernel_spatial, 1e-12, -1};
    int w = run == 1;
    const char *z = w ? ", 0" : "";
    snprintf(text, sizeof text, double_pendulum, worlds[w], w ? "{I1, I1, I1}" : "I1", z,
             w ? "{I2, I2, I2}" : "I2", z, z, z, z, z, z);
    session s = open_text(text, run == 2 ? &spatially : &sharp);
    double worst = 0, books = 0;
    for (int i = 1; i <= 20; i++) {
      go(s, 0.1 * i);
      double p = see(s, "h1", -1, "angle"), r = p + see(s, "h2", -1, "angle");
      double vp = see(s, "h1", -1, "speed"), vr = vp + see(s, "h2", -1, "speed");
      for (int k = 0; k < 6; k++) {
        worst = fmax(worst, fmax(fabs(see(s, "o", k, "p") - p), fabs(see(s, "o", k, "r") - r)));
        worst = fmax(worst,
                     0.1 * fmax(fabs(see(s, "o", k, "p_speed") - vp), fabs(see(s, "o", k, "r_speed") - vr)));
      }
      books = fmax(books, fabs(see(s, "energy", -1, "ledger")) / see(s, "energy", -1, "kinetic"));
    }
    print_message("  six ways, %s: %.1e, ledger %.1e\n", w ? "spatial" : "planar", worst, books);
    assert_true(worst < 1e-11);
    assert_true(books < 1e-11);
    leave(s);
  }
}

/* ---- closed forms ---- */

/* m x'' = e v x B in the plane: a circle of radius m v/(e B) with the angular speed e B/m. U = -e v·A, A = B (-y, x)/2. */
static void charge_in_a_magnetic_field(void **state)
{
  (void)state;
  session s =
      open_text("planar {}\n"
                "local m, eB = 0.2, 3\n"
                "lagrangian \"ion\" { coordinates = {\"x\", \"y\"}, units = {\"m\", \"m\"}, start = {1, 0},\n"
                "  speed = {0, 4}, kinetic = function(q, v) return m*(v.x^2 + v.y^2)/2 end,\n"
                "  potential = function(q, v) return -eB*(q.x*v.y - q.y*v.x)/2 end }\n"
                "simulate { duration = 2 }\n",
                &sharp);
  double w = 3 / 0.2, r = 4 / w;
  for (int i = 1; i <= 10; i++) {
    double t = 0.2 * i;
    go(s, t);
    /* x'' = w y', y'' = -w x' */
    assert_true(fabs(see(s, "ion", -1, "x") - (1 + r * (1 - cos(w * t)))) < 1e-11);
    assert_true(fabs(see(s, "ion", -1, "y") - r * sin(w * t)) < 1e-11);
    assert_true(fabs(see(s, "ion", -1, "potential")) < 1e-12); /* it does no work and stores none */
    assert_true(fabs(see(s, "ion", -1, "energy") - 1.6) < 1e-11);
  }
  leave(s);
}

/* A spherical pendulum that circles: (dphi/dt)² = g/(l cos theta); and one that does not, whose books are checked. */
static void spherical_pendulum(void **state)
{
  (void)state;
  static const char form[] =
      "spatial {}\n"
      "local m, l, g = 0.3, 0.7, 9.81\n"
      "lagrangian \"ball\" { coordinates = {\"theta\", \"phi\"}, units = {\"rad\", \"rad\"}, start = {0.6, "
      "0}, speed = {%.17g, %.17g},\n"
      "  lagrangian = function(q, v)\n"
      "    return m*l^2*(v.theta^2 + math.sin(q.theta)^2*v.phi^2)/2 + m*g*l*math.cos(q.theta) end }\n"
      "simulate { duration = 3 }\n";
  char text[1024];
  double w = sqrt(9.81 / (0.7 * cos(0.6)));
  snprintf(text, sizeof text, form, 0.0, w);
  session s = open_text(text, &sharp);
  go(s, 3);
  assert_true(fabs(see(s, "ball", -1, "theta") - 0.6) < 1e-11);
  assert_true(fabs(see(s, "ball", -1, "phi") - 3 * w) < 1e-10);
  leave(s);
  snprintf(text, sizeof text, form, 1.0, 0.7 * w);
  s = open_text(text, &sharp);
  double ledger = worst_ledger(s, 3), theta = see(s, "ball", -1, "theta");
  double spin = sin(theta) * sin(theta) * see(s, "ball", -1, "phi_speed"),
         before = sin(0.6) * sin(0.6) * 0.7 * w;
  print_message("  spherical pendulum: ledger %.1e, angular momentum %.1e\n", ledger, fabs(spin - before));
  assert_true(ledger < 1e-11 && fabs(spin - before) < 1e-11);
  leave(s);
}

/* Explicit time: a pendulum whose pivot is shaken, from T with time, from the mass's own frame, and from a base that
 * moves. What shakes does work, and the books have it. */
static void shaken_pivot(void **state)
{
  (void)state;
  session s = open_text(
      "planar { gravity = {0, -9.81} }\n"
      "local m, l, g, A, W = 0.4, 0.6, 9.81, 0.1, 7\n"
      "local sin, cos = math.sin, math.cos\n"
      "local cart = base \"cart\" { x = function(t) return A*sin(W*t) end }\n"
      "local bob = body \"bob\" { mass = m, inertia = 0.01, com = {0, -l} }\n"
      "revolute \"pin\" { cart, bob, angle = 0.5 }\n"
      "lagrangian \"o0\" { coordinates = {\"phi\"}, units = {\"rad\"}, start = {0.5},\n"
      "  kinetic = function(q, v, t)\n"
      "    local vx, vy = A*W*cos(W*t) + l*cos(q.phi)*v.phi, l*sin(q.phi)*v.phi\n"
      "    return m*(vx^2 + vy^2)/2 + 0.01*v.phi^2/2 end,\n"
      "  potential = function(q) return -m*g*l*cos(q.phi) end }\n"
      "lagrangian \"o1\" { coordinates = {\"phi\"}, units = {\"rad\"}, start = {0.5}, mass = m*l^2 + 0.01,\n"
      "  potential = function(q, v, t) return -m*g*l*cos(q.phi) - m*l*A*W^2*sin(W*t)*sin(q.phi) end }\n"
      "simulate { duration = 2 }\n",
      &sharp);
  double worst = 0, books = 0, most = 0;
  for (int i = 1; i <= 20; i++) {
    go(s, 0.1 * i);
    for (int k = 0; k < 2; k++) {
      worst = fmax(worst, fabs(see(s, "o", k, "phi") - see(s, "pin", -1, "angle")));
      worst = fmax(worst, 0.1 * fabs(see(s, "o", k, "phi_acceleration") - see(s, "pin", -1, "acceleration")));
      most = fmax(most, fabs(see(s, "o", k, "work")));
    }
    books = fmax(books, fabs(see(s, "energy", -1, "ledger")));
  }
  print_message("  shaken pivot: %.1e, ledger %.1e of %.2g J\n", worst, books, most);
  assert_true(worst < 1e-11);
  assert_true(books < 1e-11 && most > 0.01);
  leave(s);
}

/* A mass matrix with explicit time: m(t) x' is kept, so x' = m(0) x'(0)/m(t). With h complete, m x'' = h: x' stays. */
static void growing_mass(void **state)
{
  (void)state;
  session s = open_text(
      "planar {}\n"
      "lagrangian \"o0\" { coordinates = {\"x\"}, speed = {2}, christoffel = true, mass = function(q, t) "
      "return 1 + t end }\n"
      "lagrangian \"o1\" { coordinates = {\"x\"}, speed = {2}, mass = function(q, t) return {{1 + t}} end }\n"
      "simulate { duration = 3 }\n",
      &sharp);
  double ledger = worst_ledger(s, 3);
  assert_true(fabs(see(s, "o", 0, "x_speed") - 2.0 / 4) < 1e-12);
  assert_true(fabs(see(s, "o", 0, "x") - 2 * log(4)) < 1e-11);
  assert_true(fabs(see(s, "o", 1, "x_speed") - 2) < 1e-13);
  assert_true(ledger < 1e-12);
  leave(s);
}

/* A relativistic particle, whose L is not quadratic in speeds: p = F t, x = (c²/F)(sqrt(1 + (F t/c)²) - 1), m = 1. */
static void fast_particle(void **state)
{
  (void)state;
  session s = open_text("planar {}\n"
                        "local c, F = 3, 2\n"
                        "lagrangian \"p\" { coordinates = {\"x\"}, units = {\"m\"}, force = {F},\n"
                        "  lagrangian = function(q, v) return -c^2*math.sqrt(1 - (v.x/c)^2) end }\n"
                        "simulate { duration = 4 }\n",
                        &sharp);
  double ledger = worst_ledger(s, 4), x = 9.0 / 2 * (sqrt(1 + (8.0 / 3) * (8.0 / 3)) - 1);
  assert_true(fabs(see(s, "p", -1, "x") - x) < 1e-11);
  assert_true(ledger < 1e-12);
  leave(s);
}

/* ---- the woodpecker in flight ---- */

static const char woodpecker[] =
    "planar {}\n"
    "local mM, JM, mS, JS, c, g = 0.0003, 5e-9, 0.0045, 7e-7, 0.0056, 9.81\n"
    "local lM, lG = 0.010, 0.015\n"
    "lagrangian \"toy\" { coordinates = {\"y\", \"sleeve\", \"bird\"}, units = {\"m\", \"rad\", \"rad\"},\n"
    "  start = {0, 0.01, 0}, mass = { {mS+mM, mS*lM, mS*lG}, {mS*lM, JM+mS*lM^2, mS*lM*lG}, {mS*lG, "
    "mS*lM*lG, JS+mS*lG^2} },\n"
    "  force = function(q, v, t)\n"
    "    return { -(mS+mM)*g, -c*(q.sleeve - q.bird) - mS*g*lM, -c*(q[3] - q[2]) - mS*g*lG }\n"
    "  end }\n"
    "simulate { duration = 0.1 }\n";

/* The only vibration is of sleeve against bird; 72.91 Hz (references/README.md). Weight moves all alike. */
static void woodpecker_in_flight(void **state)
{
  (void)state;
  session s = open_text(woodpecker, &sharp);
  int crossings = 0;
  double last = see(s, "toy", -1, "sleeve") - see(s, "toy", -1, "bird"), first = 0, latest = 0;
  for (int i = 1; i <= 4000; i++) {
    double t = 0.1 * i / 4000;
    go(s, t);
    double twist = see(s, "toy", -1, "sleeve") - see(s, "toy", -1, "bird");
    if (last < 0 && twist >= 0) { /* upwards through zero, by a straight line */
      latest = t - 0.1 / 4000 * twist / (twist - last);
      first = crossings++ ? first : latest;
    }
    last = twist;
  }
  double f = (crossings - 1) / (latest - first);
  print_message("  woodpecker in flight: %.4f Hz\n", f);
  assert_true(fabs(f - 72.91) < 0.005);
  assert_true(fabs(see(s, "energy", -1, "ledger")) < 1e-12 * see(s, "energy", -1, "kinetic"));
  /* (mS+mM) y' + mS lM s' + mS lG b' falls by (mS+mM) g t */
  double p = 0.0048 * see(s, "toy", -1, "y_speed") + 0.0045 * 0.010 * see(s, "toy", -1, "sleeve_speed") +
             0.0045 * 0.015 * see(s, "toy", -1, "bird_speed");
  assert_true(fabs(p + 0.0048 * 9.81 * 0.1) < 1e-13);
  leave(s);
}

/* ---- random equations ---- */

static double chance(uint64_t *seed)
{
  *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(int64_t)(*seed ^ (*seed >> 29)) / 9223372036854775808.0;
}

/* M = A(q)^T A(q) + 1 with A of sines, U of cosines, by M and U and by T and U; with an extra force. */
static void write_random(char *text, size_t size, int n, uint64_t *seed)
{
  size_t at = (size_t)snprintf(text, size,
                               "planar {}\nlocal n, sin, cos = %d, math.sin, math.cos\n"
                               "local function A(q, t, i, j)\n  return ({",
                               n);
  for (int i = 0; i < n * n; i++)
    at += (size_t)snprintf(text + at, size - at, "%.6f, ", chance(seed));
  at += (size_t)snprintf(
      text + at, size - at,
      "})[(i - 1)*n + j]*sin(q[1 + (i + j) %% n] + 0.3*i*t) + (i == j and 0.5 or 0)\nend\n"
      "local function M(q, t)\n  local m = {}\n"
      "  for i = 1, n do\n    m[i] = {}\n    for j = 1, n do\n"
      "      m[i][j] = i == j and 1 or 0\n"
      "      for k = 1, n do m[i][j] = m[i][j] + A(q, t, k, i)*A(q, t, k, j) end\n"
      "    end\n  end\n  return m\nend\n"
      "local function T(q, v, t)\n  local m, s = M(q, t), 0\n"
      "  for i = 1, n do for j = 1, n do s = s + m[i][j]*v[i]*v[j]/2 end end\n  return s\nend\n"
      "local function U(q, v, t)\n  local s = 0\n"
      "  for i = 1, n do s = s - cos(q[i] - 0.5*q[1 + i %% n] + 0.2*t) end\n  return s\nend\n"
      "local function Q(q, v, t)\n  local f = {}\n"
      "  for i = 1, n do f[i] = -0.1*v[i] + 0.2*sin(t + i) end\n  return f\nend\n"
      "local function own(t)\n  t.coordinates, t.start, t.speed, t.force = {}, {}, {}, Q\n"
      "  for i = 1, n do t.coordinates[i], t.start[i], t.speed[i] = \"x\"..i, 0.3*i - 0.5, 1 - 0.4*i end\n"
      "  return t\nend\n"
      "lagrangian \"o0\" (own { mass = M, potential = U })\n"
      "lagrangian \"o1\" (own { kinetic = T, potential = U })\n"
      "lagrangian \"o2\" (own { lagrangian = function(q, v, t) return T(q, v, t) - U(q, v, t) end })\n"
      "simulate { duration = 1 }\n");
  assert_true(at < size);
}

static void random_equations(void **state)
{
  (void)state;
  static char text[16384];
  uint64_t seed = 11;
  double worst = 0, books = 0;
  for (int i = 0; i < soak_or(9, 3, 2); i++) {
    int n = 1 + i % 3;
    write_random(text, sizeof text, n, &seed);
    session s = open_text(text, &(pawl_run_options){NULL, 1e-10, -1});
    books = fmax(books, worst_ledger(s, 1));
    for (int k = 1; k <= n; k++)
      for (int o = 1; o < 3; o++) {
        char name[16];
        snprintf(name, sizeof name, "x%d", k);
        worst = fmax(worst, fabs(see(s, "o", 0, name) - see(s, "o", o, name)));
      }
    leave(s);
  }
  print_message("  random equations: %.1e between forms, ledger %.1e\n", worst, books);
  assert_true(worst < 1e-11);
  assert_true(books < 1e-9);
}

/* ---- other uses ---- */

/* Forces may read channels; channels of own coordinates may be read; numbers have paths. */
static void channels_and_paths(void **state)
{
  (void)state;
  session s = open_text(
      "planar {}\n"
      "local b = box \"b\" { mass = 1, width = 1, height = 1 }\n"
      "prismatic \"rail\" { ground, b }\n"
      "local toy = lagrangian \"toy\" { coordinates = {\"u\"}, mass = 1, start = {1},\n"
      "  force = function(q, v, t, s) return -q.u + 0*s[\"floor.gap\"] + s[\"rail.position\"] - q.u*0 end }\n"
      "gap \"floor\" { toy, gap = function(q) return q.u + 5 end, law = linear { stiffness = 1 } }\n"
      "force \"pull\" { b, fx = function(t, s) return s[\"toy.u\"] - s[\"rail.position\"] end }\n"
      "simulate { duration = 2 }\n",
      &sharp);
  /* u'' = x - u, x'' = u - x: the sum stays 1, the difference is cos(sqrt(2) t) */
  go(s, 2);
  double d = cos(sqrt(2) * 2);
  assert_true(fabs(see(s, "toy", -1, "u") - (1 + d) / 2) < 1e-11);
  assert_true(fabs(see(s, "rail", -1, "position") - (1 - d) / 2) < 1e-11);
  leave(s);
  pawl_model *model = NULL;
  pawl_error error = {0};
  assert_int_equal(pawl_model_parse(&model, woodpecker, "test", NULL, &error), PAWL_OK);
  assert_int_equal(pawl_model_set(model, "toy.mass.2.2", 4.56e-7, &error), PAWL_OK);
  assert_int_equal(pawl_model_set(model, "toy.start.3", 0.1, &error), PAWL_OK);
  const pawl_lagrangian *toy = model->parts[0]->fields;
  assert_true(toy->mass.number[4] == 4.56e-7 && toy->start.number[2] == 0.1);
  assert_int_equal(pawl_model_set(model, "toy.mass.1.1", -1, &error), PAWL_BAD_CALL);
  pawl_model_free(model);
}

/* Chaplygin's sleigh, its kinetic energy written as squares of speeds: along the motion they do not change, but for rounding.
 *   u' = a w²,  w' = -m a u w/(J + m a²);   u = V tanh(a V t/k² + artanh(u0/V)),  k² = a² + J/m,  V² = u0² + k² w0² */
static void sleigh(void **state)
{
  (void)state;
  static const double sizes[][3] = {
      {1, 1, 0.5}, {1e-6, 3e-7, 0.5}, {1e5, 40, 0.1}, {2, 2e-4, -0.02}, {0.3, 1e4, 2}};
  char text[1024];
  for (int i = 0; i < 5; i++) {
    double m = sizes[i][0], J = sizes[i][1], a = sizes[i][2], u0 = -2, w0 = 0.65 * (1 + i);
    snprintf(
        text, sizeof text,
        "planar {}\nlocal m, J, a = %.17g, %.17g, %.17g\n"
        "local sk = lagrangian \"sk\" { coordinates = {\"x\", \"y\", \"phi\"}, units = {\"m\", \"m\", "
        "\"rad\"},\n"
        "  speed = {%.17g, 0, %.17g}, kinetic = function(q, v)\n"
        "    local vx, vy = v.x - a*math.sin(q.phi)*v.phi, v.y + a*math.cos(q.phi)*v.phi\n"
        "    return m*(vx^2 + vy^2)/2 + J*v.phi^2/2 end }\n"
        "constraint \"blade\" { sk, rate = function(q) return {-math.sin(q.phi), math.cos(q.phi), 0} end }\n"
        "simulate { duration = 3 }\n",
        m, J, a, u0, w0);
    session s = open_text(text, &sharp);
    double k2 = a * a + J / m, V = sqrt(u0 * u0 + k2 * w0 * w0);
    for (int j = 1; j <= 6; j++) {
      go(s, 0.5 * j);
      double phi = see(s, "sk", -1, "phi"), rate = see(s, "sk", -1, "phi_speed");
      double u = see(s, "sk", -1, "x_speed") * cos(phi) + see(s, "sk", -1, "y_speed") * sin(phi);
      double wanted = V * tanh(a * V * 0.5 * j / k2 + atanh(u0 / V));
      if (!(fabs(u - wanted) < 2e-11 * V && fabs(rate * rate * k2 + u * u - V * V) < 2e-11 * V * V))
        fail_msg("sleigh %d, t = %g: u = %.15g instead of %.15g", i, 0.5 * j, u, wanted);
    }
    if (s.run->books.steps > 1000)
      fail_msg("sleigh %d: %ld steps", i, (long)s.run->books.steps);
    leave(s);
  }
}

static void fails_with(const char *text, const char *sentence)
{
  pawl_model *model = NULL;
  pawl_run *run = NULL;
  pawl_error error = {0};
  assert_int_equal(pawl_model_parse(&model, text, "test", NULL, &error), PAWL_OK);
  pawl_status status = pawl_run_open(&run, model, NULL, &error);
  if (status == PAWL_OK)
    status = pawl_run_until(run, 3, &error);
  if (status != PAWL_BAD_MODEL || !strstr(error.text, sentence))
    fail_msg("%d, %s", status, error.text);
  assert_true(error.where[0] && error.time > 0.9);
  pawl_run_free(run);
  pawl_model_free(model);
}

/* What goes wrong on the way has its time. */
static void failures_on_the_way(void **state)
{
  (void)state;
  fails_with("planar {}\nlagrangian \"toy\" { coordinates = {\"x\", \"y\"}, speed = {0, 1},\n"
             "  mass = function(q) return { {1 - q.y, 0}, {0, 1} } end }\nsimulate { duration = 3 }\n",
             "'mass' is not positive definite at t = 1.");
  fails_with("planar {}\nlagrangian \"toy\" { coordinates = {\"x\"}, mass = 1, speed = {1},\n"
             "  force = function(q, v, t) return {math.sqrt(1 - t)} end }\nsimulate { duration = 3 }\n",
             "lagrangian \"toy\": 'force' returned nan");
}

static void equilibrium(void **state)
{
  (void)state;
  session s = open_text(
      "planar {}\n"
      "lagrangian \"toy\" { coordinates = {\"p\", \"r\"}, units = {\"rad\", \"rad\"}, start = {0.5, 0.2},\n"
      "  kinetic = function(q, v) return v.p^2/2 + v.p*v.r*math.cos(q.p - q.r)*0.4 + v.r^2/4 end,\n"
      "  potential = function(q) return -3*math.cos(q.p - 0.1) - 2*math.cos(q.r - q.p) end }\n"
      "simulate { duration = 1, start = \"equilibrium\" }\n",
      &sharp);
  assert_true(fabs(see(s, "toy", -1, "p") - 0.1) < 1e-8);
  assert_true(fabs(see(s, "toy", -1, "r") - 0.1) < 1e-8);
  leave(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_pendulum_in_six_ways),
      cmocka_unit_test(charge_in_a_magnetic_field),
      cmocka_unit_test(spherical_pendulum),
      cmocka_unit_test(shaken_pivot),
      cmocka_unit_test(growing_mass),
      cmocka_unit_test(fast_particle),
      cmocka_unit_test(woodpecker_in_flight),
      cmocka_unit_test(random_equations),
      cmocka_unit_test(sleigh),
      cmocka_unit_test(channels_and_paths),
      cmocka_unit_test(failures_on_the_way),
      cmocka_unit_test(equilibrium),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
