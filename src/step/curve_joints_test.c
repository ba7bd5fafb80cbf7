/* Curve joints against other ways to build the same, closed forms and arc lengths; which branch they take. Models of
 * wants_test.h: each in 50 sizes, poses and numbers. */
#define _XOPEN_SOURCE 700
#include "base/soak_test.h"
#include "step/agree_test.h"
#include "step/wants_test.h"

/* All, in `make test`, and with sanitizers. */
#define SIBLINGS soak_or(50, 15, 4)

/* Everything stands on `base`, turned with gravity. */
static const char ground_up[] = "local function turned(x, y)\n"
                                "  return cos(turn)*x - sin(turn)*y, sin(turn)*x + cos(turn)*y\n"
                                "end\n"
                                "local gx, gy = turned(0, -g)\n"
                                "planar { gravity = {gx, gy} }\n"
                                "local base = ground:at{0, 0, angle = turn}\n"
                                "simulate { duration = T, tolerance = 1e-12 }\n";

static void check_siblings(const char *what, const char *first, const char *text, double limit)
{
  unsigned long long chance = 11;
  wants_worst worst = {0, 0, 0, 0};
  char whole[WANT_TEXT];
  int n = snprintf(whole, sizeof whole, "%s%s%s", first, ground_up, text);
  assert_true(n > 0 && n < WANT_TEXT);
  for (int seed = 0; seed <= SIBLINGS; seed++) {
    test_units u = seed == 0 ? as_written : random_units(&chance);
    run_wants(whole, &u, 77 * seed, seed % 2 ? &pawl_kernel_spatial : NULL, limit, what, &worst);
  }
  print_message("  %s: off by %.1e of %.0e, residual %.1e and %.1e, ledger %.2g tolerances\n", what,
                worst.want, limit, worst.position, worst.velocity, worst.ledger);
  assert_true(worst.position <= 1e-11 && worst.velocity <= 1e-8 && worst.ledger <= 10);
}

/* ---- the same with a rod or a pin ---- */

/* A body on a hinge carries a circle or a line; what touches it is on a free body, once by a curve joint and once by the
 * link that keeps its centre where it must be. */
static const char twins[] = "local R, r, d, e = length(0.3), length(0.1), length(0.1), length(0.05)\n"
                            "local way, lean, at, w = angle(0.7), angle(0.4), angle(0.3), rate(2)\n"
                            "local m1, J1, m2, J2, c1, c2 = mass(1), inertia(0.05), mass(0.5), "
                            "inertia(0.01), length(0.05), length(0.02)\n"
                            "local along = length(0.2)\n"
                            "local curve = {\n"
                            "  outside = {circle { radius = R }, circle { radius = r }, R + r},\n"
                            "  inside = {circle { radius = R }, circle { radius = r }, R - r},\n"
                            "  knife = {circle { radius = R }, vertex {}, R},\n"
                            "  line = {line { {20*R, 0}, {-20*R, 0} }, circle { radius = r }, r},\n"
                            "  edge = {line { {20*R, 0}, {-20*R, 0} }, vertex {}, 0} }\n"
                            "local one, two, far = curve[kind][1], curve[kind][2], curve[kind][3]\n"
                            "local straight = kind == 'line' or kind == 'edge'\n"
                            "for _, k in ipairs {'c', 'l'} do\n"
                            "  local a = body('a' .. k) { mass = m1, inertia = J1, com = {c1, c2} }\n"
                            "  revolute('O' .. k) { base, a, angle = at, speed = w, prefer = true }\n"
                            "  local x, y = far*cos(way), far*sin(way)\n"
                            "  if straight then x, y = along, far end\n"
                            "  x = x + d\n"
                            "  x, y = cos(at)*x - sin(at)*y, sin(at)*x + cos(at)*y\n"
                            "  x, y = x - e*cos(lean), y - e*sin(lean)\n"
                            "  x, y = turned(x, y)\n"
                            "  local b = body('b' .. k) { mass = m2, inertia = J2, com = {c2, c1}, x = x, y "
                            "= y, angle = turn + lean }\n"
                            "  if k == 'c' then\n"
                            "    curve_joint 'c' { shape 'first' { a:at{d, 0}, one, flip = kind == 'inside' "
                            "}, shape 'second' { b:at{e, 0}, two } }\n"
                            "  elseif straight then pin_in_slot 'l' { a:at{d, far}, b:at{e, 0} }\n"
                            "  else rod 'l' { a:at{d, 0}, b:at{e, 0}, length = far } end\n"
                            "end\n"
                            "for _, c in ipairs {'x', 'y', 'angle', 'vx', 'vy', 'omega'} do\n"
                            "  local size = ({x = L, y = L, angle = 1, vx = L/T, vy = L/T, omega = 1/T})[c]\n"
                            "  want('bc.' .. c, size, function(t, s) return s['bl.' .. c] end)\n"
                            "end\n"
                            "want('Oc.angle', 1, function(t, s) return s['Ol.angle'] end)\n"
                            "want('c.gap', L, 0)\n";

