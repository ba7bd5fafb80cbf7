/* Forces between frames against closed forms, in several sizes, in a plane (both kernels) and in space: springs and
 * dampers by characteristics, series, line forces, bushings, drag; the momentum of pairs; examples of PlanarMechanics.
 * The worst of every row is printed. */
#include <complex.h>

#include "step/closed_form_test.h"

static const double PI = 3.14159265358979323846;

static void add(char text[TEXT], const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(char text[TEXT], const char *format, ...)
{
  size_t used = strlen(text);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text + used, TEXT - used, format, arguments);
  va_end(arguments);
}

/* One number in a plane, the same about all axes in space. */
static void add_inertia(char text[TEXT], bool space, double J)
{
  if (space)
    add(text, "inertia = {%.17g, %.17g, %.17g}", J, J, J);
  else
    add(text, "inertia = %.17g", J);
}

/* A free body on the x axis. */
static void begin(char text[TEXT], bool space, const test_units *u, double m, double x, double v)
{
  snprintf(text, TEXT, "%s {}\nlocal b = body 'b' { mass = %.17g, ", space ? "spatial" : "planar", m);
  add_inertia(text, space, 0.3 * u->mass * u->length * u->length);
  add(text, ", x = %.17g, vx = %.17g }\nlocal wall = ground:at{%.17g, 0%s}\n", x, v, -2 * u->length,
      space ? ", 0" : "");
}

typedef void (*trial)(bool space, const test_units *u, unsigned long long *seed, figures *worst);

static figures in_all_sizes(trial one)
{
  figures worst = {0, 0, 0};
  unsigned long long seed = 12;
  for (int space = 0; space < 2; space++)
    for (int i = 0; i < SIZES + SIBLINGS; i++) {
      test_units u = i < SIZES ? sizes[i] : random_units(&seed);
      one(space, &u, &seed, &worst);
    }
  return worst;
}

static double force_unit(const test_units *u)
{
  return u->mass * u->length / (u->time * u->time);
}

/* ---- springs: one rate for each direction, preload ----------------------------------------------------- */

typedef struct {
  double m, k0, k1, x, middle;
} oscillator;

static double bilinear_at(const void *numbers, double t)
{
  const oscillator *o = numbers;
  double w0 = sqrt(o->k0 / o->m), w1 = sqrt(o->k1 / o->m), quarter = PI / (2 * w1), other = PI / w0;
  t = fmod(t, 2 * quarter + other);
  if (t < quarter)
    return o->x * cos(w1 * t);
  if (t < quarter + other)
    return -o->x * w1 / w0 * sin(w0 * (t - quarter));
  return o->x * sin(w1 * (t - quarter - other));
}

static void try_characteristic(bool space, const test_units *u, unsigned long long *seed, figures *worst)
{
  char text[TEXT];
  double k = force_unit(u) / u->length, L = u->length;
  oscillator o = {vary(seed, u->mass), vary(seed, 20 * k), vary(seed, 50 * k), vary(seed, 0.7 * L), 0};
  wanted w[] = {{"b.x", bilinear_at, L}, {NULL, NULL, 0}};
  begin(text, space, u, o.m, o.x, 0);
  add(text, "spring 's' { wall, b, length = %.17g, ", 2 * L);
  add(text, "force = characteristic { {%.17g, %.17g}, {0, 0}, {%.17g, %.17g} } }\n", -L, -o.k0 * L, L,
      o.k1 * L);
  compare(text, 5 * u->time, w, &o, worst);
}

static double swing_at(const void *numbers, double t)
{
  const oscillator *o = numbers;
  return o->middle + (o->x - o->middle) * cos(sqrt(o->k0 / o->m) * t);
}

/* The preload pulls the ends together where the spring alone does nothing. */
static void try_preload(bool space, const test_units *u, unsigned long long *seed, figures *worst)
{
  char text[TEXT];
  oscillator o = {vary(seed, u->mass), vary(seed, 20 * force_unit(u) / u->length), 0,
                  vary(seed, 0.5 * u->length), 0};
  double preload = vary(seed, 5 * force_unit(u)), rest = vary(seed, 0.1 * u->length);
  o.middle = rest - preload / o.k0;
  wanted w[] = {{"b.x", swing_at, u->length}, {NULL, NULL, 0}};
  begin(text, space, u, o.m, o.x, 0);
  add(text, "spring 's' { wall, b, stiffness = %.17g, length = %.17g, preload = %.17g }\n", o.k0,
      2 * u->length + rest, preload);
  compare(text, 5 * u->time, w, &o, worst);
}

