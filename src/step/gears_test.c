/* Gears, racks, belts, shafts and couplings against closed forms: angles, tooth forces, bearing forces,
 * power; in other units, turned, with other parameters, through both kernels. The worst case of every row is
 * printed. */
#include "step/wants_test.h"

/* Two wheels in bearings, the line of centres turned by `line`, a torque on the first:
 *   alpha_a = tau/(J_a + J_b (r_a/r_b)²),   force = -J_b r_a/r_b² alpha_a */
static const char spur[] =
    "planar { gravity = {0, -g} }\n"
    "local ra, rb, ma, mb, Ja, Jb = length(0.3), length(0.5), mass(1), mass(2), inertia(0.1), inertia(0.4)\n"
    "local tau, w0, line = moment(0.7), rate(0.5), turn + angle(0.4)\n"
    "local c, s = cos(line), sin(line)\n"
    "local a, b = body 'a' { mass = ma, inertia = Ja }, body 'b' { mass = mb, inertia = Jb }\n"
    "local ha = revolute 'ha' { ground:at{L, 0}, a, angle = angle(1), speed = w0 }\n"
    "local hb = revolute 'hb' { ground:at{L + (ra + rb)*c, (ra + rb)*s}, b, angle = angle(-0.3) }\n"
    "gear 'mesh' { a, b, radius_a = ra, radius_b = rb }\n"
    "motor 'm' { ha, torque = tau }\n"
    "simulate { duration = 4*T, tolerance = 1e-10 }\n"
    "local i = ra/rb\n"
    "local alpha = tau/(Ja + Jb*i^2)\n"
    "local F = -Jb*i/rb*alpha\n"
    "local wa = function(t) return w0 + alpha*t end\n"
    "want('ha.speed', 1/T, wa)\n"
    "want('hb.speed', 1/T, function(t) return -i*wa(t) end)\n"
    "want('mesh.force', M*L/T^2, F)\n"
    "want('mesh.speed', L/T, function(t) return ra*wa(t) end)\n"
    "want('mesh.power', M*L^2/T^3, function(t) return Jb*i^2*alpha*wa(t) end)\n"
    "want('ha.fx', M*L/T^2, F*s) want('ha.fy', M*L/T^2, ma*g - F*c)\n"
    "want('hb.fx', M*L/T^2, -F*s) want('hb.fy', M*L/T^2, mb*g + F*c)\n"
    "want('mesh.fx', M*L/T^2, F*s) want('mesh.fy', M*L/T^2, -F*c)\n";

/* The same by teeth: 12 and 30 of module m are radii 6 m and 15 m. */
static const char teeth[] =
    "planar { gravity = {0, -g} }\n"
    "local m, J, tau = length(0.02), inertia(0.1), moment(0.7)\n"
    "local a, b = body 'a' { mass = M, inertia = J }, body 'b' { mass = M, inertia = J }\n"
    "local ha = revolute 'ha' { ground, a }\n"
    "revolute 'hb' { ground:at{0, 21*m}, b }\n"
    "gear 'mesh' { a, b, teeth_a = 12, teeth_b = 30, module = m }\n"
    "motor 'm' { ha, torque = tau }\n"
    "simulate { duration = 2*T, tolerance = 1e-10 }\n"
    "local alpha = tau/(J + J*0.4^2)\n"
    "want('ha.speed', 1/T, function(t) return alpha*t end)\n"
    "want('hb.speed', 1/T, function(t) return -0.4*alpha*t end)\n"
    "want('mesh.speed', L/T, function(t) return 6*m*alpha*t end)\n";

/* Sun driven at constant speed, torque on the ring, one planet; no gravity:
 *   w_r = (1+k) w_c - k w_s, k = r_s/r_r;   w_p = (1+j) w_c - j w_s, j = r_s/r_p
 *   (J_c + m_p R² + (1+k)² J_r + (1+j)² J_p) w_c' = (1+k) tau */
