/* Links: rows and their derivatives along random motions, for every kind that has any; rods with mass
 * against bodies with two joints; masses on lines; pins in slots and points on lines. The worst case of
 * every row is printed. */
#include "step/wants_test.h"

/* ---- rows are derivatives ------------------------------------------------------------------------------ */

/* Unlike parts/contract_test.c this moves velocities along too, so that rows of velocities only, rows that
 * remember the start, rows with a spin and inertias can be differentiated. */
typedef struct {
  pawl_vec r, v, acc, w, alpha, turn, zeta;
  double angle;
} motion;

typedef struct {
  const pawl_kind *kind;
  unsigned world;
  _Alignas(max_align_t) char part[1024];
  motion a, b;
  double spin, spin_speed, spin_acceleration;
  double memory[PAWL_MEMORY];
  bool remembers;
} scene;

static pawl_vec roll_vec(unsigned long long *seed, unsigned world, bool turn)
{
  pawl_vec v = {uniform(seed, -1, 1), uniform(seed, -1, 1), uniform(seed, -1, 1)};
  return world == PAWL_SPATIAL ? v : turn ? pawl_v(0, 0, v.z) : pawl_v(v.x, v.y, 0);
}

static motion roll_motion(unsigned long long *seed, unsigned world)
{
  motion m = {.r = roll_vec(seed, world, false),
              .v = roll_vec(seed, world, false),
              .acc = roll_vec(seed, world, false)};
  m.w = roll_vec(seed, world, true);
  m.alpha = roll_vec(seed, world, true);
  m.turn = roll_vec(seed, world, true);
  m.zeta = roll_vec(seed, world, false);
  m.angle = world == PAWL_PLANAR ? m.turn.z : 0;
  return m;
}

static pawl_end follow(const motion *m, double t)
{
  pawl_vec turn = pawl_times(t, pawl_add(m->w, pawl_times(0.5 * t, m->alpha)));
  pawl_mat R = pawl_quat_mat(pawl_quat_exp(turn)), R0 = pawl_quat_mat(pawl_quat_exp(m->turn));
  return (pawl_end){
      .r = pawl_add(m->r, pawl_times(t, pawl_add(m->v, pawl_times(0.5 * t, m->acc)))),
      .v = pawl_add(m->v, pawl_times(t, m->acc)),
      .w = pawl_add(m->w, pawl_times(t, m->alpha)), /* but for t² w x alpha/4, which has no slope at 0 */
      .R = pawl_mat_mul(&R, &R0),
      .angle = m->angle + turn.z,
      .zeta = m->zeta};
}

static pawl_pair pair_at(const scene *s, double t)
{
  return (pawl_pair){.worlds = (int)s->world,
                     .t = t,
                     .a = follow(&s->a, t),
                     .b = follow(&s->b, t),
                     .spin = s->spin + t * s->spin_speed,
                     .spin_speed = s->spin_speed + t * s->spin_acceleration,
                     .memory = s->remembers ? s->memory : NULL};
}

static void fill_number(unsigned long long *seed, const pawl_field *f, char *to)
{
  double low = isfinite(f->min) ? f->min : -2, x = uniform(seed, low, isfinite(f->max) ? f->max : low + 2);
  bool left_out = isnan(f->fallback) && uniform(seed, 0, 1) < 0.5;
  if (f->type == PAWL_REAL)
    *(double *)(void *)to = left_out ? NAN : x;
  else if (f->type == PAWL_COUNT)
    *(int *)(void *)to = uniform(seed, 0, 1) < 0.5 ? 0 : (int)(10 * x);
  else if (f->type == PAWL_FLAG)
    *(bool *)(void *)to = x > 0.5;
  else if (f->type == PAWL_VECTOR)
    *(pawl_vec *)(void *)to = left_out ? pawl_v(NAN, NAN, NAN) : pawl_v(x, uniform(seed, -1, 1), 0);
}

