-- The bar of models/adams-revolute held by a torsion spring with damper (Adams, RotSpring_Case01).
local g, l, inertia = 9.80665, 2, 0.1
spatial { gravity = {0, 0, -g} }

local k = parameter "k" { 200, unit = "N m/rad", min = 0, doc = "stiffness of the spring" }
local c = parameter "c" { 10, unit = "N m s/rad", min = 0, doc = "rate of the damper" }

local pendulum = body "pendulum" { mass = 1, inertia = {0.04, inertia, inertia} }
local hub = ground:at{0, 0, 0, turn = {1, 0, 0, -90*deg}}
local joint = revolute "joint" { hub, pendulum:at{-l, 0, 0}, angle = 0, speed = 0 }
torsion "spring" { joint, stiffness = k, damping = c }

simulate { duration = 5, tolerance = 1e-12, output = 10*ms }

if k == 200 and c == 10 then
  expect { "joint.acceleration", at = 0, value = g*l/(inertia + l*l), tolerance = 1e-12, source = "g l/J" }

  local adams = "Adams, RotSpring_Case01 of Project Chrono's test data"
  expect { "pendulum.x", at = 0.96, value = 1.995464, tolerance = 2e-6, source = adams }
  expect { "pendulum.z", at = 0.96, value = -0.1346229, tolerance = 2e-5, source = adams }
  expect { "pendulum.x", value = 1.990439, tolerance = 2e-6, source = adams }
  expect { "pendulum.z", value = -0.1953254, tolerance = 2e-6, source = adams }
  expect { "spring.torque", value = -19.5638, tolerance = 1e-3, source = adams }
end
