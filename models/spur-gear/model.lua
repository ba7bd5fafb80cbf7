-- Two spur gears, one turned at a constant speed, the other under a torque (PlanarMechanics, number 19).
local ra = parameter "ra" { 1, unit = "m", min = 1e-3, doc = "radius of the driven gear A" }
local rb = parameter "rb" { 1, unit = "m", min = 1e-3, doc = "radius of gear B" }
local m  = parameter "m"  { 1, unit = "kg", min = 1e-6, doc = "mass of each gear" }
local I  = parameter "I"  { 1e-3, unit = "kg m^2", min = 1e-9, doc = "moment of inertia of each gear" }
local speed  = parameter "speed"  { 1, unit = "rad/s", doc = "speed at which gear A is turned" }
local torque = parameter "torque" { 10, unit = "N m", doc = "torque along gearB_Bearing, which is against gear B" }

planar { gravity = {0, -9.81} }
local a = body "gearA" { mass = m, inertia = I, look = { shape = "gearwheel", width = 2*ra, extra = 24,
  color = "steelblue" } }
local b = body "gearB" { mass = m, inertia = I, look = { shape = "gearwheel", width = 2*rb, extra = 24,
  color = "goldenrod" } }
local bearing_a = revolute "gearA_Bearing" { ground, a, angle = 0, speed = speed }
-- As in the library this bearing is seen from the gear: its angle is that of the ground against gear B.
local bearing_b = revolute "gearB_Bearing" { b, ground:at{ra + rb, 0}, angle = 0 }
gear "gearwheelExternal" { a, b, radius_a = ra, radius_b = rb, look = { visible = false } }
motor "constantSpeed" { bearing_a, speed = speed }
motor "constantTorque" { bearing_b, torque = torque }

simulate { duration = 10, tolerance = 1e-12, output = 20*ms }

local source = "closed form"
for _, t in ipairs {1, 10} do
  expect { "gearA_Bearing.angle", at = t, value = speed*t, tolerance = 1e-9, source = source }
  expect { "gearB.angle", at = t, value = -speed*t*ra/rb, tolerance = 1e-9, source = source }
  expect { "gearB_Bearing.angle", at = t, value = speed*t*ra/rb, tolerance = 1e-9, source = source }
end
-- The torque on gear B is -torque, so the teeth hold it with torque/rb, upwards on A and downwards on B.
expect { "constantSpeed.effort", value = -torque*ra/rb, tolerance = 1e-8, source = source }
expect { "gearwheelExternal.fy", value = -torque/rb, tolerance = 1e-8, source = source }
expect { "gearA_Bearing.fy", value = m*9.81 - torque/rb, tolerance = 1e-8, source = source }
expect { "gearB_Bearing.fy", value = -m*9.81 - torque/rb, tolerance = 1e-8, source = source }
