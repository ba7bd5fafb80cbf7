/* Joints of two freedoms against what they can be built of and against closed forms:
 *   universal = two hinges with a cross without mass between them; cylindrical = a hinge and a guide;
 *   forwards and backwards in the tree, and cut; a Cardan shaft, w2/w1 = cos b/(1 - sin² b sin² α), torques by power;
 *   a double Cardan shaft turns evenly; a loop RCCC. */
#include "step/sessions_test.h"

static const pawl_run_options tight = {NULL, 1e-12, -1};

/* ---- built of others ---- */

/* 0, 1: of others, of their own; 2, 3: the same from the other side of the tree; 4: cut. */
static const char chain[] =
    "spatial { gravity = {0.3, 1, -9.81} }\n"
    "local A = body 'A' { mass = 2, inertia = {0.03, 0.05, 0.04, 0.002, 0.003, -0.001}, com = {0.1, 0.05, "
    "0.2} }\n"
    "local B = body 'B' { mass = 1, inertia = {0.02, 0.03, 0.015, 0.001, -0.002, 0.001}, com = {0.1, -0.1, "
    "-0.2} }\n"
    "local C = body 'C' { mass = 1.5, inertia = {0.025, 0.03, 0.02, 0.001, -0.002, 0.003}, com = {-0.1, 0.1, "
    "0.1} }\n"
    "revolute 'h' { ground:at{0, 0, 0.1}, A:at{0.02, 0.01, 0}, axis = {1, 2, 3}, angle = 0.3, speed = 3 }\n"
    "local p = A:at{0.3, 0.1, 0.2, turn = {0.7, 0.7, 0.2, 0.9}}\n"
    "local q = B:at{-0.1, 0.2, 0.05, turn = {0.4, 0.4, 0.2, 0.9}}\n"
    "local r = B:at{0.2, 0.1, -0.05, turn = {-0.4, -0.4, 0.2, 0.9}}\n"
    "local t = C:at{0.1, 0.1, -0.15, turn = {0.6, 0.6, 0.2, 0.9}}\n"
    "local a1, a2, s1, s2, an, po, sp, ve = 0.5, -0.4, 2, -3, 0.8, 0.15, 4, -0.7\n"
    "if kind == 2 or kind == 3 then p, q, r, t = q, p, t, r end\n"
    "if kind == 0 or kind == 3 then\n"
    "  local X, Y = body 'X' { mass = 0 }, body 'Y' { mass = 0 }\n"
    "  revolute 'u1' { p, X, axis = {1, 0, 0}, angle = a1, speed = s1 }\n"
    "  revolute 'u2' { X, q, axis = {0, 1, 0}, angle = a2, speed = s2 }\n"
    "  revolute 'c1' { r, Y, angle = an, speed = sp }\n"
    "  prismatic 'c2' { Y, t, axis = {0, 0, 1}, position = po, speed = ve }\n"
    "elseif kind < 3 then\n"
    "  universal 'u' { p, q, angle1 = a1, angle2 = a2, speed1 = s1, speed2 = s2 }\n"
    "  cylindrical 'c' { r, t, angle = an, position = po, speed = sp, velocity = ve }\n"
    "else\n"
    "  universal 'u' { p, q, angle1 = a1, angle2 = a2 }\n"
    "  cylindrical 'c' { r, t, angle = an, position = po }\n"
    "  local c1, d1, c2, d2 = math.cos(a1/2), math.sin(a1/2), math.cos(a2/2), math.sin(a2/2)\n"
    "  free 'fu' { p, q, prefer = true, x = 0, y = 0, z = 0, e0 = c1*c2, e1 = d1*c2, e2 = c1*d2, e3 = "
    "d1*d2,\n"
    "    vx = 0, vy = 0, vz = 0, wx = s1*math.cos(a2), wy = s2, wz = s1*math.sin(a2) }\n"
    "  free 'fc' { r, t, prefer = true, x = 0, y = 0, z = po, e0 = math.cos(an/2), e1 = 0, e2 = 0,\n"
    "    e3 = math.sin(an/2), vx = 0, vy = 0, vz = ve, wx = 0, wy = 0, wz = sp }\n"
    "end\n"
    "simulate { duration = 2 }\n";

static session open_chain(int kind, double t)
{
  char text[6000];
  snprintf(text, sizeof text, "local kind = %d\n%s", kind, chain);
  session s = open_text(text, &tight);
  go(s, t);
  return s;
}

/* The largest difference of channels "part.channel" of one to those of another, of large numbers by their size. */
static void differ(session a, session b, const char *const (*names)[4], int count, double *worst)
{
  for (int i = 0; i < count; i++) {
    const char *const *n = names[i];
    double x = see(a, n[0], -1, n[1]), y = see(b, n[2] ? n[2] : n[0], -1, n[3] ? n[3] : n[1]);
    double off = fabs(x - y) / fmax(1, fabs(x));
    *worst = off <= *worst ? *worst : off;
  }
}