/* The same by a push against the distance. */
static void try_law(bool space, const test_units *u, unsigned long long *seed, figures *worst)
{
  char text[TEXT];
  oscillator o = {vary(seed, u->mass), vary(seed, 20 * force_unit(u) / u->length), 0,
                  vary(seed, 0.5 * u->length), 0};
  o.middle = vary(seed, 0.1 * u->length);
  wanted w[] = {{"b.x", swing_at, u->length}, {NULL, NULL, 0}};
  begin(text, space, u, o.m, o.x, 0);
  add(text, "line_force 's' { wall, b, law = characteristic { {%.17g, %.17g}, {%.17g, %.17g} } }\n",
      u->length, o.k0 * (o.middle + u->length), 3 * u->length, o.k0 * (o.middle - u->length));
  compare(text, 5 * u->time, w, &o, worst);
}

static double thrown_at(const void *numbers, double t)
{
  const oscillator *o = numbers;
  return o->x + 0.5 * o->k0 / o->m * t * t;
}

static void try_line_force(bool space, const test_units *u, unsigned long long *seed, figures *worst)
{
  char text[TEXT];
  oscillator o = {vary(seed, u->mass), vary(seed, force_unit(u)), 0, vary(seed, 0.5 * u->length), 0};
  wanted w[] = {{"b.x", thrown_at, u->length}, {NULL, NULL, 0}};
  begin(text, space, u, o.m, o.x, 0);
  add(text, "line_force 's' { b, wall, force = function(t) return %.17g end }\n", o.k0);
  compare(text, 3 * u->time, w, &o, worst);
}

static void springs(void **state)
{
  (void)state;
  figures f = in_all_sizes(try_characteristic);
  judge("spring of two rates", &f, 1e-8, 1e-9);
  f = in_all_sizes(try_preload);
  judge("preload", &f, 1e-9, 1e-9);
  f = in_all_sizes(try_law);
  judge("push against distance", &f, 1e-9, 1e-9);
  f = in_all_sizes(try_line_force);
  judge("push by a signal", &f, 1e-9, 1e-9);
}

/* ---- dampers, series ----------------------------------------------------------------------------------- */

static double slowing_at(const void *numbers, double t)
{
  const oscillator *o = numbers;
  return o->x * exp(-o->k0 / o->m * t);
}

static void try_damper(bool space, const test_units *u, unsigned long long *seed, figures *worst)
{
  char text[TEXT];
  double c = force_unit(u) * u->time / u->length;
  oscillator o = {vary(seed, u->mass), vary(seed, c), 0, vary(seed, u->length / u->time), 0};
  wanted w[] = {{"b.vx", slowing_at, o.x}, {NULL, NULL, 0}};
  for (int curve = 0; curve < 2; curve++) {
    begin(text, space, u, o.m, 0, o.x);
    if (curve)
      add(text, "damper 'd' { wall, b, force = characteristic { {0, 0}, {%.17g, %.17g} } }\n", o.x,
          o.k0 * o.x);
    else
      add(text, "damper 'd' { b, wall, damping = %.17g }\n", o.k0);
    compare(text, 4 * u->time, w, &o, worst);
  }
}

/* m x'' = -k s,  s' = x' - k s/c:   s'' + (k/c) s' + (k/m) s = 0,  x = x0 + s - s0 + (m/c) (v0 - v) */
typedef struct {
  double m, k, c, x, v, s;
} maxwell;

