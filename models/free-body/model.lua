-- A body in free fall, the smallest model there is (PlanarMechanics, number 1).
local gravity = parameter "gravity" { 9.81, unit = "m/s^2", doc = "acceleration of free fall, downwards" }
local m     = parameter "m"     { 1,   unit = "kg", min = 1e-6, doc = "mass of the body" }
local I     = parameter "I"     { 0.1, unit = "kg m^2", min = 1e-9, doc = "its moment of inertia" }
local vx    = parameter "vx"    { 0,   unit = "m/s", doc = "speed at the start, to the right" }
local vy    = parameter "vy"    { 0,   unit = "m/s", doc = "speed at the start, upwards" }
local omega = parameter "omega" { 0,   unit = "rad/s", doc = "rate of turn at the start" }

planar { gravity = {0, -gravity} }
body "body" { mass = m, inertia = I, x = 0, y = 0, angle = 0, vx = vx, vy = vy, omega = omega,
              look = { shape = "box", length = 0.8, width = 0.5, color = "steelblue" } }

simulate { duration = 3, tolerance = 1e-10, output = 10*ms }

local source = "closed form: y = vy t - g t^2/2"
for _, t in ipairs {1, 3} do
  expect { "body.x", at = t, value = vx*t, tolerance = 1e-10, source = source }
  expect { "body.y", at = t, value = vy*t - gravity*t^2/2, tolerance = 1e-10, source = source }
  expect { "body.vy", at = t, value = vy - gravity*t, tolerance = 1e-10, source = source }
  expect { "body.angle", at = t, value = omega*t, tolerance = 1e-10, source = source }
end
