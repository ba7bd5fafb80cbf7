/* Siblings of the five models that adams_test.c compares with Adams: the same joints with other frames, gravity,
 * size, mass, inertia, stiffness, damping and start, against motions in long double that share nothing with the
 * library's kernels.
 *   revolute, torsion  J th'' = n·(d x m g) - k (th - th0) - c th',  J = n·I n + m |n x d|²
 *   spherical          J w' = d x m R^T g - w x J w,  q' = q w/2, about the pivot in the body's axes
 *   prismatic          s = s0 + v0 t + n·g t²/2
 *   spring             u'' = g - (k u + c u')/m in closed form, along gravity from zero length
 * Reactions by Newton and Euler from the references' accelerations: f = m (a - g), t = I alpha + w x I w + d x f. */
#include "step/sessions_test.h"
/* Of the references only the integrator and the swing are used. */
#pragma GCC diagnostic ignored "-Wunused-function"
#include "step/references_test.h"

enum { VARIANTS = 50, LOOKS = 5 }; /* a run is compared at LOOKS times, one unit of time apart */

/* ---- quaternions in long double; a vector is one without scalar part ---- */

typedef struct {
  long double w, x, y, z;
} quat;

static quat vec(const double a[3])
{
  return (quat){0, a[0], a[1], a[2]};
}

static quat sum(quat a, quat b)
{
  return (quat){a.w + b.w, a.x + b.x, a.y + b.y, a.z + b.z};
}

static quat times(long double s, quat a)
{
  return (quat){s * a.w, s * a.x, s * a.y, s * a.z};
}

static quat minus(quat a, quat b)
{
  return sum(a, times(-1, b));
}

static quat back(quat a)
{
  return (quat){a.w, -a.x, -a.y, -a.z};
}