static double maxwell_at(const void *numbers, double t)
{
  const maxwell *p = numbers;
  double complex root = csqrt(0.25 * (p->k / p->c) * (p->k / p->c) - p->k / p->m + 0 * I);
  double complex one = -0.5 * p->k / p->c + root, two = -0.5 * p->k / p->c - root;
  double complex B = (p->v - p->k / p->c * p->s - one * p->s) / (two - one), A = p->s - B;
  double s = creal(A * cexp(one * t) + B * cexp(two * t));
  double v = creal(A * one * cexp(one * t) + B * two * cexp(two * t)) + p->k / p->c * s;
  return p->x + s - p->s + p->m / p->c * (p->v - v);
}

static void try_series(bool space, const test_units *u, unsigned long long *seed, figures *worst)
{
  char text[TEXT];
  maxwell p = {
      .m = vary(seed, u->mass), .x = vary(seed, 0.3 * u->length), .v = vary(seed, u->length / u->time)};
  p.k = uniform(seed, 5, 40) * force_unit(u) / u->length;
  p.c = uniform(seed, 3, 20) * force_unit(u) * u->time / u->length;
  p.s = uniform(seed, -0.3, 0.3) * u->length;
  wanted w[] = {{"b.x", maxwell_at, u->length}, {NULL, NULL, 0}};
  begin(text, space, u, p.m, p.x, p.v);
  add(text, "series 's' { wall, b, stiffness = %.17g, damping = %.17g, stretch = %.17g }\n", p.k, p.c, p.s);
  compare(text, 4 * u->time, w, &p, worst);
}

static void dampers(void **state)
{
  (void)state;
  figures f = in_all_sizes(try_damper);
  judge("damper", &f, 1e-9, 1e-9);
  f = in_all_sizes(try_series);
  judge("spring and damper in series", &f, 1e-9, 1e-9);
}

/* ---- bushing ------------------------------------------------------------------------------------------- */

/* A body held in the ground by a bushing turned by `turn`: along its axes, and its angle, it swings by itself. */
typedef struct {
  double m, J, k[2], c[2], K, C;
  double start[3], rest[3]; /* along the axes, and the angle */
  double turn, axis;        /* in space: the angle is about this axis */
} mount;

static double mode_at(double m, double k, double c, double x, double t)
{
  double complex root = csqrt(0.25 * c * c / (m * m) - k / m + 0 * I), one = -0.5 * c / m + root,
                 two = -0.5 * c / m - root;
  return creal(x * (two * cexp(one * t) - one * cexp(two * t)) / (two - one));
}

static double along(const mount *p, int i, double t)
{
  return p->rest[i] + mode_at(p->m, p->k[i], p->c[i], p->start[i] - p->rest[i], t);
}

static double mount_x(const void *numbers, double t)
{
  const mount *p = numbers;
  return cos(p->turn) * along(p, 0, t) - sin(p->turn) * along(p, 1, t);
}

static double mount_y(const void *numbers, double t)
{
  const mount *p = numbers;
  return sin(p->turn) * along(p, 0, t) + cos(p->turn) * along(p, 1, t);
}

static double mount_angle(const void *numbers, double t)
{
  const mount *p = numbers;
  return p->turn + p->rest[2] + mode_at(p->J, p->K, p->C, p->start[2] - p->rest[2], t);
}

/* cos of half the angle, in space. */
static double mount_e0(const void *numbers, double t)
{
  return cos(0.5 * (mount_angle(numbers, t) - ((const mount *)numbers)->turn));
}

static mount make_mount(bool space, const test_units *u, unsigned long long *seed)
{
  double F = force_unit(u), L = u->length;
  mount p = {.m = vary(seed, u->mass),
             .J = vary(seed, 0.3 * u->mass * L * L),
             .turn = space ? 0 : uniform(seed, -3, 3)};
  for (int i = 0; i < 2; i++) {
    p.k[i] = uniform(seed, 5, 40) * F / L;
    p.c[i] = uniform(seed, 0.2, 3) * F * u->time / L;
    p.start[i] = uniform(seed, -0.5, 0.5) * L;
    p.rest[i] = uniform(seed, -0.5, 0.5) * L;
  }
  p.K = uniform(seed, 5, 40) * F * L;
  p.C = uniform(seed, 0.2, 3) * F * L * u->time;
  p.start[2] = uniform(seed, -2, 2);
  p.rest[2] = space ? 0 : uniform(seed, -2, 2);
  return p;
}

