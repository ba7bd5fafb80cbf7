/* Two free bodies of random shapes collide. No law of nature tells left from right, here from there, rest from
 * steady motion, the first shape from the second, or metres from miles: the same collision turned, mirrored,
 * boosted, with its shapes exchanged and in other units has the same touches, peak force, depth and speeds
 * afterwards. Nothing acts from outside:
 *   Σ m v,   Σ (m r × v + J ω)   and   Σ ½ (m v² + J ω²) + E   stay what they were. */
#define _XOPEN_SOURCE 700
#include "step/random_shapes_test.h"
#include "step/sessions_test.h"

#ifdef __SANITIZE_ADDRESS__
enum { SEEDS = 15 };
#else
enum { SEEDS = 120 };
#endif

#define TOLERANCE 1e-10

/* ---- collisions ---- */

typedef struct {
  test_shape shape[2];
  double mass[2], inertia[2], stiffness, duration;
  double x[2], y[2], angle[2], vx[2], vy[2], omega[2];
} collision;

/* How it is looked at: mirrored, then in other units and turned, then from something that moves. */
typedef struct {
  const char *name;
  bool mirror, swap;
  test_units units;
  double bx, by;
} view;

/* Stiff enough that shapes are pressed into each other by less than their teeth, roundings and hollows: a
 * depth beyond the end of an edge belongs to no potential, and what it jumps by is lost. */
static collision roll_collision(unsigned long long seed)
{
  collision c = {.duration = 2};
  int i = (int)seed % KINDS, k = (int)(seed / KINDS) % KINDS;
  unsigned long long state = 1000003 * seed + 17, *s = &state;
  c.shape[0] = roll_shape(s, (kind_of_shape)i);
  c.shape[1] = roll_shape(s, (kind_of_shape)k);
  c.stiffness = 1e5 * pow(10, uniform(s, 0, 3));
  c.x[1] = uniform(s, 2.1, 2.5);
  c.y[1] = uniform(s, -0.3, 0.3);
  for (int j = 0; j < 2; j++) {
    c.mass[j] = uniform(s, 0.5, 2);
    c.inertia[j] = uniform(s, 0.1, 0.5);
    c.angle[j] = uniform(s, -3, 3);
    c.omega[j] = uniform(s, -3, 3);
    c.vx[j] = j == 0 ? uniform(s, 0, 0.3) : uniform(s, -2, -1);
    c.vy[j] = uniform(s, -0.1, 0.1);
  }
  return c;
}

/* Of the collision, in the view. */
static void look_at(const view *w, double x, double y, double out[2])
{
  double s, c;
  pawl_sincos(w->units.turn, &s, &c);
  y = w->mirror ? -y : y;
  out[0] = w->units.length * (c * x - s * y);
  out[1] = w->units.length * (s * x + c * y);
}

static void write_collision(char text[TEXT], const collision *c, const view *w)
{
  double L = w->units.length, M = w->units.mass, T = w->units.time, sign = w->mirror ? -1 : 1;
  *text = 0;
  say(text, "planar {}\nlocal s = {}\n");
  for (int i = 0; i < 2; i++) {
    test_shape shape = w->mirror ? mirrored(c->shape + i) : c->shape[i];
    double r[2], v[2];
    look_at(w, c->x[i], c->y[i], r);
    look_at(w, c->vx[i], c->vy[i], v);
    say(text,
        "local b%d = body 'b%d' { mass = %.17g, inertia = %.17g, x = %.17g, y = %.17g, angle = %.17g,\n", i,
        i, c->mass[i] * M, c->inertia[i] * M * L * L, r[0], r[1], sign * c->angle[i] + w->units.turn);
    say(text, "  vx = %.17g, vy = %.17g, omega = %.17g }\n", v[0] / T + w->bx, v[1] / T + w->by,
        sign * c->omega[i] / T);
    say(text, "s[%d] = shape 's%d' { b%d, ", i + 1, i, i);
    say_shape(text, &shape, L);
    say(text, " }\n");
  }
  say(text, "contact 'hit' { s[%d], s[%d], law = linear { stiffness = %.17g } }\n", w->swap ? 2 : 1,
      w->swap ? 1 : 2, c->stiffness * M / (T * T));
  say(text, "simulate { duration = %.17g, tolerance = %g }\n", c->duration * T, TOLERANCE);
}

