-- A block on a running belt, held back by a spring. Friction that holds more than it drags makes it go on for ever: the belt
-- takes the block along until the spring tears it off, it slides back, and is caught again.
local v   = parameter "belt" { 0.1, unit = "m/s", min = 1e-3, doc = "speed of the belt" }
local mu  = parameter "mu" { 0.3, min = 0, doc = "friction of sliding" }
local mus = parameter "mu_static" { 0.4, min = 0, doc = "friction of sticking, not less than mu" }
local k   = parameter "stiffness" { 100, unit = "N/m", min = 1e-3, doc = "of the spring" }
local m, g = 1, 9.81

planar { gravity = {0, -g}, axes = false }
local belt = shape "belt" { ground, line { {0.4, 0}, {-0.4, 0} }, surface_speed = -v }   -- this line runs to the left
local block = box "block" { mass = m, width = 0.1, height = 0.06, y = 0.03, vx = v, look = { color = "steelblue" } }
bushing "spring" { ground:at{0, 0.03}, block, stiffness = {k, 0} }
contact "sole" { belt, shape "foot" { block:at{0, -0.03}, line { {-0.05, 0}, {0.05, 0} } }, law = rigid {},
  friction = coulomb { mu = mu, mu_static = mus } }

-- It sticks over 2 A at the belt's speed, and slides half an ellipse and more about the place where the spring carries mu m g.
local w, A = math.sqrt(k/m), (mus - mu)*m*g/k
local period = 2*A/v + 2/w*(pi - math.atan(A*w/v))
local torn = mus*m*g/k/v                 -- it begins with the belt, where the spring has no force
simulate { duration = 4, tolerance = 1e-11, output = 2*ms }
for i = 0, 3 do
  expect { "block.x", at = torn + i*period, value = mus*m*g/k, tolerance = 1e-9, source = "where the spring tears it off" }
end
expect { "block.x", at = torn + period - A/v, value = mu*m*g/k, tolerance = 1e-9, source = "half-way of sticking" }
