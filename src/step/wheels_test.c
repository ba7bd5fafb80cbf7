/* Wheels from the side and from above against closed forms and published numbers, in other units, turned,
 * with other parameters, through both kernels. The worst case of every row is printed. */
#include "step/wants_test.h"

/* A disc on a slope:  a = g sin b/(1 + I/(m r²)),   N = m g cos b,   friction = -I a/r² */
static const char slope[] =
    "planar { gravity = {g*sin(turn), -g*cos(turn)} }\n"
    "local r, m, I, b, v0 = length(0.3), mass(2), inertia(0.05), angle(0.3), speed(0.5)\n"
    "local line = ground:at{L, 0, angle = turn - b}\n"
    "local disc = body 'disc' { mass = m, inertia = I, angle = angle(1),\n"
    "  x = L - r*sin(turn - b), y = r*cos(turn - b), vx = v0*cos(turn - b), vy = v0*sin(turn - b), omega = "
    "-v0/r }\n"
    "rolling 'roll' { line, disc, radius = r }\n"
    "simulate { duration = 2*T, tolerance = 1e-10 }\n"
    "local a = g*sin(b)/(1 + I/(m*r^2))\n"
    "want('roll.position', L, function(t) return v0*t + a*t^2/2 end)\n"
    "want('roll.speed', L/T, function(t) return v0 + a*t end)\n"
    "want('disc.omega', 1/T, function(t) return -(v0 + a*t)/r end)\n"
    "want('disc.x', L, function(t) return L - r*sin(turn - b) + cos(turn - b)*(v0*t + a*t^2/2) end)\n"
    "want('disc.y', L, function(t) return r*cos(turn - b) + sin(turn - b)*(v0*t + a*t^2/2) end)\n"
    "want('roll.normal_force', M*L/T^2, m*g*cos(b))\n"
    "want('roll.friction_force', M*L/T^2, -I*a/r^2)\n";

/* A wheel on a plank that is pulled along: rolling on a moving line. The plank has mass m_p, the wheel m and
 * I:
 *   a_w = a_p I/(I + m r²),   F = m_p a_p + m a_w */
static const char plank[] = "planar {}\n"
                            "local r, m, I, mp, F = length(0.3), mass(2), inertia(0.2), mass(3), pull(4)\n"
                            "local x, y = cos(turn), sin(turn)\n"
                            "local plank = body 'plank' { mass = mp, inertia = inertia(1), angle = turn }\n"
                            "local disc = body 'disc' { mass = m, inertia = I, x = -r*y, y = r*x }\n"
                            "prismatic 'p' { ground:at{0, 0, angle = turn}, plank, position = 0 }\n"
                            "rolling 'roll' { plank, disc, radius = r }\n"
                            "force 'pull' { plank, fx = F, axes = 'body' }\n"
                            "simulate { duration = 2*T, tolerance = 1e-10 }\n"
                            "local k = I/(I + m*r^2)\n"
                            "local a = F/(mp + m*k)\n"
                            "want('p.position', L, function(t) return a*t^2/2 end)\n"
                            "want('roll.position', L, function(t) return (k - 1)*a*t^2/2 end)\n"
                            "want('roll.friction_force', M*L/T^2, m*k*a)\n"
                            "want('roll.normal_force', M*L/T^2, 0)\n";

/* An arm with a free slide, a driven wheel at its end: the wheel holds the radius s.
 *   (J + r² (m + I/s²)) Omega' = tau,   w = -r Omega/s,   side force -m s w² */