/* What came of it, in the collision's own units and axes. */
typedef struct {
  int touches, late;
  double lost, peak, deepest;
  double speed[6];
  double momentum, spin, energy; /* what they have changed by; masses, sizes and speeds are about 1 */
} outcome;

static void count_event(void *listener, const pawl_event *e)
{
  outcome *o = listener;
  o->touches += strcmp(e->reason, "gap closed") == 0;
  o->late += strcmp(e->reason, "found overlapping") == 0;
  o->lost += fabs(e->energy_lost);
}

static double value_of(session s, int body, const char *channel)
{
  return see(s, "b", body, channel);
}

/* Linear momentum, angular momentum and energy, of the run itself. */
static void count_stock(session s, const collision *c, const view *w, double stock[4])
{
  double M = w->units.mass, J = M * w->units.length * w->units.length;
  stock[0] = stock[1] = stock[2] = 0;
  stock[3] = see(s, "hit", -1, "energy");
  for (int i = 0; i < 2; i++) {
    double m = c->mass[i] * M, x = value_of(s, i, "x"), y = value_of(s, i, "y"), vx = value_of(s, i, "vx"),
           vy = value_of(s, i, "vy"), omega = value_of(s, i, "omega");
    stock[0] += m * vx;
    stock[1] += m * vy;
    stock[2] += m * (x * vy - y * vx) + c->inertia[i] * J * omega;
    stock[3] += 0.5 * (m * (vx * vx + vy * vy) + c->inertia[i] * J * omega * omega);
  }
}

static void read_speeds(session s, const view *w, outcome *o)
{
  double per = w->units.time / w->units.length, sine, cosine, sign = w->mirror ? -1 : 1;
  pawl_sincos(w->units.turn, &sine, &cosine);
  for (int i = 0; i < 2; i++) {
    double vx = (value_of(s, i, "vx") - w->bx) * per, vy = (value_of(s, i, "vy") - w->by) * per;
    o->speed[3 * i] = cosine * vx + sine * vy;
    o->speed[3 * i + 1] = sign * (cosine * vy - sine * vx);
    o->speed[3 * i + 2] = sign * value_of(s, i, "omega") * w->units.time;
  }
}

static outcome collide(const collision *c, const view *w)
{
  char text[TEXT];
  outcome o = {0};
  double before[4], after[4], L = w->units.length, M = w->units.mass, T = w->units.time, V = L / T;
  write_collision(text, c, w);
  session s = open_text(text, NULL);
  s.run->tells.on_event = count_event;
  s.run->tells.listener = &o;
  count_stock(s, c, w, before);
  go(s, c->duration * T);
  count_stock(s, c, w, after);
  read_speeds(s, w, &o);
  o.peak = s.run->system.contact->pair[0].log.peak_force * T * T / (M * L);
  o.deepest = fmax(s.run->system.contact->pair[0].log.deepest, 0) / L;
  o.momentum = hypot(after[0] - before[0], after[1] - before[1]) / (M * V);
  o.spin = fabs(after[2] - before[2]) / (M * V * L);
  o.energy = fabs(after[3] - before[3]) / (M * V * V);
  o.lost /= M * V * V;
  leave(s);
  return o;
}

/* ---- the same collision in other views ---- */

static double speed_between(const outcome *a, const outcome *b)
{
  double worst = 0;
  for (int i = 0; i < 6; i++)
    worst = fmax(worst, fabs(a->speed[i] - b->speed[i]));
  return worst;
}

static double ratio_between(double a, double b)
{
  return a == b ? 0 : fabs(a - b) / fmax(fabs(a), fabs(b));
}

/* The worst of all, and of which seed. */
typedef struct {
  double speed, peak, depth, momentum, spin, energy;
  int at[6];
} worst_of;

static void note_stock(worst_of *w, const outcome *o, int seed)
{
  note(&w->momentum, w->at + 3, o->momentum, seed);
  note(&w->spin, w->at + 4, o->spin, seed);
  note(&w->energy, w->at + 5, fmax(o->energy, o->lost), seed);
}