static scene roll_scene(unsigned long long *seed, const pawl_kind *kind, unsigned world)
{
  scene s = {.kind = kind, .world = world, .a = roll_motion(seed, world)};
  const char *wrong = "";
  s.b = roll_motion(seed, world);
  pawl_vec d = pawl_sub(s.b.r, s.a.r);
  d.x = fabs(d.x); /* angles of lines jump on the other side */
  s.b.r = pawl_add(s.a.r, pawl_times(1 + 0.5 / pawl_norm(d), d));
  s.spin = uniform(seed, -1, 1);
  s.spin_speed = uniform(seed, -1, 1);
  s.spin_acceleration = uniform(seed, -1, 1);
  for (int i = 0; i < 10000 && wrong; i++) {
    for (const pawl_field *f = kind->fields; f->name; f++)
      fill_number(seed, f, s.part + f->where);
    wrong = kind->check ? kind->check(s.part, world) : NULL;
  }
  assert_null(wrong);
  if (pawl_remembers(kind)) { /* whether the radii fit does not matter here */
    pawl_pair x = pair_at(&s, 0);
    kind->constraint->remember(s.part, &x, s.memory);
    s.remembers = true;
  }
  return s;
}

static pawl_row row_at(const scene *s, int n, double t, pawl_pair *x)
{
  pawl_row row[PAWL_ROWS] = {0};
  *x = pair_at(s, t);
  s->kind->constraint->rows(s->part, x, row);
  return row[n];
}

/* What the row's wrenches give for velocities w and v of both ends, which inertias have at both origins. */
static double given(const pawl_row *row, const pawl_pair *x, const pawl_vec w[2], const pawl_vec v[2],
                    double spin)
{
  pawl_vec u = pawl_sub(v[1], v[0]);
  if (row->inertia == 0)
    u = pawl_sub(u, pawl_cross(w[0], pawl_sub(x->b.r, x->a.r)));
  return pawl_dot(row->t, pawl_sub(w[1], w[0])) + pawl_dot(row->f, u) + row->spin * spin;
}

static double rate_at(const scene *s, int n, double t)
{
  pawl_pair x;
  pawl_row row = row_at(s, n, t, &x);
  const pawl_vec w[2] = {x.a.w, x.b.w}, v[2] = {x.a.v, x.b.v};
  return given(&row, &x, w, v, x.spin_speed);
}

static double phi_at(const scene *s, int n, double t)
{
  pawl_pair x;
  return row_at(s, n, t, &x).phi;
}

/* Twice the kinetic energy of all rows that are inertias, per inertia: their directions may be chosen anew
 * at every instant, their squares may not. */
static double squares_at(const scene *s, int n, double t)
{
  double sum = 0;
  pawl_pair x;
  for (; n < pawl_row_count(s->kind, s->world); n++)
    sum += row_at(s, n, t, &x).inertia != 0 ? rate_at(s, n, t) * rate_at(s, n, t) : 0;
  return sum;
}

/* By central differences at h, h/2, h/4, extrapolated twice. */
static double slope(double (*f)(const scene *, int, double), const scene *s, int n)
{
  double d[3], h = 0.01;
  for (int i = 0; i < 3; i++, h /= 2)
    d[i] = (f(s, n, h) - f(s, n, -h)) / (2 * h);
  return (d[0] - 20 * d[1] + 64 * d[2]) / 45;
}

static double second_rate(const scene *s, int n)
{
  pawl_pair x;
  pawl_row row = row_at(s, n, 0, &x);
  const pawl_vec w[2] = {s->a.alpha, s->b.alpha};
  const pawl_vec v[2] = {pawl_sub(s->a.acc, s->a.zeta), pawl_sub(s->b.acc, s->b.zeta)};
  return given(&row, &x, w, v, s->spin_acceleration) + row.gamma;
}

static double check_row(const scene *s, int n)
{
  pawl_pair x;
  pawl_row row = row_at(s, n, 0, &x);
  if (row.inertia != 0)
    return 0;
  double rate = rate_at(s, n, 0), second = second_rate(s, n), true_slope = slope(rate_at, s, n);
  double off = fabs(second - true_slope) / (1 + fabs(true_slope));
  if (row.speed_only)
    return off;
  scene forgetful = *s; /* far from where they fit, gears jump to the next tooth */
  forgetful.remembers = false;
  double by_phi = fmin(fabs(slope(phi_at, s, n) - rate), fabs(slope(phi_at, &forgetful, n) - rate));
  return fmax(off, by_phi / (1 + fabs(rate)));
}

