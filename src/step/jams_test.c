/* Friction that jams: a light block on a floor under a heavy tip, both dragged along. As the tip comes nearer to the leading edge, the
 * block tips up and is wedged between floor and tip, with forces that grow without bound. */
#include "step/sessions_test.h"

static const double MU = 0.25, HALF = 0.06, HEIGHT = 0.135; /* of a block of unit size */

typedef struct {
  double ratio, side, size, stiffness; /* masses; to which side it goes; m; N/m, 0: rigid */
} scene;

static session open_scene(const scene *x)
{
  char text[2048];
  snprintf(text, sizeof text,
           "local ratio, side, L, k = %.17g, %.17g, %.17g, %.17g\n"
           "planar { gravity = {0, -9.81*L} }\nlocal w, h = 0.06*L, 0.135*L\n"
           "local light = body 'light' { mass = 1, inertia = (w*w + h*h)/3, y = h, vx = -side*L }\n"
           "local heavy = body 'heavy' { mass = ratio, inertia = ratio*L^2, x = side*0.05*L, y = 2*h,\n"
           "  vx = -2*side*L }\n"
           "local floor = shape 'floor' { ground, line { {10*L, 0}, {-10*L, 0} } }\n"
           "local rim = shape 'rim' { light, polygon { {-w, -h}, {w, -h}, {w, h}, {-w, h} } }\n"
           "local tip = shape 'tip' { heavy, circle { radius = 0.001*L, at = {0, 0.001*L} } }\n"
           "local law = k == 0 and rigid {} or linear { stiffness = k, damping = k^0.5 }\n"
           "contact 'under' { floor, rim, law = law, friction = 0.25 }\n"
           "contact 'over' { rim, tip, law = law, friction = 0.25 }\n"
           "simulate { duration = 0.06, tolerance = 1e-9 }\n",
           x->ratio, x->side, x->size, x->stiffness);
  return open_text(text, NULL);
}

typedef struct {
  int jams;
  pawl_event of[2]; /* of the first: floor, tip */
} jam_log;

static void hear(void *context, const pawl_event *event)
{
  jam_log *log = context;
  if (strcmp(event->reason, "jammed") == 0 && log->jams < 2)
    log->of[log->jams++] = *event;
}

static jam_log jam_of(const scene *x, double *end_speed)
{
  jam_log log = {0};
  session s = open_scene(x);
  s.run->tells.on_event = hear;
  s.run->tells.listener = &log;
  go(s, 0.06);
  *end_speed = see(s, "heavy", -1, "vy") / x->size;
  assert_true(s.run->books.steps < 400 && s.run->books.worst_ledger < 1e-9);
  assert_int_equal(log.jams, 2);
  assert_true(strcmp(log.of[0].part, "under") == 0 && strcmp(log.of[1].part, "over") == 0);
  leave(s);
  return log;
}

/* What the two normal rates gain from normal forces with their friction, of a block of unit size: A, and of what slides: rows 2, 3. */
static void response(session s, const scene *x, double A[4][2])
{
  double L = x->size, side = x->side, angle = side * see(s, "light", -1, "angle"), c = cos(angle),
         n = sin(angle), J = (HALF * HALF + HEIGHT * HEIGHT) / 3;
  double X = side * see(s, "light", -1, "x") / L, Y = see(s, "light", -1, "y") / L;
  double at[2][2] = {{-c * HALF + n * HEIGHT, -n * HALF - c * HEIGHT},
                     {side * see(s, "heavy", -1, "x") / L - X, see(s, "heavy", -1, "y") / L - Y}};
  at[1][0] += 0.001 * n; /* where the tip, which is round, touches a tilted block */
  at[1][1] += 0.001 * (1 - c);
  const double normal[2][2] = {{0, 1}, {-n, c}},
               along[2][2] = {{-1, 0}, {-c, -n}}; /* on the block, from below */
  for (int j = 0; j < 2; j++) {
    double f[2] = {normal[j][0] - MU * along[j][0], normal[j][1] - MU * along[j][1]};
    double sign = j ? -1 : 1, turn = sign * (at[j][0] * f[1] - at[j][1] * f[0]) / J;
    for (int i = 0; i < 2; i++) {
      double u[2] = {sign * f[0] - turn * at[i][1], sign * f[1] + turn * at[i][0]};
      for (int k = 0; k < 2; k++)
        u[k] = i ? (j ? f[k] / x->ratio : 0) - u[k] : u[k]; /* the tip beside the block */
      A[i][j] = normal[i][0] * u[0] + normal[i][1] * u[1];
      A[2 + i][j] = along[i][0] * u[0] + along[i][1] * u[1];
    }
  }
}