static const char *const bodies[][4] = {{"A", "x"},  {"B", "y"},  {"C", "z"},
                                        {"C", "wx"}, {"h", "fx"}, {"h", "tz"}};
static const char *const built[][4] = {{"u", "angle1", "u1", "angle"},
                                       {"u", "angle2", "u2", "angle"},
                                       {"u", "speed1", "u1", "speed"},
                                       {"u", "speed2", "u2", "speed"},
                                       {"u", "acceleration1", "u1", "acceleration"},
                                       {"u", "acceleration2", "u2", "acceleration"},
                                       {"u", "fx", "u2", "fx"},
                                       {"u", "fz", "u2", "fz"},
                                       {"c", "angle", "c1", "angle"},
                                       {"c", "position", "c2", "position"},
                                       {"c", "speed", "c1", "speed"},
                                       {"c", "velocity", "c2", "speed"},
                                       {"c", "angular_acceleration", "c1", "acceleration"},
                                       {"c", "acceleration", "c2", "acceleration"},
                                       {"c", "fy", "c2", "fy"}};
static const char *const same[][4] = {{"u", "angle1"},
                                      {"u", "angle2"},
                                      {"u", "speed1"},
                                      {"u", "speed2"},
                                      {"u", "acceleration1"},
                                      {"u", "acceleration2"},
                                      {"u", "fx"},
                                      {"u", "tx"},
                                      {"u", "tz"},
                                      {"c", "angle"},
                                      {"c", "position"},
                                      {"c", "speed"},
                                      {"c", "velocity"},
                                      {"c", "acceleration"},
                                      {"c", "angular_acceleration"},
                                      {"c", "fx"},
                                      {"c", "ty"}};
#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

static void test_built(void **state)
{
  (void)state;
  double own = 0, backwards = 0, cut = 0;
  for (int i = 1; i <= 4; i++) {
    session s[5];
    for (int k = 0; k < 5; k++)
      s[k] = open_chain(k, 0.5 * i);
    differ(s[1], s[0], bodies, COUNT(bodies), &own);
    differ(s[1], s[0], built, COUNT(built), &own);
    differ(s[2], s[3], bodies, COUNT(bodies), &backwards);
    differ(s[2], s[3], built, COUNT(built), &backwards);
    differ(s[1], s[4], bodies, COUNT(bodies), &cut);
    differ(s[1], s[4], same, COUNT(same), &cut);
    for (int k = 0; k < 5; k++)
      leave(s[k]);
  }
  printf("against joints of one freedom %.1e, backwards %.1e, cut %.1e\n", own, backwards, cut);
  assert_true(own < 1e-9 && backwards < 1e-9 && cut < 1e-9);
}

/* ---- a Cardan shaft ---- */

/* Two shafts at an angle b, the first driven at a constant speed, the second with a load T and an inertia J. */
static void test_cardan(void **state)
{
  (void)state;
  const double b = 0.6, w = 7, T = 3, J = 0.05;
  double ratio = 0, torque = 0;
  char text[2000];
  snprintf(text, sizeof text,
           "spatial {}\n local b, w = %.17g, %.17g\n"
           "local one = body 'one' { mass = 1, inertia = {0.01, 0.01, 0.02} }\n"
           "local two = body 'two' { mass = 1, inertia = {0.03, 0.03, %.17g} }\n"
           "revolute 'in' { ground, one, angle = 0, speed = w }\n"
           "revolute 'out' { ground:at{0, 0, 0, turn = {1, 0, 0, -b}}, two, angle = 0 }\n"
           "universal 'cross' { one, two }\n"
           "motor 'drive' { 'in', speed = w }\n motor 'load' { 'out', torque = -%.17g }\n"
           "simulate { duration = 2 }\n",
           b, w, J, T);
  session s = open_text(text, &tight);
  for (int i = 1; i <= 40; i++) {
    go(s, 0.05 * i);
    double a = 0.05 * i * w, down = 1 - sin(b) * sin(b) * sin(a) * sin(a), r = cos(b) / down;
    double rate = w * cos(b) * sin(b) * sin(b) * sin(2 * a) * w / (down * down); /* of w2 */
    ratio = fmax(ratio, fabs(see(s, "out", -1, "speed") / w - r));
    torque = fmax(torque, fabs(see(s, "drive", -1, "effort") - r * (T + J * rate)));
  }
  printf("Cardan: ratio of speeds %.1e, torque %.1e N m\n", ratio, torque);
  assert_true(ratio < 1e-10 && torque < 1e-8);
  leave(s);
}

/* Two universal joints whose yokes on the shaft between them are in one plane: the angles at the ends are equal, whatever the
 * shaft does; its ends come nearer, so that it has a slip joint. */