static double check_inertias(const scene *s)
{
  double sum = 0, true_slope = slope(squares_at, s, 0);
  pawl_pair x;
  for (int n = 0; n < pawl_row_count(s->kind, s->world); n++)
    sum += row_at(s, n, 0, &x).inertia != 0 ? 2 * rate_at(s, n, 0) * second_rate(s, n) : 0;
  return fabs(sum - true_slope) / (1 + fabs(true_slope));
}

static void rows_are_derivatives(void **state)
{
  (void)state;
  unsigned long long seed = 3;
  for (int k = 0; pawl_kinds[k]; k++)
    for (unsigned world = PAWL_PLANAR; world <= PAWL_SPATIAL; world++) {
      const pawl_kind *kind = pawl_kinds[k];
      double worst = 0;
      if (kind->family != PAWL_LINK || !pawl_in_world(kind->worlds, world) ||
          pawl_row_count(kind, world) == 0)
        continue;
      for (int i = 0; i < 300; i++) {
        scene s = roll_scene(&seed, kind, world);
        for (int n = 0; n < pawl_row_count(kind, world); n++)
          worst = fmax(worst, check_row(&s, n));
        worst = fmax(worst, check_inertias(&s));
      }
      print_message("  %s in a %s: %.1e of 1e-08\n", kind->name, world == PAWL_PLANAR ? "plane" : "space",
                    worst);
      assert_true(worst <= 1e-8);
    }
}

/* ---- rods with mass ------------------------------------------------------------------------------------ */

/* Two bodies in bearings joined by a rod, and the same with a body and two joints. `kind` of the rod's
 * inertia: as it comes, a point mass, uniform, all of it at a pin. Motions, energies and the forces on both
 * pins. */
static const char rod_text[] =
    "planar { gravity = {g*sin(turn), -g*cos(turn)} }\n"
    "local a, b = angle(1), angle(1.3)\n"
    "local pa, pb, D = length(0.3), length(0.5), length(1)\n"
    "local ax, ay, bx, by = pa*cos(a), pa*sin(a), D + pb*cos(b), pb*sin(b)\n"
    "local l, m, w0 = sqrt((bx - ax)^2 + (by - ay)^2), mass(3), rate(2)\n"
    "local c, I = math.min(vary(0.3), 1), inertia(0.2)\n"
    "if kind == 1 then I = 0 elseif kind == 2 then c, I = 0.5, m*l^2/12 elseif kind == 3 then c, I = 1, 0 "
    "end\n"
    "local base = ground:at{L, 2*L, angle = turn}\n"
    "local function frame(name, join)\n"
    "  local s0 = seed\n"
    "  local A = body(name .. 'A') { mass = mass(1), inertia = inertia(0.05), com = {length(0.1), 0} }\n"
    "  local B = body(name .. 'B') { mass = mass(2), inertia = inertia(0.1), com = {length(0.2), "
    "length(0.1)} }\n"
    "  revolute(name .. 'h') { base, A, angle = a, speed = w0 }\n"
    "  revolute(name .. 'k') { base:at{D, 0}, B, angle = b }\n"
    "  join(A:at{pa, 0}, B:at{pb, 0})\n"
    "  seed = s0\n"
    "end\n"
    "frame('one', function(A, B) rod_with_mass 'rod' { A, B, length = l, mass = m, com = c, inertia = I } "
    "end)\n"
    "frame('two', function(A, B)\n"
    "  local R = body 'R' { mass = m, inertia = I, com = {c*l, 0} }\n"
    "  revolute 'j1' { R, A }\n"
    "  revolute 'j2' { R:at{l, 0}, B }\n"
    "end)\n"
    "simulate { duration = 2*T, tolerance = 1e-12 }\n";