static void curve_joints_are_rods_and_pins(void **state)
{
  (void)state;
  check_siblings("circle on circle and a rod", "local kind = 'outside'\n", twins, 1e-10);
  check_siblings("circle in circle and a rod", "local kind = 'inside'\n", twins, 1e-10);
  check_siblings("vertex on circle and a rod", "local kind = 'knife'\n", twins, 1e-10);
  check_siblings("circle on line and a pin in a slot", "local kind = 'line'\n", twins, 1e-10);
  check_siblings("vertex on line and a pin in a slot", "local kind = 'edge'\n", twins, 1e-10);
}

/* Reactions of both ways, at the end of the run as written: the same force on the second body. */
static void forces_are_those_of_rods_and_pins(void **state)
{
  (void)state;
  static const char *const kinds[] = {"outside", "inside", "knife", "line", "edge"};
  double worst = 0;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    char text[WANT_TEXT];
    int n =
        snprintf(text, sizeof text, "local L, M, T, turn, seed = 1, 1, 1, 0.4, 5\n%slocal kind = '%s'\n%s%s",
                 wants_prelude, kinds[i], ground_up, twins);
    assert_true(n > 0 && n < WANT_TEXT);
    session s = open_text(text, NULL);
    for (int k = 1; k <= 10; k++) {
      go(s, 0.1 * k);
      double fx = see(s, "c", -1, "fx"), fy = see(s, "c", -1, "fy"), force = see(s, "c", -1, "normal_force");
      worst = fmax(worst, fabs(fx - see(s, "l", -1, "fx")) + fabs(fy - see(s, "l", -1, "fy")));
      double other =
          see(s, "l", -1, "force"); /* along the rod, or the slot's y axis: along n; inside against it */
      worst = fmax(worst, fabs(force - (strcmp(kinds[i], "inside") == 0 ? -other : other)));
    }
    leave(s);
  }
  print_message("  forces of curve joints and of links: apart by %.1e N\n", worst);
  assert_true(worst <= 1e-9);
}

/* ---- rolling ---- */

/* A disc rolls down a slope, x = g sin(a) t²/(2 k), k = 1 + J/(m r²); N = m g cos a, R = -m g sin(a) (1 - 1/k). */
static const char slope[] =
    "local r, m1, J, lean = length(0.1), mass(2), inertia(0.006), angle(-0.4)\n"
    "local x, y = turned(-r*sin(lean), r*cos(lean))\n"
    "local wheel = body 'wheel' { mass = m1, inertia = J, x = x, y = y, angle = turn }\n"
    "curve_joint 'c' { shape 'road' { base:at{0, 0, angle = lean}, line { {200*L, 0}, {-200*L, 0} } },\n"
    "  shape 'rim' { wheel, circle { radius = r } }, rolling = true }\n"
    "local k = 1 + J/(m1*r^2)\n"
    "local function way(t) return -g*sin(lean)*t^2/(2*k) end\n"
    "want('wheel.x', L, function(t)\n"
    "  return (turned(cos(lean)*way(t) - r*sin(lean), sin(lean)*way(t) + r*cos(lean)))\n"
    "end)\n"
    "want('wheel.angle', 1, function(t) return turn - way(t)/r end)\n"
    "want('wheel.omega', 1/T, function(t) return g*sin(lean)*t/(k*r) end)\n"
    "want('c.slide', L/T, 0)\n"
    "want('c.normal_force', m1*g, m1*g*cos(lean))\n"
    "want('c.friction_force', m1*g, -m1*g*sin(lean)*(1 - 1/k))\n"; /* to the left of the line's normal: uphill */