static const char planetary[] =
    "planar {}\n"
    "local rs, rp = length(0.3), length(0.2)\n"
    "local rr, R = rs + 2*rp, rs + rp\n"
    "local Jc, Jr, Jp, mp = inertia(0.1), inertia(0.4), inertia(0.02), mass(1)\n"
    "local tau, ws, wc = moment(0.5), rate(1), rate(0.5)\n"
    "local sun, planet = body 'sun' { mass = M, inertia = inertia(0.1) }, body 'planet' { mass = mp, inertia "
    "= Jp }\n"
    "local carrier, ring = body 'carrier' { mass = M, inertia = Jc }, body 'ring' { mass = M, inertia = Jr "
    "}\n"
    "local hs = revolute 'hs' { ground, sun, angle = angle(1) }\n"
    "local hc = revolute 'hc' { ground, carrier, angle = turn, speed = wc }\n"
    "local hr = revolute 'hr' { ground, ring, angle = angle(-2) }\n"
    "local hp = revolute 'hp' { carrier:at{R, 0}, planet, angle = angle(0.3) }\n"
    "gear 'outer' { sun, planet, radius_a = rs, radius_b = rp }\n"
    "internal_gear 'inner' { planet, ring, radius_pinion = rp, radius_ring = rr }\n"
    "motor 'ms' { hs, speed = ws }\n"
    "motor 'mr' { hr, torque = tau }\n"
    "simulate { duration = 10*T, tolerance = 1e-10 }\n"
    "local k, j = rs/rr, rs/rp\n"
    "local alpha = (1 + k)*tau/(Jc + mp*R^2 + (1 + k)^2*Jr + (1 + j)^2*Jp)\n"
    "local w = function(t) return wc + alpha*t end\n"
    "want('hc.angle', 10, function(t) return turn + wc*t + alpha*t^2/2 end)\n"
    "want('hc.speed', 1/T, w)\n"
    "want('hr.speed', 1/T, function(t) return (1 + k)*w(t) - k*ws end)\n"
    "want('planet.omega', 1/T, function(t) return (1 + j)*w(t) - j*ws end)\n"
    "local Fr = (Jr*(1 + k)*alpha - tau)/-rr\n" /* torque on the ring: -r_r F */
    "local Fs = (Jp*(1 + j)*alpha - rp*Fr)/rp\n"
    "want('inner.force', M*L/T^2, Fr)\n"
    "want('outer.force', M*L/T^2, Fs)\n"
    "want('ms.effort', M*L^2/T^2, -rs*Fs)\n"
    "want('inner.power', M*L^2/T^3, function(t) return -rr*Fr*k*(w(t) - ws) end)\n"
    "want('inner.speed', L/T, function(t) return rp*j*(w(t) - ws) end)\n";

/* Gravity and an eccentric planet: the same train by an equation between the joints' angles. A planet's own
 * turn is hc + hp; the forces at the bearings differ, the motion does not. */
static const char by_angles[] =
    "planar { gravity = {g*sin(turn), -g*cos(turn)} }\n"
    "local rs, rp = length(0.3), length(0.2)\n"
    "local function train(name, mesh)\n"
    "  local s0 = seed\n"
    "  local sun = body(name .. 'sun') { mass = M, inertia = inertia(0.1) }\n"
    "  local planet = body(name .. 'planet') { mass = mass(1), inertia = inertia(0.02), com = {length(0.1), "
    "0} }\n"
    "  local carrier = body(name .. 'carrier') { mass = mass(0.3), inertia = inertia(0.1), com = "
    "{length(0.2), 0} }\n"
    "  local hs = revolute(name .. 's') { ground, sun, angle = angle(1), speed = rate(0.5) }\n"
    "  local hc = revolute(name .. 'c') { ground, carrier, angle = angle(0.2) }\n"
    "  local hp = revolute(name .. 'p') { carrier:at{rs + rp, 0}, planet, angle = angle(0.3) }\n"
    "  mesh(sun, planet, hs, hc, hp)\n"
    "  seed = s0\n"
    "end\n"
    "train('a', function(sun, planet) gear 'mesh' { sun, planet, radius_a = rs, radius_b = rp } end)\n"
    "train('b', function(sun, planet, hs, hc, hp) coupling 'pair' { hs, hc, hp, c1 = rs, c2 = -rs, c3 = rp } "
    "end)\n"
    "simulate { duration = 2*T, tolerance = 1e-11 }\n"
    "output 'dc' { function(t, s) return s['ac.angle'] - s['bc.angle'] end }\n"
    "output 'dp' { function(t, s) return s['ap.angle'] - s['bp.angle'] end }\n"
    "output 'dw' { function(t, s) return s['as.speed'] - s['bs.speed'] end }\n"
    "want('dc.value', 1, 0) want('dp.value', 1, 0) want('dw.value', 1/T, 0)\n";