typedef struct {
  const char *one, *two;
} twin;

/* The worst difference of two sets of channels over a run, each over the largest that it becomes. */
static double compare_twins(session s, const twin *twins, int count)
{
  double end = s.model->plan.duration, worst = 0, off[16] = {0}, size[16] = {0};
  double *value = calloc((size_t)pawl_run_channel_count(s.run), sizeof *value);
  pawl_error error = {0};
  assert_non_null(value);
  assert_true(count <= 16);
  for (int i = 0; i <= WANT_OUTPUTS; i++) {
    double t = i == WANT_OUTPUTS ? end : i * end / WANT_OUTPUTS;
    while (s.run->t < t)
      if (pawl_run_step(s.run, end, &error) != PAWL_OK)
        fail_msg("t = %g: %s: %s", s.run->t, error.where, error.text);
    assert_int_equal(pawl_run_output(s.run, t, value, &error), PAWL_OK);
    for (int k = 0; k < count; k++) {
      int one = pawl_run_find(s.run, twins[k].one), two = pawl_run_find(s.run, twins[k].two);
      if (one < 0 || two < 0)
        fail_msg("no %s or no %s", twins[k].one, twins[k].two);
      off[k] = fmax(off[k], fabs(value[one] - value[two]));
      size[k] = fmax(size[k], fabs(value[two]));
      assert_true(isfinite(value[one]));
    }
  }
  for (int k = 0; k < count; k++)
    worst = fmax(worst, off[k] / size[k]);
  free(value);
  return worst;
}

#ifdef __SANITIZE_ADDRESS__
enum { TWINS = 4 };
#else
enum { TWINS = 40 };
#endif

static void run_twins(const char *what, const char *text, bool planar, const twin *twins, int count,
                      double limit)
{
  unsigned long long chance = 11;
  double worst = 0, position = 0, ledger = 0;
  for (int i = 0; i < TWINS; i++) {
    char whole[WANT_TEXT];
    test_units u = i == 0 ? as_written : random_units(&chance);
    pawl_run_options options = {planar && i % 2 ? &pawl_kernel_spatial : NULL, NAN, -1};
    int n = snprintf(whole, sizeof whole,
                     "local L, M, T, turn, seed, kind = %.17g, %.17g, %.17g, %.17g, %d, %d\n%s%s", u.length,
                     u.mass, u.time, u.turn, 55 * i, i / 2 % 4, wants_prelude, text);
    assert_true(n > 0 && n < WANT_TEXT);
    session s = open_text(whole, &options);
    double off = compare_twins(s, twins, count);
    if (!(off <= limit))
      fail_msg("%s, number %d: off by %.2g", what, i, off);
    worst = fmax(worst, off);
    position = fmax(position, s.run->books.worst_position);
    ledger = fmax(ledger, s.run->books.worst_ledger / s.run->plan.tolerance);
    leave(s);
  }
  print_message("  %s: off by %.1e of %.0e, residual %.1e, ledger %.2g tolerances\n", what, worst, limit,
                position, ledger);
  assert_true(position <= 1e-12);
  assert_true(ledger <= 10);
}

static void rods_with_mass_are_bodies_with_two_joints(void **state)
{
  (void)state;
  static const twin twins[] = {{"oneh.angle", "twoh.angle"},
                               {"onek.angle", "twok.angle"},
                               {"onek.speed", "twok.speed"},
                               {"oneh.fx", "twoh.fx"},
                               {"oneh.fy", "twoh.fy"},
                               {"onek.fx", "twok.fx"},
                               {"rod.fx", "j2.fx"},
                               {"rod.fy", "j2.fy"},
                               {"rod.first.fx", "j1.fx"},
                               {"rod.first.fy", "j1.fy"},
                               {"onek.acceleration", "twok.acceleration"}};
  run_twins("rod with mass", rod_text, true, twins, sizeof twins / sizeof *twins, 1e-9);
}

/* Kinetic and potential energy: of each machine alone. Fewer unknowns: one equation instead of three dofs
 * and four. */
