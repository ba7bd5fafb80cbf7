-- Andrews' squeezing mechanism: seven bodies, three loops, a spring and a motor, 30 ms (IFToMM benchmark A03).
planar {}

local xa, ya, xb, yb, xc, yc = -0.06934, -0.00227, -0.03635, 0.03273, 0.014, 0.072
local d, da, e, ea, rr, ra = 0.028, 0.0115, 0.02, 0.01421, 0.007, 0.00092
local ss, sa, sb, sc, sd, ta, tb = 0.035, 0.01874, 0.01043, 0.018, 0.02, 0.02308, 0.00916
local u, ua, ub, zf, zt, fa = 0.04, 0.01228, 0.00449, 0.02, 0.04, 0.01421

local torque = parameter "torque" { 0.033, unit = "N m", doc = "torque of the motor on the crank" }

local k1 = body "k1" { mass = 0.04325, inertia = 2.194e-6, com = {ra, 0} }
local k2 = body "k2" { mass = 0.00365, inertia = 4.410e-7, com = {-da, 0} }
local k3 = body "k3" { mass = 0.02373, inertia = 5.255e-6, com = {sa, -sb} }
local k4 = body "k4" { mass = 0.00706, inertia = 5.667e-7, com = {0, ea - e} }
local k5 = body "k5" { mass = 0.07050, inertia = 1.169e-5, com = {ta, -tb} }
local k6 = body "k6" { mass = 0.00706, inertia = 5.667e-7, com = {zf - fa, 0} }
local k7 = body "k7" { mass = 0.05498, inertia = 1.912e-5, com = {ua, -ub} }

-- The names and start angles of Hairer and Wanner, chapter VII.7.
local O = revolute "beta" { ground, k1, angle = -0.0617138900142764496, speed = 0 }
revolute "Theta"   { k1:at{rr, 0}, k2, angle = 0, speed = 0 }
revolute "gamma"   { ground:at{xb, yb}, k3, angle = 0.455279819163070380, speed = 0 }
revolute "delta"   { ground:at{xa, ya}, k5, angle = 0.487364979543842550, speed = 0 }
revolute "Phi"     { k5:at{zt, 0}, k4, angle = 0.222668390165885885, speed = 0 }
revolute "epsilon" { ground:at{xa, ya}, k7, angle = 1.23054744454982119, speed = 0 }
revolute "Omega"   { k7:at{0, -u}, k6, angle = -0.222668390165885885, speed = 0 }

-- All four bars meet in E.
local E = k2:at{-d, 0}
revolute "E3" { E, k3:at{0, -ss} }
revolute "E4" { E, k4:at{0, -e} }
revolute "E6" { E, k6:at{zf, 0} }
marker "E" { E }

spring "return" { ground:at{xc, yc}, k3:at{sd, -sc}, stiffness = 4530, length = 0.07785 }
motor "drive" { O, torque = torque }

simulate { duration = 0.03, tolerance = 1e-12, output = 0.03*ms }

local source = "test set for initial value problem solvers, Andrews' squeezing mechanism"
for channel, q in pairs { beta = 15.81077119629904, Theta = -15.75637105984298, gamma = 0.04082224013073101,
                          Phi = -0.5347301163226948, delta = 0.5244099658805304, Omega = 0.5347301163226948,
                          epsilon = 1.048080741042263 } do
  expect { channel .. ".angle", value = q, tolerance = 5e-9, source = source }
end
for channel, v in pairs { beta = 1139.920302151208, Theta = -1424.379294994111, gamma = 11.03291221937134,
                          Phi = 19.29337464421385, delta = 0.5735699284790808, Omega = -19.29337464421385,
                          epsilon = 0.3231791658026955 } do
  expect { channel .. ".speed", value = v, tolerance = 1e-7*math.abs(v), source = source }
end
