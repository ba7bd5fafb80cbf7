-- A driven ideal wheel on an arm about a pivot, seen from above (PlanarMechanics, number 21).
-- The arm could slide out, but the wheel does not slide sideways and so holds it.
local l = parameter "l" { 1,   unit = "m", min = 1e-3, doc = "distance of the wheel from the pivot at the start" }
local m = parameter "m" { 10,  unit = "kg", min = 1e-6, doc = "mass of the body above the wheel" }
local I = parameter "I" { 1,   unit = "kg m^2", min = 0, doc = "its moment of inertia about the vertical" }
local radius = parameter "radius" { 0.3, unit = "m", min = 1e-3, doc = "radius of the wheel" }
local J = parameter "J" { 1,   unit = "kg m^2", min = 1e-9, doc = "moment of inertia of the wheel about its axle" }
local torque = parameter "torque" { 2, unit = "N m", doc = "torque of the engine on the wheel" }

planar {}
local boom = body "boom" { mass = 0, look = { color = "lightgray", width = 0.04*l, layer = -1 } }
local cart = body "body" { mass = m, inertia = I,
                           look = { shape = "box", length = 0.5*l, width = 0.3*l, color = "steelblue" } }
revolute "revolute" { ground, boom, angle = 0, speed = 0 }
prismatic "prismatic" { boom, cart, axis = {0, 1}, position = l, speed = 0 }
local tyre = wheel "idealWheelJoint" { cart, radius = radius, inertia = J, angle = 0, speed = 0,
                                       look = { color = "black", layer = 1 } }
motor "engineTorque" { tyre, torque = torque }

simulate { duration = 10, tolerance = 1e-13, output = 10*ms }

-- All turns in a fixed ratio: rolling speed w, arm -radius w/l.
local a = torque/(J + radius^2*(m + I/l^2))
local source = "closed form: w = 0.6 t/1.99 clockwise"
for _, t in ipairs {2, 10} do
  local w = -radius*a*t/l
  expect { "revolute.speed", at = t, value = w, tolerance = 1e-10, source = source }
  expect { "revolute.angle", at = t, value = w*t/2, tolerance = 1e-10, source = source }
  expect { "idealWheelJoint.speed", at = t, value = a*t, tolerance = 1e-10, source = source }
  expect { "idealWheelJoint.angle", at = t, value = a*t^2/2, tolerance = 1e-9, source = source }
  expect { "prismatic.position", at = t, value = l, tolerance = 1e-10, source = source }
  expect { "idealWheelJoint.side_force", at = t, value = -m*l*w^2, tolerance = 1e-8, source = source }
  expect { "idealWheelJoint.driving_force", at = t, value = (m + I/l^2)*radius*a, tolerance = 1e-8, source = source }
end
