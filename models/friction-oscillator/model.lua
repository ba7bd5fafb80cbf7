-- A mass on a spring and on a floor with Coulomb's friction: x'' + x = -sgn x'. Each swing is a half ellipse about the place
-- where the spring carries the friction, until the spring cannot move the mass any more: there it stays.
local stiffness = parameter "stiffness" { 1, unit = "N/m", min = 1e-9, doc = "of the spring" }
local mass = parameter "mass" { 1, unit = "kg", min = 1e-9, doc = "of the block" }
local limit = parameter "friction" { 1, unit = "N", min = 0, doc = "of the floor: mu times weight" }
local x0, v0 = 12, 6

local grav = 9.81
planar { gravity = {0, -grav}, axes = false }
local floor = shape "floor" { ground, line { {20, 0}, {-20, 0} } }
local block = body "block" { mass = mass, inertia = 0.1*mass, x = x0, vx = v0, look = { visible = false } }
drawing "look" { block:at{0, 0.6}, shape = "box", length = 2, width = 1.2, look = { color = "steelblue" } }
bushing "spring" { ground, block, stiffness = {stiffness, 0} }
contact "slide" { floor, shape "foot" { block, vertex {} }, law = rigid {}, friction = limit/(mass*grav) }

-- Swings about -+a, a = friction/stiffness, of which each is 2 a shorter than the last.
local a, w = limit/stiffness, math.sqrt(stiffness/mass)
local function swing(x, v)           -- where a swing with the speed v > 0 or < 0 ends, and how long it takes
  local side = v > 0 and 1 or -1
  local d = side*x + a
  return side*(math.sqrt(d^2 + (v/w)^2) - a), math.atan(math.abs(v)/w, d)/w
end
local x, t = swing(x0, v0)
while math.abs(x) > a do
  t = t + pi/w
  x = x > 0 and 2*a - x or -2*a - x
end
simulate { duration = 40, tolerance = 1e-12, output = 0.02 }
expect { "block.x", at = 40, value = x, tolerance = 1e-10, source = "half ellipses; with the numbers as they are 15 - sqrt(205)" }
expect { "block.x", at = math.min(t, 40), value = x, tolerance = 1e-10, source = "atan2(6, 13) + 7 pi is when it stops" }
