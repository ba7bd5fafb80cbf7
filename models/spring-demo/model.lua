-- A body on a vertical guide with a spring and a damper (PlanarMechanics, number 14).
local gravity = parameter "gravity" { 9.81, unit = "m/s^2", min = 0, doc = "acceleration of free fall" }
local m    = parameter "m"    { 0.5,  unit = "kg", min = 1e-6, doc = "mass of the body" }
local c    = parameter "c"    { 10,   unit = "N/m", min = 0, doc = "stiffness of the spring along the guide" }
local d    = parameter "d"    { 1,    unit = "N s/m", min = 0, doc = "rate of the damper" }
local rest = parameter "rest" { -0.5, unit = "m", doc = "height at which the spring has no force" }
local s    = parameter "s"    { 0.2,  unit = "m", doc = "height at the start" }

planar { gravity = {0, -gravity} }
local anchor = ground:at{1, 0}
local mass = body "body" { mass = m, inertia = 0.1,
                           look = { shape = "box", length = 0.4, width = 0.25, color = "tomato" } }
prismatic "prismatic" { anchor, mass, axis = {0, 1}, position = s, speed = 0, look = { color = "lightgray" } }
bushing "spring1" { anchor, mass, stiffness = {1, c}, rest = {0, rest}, look = { color = "steelblue" } }
damper "damper" { anchor, mass, damping = d, look = { color = "dimgray" } }

simulate { duration = 5, tolerance = 1e-12, output = 5*ms }

-- m y'' = -m g - c (y - rest) - d y', if it swings.
local decay, w2 = d/(2*m), c/m - (d/(2*m))^2
if c > 0 and w2 > 0 then
  local w, middle = math.sqrt(w2), rest - m*gravity/c
  local source = "closed form: the damped oscillator"
  for _, t in ipairs {0.5, 2, 5} do
    local a, b = s - middle, (s - middle)*decay/w
    local fade, cosine, sine_ = math.exp(-decay*t), math.cos(w*t), math.sin(w*t)
    local y = middle + fade*(a*cosine + b*sine_)
    expect { "prismatic.position", at = t, value = y, tolerance = 1e-9, source = source }
    expect { "prismatic.speed", at = t, value = -fade*(w*a + decay*b)*sine_, tolerance = 1e-9, source = source }
    expect { "spring1.fy", at = t, value = -c*(y - rest), tolerance = 1e-8, source = source }
  end
end