/* It happens where A is singular; impulses keep the gaps closed and obey Coulomb's law; they end when the first no longer slides, and
 * what is lost is what friction takes. */
static void an_impact_ends_it(void **state)
{
  (void)state;
  for (int k = 0; k < 18; k++) {
    const double sizes[] = {1, 1e-6, 1e3}, ratios[] = {20, 1e4, 1e6};
    scene x = {ratios[k / 6], k & 1 ? -1 : 1, sizes[k / 2 % 3], 0};
    double L = x.size, speed, A[4][2];
    jam_log log = jam_of(&x, &speed);
    session s = open_scene(&x);
    go(s, log.of[0].time);
    response(s, &x, A);
    leave(s);
    assert_true(fabs(A[0][0] * A[1][1] - A[0][1] * A[1][0]) < 1e-5 * A[0][0] * A[1][1]);
    double after[2], impulse[2] = {log.of[0].impulse / L, log.of[1].impulse / L};
    for (int i = 0; i < 2; i++) {
      const pawl_event *e = log.of + i;
      double before = x.side * e->slide_before / L;
      after[i] = before + A[2 + i][0] * impulse[0] + A[2 + i][1] * impulse[1];
      assert_true(impulse[i] > 0 && before > 0.1);
      assert_true(fabs(e->impulse_t + x.side * MU * e->impulse) < 2e-3 * MU * e->impulse);
      assert_true(fabs(e->rate_after) < 1e-9 * L);
      assert_true(fabs(after[i] - x.side * e->slide_after / L) < 2e-3);
      assert_true(fabs(A[i][0] * impulse[0] + A[i][1] * impulse[1]) < 2e-3);
      double lost = -0.5 * e->impulse_t * (e->slide_before + e->slide_after);
      assert_true(fabs(e->energy_lost - lost) < 1e-9 * lost);
    }
    assert_true(fabs(log.of[0].slide_after) < 1e-9 * L && strcmp(log.of[0].to, "sticking") == 0);
  }
}

/* It is the limit of stiff contacts. They come to it slowly, like k^-0.2: while p is a little below 0 forces have to grow. */
static void stiff_contacts_come_to_it(void **state)
{
  (void)state;
  scene x = {20, 1, 1, 0};
  double limit, off[3];
  jam_of(&x, &limit);
  for (int k = 0; k < 3; k++) {
    x.stiffness = pow(10, 8 + k);
    session s = open_scene(&x);
    go(s, 0.06);
    off[k] = see(s, "heavy", -1, "vy") - limit;
    leave(s);
  }
  assert_true(off[0] > 1.5 * off[1] && off[1] > 1.5 * off[2] && off[2] > 0);
  double left = off[2] - (off[1] - off[2]) * (off[1] - off[2]) / (off[0] - 2 * off[1] + off[2]);
  assert_true(fabs(left) < 0.05 * limit); /* by Aitken's extrapolation */
}

