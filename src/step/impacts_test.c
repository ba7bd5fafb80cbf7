/* Two free bodies of random shapes strike each other: rigid, with friction and restitution after Poisson or Newton.
 *
 * The same impact turned, mirrored, boosted, with its shapes exchanged and in other units has the same impulses. Nothing acts
 * from outside, so momentum and spin stay, and kinetic energy becomes less by what the contact books, never more in an impact.
 * The first impact of each is compared with its closed form: with rates γ along normal and tangent and
 *   W_NN = Σ 1/m + (r×n)²/J,   W_NT = Σ (r×n)(r×t)/J,   W_TT = Σ 1/m + (r×t)²/J
 * a touch sticks if W P = -γ has |P_T| <= μ P_N, and slips with P_T = ∓μ P_N else; Poisson's law does so for compression
 * and then for expansion with P_N = e P_C; one that slips one way through both is also Routh's.      theory.md, 9.3 */
#define _XOPEN_SOURCE 700
#include "step/random_shapes_test.h"
#include "step/sessions_test.h"

#ifdef __SANITIZE_ADDRESS__
enum { SEEDS = 20 };
#else
enum { SEEDS = 200 };
#endif

#define TOLERANCE 1e-11

typedef struct {
  test_shape shape[2];
  double mass[2], inertia[2], e, mu, duration;
  bool newton;
  double x[2], y[2], angle[2], vx[2], vy[2], omega[2];
} pair_of_bodies;

typedef struct {
  const char *name;
  bool mirror, swap;
  test_units units;
  double bx, by;
} view;

static pair_of_bodies roll_pair(int seed)
{
  static const kind_of_shape kinds[] = {CIRCLE, ELLIPSE, POLYGON, ROUNDED, SPLINE};
  unsigned long long state = 7654321ull * (unsigned)seed + 29, *s = &state;
  pair_of_bodies c = {.duration = 1.5};
  c.shape[0] = roll_shape(s, kinds[seed % 5]);
  c.shape[1] = roll_shape(s, kinds[seed / 5 % 5]);
  c.e = seed % 7 == 0 ? 0 : uniform(s, 0, 1);
  c.mu = seed % 6 == 0 ? 0 : uniform(s, 0, 1);
  c.newton = seed % 2;
  c.x[1] = uniform(s, 2.1, 2.3);
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

static void look_at(const view *w, double x, double y, double out[2])
{
  double s, c;
  pawl_sincos(w->units.turn, &s, &c);
  y = w->mirror ? -y : y;
  out[0] = w->units.length * (c * x - s * y);
  out[1] = w->units.length * (s * x + c * y);
}

static void write_pair(char text[TEXT], const pair_of_bodies *c, const view *w)
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
  say(text,
      "contact 'hit' { s[%d], s[%d], law = rigid { restitution = %.17g, impact = '%s' }, friction = %.17g "
      "}\n",
      w->swap ? 2 : 1, w->swap ? 1 : 2, c->e, c->newton ? "newton" : "poisson", c->mu);
  say(text, "simulate { duration = %.17g, tolerance = %g }\n", c->duration * T, TOLERANCE);
}

/* ---- a run ---- */

/* In the pair's own units and axes. */
typedef struct {
  const pawl_run *run;
  double per_impulse;
  int impacts, at_once;
  bool weaker;              /* the first gave back less, so that energy does not rise */
  double time, at[2], n[2]; /* of the first: place and normal, in the view's world */
  double impulse[2], before[2], after[2], lost, gained;
  double speed[6], momentum, spin, energy;
} outcome;

static void hear(void *listener, const pawl_event *e)
{
  outcome *o = listener;
  if (isnan(e->impulse))
    return;
  if (o->impacts++ == 0) {
    o->weaker = strcmp(e->reason, "impact, restitution less") == 0;
    const pawl_contact_point *p = o->run->system.contact->pair[0].point + e->point;
    o->time = e->time;
    o->at[0] = p->track.at.x;
    o->at[1] = p->track.at.y;
    o->n[0] = p->track.n.x;
    o->n[1] = p->track.n.y;
    o->impulse[0] = e->impulse;
    o->impulse[1] = e->impulse_t;
    o->before[0] = e->rate_before;
    o->before[1] = e->slide_before;
    o->after[0] = e->rate_after;
    o->after[1] = e->slide_after;
  } else
    o->at_once += e->time == o->time;
  o->lost += e->energy_lost;
  o->gained = fmax(o->gained, -e->energy_lost);
}

static void count_stock(session s, const pair_of_bodies *c, const view *w, double stock[4])
{
  double M = w->units.mass, J = M * w->units.length * w->units.length;
  memset(stock, 0, 4 * sizeof *stock);
  for (int i = 0; i < 2; i++) {
    double m = c->mass[i] * M, x = see(s, "b", i, "x"), y = see(s, "b", i, "y"), vx = see(s, "b", i, "vx"),
           vy = see(s, "b", i, "vy"), omega = see(s, "b", i, "omega");
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
    double vx = (see(s, "b", i, "vx") - w->bx) * per, vy = (see(s, "b", i, "vy") - w->by) * per;
    o->speed[3 * i] = cosine * vx + sine * vy;
    o->speed[3 * i + 1] = sign * (cosine * vy - sine * vx);
    o->speed[3 * i + 2] = sign * see(s, "b", i, "omega") * w->units.time;
  }
}