static void try_mount(bool space, const test_units *u, unsigned long long *seed, figures *worst)
{
  char text[TEXT];
  mount p = make_mount(space, u, seed);
  wanted plane[] = {
      {"b.x", mount_x, u->length}, {"b.y", mount_y, u->length}, {"b.angle", mount_angle, 1}, {NULL, NULL, 0}};
  wanted room[] = {
      {"b.x", mount_x, u->length}, {"b.y", mount_y, u->length}, {"b.e0", mount_e0, 1}, {NULL, NULL, 0}};
  snprintf(text, TEXT, "%s {}\nlocal b = body 'b' { mass = %.17g, x = %.17g, y = %.17g, ",
           space ? "spatial" : "planar", p.m, mount_x(&p, 0), mount_y(&p, 0));
  add_inertia(text, space, p.J);
  double share = 0.4, fx = share * p.k[0] * p.rest[0]; /* a part of the offset comes from the preload */
  if (!space) {
    add(text, ", angle = %.17g }\n", p.turn + p.start[2]);
    add(text, "bushing 's' { ground:at{0, 0, angle = %.17g}, b, stiffness = {%.17g, %.17g}, ", p.turn, p.k[0],
        p.k[1]);
    add(text, "damping = {%.17g, %.17g}, rest = {%.17g, %.17g}, force = {%.17g, 0}, ", p.c[0], p.c[1],
        (1 - share) * p.rest[0], p.rest[1], fx);
    add(text, "turn_stiffness = %.17g, turn_damping = %.17g, angle = %.17g, torque = %.17g }\n", p.K, p.C,
        (1 - share) * p.rest[2], share * p.K * p.rest[2]);
  } else {
    double c = cos(0.5 * p.start[2]), s = sin(0.5 * p.start[2]);
    int i = (int)uniform(seed, 0, 3);
    add(text, ", e0 = %.17g, e1 = %.17g, e2 = %.17g, e3 = %.17g }\n", c, i == 0 ? s : 0, i == 1 ? s : 0,
        i == 2 ? s : 0);
    add(text, "bushing 's' { ground, b, stiffness = {%.17g, %.17g, %.17g}, ", p.k[0], p.k[1], p.k[0]);
    add(text, "damping = {%.17g, %.17g, 0}, rest = {%.17g, %.17g, 0}, force = {%.17g, 0, 0}, ", p.c[0],
        p.c[1], (1 - share) * p.rest[0], p.rest[1], fx);
    add(text, "turn_stiffness = {%.17g, %.17g, %.17g}, ", i == 0 ? p.K : 0, i == 1 ? p.K : 0,
        i == 2 ? p.K : 0);
    add(text, "turn_damping = {%.17g, %.17g, %.17g} }\n", i == 0 ? p.C : 0, i == 1 ? p.C : 0,
        i == 2 ? p.C : 0);
  }
  compare(text, 5 * u->time, space ? room : plane, &p, worst);
}

static void bushings(void **state)
{
  (void)state;
  figures f = in_all_sizes(try_mount);
  judge("bushing in the ground", &f, 1e-9, 1e-9);
}

/* ---- drag ---------------------------------------------------------------------------------------------- */

/* v' = -k |v - wind| (v - wind):  v - wind = v0/(1 + k v0 t) */
typedef struct {
  double k, v, wind;
} dragged;

static double dragged_at(const void *numbers, double t)
{
  const dragged *p = numbers;
  return p->wind + p->v / (1 + p->k * fabs(p->v) * t);
}

static void try_drag(bool space, const test_units *u, unsigned long long *seed, figures *worst)
{
  char text[TEXT];
  double V = u->length / u->time, m = vary(seed, u->mass), area = vary(seed, u->length * u->length);
  double density = vary(seed, u->mass / (u->length * u->length * u->length)), cw = uniform(seed, 0.2, 1.5);
  for (int direction = 0; direction < 2; direction++) {
    dragged p = {0.5 * density * cw * area / m, 0, uniform(seed, -1, 1) * V};
    double v = uniform(seed, -3, 3) * V;
    p.v = v - p.wind;
    wanted w[] = {{"b.vx", dragged_at, V}, {NULL, NULL, 0}};
    begin(text, space, u, m, 0, v);
    add(text, "drag 'd' { b, area = %.17g, coefficient = %.17g, density = %.17g, wind = {%.17g, 0%s}", area,
        cw, density, p.wind, space ? ", 0" : "");
    add(text, direction ? ", direction = {-2, 0%s} }\n" : "%s }\n", direction && space ? ", 0" : "");
    compare(text, 3 * u->time, w, &p, worst);
  }
}