/* A dozen of jams, one after the other: by rounding the last part of one may not be seen as such. */
static void a_row_of_jams(void **state)
{
  (void)state;
  session s =
      open_text("planar { gravity = {-38173035.109634757, -28032959.814594932} }\n"
                "local b0 = body 'b0' { mass = 0.054577583492934248, inertia = 299.60777957974477,\n"
                "  x = 45.939887300461542, y = 33.736668066402032, angle = -0.78000992666815216, vx = 0, vy "
                "= 0, omega = 0 }\n"
                "local b1 = body 'b1' { mass = 2005.7196321118895, inertia = 404710588.85517853,\n"
                "  x = 911.66177824761326, y = 762.37576723122959, angle = -3.2826838396744638, vx = 0, vy = "
                "0, omega = 0 }\n"
                "local s0 = shape 's0' { ground, polyline { {149552.29081157886, -203648.30847809633}, "
                "{-149552.29081157886, 203648.30847809633} } }\n"
                "local s1 = shape 's1' { b0:at{0, 0, angle = 0}, ellipse { a = 138.23535895402824, b = "
                "53.378727872907753 } }\n"
                "local s2 = shape 's2' { b1, polygon { {-171.80145649451555, -929.13003236147756}, "
                "{285.30471329388206, -243.466591301585}, {890.55093969135521, 315.78059044932093}, "
                "{68.195896393035071, 368.81442518273036}, {-718.74948319683972, 613.34944191215618}, "
                "{-353.50060968691724, -125.34783388114488} } }\n"
                "contact 'c0' { s0, s1, law = rigid { restitution = 0 }, friction = 0.40600273710382934 }\n"
                "contact 'c1' { s0, s2, law = rigid { restitution = 0 }, friction = 0.40600273710382934 }\n"
                "contact 'c2' { s1, s2, law = rigid { restitution = 0 }, friction = 0.40600273710382934 }\n"
                "simulate { duration = 0.016706902009208831, tolerance = 1e-08 }\n",
                NULL);
  go(s, s.model->plan.duration);
  assert_true(s.run->books.worst_ledger < 1e-9);
  leave(s);
}

/* ---- a tower of boxes, the topmost of which slides: with so much friction no forces keep it sliding ---- */

enum { BOXES = 4 };

typedef struct {
  int boxes;
  double side, size, mu, step; /* 0: by events */
} tower;

static session open_tower(const tower *x)
{
  char text[2048];
  snprintf(text, sizeof text,
           "local n, side, L, mu, step = %d, %.17g, %.17g, %.17g, %.17g\n"
           "planar { gravity = {0, -9.81*L} }\n"
           "local s = { shape 'floor' { ground, line { {30*L, 0}, {-30*L, 0} } } }\n"
           "for i = 1, n do\n"
           "  local w, m, v = (0.5 - 0.02*i)*L, i == n and 3 or 1, i == n and 7*side*L or 0\n"
           "  local b = body('b'..i) { mass = m, inertia = m*(w^2 + 0.25*L^2)/3, y = (i - 0.5)*L, vx = v }\n"
           "  s[i + 1] = shape('s'..i) { b, polygon { {-w, -L/2}, {w, -L/2}, {w, L/2}, {-w, L/2} } }\n"
           "  contact('c'..i) { s[i], s[i + 1], law = rigid {}, friction = mu }\nend\n"
           "if step == 0 then simulate { duration = 0.01, tolerance = 1e-9 }\n"
           "else simulate { duration = 0.01, method = 'stepping', step = step } end\n",
           x->boxes, x->side, x->size, x->mu, x->step);
  return open_text(text, NULL);
}

typedef struct {
  int touches;
  double speed, lost, up[BOXES], along[BOXES]; /* of the topmost; impulses of each joint of the tower */
  bool sound;
} tower_log;

/* Impulses push, friction is within its cone, nothing approaches or goes on in a way that friction would not allow. */
static void hear_tower(void *context, const pawl_event *e)
{
  tower_log *log = context;
  if (e->time > 0)
    return;
  double none = 1e-12 * log->speed;
  log->sound = log->sound && strcmp(e->reason, "jammed") == 0 && e->impulse >= 0;
  log->sound = log->sound && e->rate_after > -none && fabs(e->slide_after) <= fabs(e->slide_before) + none;
  log->lost += e->energy_lost;
  log->up[e->part[1] - '1'] += e->impulse;
  log->along[e->part[1] - '1'] += e->impulse_t;
  log->touches++;
}