static void rods_with_mass_have_the_energy_of_bodies(void **state)
{
  (void)state;
  static const char form[] =
      "planar { gravity = {0, -9.81} }\nlocal A = body 'A' { mass = 1, inertia = 0.1, com = {0.1, 0} }\n"
      "local B = body 'B' { mass = 2, inertia = 0.3, com = {0.2, 0} }\n"
      "revolute 'h' { ground, A, angle = 1, speed = 2 }\nrevolute 'k' { ground:at{1, 0}, B, angle = 1 }\n%s"
      "simulate { duration = 1, tolerance = 1e-12 }\n";
  static const char *const how[] = {
      "rod_with_mass 'rod' { A:at{0.5, 0}, B:at{0.5, 0}, length = 1, mass = 3, com = 0.4, inertia = 0.2 }\n",
      "local R = body 'R' { mass = 3, inertia = 0.2, com = {0.4, 0} }\n"
      "revolute 'i' { A:at{0.5, 0}, R, angle = -1 }\nrevolute 'j' { R:at{1, 0}, B:at{0.5, 0} }\n"};
  double kinetic[2], gravity[2];
  int dofs[2], rows[2];
  for (int i = 0; i < 2; i++) {
    char text[2048];
    snprintf(text, sizeof text, form, how[i]);
    session s = open_text(text, NULL);
    go(s, 0.7);
    kinetic[i] = see(s, "energy", -1, "kinetic");
    gravity[i] = see(s, "energy", -1, "gravity");
    dofs[i] = s.run->system.tree.dof_count;
    rows[i] = s.run->system.tree.row_count;
    leave(s);
  }
  print_message("  %d coordinates and %d rows instead of %d and %d; energies differ by %.1e and %.1e J\n",
                dofs[0], rows[0], dofs[1], rows[1], fabs(kinetic[0] - kinetic[1]),
                fabs(gravity[0] - gravity[1]));
  assert_true(kinetic[1] > 1);
  assert_true(fabs(kinetic[0] - kinetic[1]) <= 1e-9 * kinetic[1]);
  assert_true(fabs(gravity[0] - gravity[1]) <= 1e-9 * fabs(gravity[1]));
  assert_true(dofs[0] < dofs[1]);
}

/* In space: a slide and a pendulum in a ball joint, joined by a rod. The body's inertia about its own line
 * does not matter, as it never turns about it. */
static const char space_text[] =
    "spatial { gravity = {0.1*g, 0.2*g, -g} }\n"
    "local l, m, c, I, p = length(0.8), mass(2), math.min(vary(0.4), 1), inertia(0.15), length(0.7)\n"
    "if kind == 1 then I = inertia(1e-3) elseif kind == 2 then c, I = 0.5, m*l^2/12 elseif kind == 3 then c "
    "= 1 end\n"
    "local th = angle(1.1)\n"
    "local function frame(name, join)\n"
    "  local s0 = seed\n"
    "  local A = body(name .. 'A') { mass = mass(1), inertia = {inertia(0.2), inertia(0.21), "
    "inertia(0.22)},\n"
    "    com = {length(0.3), 0, 0} }\n"
    "  local B = body(name .. 'B') { mass = mass(1.5), inertia = {inertia(0.1), inertia(0.12), "
    "inertia(0.13)} }\n"
    "  spherical(name .. 's') { ground, A, wx = rate(0.3), wy = rate(1), wz = rate(-2) }\n"
    "  prismatic(name .. 'p') { ground:at{p + l*cos(th), l*sin(th), 0}, B, axis = {vary(0.3), vary(1), "
    "vary(0.8)},\n"
    "    position = 0 }\n"
    "  join(A:at{p, 0, 0}, B)\n"
    "  seed = s0\n"
    "end\n"
    "frame('one', function(A, B) rod_with_mass 'rod' { A, B, length = l, mass = m, com = c, inertia = I } "
    "end)\n"
    "frame('two', function(A, B)\n"
    "  local R = body 'R' { mass = m, inertia = {I, I, I}, com = {c*l, 0, 0} }\n"
    "  spherical 'j2' { R:at{l, 0, 0}, B, e0 = cos(th/2), e1 = 0, e2 = 0, e3 = -sin(th/2), wx = 0, wy = 0, "
    "wz = 0 }\n"
    "  spherical 'j1' { R, A }\n"
    "end)\n"
    "simulate { duration = T, tolerance = 1e-12 }\n";