static outcome collide(const pair_of_bodies *c, const view *w)
{
  char text[TEXT];
  outcome o = {0};
  double before[4], after[4], L = w->units.length, M = w->units.mass, T = w->units.time, V = L / T;
  write_pair(text, c, w);
  session s = open_text(text, NULL);
  o.run = s.run;
  s.run->tells.on_event = hear;
  s.run->tells.listener = &o;
  count_stock(s, c, w, before);
  go(s, c->duration * T);
  count_stock(s, c, w, after);
  read_speeds(s, w, &o);
  o.impulse[0] /= M * V;
  o.impulse[1] *= (w->mirror ? -1 : 1) / (M * V);
  o.lost /= M * V * V;
  o.gained /= M * V * V;
  o.momentum = hypot(after[0] - before[0], after[1] - before[1]) / (M * V);
  o.spin = fabs(after[2] - before[2]) / (M * V * L);
  o.energy = fabs(after[3] - before[3] - see(s, "hit", -1, "work")) / (M * V * V);
  leave(s);
  return o;
}

/* ---- views ---- */

typedef struct {
  double impulse, speed, momentum, spin, energy, gained;
  int at[6];
} worst_of;

static void note_stock(worst_of *w, const outcome *o, int seed)
{
  note(&w->momentum, w->at + 2, o->momentum, seed);
  note(&w->spin, w->at + 3, o->spin, seed);
  note(&w->energy, w->at + 4, o->energy, seed);
  note(&w->gained, w->at + 5, o->gained, seed);
}

static void compare(worst_of *w, const outcome *o, const pair_of_bodies *c, const view *v, int seed)
{
  outcome p = collide(c, v);
  if (p.impacts != o->impacts)
    fail_msg("seed %d %s: %d impacts in place of %d", seed, v->name, p.impacts, o->impacts);
  for (int i = 0; i < 2; i++)
    note(&w->impulse, w->at, fabs(p.impulse[i] - o->impulse[i]), seed);
  for (int i = 0; i < 6; i++)
    note(&w->speed, w->at + 1, fabs(p.speed[i] - o->speed[i]), seed);
  note_stock(w, &p, seed);
}

/* A run at 1e-11 has that error in places when shapes meet, which turns the normal where they are curved; a second impact
 * makes more of it. */
static void no_view_is_preferred(void **state)
{
  (void)state;
  worst_of w = {.at = {-1, -1, -1, -1, -1, -1}};
  int hits = 0;
  for (int seed = 0; seed < SEEDS; seed++) {
    unsigned long long roll = 5000 + (unsigned long long)seed;
    pair_of_bodies c = roll_pair(seed);
    const view views[] = {{"as it is", .units = as_written},
                          {"turned", .units = {1, 1, 1, 1.234}},
                          {"mirrored", .mirror = true, .units = as_written},
                          {"boosted", .units = as_written, .bx = 3, .by = -7},
                          {"exchanged", .swap = true, .units = as_written},
                          {"in other units", .units = random_units(&roll)}};
    outcome o = collide(&c, views);
    hits += o.impacts > 0;
    note_stock(&w, &o, seed);
    for (int i = 1; i < 6; i++)
      compare(&w, &o, &c, views + i, seed);
  }
  print_message(
      "%d of %d collide; views differ by %.1e in the first impulse (seed %d), %.1e in speed (%d); "
      "momentum changes by "
      "%.1e (%d), spin by %.1e (%d); the ledger misses %.1e of the energy (%d); an impact gains %.1e at "
      "most (%d)\n",
      hits, SEEDS, w.impulse, w.at[0], w.speed, w.at[1], w.momentum, w.at[2], w.spin, w.at[3], w.energy,
      w.at[4], w.gained, w.at[5]);
  assert_true(hits > SEEDS * 9 / 10);
  assert_true(w.impulse < 1e-10 && w.speed < 1e-8);
  assert_true(w.momentum < 1e-13 && w.spin < 1e-11 && w.energy < 1e-11 && w.gained < 1e-14);
}

/* ---- closed form ---- */

typedef struct {
  double NN, NT, TT;
} yields;

/* From where free flight has brought the bodies. */
static yields yields_at(const pair_of_bodies *c, const outcome *o)
{
  yields W = {0};
  for (int i = 0; i < 2; i++) {
    double rx = o->at[0] - (c->x[i] + c->vx[i] * o->time), ry = o->at[1] - (c->y[i] + c->vy[i] * o->time);
    double rn = rx * o->n[1] - ry * o->n[0], rt = rx * o->n[0] + ry * o->n[1]; /* t = (-n_y, n_x) */
    W.NN += 1 / c->mass[i] + rn * rn / c->inertia[i];
    W.NT += rn * rt / c->inertia[i];
    W.TT += 1 / c->mass[i] + rt * rt / c->inertia[i];
  }
  return W;
}