/* A wheel on either side of a rack that slides:  x = side r phi,  a = side r tau/(J + m r²) */
static const char rack[] =
    "planar {}\n"
    "local r, J, m, tau, w0 = length(0.3), inertia(0.1), mass(2), moment(0.5), rate(0.4)\n"
    "for n, side in ipairs{1, -1} do\n"
    "  local base = ground:at{n*L, 0, angle = turn}\n"
    "  local wheel = body('wheel' .. n) { mass = M, inertia = J }\n"
    "  local bar = body('bar' .. n) { mass = m, inertia = inertia(0.1) }\n"
    "  local x, y = n*L - side*r*sin(turn), side*r*cos(turn)\n"
    "  local h = revolute('h' .. n) { ground:at{x, y}, wheel, angle = angle(2), speed = w0 }\n"
    "  prismatic('p' .. n) { base, bar, position = length(0.2) }\n"
    "  rack('rack' .. n) { wheel, bar, radius = r }\n"
    "  motor('m' .. n) { h, torque = tau }\n"
    "  local alpha = tau/(J + m*r^2)\n"
    "  local F = side*m*r*alpha\n"
    "  want('h' .. n .. '.speed', 1/T, function(t) return w0 + alpha*t end)\n"
    "  want('p' .. n .. '.speed', L/T, function(t) return side*r*(w0 + alpha*t) end)\n"
    "  want('rack' .. n .. '.speed', L/T, function(t) return side*r*(w0 + alpha*t) end)\n"
    "  want('rack' .. n .. '.force', M*L/T^2, F)\n"
    "  want('rack' .. n .. '.power', M*L^2/T^3, function(t) return F*side*r*(w0 + alpha*t) end)\n"
    "  want('h' .. n .. '.fx', M*L/T^2, F*cos(turn)) want('h' .. n .. '.fy', M*L/T^2, F*sin(turn))\n"
    "end\n"
    "simulate { duration = 3*T, tolerance = 1e-10 }\n";

/* Open, crossed, and open over equal pulleys. The force on the bearings across the line of centres is the
 * difference of tensions times (r_a ± r_b)/l, whatever the centres' distance. */
static const char belt[] =
    "planar {}\n"
    "for n, k in ipairs{'open', 'crossed', 'equal'} do\n"
    "  local ra, rb, l = length(0.3), length(0.12), length(1.1)\n"
    "  if k == 'equal' then rb = ra end\n"
    "  local Ja, Jb, tau, w0 = inertia(0.1), inertia(0.04), moment(0.5), rate(1)\n"
    "  local a, b = body(k .. 'a') { mass = M, inertia = Ja }, body(k .. 'b') { mass = M, inertia = Jb }\n"
    "  local ha = revolute('ha' .. k) { ground, a, angle = angle(2), speed = w0 }\n"
    "  local hb = revolute('hb' .. k) { ground:at{l*cos(turn), l*sin(turn)}, b, angle = angle(1) }\n"
    "  belt(k) { a, b, radius_a = ra, radius_b = rb, crossed = k == 'crossed' }\n"
    "  motor('m' .. k) { ha, torque = tau }\n"
    "  local i = ra/rb*(k == 'crossed' and -1 or 1)\n"
    "  local alpha = tau/(Ja + Jb*i^2)\n"
    "  local F = (Ja*alpha - tau)/ra\n"
    "  local across = F*((k == 'crossed' and -rb or rb) - ra)/l\n"
    "  want('ha' .. k .. '.speed', 1/T, function(t) return w0 + alpha*t end)\n"
    "  want('hb' .. k .. '.speed', 1/T, function(t) return i*(w0 + alpha*t) end)\n"
    "  want(k .. '.force', M*L/T^2, F)\n"
    "  want(k .. '.speed', L/T, function(t) return ra*(w0 + alpha*t) end)\n"
    "  want(k .. '.power', M*L^2/T^3, function(t) return Jb*i^2*alpha*(w0 + alpha*t) end)\n"
    "  want('hb' .. k .. '.fx', M*L/T^2, across*sin(turn)) want('hb' .. k .. '.fy', M*L/T^2, "
    "-across*cos(turn))\n"
    "end\n"
    "simulate { duration = 3*T, tolerance = 1e-10 }\n";