static void rods_with_mass_are_bodies_in_space(void **state)
{
  (void)state;
  static const twin twins[] = {
      {"oneA.wx", "twoA.wx"},    {"oneA.wz", "twoA.wz"}, {"onep.position", "twop.position"},
      {"rod.fx", "j2.fx"},       {"rod.fz", "j2.fz"},    {"rod.first.fy", "j1.fy"},
      {"rod.first.fz", "j1.fz"}, {"ones.fx", "twos.fx"}, {"onep.fy", "twop.fy"}};
  run_twins("rod with mass in space", space_text, false, twins, sizeof twins / sizeof *twins, 1e-8);
}

/* ---- masses on lines ----------------------------------------------------------------------------------- */

/* A point between two swinging bodies, and the same by a bar that turns on the first, a sleeve with mass (a
 * bead for the first machine) at the second that slides on it, and a point that slides c times as far. */
static const char line_text[] =
    "planar { gravity = {g*sin(turn), -g*cos(turn)} }\n"
    "local a, b = angle(1), angle(1.3)\n"
    "local pa, pb, D = length(0.3), length(0.5), length(1)\n"
    "local ax, ay, bx, by = pa*cos(a), pa*sin(a), D + pb*cos(b), pb*sin(b)\n"
    "local l, m, c = sqrt((bx - ax)^2 + (by - ay)^2), mass(3), math.min(vary(0.4), 1)\n"
    "if kind == 1 then c = 0.5 elseif kind == 2 then c = 1 end\n"
    "local base = ground:at{L, 2*L, angle = turn}\n"
    "local function frame(name, join)\n"
    "  local s0 = seed\n"
    "  local A = body(name .. 'A') { mass = mass(1), inertia = inertia(0.05), com = {length(0.1), 0} }\n"
    "  local B = body(name .. 'B') { mass = mass(2), inertia = inertia(0.1), com = {length(0.2), "
    "length(0.1)} }\n"
    "  revolute(name .. 'h') { base, A, angle = a, speed = rate(1) }\n"
    "  revolute(name .. 'k') { base:at{D, 0}, B, angle = b, speed = rate(-0.5) }\n"
    "  join(A:at{pa, 0}, B:at{pb, 0})\n"
    "  seed = s0\n"
    "end\n"
    "local mu = mass(0.5)\n"
    "frame('one', function(A, B)\n"
    "  weld 'glue' { B, body 'bead' { mass = mu, inertia = 0 } }\n"
    "  line_mass 'oil' { A, B, mass = m, com = c }\n"
    "end)\n"
    "frame('two', function(A, B)\n"
    "  local bar, sleeve = body 'bar' { mass = 0, inertia = 0 }, body 'sleeve' { mass = mu, inertia = 0 }\n"
    "  local P = body 'P' { mass = m, inertia = 0 }\n"
    "  local beta = math.atan(by - ay, bx - ax)\n"
    "  revolute 'j1' { A, bar, angle = beta - a }\n"
    "  local far = prismatic 'far' { bar, sleeve, position = l }\n"
    "  local near = prismatic 'near' { bar, P, position = c*l }\n"
    "  revolute 'j2' { sleeve, B }\n"
    "  coupling 'share' { near, far, ratio = c }\n"
    "end)\n"
    "simulate { duration = 2*T, tolerance = 1e-12 }\n";

static void masses_on_lines_are_sliding_points(void **state)
{
  (void)state;
  static const twin twins[] = {{"oneh.angle", "twoh.angle"}, {"onek.angle", "twok.angle"},
                               {"onek.speed", "twok.speed"}, {"oneh.fx", "twoh.fx"},
                               {"oneh.fy", "twoh.fy"},       {"onek.fx", "twok.fx"},
                               {"onek.fy", "twok.fy"},       {"onek.acceleration", "twok.acceleration"}};
  run_twins("mass on a line", line_text, true, twins, sizeof twins / sizeof *twins, 1e-8);
}