/* A disc rolls on or in a drum that turns on its axle: R (angle of the drum) + r (angle of the disc) = (R + r) (angle of
 * the centres); inside with -r. */
static const char planet[] =
    "local R, r, start, w = length(0.3), length(0.07), angle(0.9), rate(3)\n"
    "local m2, J1, J2 = mass(1), inertia(0.04), inertia(0.003)\n"
    "local side = inside and -1 or 1\n"
    "local far = R + side*r\n"
    "local drum = body 'drum' { mass = M, inertia = J1 }\n"
    "revolute 'axle' { base, drum, angle = 0.2, speed = w, prefer = true }\n"
    "local x, y = turned(far*cos(start), far*sin(start))\n"
    "local disc = body 'disc' { mass = m2, inertia = J2, x = x, y = y, angle = turn - 0.5 }\n"
    "curve_joint 'c' { shape 'track' { drum, circle { radius = R }, flip = inside }, shape 'rim' { disc, "
    "circle { radius = r } },\n"
    "  rolling = true }\n"
    "-- an arm without mass to count the turns of the centres\n"
    "local arm = body 'arm' { mass = 1e-9*M, inertia = 1e-9*M*L^2 }\n"
    "revolute 'carrier' { base, arm, angle = start }\n"
    "revolute 'pin' { arm:at{far, 0}, disc, angle = -0.5 - start }\n"
    "local function roll(s) return R*(s['axle.angle'] - 0.2) + side*r*(s['disc.angle'] - turn + 0.5) end\n"
    "want('carrier.angle', 1, function(t, s) return start + roll(s)/far end)\n"
    "want('carrier.speed', 1/T, function(t, s) return (R*s['axle.speed'] + side*r*s['disc.omega'])/far end)\n"
    "want('c.slide', L/T, 0)\n";

/* The same with gears of those radii in place of the curves. */
static const char geared[] =
    "local R, r, start, w = length(0.3), length(0.07), angle(0.9), rate(3)\n"
    "local m2, J1, J2, far = mass(1), inertia(0.04), inertia(0.003), nil\n"
    "far = inside and R - r or R + r\n"
    "for _, k in ipairs {'c', 'g'} do\n"
    "  local drum = body('drum' .. k) { mass = M, inertia = J1 }\n"
    "  revolute('axle' .. k) { base, drum, speed = w, prefer = true }\n"
    "  local arm = body('arm' .. k) { mass = 0.1*M, inertia = 0.001*M*L^2 }\n"
    "  local carrier = revolute('carrier' .. k) { base, arm, angle = start, speed = 0.3*w, prefer = true }\n"
    "  local disc = body('disc' .. k) { mass = m2, inertia = J2 }\n"
    "  revolute('pin' .. k) { arm:at{far, 0}, disc }\n"
    "  if k == 'c' then\n"
    "    curve_joint 'c' { shape 'track' { drum, circle { radius = R }, flip = inside },\n"
    "      shape 'rim' { disc, circle { radius = r } }, rolling = true }\n"
    "  elseif inside then internal_gear 'g' { disc, drum, radius_pinion = r, radius_ring = R }\n"
    "  else gear 'g' { drum, disc, radius_a = R, radius_b = r } end\n"
    "end\n"
    "for _, p in ipairs {'axle', 'carrier', 'pin'} do\n"
    "  want(p .. 'c.angle', 1, function(t, s) return s[p .. 'g.angle'] end)\n"
    "  want(p .. 'c.speed', 1/T, function(t, s) return s[p .. 'g.speed'] end)\n"
    "end\n";