/* The tangential impulse that belongs to P_N, and whether it slips: sticks if it can. */
static double rub_of(const yields *W, double slide, double mu, double PN)
{
  double stick = -(slide + W->NT * PN) / W->TT, most = mu * PN;
  return fabs(stick) <= most ? stick : stick > 0 ? most : -most;
}

/* P_N so that the rate becomes `wanted`. */
static void press(const yields *W, const double rate[2], double wanted, double mu, double P[2])
{
  double det = W->NN * W->TT - W->NT * W->NT, a = wanted - rate[0];
  P[0] = (W->TT * a + W->NT * rate[1]) / det;
  P[1] = (-W->NT * a - W->NN * rate[1]) / det;
  if (fabs(P[1]) <= mu * P[0])
    return;
  for (int way = -1; way <= 1; way += 2) { /* slips to that side afterwards */
    P[0] = a / (W->NN - way * mu * W->NT);
    P[1] = -way * mu * P[0];
    if (P[0] >= 0 && way * (rate[1] + W->NT * P[0] + W->TT * P[1]) >= 0)
      return;
  }
  P[0] = P[1] = NAN;
}

static void by_formula(const pair_of_bodies *c, const outcome *o, double P[2], bool *routh)
{
  yields W = yields_at(c, o);
  if (c->newton) { /* the law speaks of γ⁺ + e γ⁻ along the normal, of γ⁺ along the tangent */
    press(&W, o->before, -c->e * o->before[0], c->mu, P);
    *routh = false;
    return;
  }
  double C[2];
  press(&W, o->before, 0, c->mu, C);
  double slide = o->before[1] + W.NT * C[0] + W.TT * C[1];
  P[0] = c->e * C[0];
  P[1] = rub_of(&W, slide, c->mu, P[0]);
  *routh = fabs(fabs(C[1]) - c->mu * C[0]) < 1e-12 && fabs(fabs(P[1]) - c->mu * P[0]) < 1e-12 &&
           C[1] * P[1] >= 0 && o->before[1] * C[1] < 0;
  P[0] += C[0];
  P[1] += C[1];
}

/* Routh's construction where sliding never ends: P_T = -μ P_N sgn(slide) throughout, compression ends at
 * P_N = -γ_N/(W_NN - μ s W_NT), and expansion adds e times that. */
static double miss_of_routh(const pair_of_bodies *c, const outcome *o)
{
  yields W = yields_at(c, o);
  double way = o->before[1] > 0 ? 1 : -1, PN = -(1 + c->e) * o->before[0] / (W.NN - way * c->mu * W.NT);
  return fmax(fabs(PN - o->impulse[0]), fabs(-way * c->mu * PN - o->impulse[1]));
}

static void first_impacts_have_a_closed_form(void **state)
{
  (void)state;
  const view plain = {"as it is", .units = as_written};
  double worst[3] = {0};
  int which[3] = {-1, -1, -1}, count[3] = {0};
  for (int seed = 0; seed < SEEDS; seed++) {
    pair_of_bodies c = roll_pair(seed);
    outcome o = collide(&c, &plain);
    double P[2];
    bool routh;
    if (!o.impacts || o.at_once || o.weaker)
      continue;
    by_formula(&c, &o, P, &routh);
    double miss = fmax(fabs(P[0] - o.impulse[0]), fabs(P[1] - o.impulse[1]));
    count[c.newton]++;
    note(worst + c.newton, which + c.newton, miss, seed);
    if (routh) {
      count[2]++;
      note(worst + 2, which + 2, miss_of_routh(&c, &o), seed);
    }
  }
  print_message(
      "first impacts off by %.1e of %d (Poisson, seed %d), %.1e of %d (Newton, seed %d), %.1e of %d "
      "(Routh, seed %d)\n",
      worst[0], count[0], which[0], worst[1], count[1], which[1], worst[2], count[2], which[2]);
  assert_true(count[0] > SEEDS / 3 && count[1] > SEEDS / 3 && count[2] > SEEDS / 40);
  assert_true(worst[0] < 1e-12 && worst[1] < 1e-12 && worst[2] < 1e-12);
}

/* With a seed: its model, for `pawl run`. */
int main(int count, char **word)
{
  if (count > 1) {
    char text[TEXT];
    const view plain = {"as it is", .mirror = count > 2, .units = as_written};
    pair_of_bodies c = roll_pair(atoi(word[1]));
    write_pair(text, &c, &plain);
    fputs(text, stdout);
    return 0;
  }
  const struct CMUnitTest tests[] = {cmocka_unit_test(no_view_is_preferred),
                                     cmocka_unit_test(first_impacts_have_a_closed_form)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