/* A motor shaft, a gearbox, a screw that lifts a weight:  q_1 = i q_2,  q_2 = k x
 *   (J_1 i² + J_2) k² a + m a = tau i k - m g */
static const char train[] = "planar { gravity = {g*sin(turn), -g*cos(turn)} }\n"
                            "local J1, J2, m, tau = inertia(0.01), inertia(0.3), mass(5), moment(2)\n"
                            "local i, k = vary(4), vary(3)/L\n"
                            "local one, two = shaft 'one' { inertia = J1, angle = angle(1) }, shaft 'two' { "
                            "inertia = J2, speed = rate(0.6) }\n"
                            "local load = body 'load' { mass = m, inertia = inertia(1) }\n"
                            "local lift = prismatic 'lift' { ground:at{0, 0, angle = turn + math.pi/2}, "
                            "load, position = length(0.2) }\n"
                            "local w0 = two.speed\n"
                            "coupling 'box' { one, two, ratio = i }\n"
                            "coupling 'screw' { two, lift, c1 = 1/k, c2 = -1 }\n"
                            "motor 'drive' { one, torque = tau }\n"
                            "simulate { duration = 2*T, tolerance = 1e-10 }\n"
                            "local a = (tau*i*k - m*g)/((J1*i^2 + J2)*k^2 + m)\n"
                            "want('lift.speed', L/T, function(t) return w0/k + a*t end)\n"
                            "want('two.speed', 1/T, function(t) return w0 + k*a*t end)\n"
                            "want('one.speed', 1/T, function(t) return i*(w0 + k*a*t) end)\n"
                            "want('one.acceleration', 1/T^2, i*k*a)\n"
                            "want('box.effort', M*L^2/T^2, J1*i*k*a - tau)\n"
                            "want('screw.effort', M*L^2/T^2, -m*(a + g)/k)\n";

/* Case J_0 with torque tau, outputs J_1 and J_2, a brake on the second:  q_0 = (q_1 + q_2)/2 */
static const char differential[] =
    "planar {}\n"
    "body 'car' { mass = M, inertia = M*L^2 }\n"
    "local J0, J1, J2, tau, brake = inertia(0.2), inertia(0.5), inertia(0.3), moment(2), moment(0.4)\n"
    "local case = shaft 'case' { inertia = J0 }\n"
    "local left, right = shaft 'left' { inertia = J1 }, shaft 'right' { inertia = J2 }\n"
    "differential 'd' { case, left, right }\n"
    "motor 'm' { case, torque = tau }\n"
    "motor 'b' { right, torque = -brake }\n"
    "simulate { duration = 2*T, tolerance = 1e-10 }\n"
    "local p, q = J0/4 + J1, J0/4 + J2\n"
    "local D = p*q - J0^2/16\n"
    "local a1 = (q*tau/2 - J0/4*(tau/2 - brake))/D\n"
    "local a2 = (p*(tau/2 - brake) - J0/4*tau/2)/D\n"
    "want('left.angle', 1, function(t) return a1*t^2/2 end)\n"
    "want('right.angle', 1, function(t) return a2*t^2/2 end)\n"
    "want('case.speed', 1/T, function(t) return (a1 + a2)/2*t end)\n"
    "want('d.effort', M*L^2/T^2, J0*(a1 + a2)/2 - tau)\n";