/* Velocities of all boxes over the size: x, y, turning. */
static void read_tower(const tower *x, double t, double v[3 * BOXES], tower_log *log)
{
  session s = open_tower(x);
  *log = (tower_log){.sound = true, .speed = 7 * x->size};
  s.run->tells.on_event = hear_tower;
  s.run->tells.listener = log;
  go(s, t);
  for (int i = 0; i < x->boxes; i++) {
    char name[32];
    snprintf(name, sizeof name, "b%d", i + 1);
    v[3 * i] = x->side * see(s, name, -1, "vx") / x->size;
    v[3 * i + 1] = see(s, name, -1, "vy") / x->size;
    v[3 * i + 2] = x->side * see(s, name, -1, "omega");
  }
  assert_true(s.run->books.worst_ledger < (x->step > 0 ? 1 : 1e-9));
  leave(s);
}

/* An impact without an approach at the first instant, after which the tower goes on. What it loses is what velocities lose, what it
 * gives to a box is what the box gains, and all is the same in a mirror and at any size. */
static void what_no_forces_hold_is_stopped(void **state)
{
  (void)state;
  const double sizes[] = {1, 1e-6, 1e3}, frictions[] = {1.2, 1.6, 2.2};
  double v[3 * BOXES], same[3 * BOXES] = {0};
  tower_log log;
  for (int k = 0; k < 3 * 3 * 6; k++) {
    tower x = {2 + k / 18, k & 1 ? -1 : 1, sizes[k / 2 % 3], frictions[k / 6 % 3], 0};
    double L = x.size, kinetic = 0, below[2] = {0, 0};
    read_tower(&x, 1e-9, v, &log);
    assert_true(log.sound && log.touches >= x.boxes && log.lost > 0);
    for (int i = x.boxes - 1; i >= 0; i--) { /* from the top: joint i carries what those over it gain */
      double m = i == x.boxes - 1 ? 3 : 1, w = 0.5 - 0.02 * (i + 1), *u = v + 3 * i;
      kinetic += 0.5 * m * (u[0] * u[0] + u[1] * u[1] + (w * w + 0.25) / 3 * u[2] * u[2]);
      below[0] += m * (u[0] - (i == x.boxes - 1 ? 7 : 0));
      below[1] += m * u[1];
      assert_true(fabs(x.side * log.along[i] / L + below[0]) < 1e-6);
      assert_true(fabs(log.up[i] / L - below[1]) < 1e-6);
      assert_true(fabs(log.along[i]) < (1 + 1e-9) * x.mu * log.up[i]);
    }
    assert_true(fabs(0.5 * 3 * 49 - kinetic - log.lost / (L * L)) < 1e-6);
    for (int i = 0; i < 3 * x.boxes; i++)
      assert_true(k % 6 == 0 || fabs(v[i] - same[i]) < 1e-9);
    if (k % 6 == 0)
      memcpy(same, v, sizeof same);
  }
}

/* Steps that get shorter come to the same. */
static void steps_come_to_it(void **state)
{
  (void)state;
  double exact[3 * BOXES], v[3 * BOXES];
  tower_log log;
  for (int boxes = 2; boxes <= BOXES; boxes++) {
    tower x = {boxes, 1, 1, 1.5, 0};
    double off[2] = {0, 0};
    read_tower(&x, 1e-3, exact, &log);
    for (int k = 0; k < 2; k++) {
      x.step = k ? 1e-6 : 1e-5;
      read_tower(&x, 1e-3, v, &log);
      for (int i = 0; i < 3 * boxes; i++)
        off[k] = fmax(off[k], fabs(v[i] - exact[i]));
    }
    assert_true(off[0] < 2e-3 && off[1] < 0.2 * off[0]);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_impact_ends_it), cmocka_unit_test(stiff_contacts_come_to_it),
      cmocka_unit_test(a_row_of_jams), cmocka_unit_test(what_no_forces_hold_is_stopped),
      cmocka_unit_test(steps_come_to_it)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