static void test_double(void **state)
{
  (void)state;
  double off = 0, slip = 0;
  session s = open_text(
      "spatial { gravity = {0, -9.81, 0} }\n"
      "local L, h, w = 0.5, 0.2, 20\n"
      "local axle = base 'axle' { y = function(t) return h + 0.1*math.sin(9*t) end }\n"
      "local function shaft(name, J) return body(name) { mass = 1, inertia = {0.01, 0.01, J} } end\n"
      "local one, tube, rod, two = shaft('one', 2e-3), shaft('tube', 3e-3), shaft('rod', 1e-3), shaft('two', "
      "4e-3)\n"
      "revolute 'in' { ground, one, angle = 0, speed = w }\n"
      "universal 'front' { one, tube, angle1 = -math.atan(h/L), angle2 = 0 }\n"
      "prismatic 'slip' { tube, rod, axis = {0, 0, 1}, position = math.sqrt(L^2 + h^2) }\n"
      "universal 'rear' { two, rod, angle1 = -math.atan(h/L), angle2 = 0 }\n"
      "revolute 'out' { axle:at{0, 0, L}, two, angle = 0 }\n"
      "joint_damper 'load' { 'out', damping = 0.1 }\n"
      "simulate { duration = 1 }\n",
      &tight);
  for (int i = 1; i <= 20; i++) {
    go(s, 0.05 * i);
    double y = 0.2 + 0.1 * sin(9 * 0.05 * i);
    off = fmax(off, fabs(see(s, "in", -1, "angle") - see(s, "out", -1, "angle")));
    off = fmax(off, fabs(see(s, "in", -1, "speed") - see(s, "out", -1, "speed")));
    slip = fmax(slip, fabs(see(s, "slip", -1, "position") - sqrt(0.25 + y * y)));
  }
  printf("double Cardan: ends %.1e rad, slip %.1e m\n", off, slip);
  assert_true(off < 1e-10 && slip < 1e-11);
  leave(s);
}

/* ---- a loop of one hinge and three sleeves, of which one is cut ---- */

static session open_rccc(int built_of_others)
{
  char text[3000];
  snprintf(text, sizeof text,
           "spatial { gravity = {1, 2, -9.81} }\n local others = %d == 1\n"
           "local function link(name, x, y, z) return body(name) { mass = 1, inertia = {0.02, 0.03, 0.025},\n"
           "  com = {x, y, z}, x = 0, y = 0, z = 0, e0 = 1, e1 = 0, e2 = 0, e3 = 0 } end\n"
           "local A, B, D = link('A', 0.1, 0, 0.1), link('B', 0.4, 0.2, 0.2), link('D', 0.7, 0.1, 0)\n"
           "local function sleeve(name, a, b, x, y, z, u)\n"
           "  local at = {x, y, z, axis = u}\n"
           "  if others and name ~= 'e' then\n"
           "    local X = body(name .. 'X') { mass = 0 }\n"
           "    revolute(name .. '1') { a:at(at), X, prefer = true }\n"
           "    prismatic(name .. '2') { X, b:at(at), axis = {0, 0, 1}, prefer = true }\n"
           "  else cylindrical(name) { a:at(at), b:at(at) } end\n"
           "end\n"
           "revolute 'in' { ground, A, angle = 0, speed = 3, prefer = true }\n"
           "sleeve('c', A, B, 0.2, 0, 0.1, {0.3, 0.2, 1})\n"
           "sleeve('d', B, D, 0.6, 0.4, 0.2, {-0.5, 0.8, 1})\n"
           "sleeve('e', D, ground, 0.9, 0, 0, {0.7, -0.2, 1})\n"
           "simulate { duration = 0.4 }\n",
           built_of_others);
  return open_text(text, &tight);
}

static void test_rccc(void **state)
{
  (void)state;
  static const char *const names[][4] = {{"in", "angle"},
                                         {"in", "tx"},
                                         {"B", "x"},
                                         {"D", "wz"},
                                         {"c", "angle", "c1", "angle"},
                                         {"c", "position", "c2", "position"},
                                         {"d", "position", "d2", "position"},
                                         {"e", "angle"},
                                         {"e", "velocity"},
                                         {"e", "ty"}};
  double worst = 0;
  session a = open_rccc(0), b = open_rccc(1);
  for (int i = 1; i <= 8; i++) {
    go(a, 0.05 * i);
    go(b, 0.05 * i);
    differ(a, b, names, COUNT(names), &worst);
  }
  printf("RCCC against hinges and guides %.1e\n", worst);
  assert_true(worst < 1e-8);
  leave(a);
  leave(b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_built), cmocka_unit_test(test_cardan),
                                     cmocka_unit_test(test_double), cmocka_unit_test(test_rccc)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