/* An ellipse rolls on a line. Its centre is as high as its support function; it moves by x' = -h w, the touch is beside
 * it by h', and the touch has run along the line as far as along the ellipse: the arc over which the normal has turned. */
static const char egg[] =
    "local a, b, m1, J, start, w = length(0.12), length(0.07), mass(1), inertia(0.005), angle(0.3), "
    "rate(-4)\n"
    "local function h(p)\n"
    "  local s, c = sin(p), cos(p)\n"
    "  local h0 = sqrt((a*s)^2 + (b*c)^2)\n"
    "  local h1 = (a^2 - b^2)*s*c/h0\n"
    "  return h0, h1, ((a^2 - b^2)*(c^2 - s^2) - h1^2)/h0\n"
    "end\n"
    "local x, y = turned(0, (h(start)))\n"
    "local ball = body 'ball' { mass = m1, inertia = J, x = x, y = y, angle = turn + start, omega = w }\n"
    "curve_joint 'c' { shape 'road' { base, line { {200*L, 0}, {-200*L, 0} } }, shape 'rim' { ball, ellipse "
    "{ a = a, b = b } },\n"
    "  rolling = true }\n"
    "-- integral of f from the start, by Gauss with six points on 200 pieces\n"
    "local node = {0.2386191860831969, 0.6612093864662645, 0.9324695142031521}\n"
    "local share = {0.4679139345726910, 0.3607615730481386, 0.1713244923791704}\n"
    "local function integral(f, p)\n"
    "  local sum, step = 0, (p - start)/200\n"
    "  for i = 0, 199 do\n"
    "    local middle = start + (i + 0.5)*step\n"
    "    for k = 1, 3 do sum = sum + share[k]*step/2*(f(middle + node[k]*step/2) + f(middle - "
    "node[k]*step/2)) end\n"
    "  end\n"
    "  return sum\n"
    "end\n"
    "local function radius(p) local h0, _, h2 = h(p); return h0 + h2 end\n"
    "local function local_x(s, part) return cos(turn)*s[part .. '.x'] + sin(turn)*s[part .. '.y'] end\n"
    "local function local_y(s, part) return cos(turn)*s[part .. '.y'] - sin(turn)*s[part .. '.x'] end\n"
    "local _, beside = h(start)\n"
    "output 'along' { function(t, s) return local_x(s, 'ball') end }\n"
    "output 'above' { function(t, s) return local_y(s, 'ball') end }\n"
    "output 'touch' { function(t, s) return local_x(s, 'c') end }\n"
    "local function p(s) return s['ball.angle'] - turn end\n"
    "want('along.value', L, function(t, s) return -integral(h, p(s)) end)\n"
    "want('above.value', L, function(t, s) return (h(p(s))) end)\n"
    "want('touch.value', L, function(t, s) return -beside - integral(radius, p(s)) end)\n"
    "local function energy(p, w) local h0, h1 = h(p); return (J + m1*(h0^2 + h1^2))*w^2/2 + m1*g*h0 end\n"
    "output 'energy_now' { function(t, s) return energy(p(s), s['ball.omega']) end }\n"
    "want('energy_now.value', m1*g*a, energy(start, w))\n"
    "want('c.slide', L/T, 0)\n";

static void rolling_is_rolling(void **state)
{
  (void)state;
  check_siblings("a disc rolls down a slope", "", slope, 1e-10);
  check_siblings("a disc rolls on a drum", "local inside = false\n", planet, 1e-10);
  check_siblings("a disc rolls in a drum", "local inside = true\n", planet, 1e-10);
  check_siblings("a disc on a drum and gears", "local inside = false\n", geared, 1e-10);
  check_siblings("a disc in a drum and gears", "local inside = true\n", geared, 1e-10);
  check_siblings("an ellipse rolls on a line", "", egg, 1e-10);
}

/* ---- branches ---- */

typedef struct {
  double a, b, r, tilt, aside; /* an ellipse; a roller of radius r on an upright guide beside its centre */
  bool inside;
} guided;