static const char arm[] = "planar {}\n"
                          "local r, J, m, I, s, tau, w0 = length(0.3), inertia(1), mass(10), inertia(1), "
                          "length(1), moment(2), angle(1)\n"
                          "local arm = body 'arm' { mass = 0, inertia = 0 }\n"
                          "local car = body 'car' { mass = m, inertia = I }\n"
                          "revolute 'h' { ground:at{L, 0}, arm, angle = turn }\n"
                          "prismatic 'p' { arm, car, axis = {0, 1}, position = s }\n"
                          "local w = wheel 'w' { car, radius = r, inertia = J, angle = w0 }\n"
                          "motor 'm' { w, torque = tau }\n"
                          "simulate { duration = 10*T, tolerance = 1e-11 }\n"
                          "local a = tau/(J + r^2*(m + I/s^2))\n"
                          "want('w.speed', 10/T, function(t) return a*t end)\n"
                          "want('w.angle', 50, function(t) return w0 + a*t^2/2 end)\n"
                          "want('w.acceleration', 1/T^2, a)\n"
                          "want('h.angle', 10, function(t) return turn - r/s*a*t^2/2 end)\n"
                          "want('p.position', L, s)\n"
                          "want('w.driving_force', M*L/T^2, (tau - J*a)/r)\n"
                          "want('w.side_force', 100*M*L/T^2, function(t) return -m*s*(r/s*a*t)^2 end)\n";

/* A sleigh on one wheel with its centre of mass a before it turns until it runs straight. With M = m + J/r²,
 * K = I + m a²:  v = V tanh(m a V t/K + c),  w = V sqrt(M/K)/cosh(…) */
static const char sleigh[] =
    "planar {}\n"
    "local r, J, m, I, a = length(0.3), inertia(0.4), mass(2), inertia(0.5), length(0.4)\n"
    "local V, c = speed(2), vary(-1.5)\n"
    "local m1, K = m + J/r^2, I + m*a^2\n"
    "local tanh = function(x) return 1 - 2/(exp(2*x) + 1) end\n"
    "local cosh = function(x) return (exp(x) + exp(-x))/2 end\n"
    "local z = function(t) return m*a*V*t/K + c end\n"
    "local v0, w0 = V*tanh(c), V*sqrt(m1/K)/cosh(c)\n"
    "local car = body 'car' { mass = m, inertia = I, com = {a, 0}, angle = turn, vx = v0*cos(turn), vy = "
    "v0*sin(turn),\n"
    "  omega = w0 }\n"
    "wheel 'w' { car, radius = r, inertia = J }\n"
    "simulate { duration = 3*T, tolerance = 1e-11 }\n"
    "want('w.speed', 1/T, function(t) return V*tanh(z(t))/r end)\n"
    "want('car.omega', 1/T, function(t) return V*sqrt(m1/K)/cosh(z(t)) end)\n"
    "want('w.driving_force', M*L/T^2, function(t) return -J/r^2*m*a/m1*(V^2*m1/K)/cosh(z(t))^2 end)\n"
    "want('w.side_force', M*L/T^2, function(t)\n"
    "  local v, w = V*tanh(z(t)), V*sqrt(m1/K)/cosh(z(t))\n"
    "  return m*(v*w - m*a^2*v*w/K) end)\n";

/* PlanarMechanics' TestDryFrictionWheel: arm and slide as above, with numbers computed apart from this
 * program (34 digits at t = 1 to 20 s). Before it breaks away at 12.3 s and after. */