/* From the ground to a slide that hangs down by s:  (M + m c²) a = (M + m c) g */
static const char hanging[] =
    "planar { gravity = {g*sin(turn), -g*cos(turn)} }\n"
    "local m1, m, c, s0, v0 = mass(2), mass(3), math.min(vary(0.4), 1), length(1), speed(0.5)\n"
    "local b = body 'b' { mass = m1, inertia = inertia(1) }\n"
    "local down = ground:at{L, 0, angle = turn - math.pi/2}\n"
    "prismatic 'p' { down, b, position = s0, speed = v0 }\n"
    "line_mass 'spring' { down, b, mass = m, com = c }\n"
    "simulate { duration = T, tolerance = 1e-10 }\n"
    "local a = (m1 + m*c)*g/(m1 + m*c^2)\n"
    "want('p.position', L, function(t) return s0 + v0*t + a*t^2/2 end)\n"
    "want('spring.fx', M*L/T^2, sin(turn)*m1*(a - g)) want('spring.fy', M*L/T^2, -cos(turn)*m1*(a - g))\n"
    "want('spring.first.fy', M*L/T^2, cos(turn)*(m1*(a - g) + m*(c*a - g)))\n";

/* ---- pins and points ----------------------------------------------------------------------------------- */

/* A Scotch yoke: a crank at constant speed in the slot of a slider.  x = R cos(wt),  force on the pin = m R
 * w² cos */
static const char yoke[] = "planar {}\n"
                           "local R, w, m = length(0.2), rate(3), mass(2)\n"
                           "local base = ground:at{L, 0, angle = turn}\n"
                           "local crank, fork = body 'crank' { mass = M, inertia = M*L^2 }, body 'fork' { "
                           "mass = m, inertia = M*L^2 }\n"
                           "local h = revolute 'h' { base, crank, angle = 0 }\n"
                           "prismatic 'p' { base, fork, position = R }\n"
                           "pin_in_slot 'slot' { fork:at{0, 0, angle = math.pi/2}, crank:at{R, 0} }\n"
                           "motor 'm' { h, speed = w }\n"
                           "simulate { duration = 4*T, tolerance = 1e-11 }\n"
                           "want('p.position', L, function(t) return R*cos(w*t) end)\n"
                           "want('slot.position', L, function(t) return R*sin(w*t) end)\n"
                           "want('slot.speed', L/T, function(t) return R*w*cos(w*t) end)\n"
                           "want('slot.force', M*L/T^2, function(t) return -m*R*w^2*cos(w*t) end)\n"
                           "want('slot.fx', M*L/T^2, function(t) return m*R*w^2*cos(w*t)*cos(turn) end)\n"
                           "want('p.acceleration', L/T^2, function(t) return -R*w^2*cos(w*t) end)\n";

/* A quick return: a crank at constant speed moves a lever whose slot its pin slides in.
 *   rho² = D² + R² + 2 D R cos(wt),   rho' = -D R w sin(wt)/rho,   lever' = w R (R + D cos(wt))/rho² */
static const char lever[] =
    "planar {}\n"
    "local R, D, w = length(0.2), length(0.5), rate(2)\n"
    "local crank, lever = body 'crank' { mass = M, inertia = M*L^2 }, body 'lever' { mass = M, inertia = "
    "M*L^2 }\n"
    "local h = revolute 'h' { ground:at{D*cos(turn), D*sin(turn)}, crank, angle = turn }\n"
    "revolute 'k' { ground, lever, angle = turn }\n"
    "pin_in_slot 'slot' { lever, crank:at{R, 0} }\n"
    "motor 'm' { h, speed = w }\n"
    "simulate { duration = 3*T, tolerance = 1e-11 }\n"
    "local rho = function(t) return sqrt(D^2 + R^2 + 2*D*R*cos(w*t)) end\n"
    "want('slot.position', L, rho)\n"
    "want('slot.speed', L/T, function(t) return -D*R*w*sin(w*t)/rho(t) end)\n"
    "want('k.speed', 1/T, function(t) return w*R*(R + D*cos(w*t))/rho(t)^2 end)\n";