/* The height of the roller's centre: it is on the curve at the distance r whose points are, by the direction φ of the
 * normal, (h ± r) n + h' t; on which side is told by the first guess. */
static double height_of(const guided *x, bool below)
{
  long double phi = below ? -1.57L : 1.57L, y = NAN;
  for (int i = 0; i < 60; i++) {
    long double c = cosl(phi), s = sinl(phi), u = phi - x->tilt, a = x->a, b = x->b;
    long double h = sqrtl(a * a * cosl(u) * cosl(u) + b * b * sinl(u) * sinl(u));
    long double h1 = (b * b - a * a) * sinl(u) * cosl(u) / h;
    long double h2 = ((b * b - a * a) * cosl(2 * u) - h1 * h1) / h, r = x->inside ? -x->r : x->r;
    y = (h + r) * s + h1 * c;
    long double step = ((h + r) * c - h1 * s - x->aside) / ((h + h2 + r) * s); /* dx = -(radius) sin φ dφ */
    phi += fmaxl(-0.2L, fminl(step, 0.2L));
  }
  return (double)y;
}

static session open_guided(const guided *x, const test_units *u, double start, const char *near)
{
  char text[TEXT] = "";
  double L = u->length;
  say(text, "planar { gravity = {0, -1} }\nlocal base = ground:at{0, 0, angle = %.17g}\n", u->turn);
  say(text, "local b = body 'b' { mass = %.17g, inertia = %.17g }\n", u->mass, 0.01 * u->mass * L * L);
  say(text, "prismatic 'guide' { base:at{%.17g, 0}, b, axis = {0, 1}, position = %.17g }\n", x->aside * L,
      start * L);
  say(text,
      "curve_joint 'c' { shape 'egg' { base:at{0, 0, angle = %.17g}, ellipse { a = %.17g, b = %.17g }, flip "
      "= %s },\n"
      "  shape 'rim' { b, circle { radius = %.17g } }, near = %s }\nsimulate { duration = 1 }\n",
      x->tilt, x->a * L, x->b * L, x->inside ? "true" : "false", x->r * L, near);
  return open_text(text, NULL);
}

/* The same joint in both its assemblies, wherever the start is written; outside and inside. Going round, -90° is 270°. */
static void near_picks_the_branch(void **state)
{
  (void)state;
  static const char *const near[2][2][2] = {
      {{"{90*deg, 270*deg}", "{450*deg, -90*deg}"}, {"{270*deg, 90*deg}", "{-90*deg, 90*deg}"}},
      {{"{90*deg, 90*deg}", "{-270*deg, 90*deg}"}, {"{270*deg, 270*deg}", "{-90*deg, -90*deg}"}}};
  unsigned long long seed = 3;
  double worst = 0, between = INFINITY;
  for (int k = 0; k < SIBLINGS; k++)
    for (int way = 0; way < 2; way++) {
      guided x = {vary(&seed, 0.2),
                  vary(&seed, 0.1),
                  vary(&seed, 0.02),
                  uniform(&seed, -0.5, 0.5),
                  uniform(&seed, -0.05, 0.05),
                  way};
      test_units u = random_units(&seed);
      double start = uniform(&seed, -0.3, 0.3), y[2];
      for (int below = 0; below < 2; below++) {
        session s = open_guided(&x, &u, start, near[way][below][k % 2]);
        y[below] = see(s, "guide", -1, "position") / u.length;
        worst = fmax(worst, fabs(y[below] - height_of(&x, below)));
        worst = fmax(worst, fabs(see(s, "c", -1, "gap")) / u.length);
        leave(s);
      }
      between = fmin(between, y[0] - y[1]);
    }
  print_message("  near: heights off by %.1e of 1e-10, the two assemblies at least %.2g apart\n", worst,
                between);
  assert_true(worst <= 1e-10 && between > 0.05);
}