static void compare(worst_of *w, const outcome *o, const collision *c, const view *v, int seed)
{
  outcome p = collide(c, v);
  if (p.touches != o->touches || p.late)
    fail_msg("seed %d %s: %d touches, %d of them late, in place of %d", seed, v->name, p.touches, p.late,
             o->touches);
  note(&w->speed, w->at, speed_between(o, &p), seed);
  note(&w->peak, w->at + 1, ratio_between(o->peak, p.peak), seed);
  note(&w->depth, w->at + 2, ratio_between(o->deepest, p.deepest), seed);
  note_stock(w, &p, seed);
}

/* A run at 1e-10 has that error in places and speeds when shapes meet; there a shift δ turns the normal by
 * δ/(R1 + R2), with radii of curvature that are seldom both less than 1e-3 (a tip of a thin ellipse on a
 * corner: 1e-4), so speeds after a hit or two agree to 1e-6. Largest forces and depths are looked for
 * between steps until they change by 1e-8. Momentum is linear, so every step keeps it but for rounding;
 * spin and energy are not, and change by what a step may err. */
static void no_view_is_preferred(void **state)
{
  (void)state;
  worst_of w = {.at = {-1, -1, -1, -1, -1, -1}};
  int hits = 0;
  for (int seed = 0; seed < SEEDS; seed++) {
    unsigned long long roll = 5000 + (unsigned long long)seed;
    collision c = roll_collision((unsigned long long)seed);
    const view views[] = {{"as it is", .units = as_written},
                          {"turned", .units = {1, 1, 1, 1.234}},
                          {"mirrored", .mirror = true, .units = as_written},
                          {"boosted", .units = as_written, .bx = 3, .by = -7},
                          {"exchanged", .swap = true, .units = as_written},
                          {"in other units", .units = random_units(&roll)}};
    outcome o = collide(&c, views);
    if (o.late)
      fail_msg("seed %d: %d touches are found late", seed, o.late);
    hits += o.touches > 0 && o.peak > 0 && o.deepest > 0;
    note_stock(&w, &o, seed);
    for (int i = 1; i < 6; i++)
      compare(&w, &o, &c, views + i, seed);
  }
  print_message("%d of %d collide; views differ by %.1e in speed (seed %d), %.1e of the peak force (%d), "
                "%.1e of the depth "
                "(%d); momentum changes by %.1e (%d), spin by %.1e (%d), energy by %.1e (%d)\n",
                hits, SEEDS, w.speed, w.at[0], w.peak, w.at[1], w.depth, w.at[2], w.momentum, w.at[3], w.spin,
                w.at[4], w.energy, w.at[5]);
  assert_int_equal(hits, SEEDS);
  assert_true(w.speed < 1e-6 && w.peak < 1e-6 && w.depth < 1e-6);
  assert_true(w.momentum < 1e-12 && w.spin < 1e-9 && w.energy < 1e-9);
}

/* ---- central hits ---- */

typedef struct {
  double n[2], at[2],
      gap;    /* in the world: from the first shape to the second; a nearest point of the first */
  bool sharp; /* both of them there */
} nearest;

static nearest find_nearest(session s, const collision *c)
{
  pawl_contact_pair *pair = s.run->system.contact->pair;
  pawl_shape_motion m;
  pawl_touch touch[PAWL_TOUCHES];
  pawl_search_note found;
  double sine, cosine;
  pawl_contact_motion(&s.run->system, pair, &m);
  assert_true(pawl_search(pair->profile[0], pair->profile[1], &m.place, 10, NULL, 0, touch, PAWL_TOUCHES,
                          pair->search.room, &found) > 0);
  pawl_sincos(c->angle[0], &sine, &cosine);
  pawl_xy n = touch[0].n, x = touch[0].x[0];
  return (nearest){{cosine * n.x - sine * n.y, sine * n.x + cosine * n.y},
                   {c->x[0] + cosine * x.x - sine * x.y, c->y[0] + sine * x.x + cosine * x.y},
                   touch[0].gap,
                   fmin(touch[0].k[0], touch[0].k[1]) > 50};
}