/* A bead on a straight wire in space, and a bar with a point on it: a = n (n·g) */
static const char wire[] = "spatial { gravity = {0, 0, -g} }\n"
                           "local nx, ny, nz = vary(0.3), vary(-0.5), vary(-0.8)\n"
                           "local n = sqrt(nx^2 + ny^2 + nz^2)\n"
                           "local bead = body 'bead' { mass = mass(1), inertia = {M*L^2, M*L^2, M*L^2}, com "
                           "= {0, 0, 0}, x = L, wx = 1/T }\n"
                           "point_on_line 'wire' { ground:at{L, 0, 0}, bead, axis = {nx, ny, nz} }\n"
                           "simulate { duration = T, tolerance = 1e-11 }\n"
                           "local a = -g*nz/n\n"
                           "want('wire.position', L, function(t) return a*t^2/2 end)\n"
                           "want('wire.speed', L/T, function(t) return a*t end)\n"
                           "want('bead.x', L, function(t) return L + a*t^2/2*nx/n end)\n"
                           "want('bead.z', L, function(t) return a*t^2/2*nz/n end)\n"
                           "want('wire.fz', M*L/T^2, bead.mass*(a*nz/n + g))\n"
                           "want('wire.fx', M*L/T^2, bead.mass*a*nx/n)\n";

/* In a plane, the wire turning at constant speed about a point on it:  r = r0 cosh(wt) */
static const char turning_wire[] =
    "planar {}\n"
    "local w, r0, m, beta = rate(1), length(0.3), mass(1), angle(0.7)\n"
    "local hoop, bead = body 'hoop' { mass = M, inertia = M*L^2 }\n"
    "local th = turn + beta\n"
    "local bead = body 'bead' { mass = m, inertia = M*L^2, x = r0*cos(th), y = r0*sin(th),\n"
    "  vx = -w*r0*sin(th), vy = w*r0*cos(th) }\n"
    "local h = revolute 'h' { ground, hoop, angle = turn }\n"
    "motor 'm' { h, speed = w }\n"
    "point_on_line 'wire' { hoop, bead, axis = {cos(beta), sin(beta)} }\n"
    "simulate { duration = 2*T, tolerance = 1e-11 }\n"
    "local ch = function(t) return (exp(w*t) + exp(-w*t))/2 end\n"
    "local sh = function(t) return (exp(w*t) - exp(-w*t))/2 end\n"
    "want('wire.position', L, function(t) return r0*ch(t) end)\n"
    "want('wire.speed', L/T, function(t) return r0*w*sh(t) end)\n"
    "want('wire.fx', M*L/T^2, function(t) return -sin(th + w*t)*2*m*w^2*r0*sh(t) end)\n"
    "want('m.effort', M*L^2/T^2, function(t) return 2*m*w^2*r0^2*sh(t)*ch(t) end)\n";

static void links_follow_closed_forms(void **state)
{
  (void)state;
  check_wants("mass of a hanging line", hanging, true, 1e-10, 1e-12);
  check_wants("Scotch yoke", yoke, true, 1e-8, 1e-12);
  check_wants("quick return", lever, true, 1e-8, 1e-12);
  check_wants("bead on a turning wire", turning_wire, true, 1e-8, 1e-12);
  check_wants("bead on a wire in space", wire, false, 1e-9, 1e-12);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(rows_are_derivatives),
                                     cmocka_unit_test(rods_with_mass_are_bodies_with_two_joints),
                                     cmocka_unit_test(rods_with_mass_have_the_energy_of_bodies),
                                     cmocka_unit_test(rods_with_mass_are_bodies_in_space),
                                     cmocka_unit_test(masses_on_lines_are_sliding_points),
                                     cmocka_unit_test(links_follow_closed_forms)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