static const char dry[] =
    "seed = 0\n"
    "planar {}\n"
    "local arm = body 'arm' { mass = 0, inertia = 0 }\n"
    "local car = body 'car' { mass = 10*M, inertia = M*L^2 }\n"
    "revolute 'h' { ground, arm, angle = turn }\n"
    "prismatic 'p' { arm, car, axis = {0, 1}, position = L }\n"
    "local w = friction_wheel 'w' { car, radius = 0.3*L, inertia = M*L^2, load = 100*M*L/T^2, adhesion = "
    "0.8,\n"
    "  sliding = 0.4, adhesion_speed = 0.1*L/T, sliding_speed = 0.3*L/T, added_slip = 1e-4*L/T }\n"
    "motor 'm' { w, torque = 2*M*L^2/T^2 }\n"
    "simulate { duration = 20*T, tolerance = 1e-11 }\n"
    "local known = {\n"
    "  [1] = {1.000242914758294, -0.149352320588462, 1.0095420219007, 0.00286218784995161},\n"
    "  [5] = {1.030740515470315, -3.703443456172635, 4.987116188360472, 0.0184051529898461},\n"
    "  [10] = {1.22686202771633, -13.5024260460821, 9.493008170951433, 0.06352052560173231},\n"
    "  [15] = {3.243867708567746, -22.54171671775968, 10.3321890662995, 0.02529291869989306},\n"
    "  [20] = {3.441587314942236, -28.29615729009995, 15.21170508788603, 0.05636571059150753} }\n"
    "local function at(t, k, unit, more)\n"
    "  local n = math.floor(t/T + 0.5)\n"
    "  return known[n] and math.abs(t/T - n) < 1e-9 and known[n][k]*unit + (more or 0) or unknown\n"
    "end\n"
    "want('p.position', L, function(t) return at(t, 1, L) end)\n"
    "want('h.angle', 10, function(t) return at(t, 2, 1, turn) end)\n"
    "want('w.speed', 10/T, function(t) return at(t, 3, 1/T) end)\n"
    "want('w.slip', L/T, function(t) return at(t, 4, L/T) end)\n";

/* TestSlipBasedWheel. */
static const char slip[] =
    "seed = 0\n"
    "planar {}\n"
    "local arm = body 'arm' { mass = 0, inertia = 0 }\n"
    "local car = body 'car' { mass = 10*M, inertia = M*L^2 }\n"
    "revolute 'h' { ground, arm, angle = turn }\n"
    "prismatic 'p' { arm, car, axis = {0, 1}, position = L }\n"
    "local w = slip_wheel 'w' { car, radius = 0.3*L, inertia = M*L^2, load = 100*M*L/T^2, adhesion = 0.8,\n"
    "  sliding = 0.4, adhesion_slip = 0.04, sliding_slip = 0.12, adhesion_speed = 0.05*L/T,\n"
    "  sliding_speed = 0.15*L/T, added_slip = 1e-4*L/T }\n"
    "motor 'm' { w, torque = 2*M*L^2/T^2 }\n"
    "simulate { duration = 20*T, tolerance = 1e-11 }\n"
    "local known = {\n"
    "  [1] = {1.000123855867337, -0.1500512017314336, 1.007282609761256, 0.001432215757370122},\n"
    "  [5] = {1.016312734424094, -3.735040551019663, 5.004687791155203, 0.01130749729745118},\n"
    "  [10] = {1.206376619357651, -13.81175944738792, 9.499260640384108, 0.07421536837081536},\n"
    "  [15] = {1.805233948493107, -25.28300079200265, 12.64609906102153, 0.1672866064264343},\n"
    "  [20] = {2.656687578154336, -34.81428595955631, 15.38500739000953, 0.1983844749530416} }\n"
    "local function at(t, k, unit, more)\n"
    "  local n = math.floor(t/T + 0.5)\n"
    "  return known[n] and math.abs(t/T - n) < 1e-9 and known[n][k]*unit + (more or 0) or unknown\n"
    "end\n"
    "want('p.position', L, function(t) return at(t, 1, L) end)\n"
    "want('h.angle', 10, function(t) return at(t, 2, 1, turn) end)\n"
    "want('w.speed', 10/T, function(t) return at(t, 3, 1/T) end)\n"
    "want('w.slip', L/T, function(t) return at(t, 4, L/T) end)\n";

/* A car with its wheel locked (by a huge inertia) slides forwards and to the side: friction mu_S N against
 * the slip, which keeps its direction. */