static void drags(void **state)
{
  (void)state;
  figures f = in_all_sizes(try_drag);
  judge("drag with wind", &f, 1e-9, 1e-9);
}

/* ---- momentum ------------------------------------------------------------------------------------------ */

typedef struct {
  pawl_vec p, L;
} momentum;

static pawl_vec see_vec(session s, const char *body, const char *x, const char *y, const char *z, bool space)
{
  return pawl_v(*x ? see(s, body, -1, x) : 0, *y ? see(s, body, -1, y) : 0,
                space || *x == 0 ? see(s, body, -1, z) : 0);
}

static void add_momentum(session s, const char *body, double m, double J, bool space, momentum *sum)
{
  pawl_vec r = see_vec(s, body, "x", "y", "z", space), v = see_vec(s, body, "vx", "vy", "vz", space);
  pawl_vec w = space ? see_vec(s, body, "wx", "wy", "wz", true) : pawl_v(0, 0, see(s, body, -1, "omega"));
  sum->p = pawl_add(sum->p, pawl_times(m, v));
  sum->L = pawl_add(sum->L, pawl_add(pawl_times(J, w), pawl_times(m, pawl_cross(r, v))));
}

/* Two free bodies that turn and fly, with every force between two frames. */
static const char *const between[] = {
    "spring 'f' { p, q, stiffness = 30, damping = 1, length = 0.5, preload = 3 }",
    "damper 'f' { p, q, force = characteristic { {0, 0}, {1, 2}, {3, 3}, between = 'akima' } }",
    "series 'f' { p, q, stiffness = 30, damping = 5 }",
    "bushing 'f' { p, q, stiffness = k, damping = c, turn_stiffness = K, turn_damping = C, torque = T }",
    "line_force 'f' { p, q, force = function(t) return 5*math.sin(3*t) end }",
    "force_between 'f' { p, q, fx = 3, fy = function(t) return t end }",
    "force_between 'f' { p, q, fx = 3, fy = 2, axes = 'first' }",
    "force_between 'f' { p, q, fx = 3, fy = 2, axes = 'second' }",
    "torque_between 'f' { p, q, tz = 2, axes = 'second' }"};

static void write_pair(char text[TEXT], bool space, size_t n)
{
  static const char plane[] =
      "planar {}\nlocal a = body 'a' { mass = 2, inertia = 0.5, omega = 2, x = 0, y = 0 }\n"
      "local b = body 'b' { mass = 1, inertia = 0.2, x = 2, y = 1, vx = -0.5, omega = -1 }\n"
      "local p, q, k, c = a:at{0.3, 0.1}, b:at{-0.2, 0.3}, {30, 5}, {1, 2}\n"
      "local K, C, T = 5, 0.1, 1\n";
  static const char room[] =
      "spatial {}\nlocal a = body 'a' { mass = 2, inertia = {0.5, 0.5, 0.5}, wx = 1, wy = -2, wz = 2 }\n"
      "local b = body 'b' { mass = 1, inertia = {0.2, 0.2, 0.2}, x = 2, y = 1, vx = -0.5, vz = 0.3, wx = -1 "
      "}\n"
      "local p, q, k, c = a:at{0.3, 0.1, 0.2}, b:at{-0.2, 0.3, -0.1}, {30, 5, 8}, {1, 2, 0.5}\n"
      "local K, C, T = {5, 3, 4}, {0.1, 0.3, 0.2}, {1, 2, 3}\n";
  snprintf(text, TEXT, "%s%s\nsimulate { duration = 3, tolerance = 1e-12 }\n", space ? room : plane,
           between[n]);
}