static quat cross(quat a, quat b)
{
  return (quat){0, a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static long double dot(quat a, quat b)
{
  return a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
}

static double size(quat a)
{
  return (double)sqrtl(dot(a, a));
}

static quat unit_of(quat a)
{
  return times(1 / sqrtl(dot(a, a)), a);
}

static quat product(quat a, quat b)
{
  quat p = sum(cross(a, b), sum(times(a.w, b), times(b.w, a)));
  p.w = a.w * b.w - (a.x * b.x + a.y * b.y + a.z * b.z);
  return p;
}

static quat rotate(quat q, quat a)
{
  return product(q, product(a, back(q)));
}

static quat turn_about(quat axis, long double angle)
{
  quat q = times(sinl(angle / 2), unit_of(axis));
  q.w = cosl(angle / 2);
  return q;
}

static quat apply_tensor(const double I[6], quat a)
{
  return (quat){0, I[0] * a.x + I[3] * a.y + I[4] * a.z, I[3] * a.x + I[1] * a.y + I[5] * a.z,
                I[4] * a.x + I[5] * a.y + I[2] * a.z};
}

/* ---- one body on one joint, in units of its own ---- */

/* A frame as it is written: by `turn`, `axis` or `quaternion`. */
typedef struct {
  double at[3], number[4];
  int way;
} frame;

typedef struct {
  test_units units;
  frame a, b; /* on the ground, on the body */
  double mass, inertia[6], com[3], gravity[3], axis[3];
  double place, speed;        /* at the start: of a hinge, a slide or along gravity */
  double turn[4], turning[3]; /* at the start: of a ball in its socket or a free body */
  double k, c, free_angle;
} variant;

static quat turn_of(const frame *f)
{
  const double *n = f->number;
  quat u = unit_of(vec(n));
  if (f->way == 0)
    return turn_about(u, n[3]);
  if (f->way == 1) /* the shortest way that puts z along u */
    return unit_of((quat){1 + u.z, -u.y, u.x, 0});
  return unit_of((quat){n[0], n[1], n[2], n[3]});
}

/* From the joint to the centre of mass, in the body's axes. */
static quat arm_of(const variant *x)
{
  return minus(vec(x->com), vec(x->b.at));
}

static void random_direction(unsigned long long *seed, double *to, int n, double length)
{
  double sum2;
  do {
    sum2 = 0;
    for (int i = 0; i < n; i++) {
      to[i] = uniform(seed, -1, 1);
      sum2 += to[i] * to[i];
    }
  } while (sum2 > 1 || sum2 < 0.01);
  for (int i = 0; i < n; i++)
    to[i] *= length / sqrt(sum2);
}

static frame random_frame(unsigned long long *seed, double reach, int way)
{
  frame f = {.way = way % 3};
  random_direction(seed, f.at, 3, uniform(seed, 0, reach));
  random_direction(seed, f.number, f.way == 2 ? 4 : 3, 1);
  if (f.way == 0)
    f.number[3] = uniform(seed, -3, 3);
  return f;
}

/* Of three thin rods square to each other: what a body can have, down to nearly flat and nearly thin ones. */
static void random_inertia(unsigned long long *seed, double mass, double I[6])
{
  double p[4];
  random_direction(seed, p, 4, 1);
  for (int i = 0; i < 3; i++) {
    quat u = rotate((quat){p[0], p[1], p[2], p[3]}, (quat){0, i == 0, i == 1, i == 2});
    double s = 0.1 * mass * pow(10, uniform(seed, -3, 0));
    const long double rod[6] = {1 - u.x * u.x, 1 - u.y * u.y, 1 - u.z * u.z,
                                -u.x * u.y,    -u.x * u.z,    -u.y * u.z};
    for (int k = 0; k < 6; k++)
      I[k] += s * (double)rod[k];
  }
}

static variant random_variant(unsigned long long *seed, int index)
{
  variant x = {.units = random_units(seed), .mass = uniform(seed, 0.8, 1.2)};
  x.a = random_frame(seed, 1, index);
  x.b = random_frame(seed, 0.5, index / 3);
  random_inertia(seed, x.mass, x.inertia);
  random_direction(seed, x.com, 3, uniform(seed, 0.5, 1.2));
  for (int i = 0; i < 3; i++)
    x.com[i] += x.b.at[i];
  random_direction(seed, x.gravity, 3, uniform(seed, 0.8, 1.2));
  random_direction(seed, x.axis, 3, 1);
  random_direction(seed, x.turn, 4, 1);
  random_direction(seed, x.turning, 3, uniform(seed, 0, 2));
  x.place = uniform(seed, -3, 3);
  x.speed = uniform(seed, -1.5, 1.5);
  x.k = uniform(seed, 2, 15);
  x.c = uniform(seed, 0, 2);
  x.free_angle = uniform(seed, -3, 3);
  return x;
}

/* ---- as text ---- */

static void say_list(char *text, const char *before, const double *numbers, int n, double unit)
{
  say(text, "%s{", before);
  for (int i = 0; i < n; i++)
    say(text, "%s%.17g", i ? ", " : "", numbers[i] * unit);
  say(text, "}");
}

static void say_place(char *text, const char *body, const frame *f, double length)
{
  static const char *const ways[] = {"turn", "axis", "quaternion"};
  say(text, "%s:at{%.17g, %.17g, %.17g, %s = ", body, f->at[0] * length, f->at[1] * length, f->at[2] * length,
      ways[f->way]);
  say_list(text, "", f->number, f->way == 1 ? 3 : 4, 1);
  say(text, "}");
}

static void say_body(char *text, const variant *x)
{
  double L = x->units.length, M = x->units.mass, T = x->units.time;
  say_list(text, "spatial { gravity = ", x->gravity, 3, L / (T * T));
  say(text, " }\nlocal b = body 'b' { mass = %.17g", x->mass * M);
  say_list(text, ", inertia = ", x->inertia, 6, M * L * L);
  say_list(text, ", com = ", x->com, 3, L);
}

static void say_turn(char *text, const variant *x)
{
  const double *e = x->turn, *w = x->turning, T = x->units.time;
  say(text, ", e0 = %.17g, e1 = %.17g, e2 = %.17g, e3 = %.17g", e[0], e[1], e[2], e[3]);
  say(text, ", wx = %.17g, wy = %.17g, wz = %.17g }\n", w[0] / T, w[1] / T, w[2] / T);
}

static void say_joint(char *text, const variant *x, const char *kind)
{
  say_body(text, x);
  say(text, " }\nlocal j = %s 'j' { ", kind);
  say_place(text, "ground", &x->a, x->units.length);
  say_place(text, ", b", &x->b, x->units.length);
  if (*kind != 's')
    say_list(text, ", axis = ", x->axis, 3, 1);
}

/* ---- motions ---- */

typedef struct {
  quat e, r, v, w; /* of the body's own frame */
  quat f, t;       /* of the joint or spring on the body */
} motion;

/* From orientation and turning alone, the pivot held at frame a. `own`: torque that is not the joint's. */
static motion pivoted(const variant *x, quat e, quat w, quat alpha, quat own)
{
  quat d = rotate(e, arm_of(x)), origin = rotate(e, times(-1, vec(x->b.at)));
  quat a = sum(cross(alpha, d), cross(w, cross(w, d)));
  quat spin = rotate(e, apply_tensor(x->inertia, rotate(back(e), w)));
  quat rate = sum(rotate(e, apply_tensor(x->inertia, rotate(back(e), alpha))), cross(w, spin));
  motion m = {.e = e, .r = sum(vec(x->a.at), origin), .v = cross(w, origin), .w = w};
  m.f = times(x->mass, minus(a, vec(x->gravity)));
  m.t = minus(sum(rate, cross(d, m.f)), own);
  return m;
}

typedef struct {
  swing pull;
  long double k, c, free_angle; /* over J */
} hinge;

static void hinge_slope(const void *context, const long double *y, long double *dy)
{
  const hinge *h = context;
  swing_slope(&h->pull, y, dy);
  dy[1] -= h->k * (y[0] - h->free_angle) + h->c * y[1];
}

static quat hinge_turn(const variant *x, long double angle)
{
  return product(turn_of(&x->a), product(turn_about(vec(x->axis), angle), back(turn_of(&x->b))));
}

/* The arm square to the axis is p at th = 0, p cos th + n x p sin th later. */
static hinge hinge_of(const variant *x, quat n)
{
  quat e = hinge_turn(x, 0), q = cross(n, rotate(e, arm_of(x))), p = cross(q, n), own = rotate(back(e), n);
  long double J = dot(own, apply_tensor(x->inertia, own)) + x->mass * dot(q, q), f = x->mass / J;
  quat g = vec(x->gravity);
  return (hinge){{f * dot(n, cross(q, g)), f * dot(n, cross(p, g))}, x->k / J, x->c / J, x->free_angle};
}

static motion hinge_motion(const variant *x, double t, long double *y)
{
  quat n = rotate(turn_of(&x->a), unit_of(vec(x->axis)));
  hinge h = hinge_of(x, n);
  long double dy[2];
  if (t == 1) {
    y[0] = x->place;
    y[1] = x->speed;
  }
  assert_true(integrate(hinge_slope, &h, y, 2, 1, 8, 1e-14) <= 1e-14);
  hinge_slope(&h, y, dy);
  quat spring = times(-x->k * (y[0] - x->free_angle) - x->c * y[1], n);
  return pivoted(x, hinge_turn(x, y[0]), times(y[1], n), times(dy[1], n), spring);
}

static void write_hinge(char *text, const variant *x)
{
  double L = x->units.length, T = x->units.time, N = x->units.mass * L * L / (T * T);
  say_joint(text, x, "revolute");
  say(text, ", angle = %.17g, speed = %.17g }\n", x->place, x->speed / T);
  if (x->k > 0)
    say(text, "torsion 'spring' { j, stiffness = %.17g, damping = %.17g, angle = %.17g }\n", x->k * N,
        x->c * N * T, x->free_angle);
}

static quat about_pivot(const variant *x, quat a)
{
  return sum(apply_tensor(x->inertia, a), times(x->mass, cross(arm_of(x), cross(a, arm_of(x)))));
}

/* y = (q, w in the body's axes, nothing); J w' = right by Cramer's rule. */
static void ball_slope(const void *context, const long double *y, long double *dy)
{
  const variant *x = context;
  quat q = {y[0], y[1], y[2], y[3]}, w = {0, y[4], y[5], y[6]}, rate = product(q, times(0.5L, w));
  quat weight = times(x->mass, rotate(back(unit_of(q)), vec(x->gravity)));
  quat right = minus(cross(arm_of(x), weight), cross(w, about_pivot(x, w)));
  quat a = about_pivot(x, (quat){0, 1, 0, 0}), b = about_pivot(x, (quat){0, 0, 1, 0}),
       c = about_pivot(x, (quat){0, 0, 0, 1});
  long double det = dot(a, cross(b, c));
  const long double all[8] = {rate.w,
                              rate.x,
                              rate.y,
                              rate.z,
                              dot(right, cross(b, c)) / det,
                              dot(a, cross(right, c)) / det,
                              dot(a, cross(b, right)) / det,
                              0};
  memcpy(dy, all, sizeof all);
}

static motion ball_motion(const variant *x, double t, long double *y)
{
  quat b = turn_of(&x->b), e = unit_of((quat){x->turn[0], x->turn[1], x->turn[2], x->turn[3]});
  quat q = product(turn_of(&x->a), product(e, back(b))), w = rotate(b, vec(x->turning));
  long double dy[8];
  if (t == 1)
    memcpy(y, (long double[8]){q.w, q.x, q.y, q.z, w.x, w.y, w.z, 0}, sizeof dy);
  assert_true(integrate(ball_slope, x, y, 8, 1, 8, 1e-14) <= 1e-14);
  ball_slope(x, y, dy);
  q = unit_of((quat){y[0], y[1], y[2], y[3]});
  return pivoted(x, q, rotate(q, (quat){0, y[4], y[5], y[6]}), rotate(q, (quat){0, dy[4], dy[5], dy[6]}),
                 (quat){0});
}

static void write_ball(char *text, const variant *x)
{
  say_joint(text, x, "spherical");
  say_turn(text, x);
}

static motion slide_motion(const variant *x, double t, long double *y)
{
  (void)y;
  quat a = turn_of(&x->a), e = product(a, back(turn_of(&x->b))), g = vec(x->gravity);
  quat n = rotate(a, unit_of(vec(x->axis))), f = times(x->mass, minus(times(dot(n, g), n), g));
  quat joint = sum(vec(x->a.at), times(x->place + t * (x->speed + t * dot(n, g) / 2), n));
  return (motion){.e = e,
                  .r = minus(joint, rotate(e, vec(x->b.at))),
                  .v = times(x->speed + t * dot(n, g), n),
                  .f = f,
                  .t = cross(rotate(e, arm_of(x)), f)};
}

static void write_slide(char *text, const variant *x)
{
  double L = x->units.length;
  say_joint(text, x, "prismatic");
  say(text, ", position = %.17g, speed = %.17g }\n", x->place * L, x->speed * L / x->units.time);
}

/* The damped oscillator; at t = 0 the centre of mass is at frame a. */
static motion spring_motion(const variant *x, double t, long double *y)
{
  (void)y;
  quat e = unit_of((quat){x->turn[0], x->turn[1], x->turn[2], x->turn[3]}), g = vec(x->gravity),
       n = unit_of(g);
  long double a = x->c / (2.0L * x->mass), w = sqrtl(x->k / (long double)x->mass - a * a);
  long double A = -x->mass * dot(g, n) / x->k, B = (x->speed + a * A) / w;
  long double co = expl(-a * t) * cosl(w * t), si = expl(-a * t) * sinl(w * t);
  long double u = A * (co - 1) + B * si, rate = (w * B - a * A) * co - (a * B + w * A) * si;
  return (motion){.e = e,
                  .r = minus(sum(vec(x->a.at), times(u, n)), rotate(e, vec(x->com))),
                  .v = times(rate, n),
                  .f = times(-x->k * u - x->c * rate, n)};
}

static void write_spring(char *text, const variant *x)
{
  double L = x->units.length, T = x->units.time, K = x->units.mass / (T * T);
  motion m = spring_motion(x, 0, NULL);
  say_body(text, x);
  say(text, ", x = %.17g, y = %.17g, z = %.17g", (double)m.r.x * L, (double)m.r.y * L, (double)m.r.z * L);
  say(text, ", vx = %.17g, vy = %.17g, vz = %.17g", (double)m.v.x * L / T, (double)m.v.y * L / T,
      (double)m.v.z * L / T);
  say_turn(text, x);
  say_place(text, "spring 'spring' { ground", &x->a, L);
  say_list(text, ", b:at", x->com, 3, L);
  say(text, ", stiffness = %.17g, damping = %.17g, length = 0 }\n", x->k * K, x->c * K * T);
}

/* ---- comparison ---- */

static double off(session s, const char *part, const char *names, double unit, quat exact)
{
  char name[3][8];
  assert_int_equal(sscanf(names, "%7s %7s %7s", name[0], name[1], name[2]), 3);
  quat seen = {0, see(s, part, -1, name[0]), see(s, part, -1, name[1]), see(s, part, -1, name[2])};
  return size(minus(times(1 / (long double)unit, seen), exact));
}

/* Places, angles; velocities; reactions over the larger of reaction and weight. */
static void compare(session s, const variant *x, const motion *m, double worst[3], int which[3], int index)
{
  double L = x->units.length, T = x->units.time, F = x->units.mass * L / (T * T);
  double much = fmax(size(m->f), x->mass * size(vec(x->gravity)));
  quat seen = {see(s, "b", -1, "e0"), see(s, "b", -1, "e1"), see(s, "b", -1, "e2"), see(s, "b", -1, "e3")};
  quat com = rotate(m->e, vec(x->com)), turned_by = product(back(m->e), seen);
  turned_by.w = 0;
  note(worst, which, off(s, "b", "x y z", L, m->r), index);
  note(worst, which, off(s, "b", "com.x com.y com.z", L, sum(m->r, com)), index);
  note(worst, which, 2 * size(turned_by), index);
  note(worst + 1, which + 1, off(s, "b", "vx vy vz", L / T, m->v), index);
  note(worst + 1, which + 1, off(s, "b", "wx wy wz", 1 / T, m->w), index);
  if (pawl_run_find(s.run, "j.fx") >= 0) {
    note(worst + 2, which + 2, off(s, "j", "fx fy fz", F, m->f) / much, index);
    note(worst + 2, which + 2, off(s, "j", "tx ty tz", F * L, m->t) / much, index);
  } else {
    double f = (double)dot(m->f, unit_of(minus(sum(m->r, com), vec(x->a.at))));
    note(worst + 2, which + 2, fabs(see(s, "spring", -1, "force") / F - f) / much, index);
  }
}

typedef struct {
  const char *name;
  void (*write)(char *text, const variant *x);
  motion (*move)(const variant *x, double t, long double *y); /* y: at t - 1, then at t */
} sibling_case;

static const sibling_case cases[] = {{"revolute", write_hinge, hinge_motion},
                                     {"torsion", write_hinge, hinge_motion},
                                     {"spherical", write_ball, ball_motion},
                                     {"prismatic", write_slide, slide_motion},
                                     {"spring", write_spring, spring_motion}};

/* No spring on the plain hinge. The body on a line spring does not turn and starts at rest, every third one with
 * a speed through zero length; every fifth one is undamped. */
static void suit(variant *x, const char *name, int index)
{
  if (strcmp(name, "revolute") == 0)
    x->k = x->c = 0;
  if (strcmp(name, "spring") == 0) {
    x->k /= 8;
    x->c *= index % 5 == 4 ? 0 : 0.2;
    x->speed *= index % 3 == 2;
    memset(x->turning, 0, sizeof x->turning);
  }
}

static void siblings(void **state)
{
  const sibling_case *c = *state;
  unsigned long long seed = 100 + (unsigned long long)(c - cases);
  double worst[3] = {0};
  int which[3] = {0};
  for (int i = 0; i < VARIANTS; i++) {
    char text[TEXT] = "";
    long double y[8];
    pawl_run_options options = {NULL, 1e-12, -1};
    variant x = random_variant(&seed, i);
    suit(&x, c->name, i);
    c->write(text, &x);
    say(text, "simulate { duration = %.17g }\n", LOOKS * x.units.time);
    session s = open_text(text, &options);
    for (int t = 1; t <= LOOKS; t++) {
      motion exact = c->move(&x, t, y);
      go(s, t * x.units.time);
      compare(s, &x, &exact, worst, which, i);
    }
    leave(s);
  }
  print_message(
      "  %-9s %d variants, worst place or angle %.1e (%d), velocity %.1e (%d), reaction %.1e (%d)\n", c->name,
      VARIANTS, worst[0], which[0], worst[1], which[1], worst[2], which[2]);
  assert_true(worst[0] <= 1e-9 && worst[1] <= 1e-8 && worst[2] <= 1e-8);
}

int main(void)
{
  struct CMUnitTest tests[sizeof cases / sizeof *cases];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    tests[i] = (struct CMUnitTest){cases[i].name, siblings, NULL, NULL, (void *)(uintptr_t)(cases + i)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
