-- A wall of bricks with n courses, hit by a ball, by time-stepping.
planar { gravity = {0, -9.81} }

local n = parameter "n" { 10, min = 1, doc = "number of courses" }
local speed = parameter "speed" { 12, unit = "m/s", min = 0, doc = "of the ball" }
local mu = parameter "mu" { 0.6, min = 0, doc = "friction" }

local a, b = 120*mm, 50*mm -- half a brick
local density = 150 -- kg/m²

shape "floor" { ground, line { {5, 0}, {-1.5, 0} } }

local function brick(name, x, y, half)
  local mass = 4*half*b*density
  local it = body(name) { mass = mass, inertia = mass*(half^2 + b^2)/3, x = x, y = y, look = { visible = false } }
  shape(name .. "_outline") { it, polygon { {-half, -b}, {half, -b}, {half, b}, {-half, b} } }
end

-- running bond: every other course is half a brick aside and ends with halves
for k = 0, n - 1 do
  local y = b + 2*b*k
  if k % 2 == 0 then
    for i = 0, 3 do brick("brick" .. k .. "_" .. i, 2*a*i + a, y, a) end
  else
    brick("brick" .. k .. "_0", a/2, y, a/2)
    for i = 1, 3 do brick("brick" .. k .. "_" .. i, 2*a*i, y, a) end
    brick("brick" .. k .. "_4", 8*a - a/2, y, a/2)
  end
end

local r = 150*mm
local ball = body "ball" { mass = 20, inertia = 20*r^2/2, x = -1, y = 0.6*2*b*n, vx = speed, look = { visible = false } }
shape "ball_outline" { ball, circle { radius = r } }

contacts "all" { law = rigid {}, friction = mu }

simulate { duration = 1.5, method = "stepping", step = 1*ms, output = 5*ms }
expect { "all.penetration", at = 50*ms, value = 0, tolerance = 20e-6, source = "the wall stands" }
expect { "energy.ledger", value = 0, tolerance = 1e-6, source = "the books close, to 1e-9 of the ball's energy" }