static void pairs_keep_momentum(void **state)
{
  (void)state;
  double worst = 0, ledger = 0;
  for (size_t n = 0; n < sizeof between / sizeof *between; n++)
    for (int k = 0; k < 3; k++) {
      char text[TEXT];
      bool space = k == 2;
      pawl_run_options options = {k == 1 ? &pawl_kernel_spatial : NULL, NAN, -1};
      figures f = {0, 0, 0};
      wanted nothing = {NULL, NULL, 0};
      momentum before = {{0, 0, 0}, {0, 0, 0}}, after = before;
      write_pair(text, space, n);
      session s = open_text(text, &options);
      add_momentum(s, "a", 2, 0.5, space, &before);
      add_momentum(s, "b", 1, 0.2, space, &before);
      follow(s, 3, &nothing, NULL, &f);
      add_momentum(s, "a", 2, 0.5, space, &after);
      add_momentum(s, "b", 1, 0.2, space, &after);
      worst = fmax(worst, pawl_norm(pawl_sub(after.p, before.p)) + pawl_norm(pawl_sub(after.L, before.L)));
      ledger = fmax(ledger, f.ledger);
      leave(s);
    }
  print_message("  momentum of pairs: changes by %.1e of 1e-10, ledger %.1e of 1e-09\n", worst, ledger);
  assert_true(worst <= 1e-10);
  assert_true(ledger <= 1e-9);
}

/* ---- axes ---------------------------------------------------------------------------------------------- */

/* (3, 2) along the axes of the world, of a body turned by 0.4, of one turned by 1.1; about z and x in space. */
static void axes(void **state)
{
  (void)state;
  static const char *const words[] = {"world", "first", "second"};
  static const double turn[] = {0, 0.4, 1.1};
  for (int i = 0; i < 3; i++) {
    char text[TEXT];
    double c = cos(turn[i]), n = sin(turn[i]);
    snprintf(text, TEXT,
             "planar {}\nlocal a = body 'a' { mass = 1, inertia = 1, angle = 0.4 }\n"
             "local b = body 'b' { mass = 1, inertia = 1, x = 1, angle = 1.1 }\n"
             "force_between 'f' { a, b, fx = 3, fy = 2, axes = '%s' }\n",
             words[i]);
    session s = open_text(text, NULL);
    assert_true(fabs(see(s, "f", -1, "fx") - (3 * c - 2 * n)) < 1e-14);
    assert_true(fabs(see(s, "f", -1, "fy") - (3 * n + 2 * c)) < 1e-14);
    leave(s);
    snprintf(text, TEXT,
             "spatial {}\nlocal a = body 'a' { mass = 1, inertia = {1, 1, 1}, e0 = %.17g, e1 = %.17g, e2 = "
             "0, e3 = 0 }\n"
             "local b = body 'b' { mass = 1, inertia = {1, 1, 1}, x = 1, e0 = %.17g, e1 = %.17g, e2 = 0, e3 "
             "= 0 }\n"
             "torque_between 'f' { a, b, ty = 3, tz = 2, axes = '%s' }\n",
             cos(0.2), sin(0.2), cos(0.55), sin(0.55), words[i]);
    s = open_text(text, NULL);
    assert_true(fabs(see(s, "f", -1, "ty") - (3 * c - 2 * n)) < 1e-14);
    assert_true(fabs(see(s, "f", -1, "tz") - (3 * n + 2 * c)) < 1e-14);
    leave(s);
  }
}

/* ---- examples of PlanarMechanics, by their closed forms ------------------------------------------------ */

