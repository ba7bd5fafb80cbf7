-- A free body on springs and dampers along the axes of the world (PlanarMechanics, number 15).
local gravity = parameter "gravity" { 9.81, unit = "m/s^2", min = 0, doc = "acceleration of free fall" }
local m = parameter "m" { 0.5, unit = "kg", min = 1e-6, doc = "mass of the body" }
local c = parameter "c" { 5,   unit = "N/m", min = 1e-6, doc = "stiffness along x and y" }
local d = parameter "d" { 1,   unit = "N s/m", min = 0, doc = "rate of the dampers along x and y" }
local x = parameter "x" { 1,   unit = "m", doc = "place of the body at the start" }
local y = parameter "y" { 1,   unit = "m", doc = "its height at the start" }

planar { gravity = {0, -gravity} }
local mass = body "body" { mass = m, inertia = 0.1, x = x, y = y, angle = 0, vx = 0, vy = 0, omega = 0,
                           look = { shape = "box", length = 0.4, width = 0.25, color = "tomato" } }
bushing "springDamper" { ground:at{-1, 0}, mass, stiffness = {c, c}, damping = {d, d}, look = { color = "steelblue" } }

simulate { duration = 5, tolerance = 1e-12, output = 5*ms }

-- Two damped oscillators of the same frequency, about (-1, -m g/c), if they swing.
local decay, w2 = d/(2*m), c/m - (d/(2*m))^2
if w2 > 0 then
  local w, low = math.sqrt(w2), -m*gravity/c
  local source = "closed form: the damped oscillator"
  for _, t in ipairs {1, 2, 5} do
    local fade = math.exp(-decay*t)
    local e = fade*(math.cos(w*t) + decay/w*math.sin(w*t))
    local de = -fade*(w + decay^2/w)*math.sin(w*t)
    expect { "body.x", at = t, value = -1 + (x + 1)*e, tolerance = 1e-9, source = source }
    expect { "body.y", at = t, value = low + (y - low)*e, tolerance = 1e-9, source = source }
    expect { "body.vx", at = t, value = (x + 1)*de, tolerance = 1e-9, source = source }
    expect { "body.vy", at = t, value = (y - low)*de, tolerance = 1e-9, source = source }
    expect { "springDamper.fx", at = t, value = -(x + 1)*(c*e + d*de), tolerance = 1e-8, source = source }
  end
  expect { "body.angle", value = 0, tolerance = 1e-12, source = "no torque acts" }
end
