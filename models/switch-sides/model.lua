-- Switch sides: two pairs of the same two circles that always touch. Above, flip = true: the small disc is inside a ring.
-- Below, without it, the disc is outside on a drum. All else is the same, the start, too.
local touch  = parameter "touch"  { "sliding", choices = {"sliding", "rolling"}, doc = "without friction, or without slip" }
local large  = parameter "large"  { 0.30, unit = "m", min = 1e-6, doc = "radius of ring and drum" }
local small  = parameter "small"  { 0.08, unit = "m", min = 1e-6, doc = "radius of the discs" }
local mass   = parameter "mass"   { 1, unit = "kg", min = 1e-9, doc = "mass of a disc" }
local angle  = parameter "angle"  { 60*deg, unit = "rad", min = 0.01, max = 3.1, doc = "start, clockwise from the top" }
local grav, sin, cos = 9.81, math.sin, math.cos
local rolling = touch == "rolling"

planar { gravity = {0, -grav}, axes = false }

-- A disc whose centre goes round `height` above the origin at the distance `length`.
local function pair(name, height, length, flip)
  local ring = shape(name .. "_ring") { ground:at{0, height}, circle { radius = large }, flip = flip,
                                        look = { color = "slategray" } }
  local disc = body(name) { mass = mass, inertia = mass*small^2/2, x = length*sin(angle), y = height + length*cos(angle),
                            look = { visible = false } }
  local rim = shape(name .. "_rim") { disc, circle { radius = small }, look = { color = flip and "tomato" or "steelblue" } }
  drawing(name .. "_mark") { disc:at{small/2, 0}, shape = "box", length = small, width = 0.15*small,
                             look = { color = "white", layer = 2 } }
  curve_joint(flip and "inside" or "outside") { ring, rim, rolling = rolling }
end
local inside, outside = large - small, large + small
pair("upper", 1.6*large, inside, true)
pair("lower", -1.6*large, outside, false)

-- Each disc is a pendulum of the length l (1 + J/(m r^2) where it rolls, which is 3/2), let go at the angle from the
-- bottom pi - angle. Its swing is sin(psi/2) = k sn(K - w t), k = sin of half of that, w^2 = g/l.
local share = rolling and 3/2 or 1
-- sn, cn, dn and K by the arithmetic-geometric mean.
local function jacobi(u, k)
  local a, c, b, n = {[0] = 1}, {[0] = k}, math.sqrt(1 - k*k), 0
  while math.abs(c[n]) > 1e-17 and n < 30 do
    a[n + 1], c[n + 1], b = (a[n] + b)/2, (a[n] - b)/2, math.sqrt(a[n]*b)
    n = n + 1
  end
  local K, phi, last = pi/(2*a[n]), 2^n*a[n]*u, 0
  for i = n, 1, -1 do phi, last = (phi + math.asin(c[i]*sin(phi)/a[i]))/2, phi end
  local s = sin(phi)
  return s, cos(phi), math.sqrt(1 - (k*s)^2), K
end
-- The angle from the top, clockwise, and its rate.
local k = sin((pi - angle)/2)
local function swing(t, length)
  local w = math.sqrt(grav/(share*length))
  local _, _, _, K = jacobi(0, k)
  local s, c = jacobi(K - w*t, k)
  return pi - 2*math.asin(k*s), 2*k*w*c -- psi' = -2 k w cn
end

local ends = 1.2
simulate { duration = ends, tolerance = 1e-12, output = 0.005 }
local source = "pendulum, by elliptic functions"
for i = 0, 6 do
  local t = ends*i/6
  local a, va = swing(t, inside)
  local b, vb = swing(t, outside)
  expect { "upper.x", at = t, value = inside*sin(a), tolerance = 1e-10, source = source }
  expect { "upper.y", at = t, value = 1.6*large + inside*cos(a), tolerance = 1e-10, source = source }
  expect { "lower.x", at = t, value = outside*sin(b), tolerance = 1e-10, source = source }
  expect { "lower.y", at = t, value = -1.6*large + outside*cos(b), tolerance = 1e-10, source = source }
  -- m g cos - m l rate^2 along the radius: from outside the drum pushes with it, from inside the ring pulls with it
  local force = 1e-9*mass*grav
  expect { "inside.normal_force", at = t, value = mass*(inside*va^2 - grav*cos(a)), tolerance = force, source = source }
  expect { "outside.normal_force", at = t, value = mass*(grav*cos(b) - outside*vb^2), tolerance = force, source = source }
  -- Rolling turns the discs by what their centres go round, times distance by radius; inside, the other way.
  local turn = rolling and 1/small or 0
  expect { "upper.angle", at = t, value = turn*inside*(a - angle), tolerance = 1e-9, source = "rolling" }
  expect { "lower.angle", at = t, value = -turn*outside*(b - angle), tolerance = 1e-9, source = "rolling" }
end