/* Bevel gears in space, as a ratio of two hinges with axes square to each other. */
static const char bevel[] =
    "spatial {}\n"
    "local Ja, Jb, tau, i, w0 = inertia(0.1), inertia(0.4), moment(0.5), vary(2), rate(0.3)\n"
    "local a = body 'a' { mass = M, inertia = {Ja, M*L^2, M*L^2} }\n"
    "local b = body 'b' { mass = M, inertia = {M*L^2, Jb, M*L^2} }\n"
    "local ha = revolute 'ha' { ground, a, axis = {1, 0, 0}, speed = w0 }\n"
    "local hb = revolute 'hb' { ground:at{L, L, 0}, b, axis = {0, 1, 0} }\n"
    "coupling 'bevel' { ha, hb, ratio = i }\n"
    "motor 'm' { ha, torque = tau }\n"
    "simulate { duration = 3*T, tolerance = 1e-10 }\n"
    "local alpha = tau/(Ja + Jb/i^2)\n"
    "want('ha.speed', 1/T, function(t) return w0 + alpha*t end)\n"
    "want('hb.speed', 1/T, function(t) return (w0 + alpha*t)/i end)\n"
    "want('bevel.effort', M*L^2/T^2, Ja*alpha - tau)\n";

typedef struct {
  const char *what, *text;
  double limit;
} row;

static void gears_follow_closed_forms(void **state)
{
  (void)state;
  static const row rows[] = {{"spur gears", spur, 1e-10},
                             {"spur gears by teeth", teeth, 1e-10},
                             {"planetary gear", planetary, 1e-9},
                             {"gear by angles", by_angles, 1e-8},
                             {"rack", rack, 1e-10},
                             {"belts", belt, 1e-10}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    check_wants(rows[i].what, rows[i].text, true, rows[i].limit, 1e-12);
}

static void couplings_follow_closed_forms(void **state)
{
  (void)state;
  /* equations of angles are in rad, whatever the model's length: from 1 mm on */
  check_wants("shafts, gearbox and screw", train, true, 1e-10, 1e-11);
  check_wants("bevel gears in space", bevel, false, 1e-10, 1e-11);
  check_wants("differential", differential, true, 1e-10, 1e-11);
}

static void expect_refusal(const char *text, const char *words)
{
  pawl_model *model = NULL;
  pawl_run *run = NULL;
  pawl_error error = {0};
  pawl_status status = pawl_model_parse(&model, text, "test", NULL, &error);
  if (status == PAWL_OK)
    status = pawl_run_open(&run, model, NULL, &error);
  if (status != PAWL_BAD_MODEL || !strstr(error.text, words))
    fail_msg("status %d: %s\nnot: %s", (int)status, error.text, words);
  pawl_run_free(run);
  pawl_model_free(model);
}

static void wheels_that_do_not_fit_are_refused(void **state)
{
  (void)state;
#define PAIR                                                                                                 \
  "planar {}\nlocal a, b = body 'a' { mass = 1, inertia = 1 }, body 'b' { mass = 1, inertia = 1 }\n"         \
  "local h = revolute 'h' { ground, a }\nrevolute 'k' { ground:at{0.31, 0}, b }\n"
  expect_refusal(
      PAIR "gear 'mesh' { a, b, radius_a = 0.1, radius_b = 0.2 }\n",
      "gear \"mesh\" does not fit: the distance of the centres is 0.31 m, but its radii ask for 0.3 m");
  expect_refusal(PAIR "internal_gear 'mesh' { a, b, radius_pinion = 0.1, radius_ring = 0.5 }\n",
                 "the distance of the centres is 0.31 m, but its radii ask for 0.4 m");
  expect_refusal(
      PAIR "rack 'mesh' { b, a:at{0, -0.2}, radius = 0.1 }\n",
      "the distance of the wheel's centre from the pitch line is 0.2 m, but its radii ask for 0.1 m");
  expect_refusal(PAIR "belt 'chain' { a, b, radius_a = 0.2, radius_b = 0.2, crossed = true }\n",
                 "belt \"chain\" has its pulleys on each other");
  expect_refusal(PAIR "gear 'mesh' { a, b, radius_a = 0.1, teeth_b = 20 }\n", "needs either 'radius_a'");
  expect_refusal(PAIR "coupling 'c' { 'h', 'k' }\n", "needs 'ratio', or a share for each of its joints");
  expect_refusal(PAIR "coupling 'c' { 'h', 'h', ratio = 2 }\n", "names joint \"h\" twice");
#undef PAIR
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(gears_follow_closed_forms),
                                     cmocka_unit_test(couplings_follow_closed_forms),
                                     cmocka_unit_test(wheels_that_do_not_fit_are_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