/* Places that do not face each other are no assembly. */
static void near_must_face(void **state)
{
  (void)state;
  expect_sentence("planar {}\nlocal b = body 'b' { mass = 1, inertia = 1e-3 }\n"
                  "prismatic 'guide' { ground, b, axis = {0, 1} }\n"
                  "curve_joint 'c' { shape 'egg' { ground, ellipse { a = 0.2, b = 0.1 } },\n"
                  "  shape 'rim' { b, circle { radius = 0.02 } }, near = {90*deg, 90*deg} }\n"
                  "simulate { duration = 1 }\n",
                  "curve_joint \"c\" cannot be assembled: its curves do not face each other near the start");
}

/* ---- pulling ---- */

/* A disc slides or rolls off the top of a drum from rest: it would leave it at cos = 2 cos0/(2 + k), k = 1 or 1 + J/(m r²).
 * Inside the drum it is held up from the start. */
static void pulling_is_told(void **state)
{
  (void)state;
  double worst = 0;
  for (int rolling = 0; rolling < 2; rolling++) {
    char text[TEXT] = "";
    double R = 0.3, r = 0.08, start = 0.4, k = rolling ? 1.5 : 1;
    say(text,
        "planar { gravity = {0, -9.81} }\n"
        "local b = body 'b' { mass = 1, inertia = 0.0032, x = %.17g, y = %.17g }\n"
        "curve_joint 'c' { shape 'drum' { ground, circle { radius = 0.3 } },\n"
        "  shape 'rim' { b, circle { radius = 0.08 } }, rolling = %s }\n"
        "simulate { duration = 1, tolerance = 1e-12 }\n",
        (R + r) * sin(start), (R + r) * cos(start), rolling ? "true" : "false");
    session s = open_text(text, NULL);
    go(s, 1);
    double lifts = s.run->system.contact->pair[0].log.lifts;
    leave(s);
    assert_true(lifts > 0.1 && lifts < 1);
    s = open_text(text, NULL);
    go(s, lifts);
    worst = fmax(worst, fabs(see(s, "b", -1, "y") / (R + r) - 2 * cos(start) / (2 + k)));
    worst = fmax(worst, fabs(see(s, "c", -1, "normal_force")));
    leave(s);
  }
  print_message("  where a disc would leave a drum: off by %.1e\n", worst);
  assert_true(worst <= 1e-9);
  session s = open_file("models/switch-sides", NULL, NULL, NULL);
  go(s, 0.05);
  assert_true(s.run->system.contact->pair[0].log.lifts == 0 &&
              isnan(s.run->system.contact->pair[1].log.lifts));
  leave(s);
}

/* Rows that are asked for, or not, change no bit. */
static void looking_changes_nothing(void **state)
{
  (void)state;
  static const char *const models[] = {"models/cam-follower", "models/switch-sides", "models/sinus-ellipse"};
  for (int i = 0; i < 3; i++) {
    session a = open_file(models[i], NULL, NULL, NULL), b = open_file(models[i], NULL, NULL, NULL);
    double end = fmin(0.5, a.model->plan.duration), *row = calloc(1000, sizeof *row);
    pawl_error e = {0};
    assert_true(row && pawl_run_channel_count(a.run) < 1000);
    while (a.run->t < end) {
      assert_int_equal(pawl_run_step(a.run, end, &e), PAWL_OK);
      assert_int_equal(pawl_run_step(b.run, end, &e), PAWL_OK);
      for (int k = 0; k < 3; k++)
        assert_int_equal(
            pawl_run_output(b.run, a.run->steps.last_t + 0.3 * k * (a.run->t - a.run->steps.last_t), row, &e),
            PAWL_OK);
    }
    assert_true(pawl_run_hash(a.run) == pawl_run_hash(b.run));
    free(row);
    leave(a);
    leave(b);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(curve_joints_are_rods_and_pins),
                                     cmocka_unit_test(forces_are_those_of_rods_and_pins),
                                     cmocka_unit_test(rolling_is_rolling),
                                     cmocka_unit_test(near_picks_the_branch),
                                     cmocka_unit_test(near_must_face),
                                     cmocka_unit_test(pulling_is_told),
                                     cmocka_unit_test(looking_changes_nothing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