static void examples(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    double t;
    const char *part, *channel;
    double value;
  } known[] = {
      /* SpringDemo: 0.5 y'' = -0.5 g - 10 (y + 0.5) - y'; the damper's line passes through zero length */
      {"planar { gravity = {0, -9.81} }\nlocal b = body 'b' { mass = 0.5, inertia = 0.1 }\n"
       "prismatic 'j' { ground:at{1, 0, angle = 90*deg}, b:at{0, 0, angle = 90*deg}, position = 0.2 }\n"
       "bushing 's' { ground:at{1, 0}, b, stiffness = {1, 10}, rest = {0, -0.5} }\n"
       "damper 'd' { ground:at{1, 0}, b, damping = 1 }\nsimulate { duration = 5, tolerance = 1e-11 }\n",
       5, "j", "position", -0.9980073509443936},
      /* SpringDamperDemo: x = -1 + 2 E, y = -0.981 + 1.981 E,  E = e^-t (cos 3t + sin(3t)/3) */
      {"planar { gravity = {0, -9.81} }\nlocal b = body 'b' { mass = 0.5, inertia = 0.1, x = 1, y = 1 }\n"
       "bushing 's' { ground:at{-1, 0}, b, stiffness = {5, 5}, damping = {1, 1} }\n"
       "simulate { duration = 5, tolerance = 1e-11 }\n",
       5, "b", "y", -0.988246897948671},
      /* PowerDistanceDemo, integrated in minimal coordinates to 2e-12 */
      {"planar { gravity = {0, -9.81} }\nlocal c = body 'c' { mass = 1, inertia = 0.1 }\n"
       "local b = body 'b' { mass = 0.5, inertia = 0.1, com = {0, -1} }\n"
       "prismatic 'j' { ground, c, position = 1 }\nrevolute 'r' { c, b, angle = 150*deg }\n"
       "damper 'd' { ground, c, damping = 1 }\nsimulate { duration = 6, tolerance = 1e-12 }\n",
       6, "j", "position", 0.718373518412105},
      /* TestAirDrag: w = -5/(1 + 5 k t), k = 2.832/41 */
      {"planar {}\nlocal b = body 'b' { mass = 10, inertia = 1, com = {0, 2} }\n"
       "revolute 'r' { ground, b, angle = 0, speed = -5 }\n"
       "drag 'd' { b:at{0, 2}, area = 1.2, coefficient = 0.5, direction = {1, 0} }\n"
       "simulate { duration = 10, tolerance = 1e-11 }\n",
       10, "r", "angle", -21.62526905357308}};
  double worst = 0;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    for (int k = 0; k < 2; k++) {
      pawl_run_options options = {k ? &pawl_kernel_spatial : NULL, NAN, -1};
      session s = open_text(known[i].text, &options);
      go(s, known[i].t);
      worst = fmax(worst, fabs(see(s, known[i].part, -1, known[i].channel) - known[i].value));
      assert_true(s.run->books.worst_ledger <= 1e-9);
      leave(s);
    }
  print_message("  four examples of PlanarMechanics: off by %.1e of 1e-08\n", worst);
  assert_true(worst <= 1e-8);
}

/* ---- what is refused ----------------------------------------------------------------------------------- */

static void sentences(void **state)
{
  (void)state;
  static const char *const wrong[][2] = {
      {"spring 's' { ground, b, length = 1 }", "spring \"s\": needs either 'stiffness' or 'force'"},
      {"spring 's' { ground, b, length = 1, stiffness = 1, force = characteristic { {0, 0}, {1, 1} } }",
       "spring \"s\": needs either 'stiffness' or 'force'"},
      {"damper 's' { ground, b }", "damper \"s\": needs either 'damping' or 'force'"},
      {"damper 's' { ground, b, force = characteristic { {-1, 1}, {1, 1} } }",
       "damper \"s\": 'force' must be 0 at rest, not negative where the length grows, not positive where it "
       "shrinks"},
      {"series 's' { ground, b, stiffness = 1, damping = 0 }",
       "series \"s\": 'damping' must be more than 0, or the spring hangs on nothing"},
      {"line_force 's' { ground, b }", "line_force \"s\": needs either 'force' or 'law'"},
      {"drag 's' { b, area = 1, coefficient = 1, direction = {0, 0} }",
       "drag \"s\": 'direction' must not be zero"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char text[TEXT];
    snprintf(text, sizeof text, "planar {}\nlocal b = body 'b' { mass = 1, inertia = 1 }\n%s\n", wrong[i][0]);
    refused(text, wrong[i][1]);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(springs),
                                     cmocka_unit_test(dampers),
                                     cmocka_unit_test(bushings),
                                     cmocka_unit_test(drags),
                                     cmocka_unit_test(pairs_keep_momentum),
                                     cmocka_unit_test(axes),
                                     cmocka_unit_test(examples),
                                     cmocka_unit_test(sentences)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