static void write_central(char text[TEXT], const collision *c, double com[2][2], double e)
{
  *text = 0;
  say(text, "planar {}\nlocal s = {}\n");
  for (int i = 0; i < 2; i++) {
    say(text,
        "local b%d = body 'b%d' { mass = %.17g, inertia = %.17g, com = {%.17g, %.17g}, x = %.17g, y = "
        "%.17g,\n",
        i, i, c->mass[i], c->inertia[i], com[i][0], com[i][1], c->x[i], c->y[i]);
    say(text, "  angle = %.17g, vx = %.17g, vy = %.17g }\n", c->angle[i], c->vx[i], c->vy[i]);
    say(text, "s[%d] = shape 's%d' { b%d, ", i + 1, i, i);
    say_shape(text, c->shape + i, 1);
    say(text, " }\n");
  }
  say(text, "contact 'hit' { s[1], s[2], law = restitution { e = %.17g, stiffness = %.17g } }\n", e,
      c->stiffness);
  say(text, "simulate { duration = 10, tolerance = %g }\n", TOLERANCE);
}

/* Where the line of the hit passes a body's frame, in its axes. */
static void place_centre(const collision *c, int i, const nearest *p, double com[2])
{
  double dx = p->at[0] - c->x[i], dy = p->at[1] - c->y[i], along = dx * p->n[0] + dy * p->n[1], sine, cosine;
  pawl_sincos(c->angle[i], &sine, &cosine);
  dx -= along * p->n[0];
  dy -= along * p->n[1];
  com[0] = cosine * dx + sine * dy;
  com[1] = cosine * dy - sine * dx;
}

/* The shapes at rest, then moved at each other along their common normal: they meet where they were
 * nearest. */
static double miss_of_central(int seed, double *e)
{
  char text[TEXT];
  double com[2][2] = {{0}}, speed;
  outcome o = {0};
  collision c = roll_collision((unsigned long long)seed);
  unsigned long long roll = 9000 + (unsigned long long)seed;
  *e = uniform(&roll, 0.05, 1);
  session s;
  nearest p;
  do {
    c.angle[1] += 0.3;
    write_central(text, &c, com, *e);
    s = open_text(text, NULL);
    p = find_nearest(s, &c);
    leave(s);
  } while (p.sharp);
  speed = uniform(&roll, 0.5, 2);
  for (int i = 0; i < 2; i++) {
    place_centre(&c, i, &p, com[i]);
    c.vx[i] = 0.3 - i * speed * p.n[0];
    c.vy[i] = -0.2 - i * speed * p.n[1];
  }
  write_central(text, &c, com, *e);
  s = open_text(text, NULL);
  s.run->tells.on_event = count_event;
  s.run->tells.listener = &o;
  go(s, p.gap / speed + 0.2);
  double after = (value_of(s, 1, "vx") - value_of(s, 0, "vx")) * p.n[0] +
                 (value_of(s, 1, "vy") - value_of(s, 0, "vy")) * p.n[1];
  if (o.touches < 1 || o.late || see(s, "hit", -1, "count") != 0)
    fail_msg("seed %d: %d touches, %d late, or still pressed", seed, o.touches, o.late);
  leave(s);
  return o.touches > 1 ? NAN : fabs(after / speed - *e);
}

/* With both centres of mass on the line of the hit nothing turns, and what parts has e times the speed of
 * what met, whatever the shapes are: to 1e-6, as the law promises. */
static void a_central_hit_gives_back_e(void **state)
{
  (void)state;
  double worst = 0, e, worst_e = 0;
  int which = -1, elsewhere = 0;
  for (int seed = 0; seed < SEEDS; seed++) {
    double miss = miss_of_central(seed, &e);
    elsewhere += isnan(miss);
    if (miss > worst) {
      worst = miss;
      worst_e = e;
      which = seed;
    }
  }
  print_message(
      "restitution of %d central hits off by %.1e (seed %d, e = %.3f); %d more touch elsewhere, too\n",
      SEEDS - elsewhere, worst, which, worst_e, elsewhere);
  assert_true(worst < 1e-6 && elsewhere <= SEEDS / 40);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(no_view_is_preferred),
                                     cmocka_unit_test(a_central_hit_gives_back_e)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