static const char sliding[] =
    "planar {}\n"
    "local m, N, mu, v, u = mass(2), pull(5), vary(0.3), speed(3), speed(2)\n"
    "local car = body 'car' { mass = m, inertia = inertia(1), angle = turn, vx = v*cos(turn) - u*sin(turn),\n"
    "  vy = v*sin(turn) + u*cos(turn) }\n"
    "friction_wheel 'w' { car, radius = 0.3*L, inertia = 1e12*M*L^2, load = N, adhesion = 2*mu, sliding = "
    "mu,\n"
    "  adhesion_speed = 0.01*L/T, sliding_speed = 0.03*L/T }\n"
    "simulate { duration = T, tolerance = 1e-10 }\n"
    "local a, s = mu*N/m, sqrt(v^2 + u^2)\n"
    "want('w.slip', L/T, function(t) return s - a*t end)\n"
    "want('w.driving_force', M*L/T^2, -mu*N*v/s) want('w.side_force', M*L/T^2, -mu*N*u/s)\n"
    "want('w.power', M*L^2/T^3, function(t) return -mu*N*(s - a*t) end)\n"
    "want('w.work', M*L^2/T^2, function(t) return -mu*N*(s*t - a*t^2/2) end)\n"
    "want('car.omega', 1/T, 0)\n";

/* A ball thrown forwards with back spin (PlanarMechanics' CounterSpin): it skids, then rolls. With k = 1 + m
 * r²/I the slip s = v + r w loses k mu g; v changes by 1/k of it. Between skidding and rolling nothing is
 * claimed. */
static const char back_spin[] =
    "planar { gravity = {g*sin(turn), -g*cos(turn)} }\n"
    "local m, I, r, v0, w0 = mass(0.01), inertia(0.0005), length(0.1), speed(2), rate(15)\n"
    "local mu, vs = vary(0.15), speed(0.03)\n"
    "local c, s = cos(turn), sin(turn)\n"
    "local ball = body 'ball' { mass = m, inertia = I, x = L - r*s, y = r*c, vx = v0*c, vy = v0*s, omega = "
    "w0 }\n"
    "local line = ground:at{L, 0, angle = turn}\n"
    "pin_in_slot 'floor' { ground:at{L - r*s, r*c, angle = turn}, ball }\n"
    "dry_rolling 'skid' { line, ball, radius = r, load = m*g, adhesion = vary(0.5), sliding = mu, "
    "adhesion_speed = vs/3,\n"
    "  sliding_speed = vs }\n"
    "simulate { duration = 8*T, tolerance = 1e-10 }\n"
    "local k, s0 = 1 + m*r^2/I, v0 + r*w0\n"
    "local t1 = (s0 - vs)/(k*mu*g)\n"
    "local function phases(skids, rolls)\n"
    "  return function(t) return t < t1 and skids(t) or t > t1 + 0.2*T and rolls or unknown end\n"
    "end\n"
    "want('floor.speed', L/T, phases(function(t) return v0 - mu*g*t end, v0 - s0/k))\n"
    "want('ball.omega', 10/T, phases(function(t) return w0 - m*r/I*mu*g*t end, (s0/k - v0)/r))\n"
    "want('skid.slip', L/T, phases(function(t) return s0 - k*mu*g*t end, 0))\n"
    "want('skid.force', M*L/T^2, phases(function() return -mu*m*g end, 0))\n"
    "want('floor.force', M*L/T^2, m*g)\n"
    "want('skid.work', M*L^2/T^2, phases(function(t) return -mu*m*g*(s0*t - k*mu*g*t^2/2) end, "
    "-m*s0^2/(2*k)))\n";

typedef struct {
  const char *what, *text;
  double limit;
} row;

static void wheels_follow_closed_forms(void **state)
{
  (void)state;
  static const row rows[] = {
      {"rolling down a slope", slope, 1e-10}, {"rolling on a plank", plank, 1e-10},
      {"ideal wheel on an arm", arm, 1e-9},   {"sleigh on a wheel", sleigh, 1e-8},
      {"sliding wheel", sliding, 1e-8},       {"ball with back spin", back_spin, 1e-7}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    check_wants(rows[i].what, rows[i].text, true, rows[i].limit, 1e-12);
}

static void wheels_follow_published_numbers(void **state)
{
  (void)state;
  check_wants("TestDryFrictionWheel", dry, true, 1e-9, 1e-12);
  check_wants("TestSlipBasedWheel", slip, true, 1e-9, 1e-12);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(wheels_follow_closed_forms),
                                     cmocka_unit_test(wheels_follow_published_numbers)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
