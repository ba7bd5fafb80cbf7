-- A mass on a spring, shaken by a force, that hits a wall once in every period of it: a periodic motion known in closed form.
local e     = parameter "e"     { 0.8, min = 0, max = 1, doc = "restitution of the wall" }
local omega = parameter "omega" { 2.6, unit = "rad/s", min = 1.1, max = 20, doc = "of the force; the spring alone has 1 rad/s" }
local force = parameter "force" { 1, unit = "N", min = 1e-6, doc = "its amplitude" }
local wall  = parameter "wall"  { 0, unit = "m", doc = "where the wall is" }

-- From impact to impact, in a time T = 2 pi/omega, with the speed u at the wall:
--     x = a cos t + b sin t + G cos(omega t + phi),    G = force/(1 - omega^2)
--     x(0) = x(T) = wall,   x'(T) = u,   x'(0) = -e u
-- gives  b = -(1 + e) u/2,  a = b/tan(T/2),  G cos phi = wall - a,  G omega sin phi = b + e u,  and so a square for u.
local T, G = 2*pi/omega, force/(1 - omega^2)
local p, r = (1 + e)/(2*math.tan(T/2)), (1 - e)/(2*omega)
local A, B, C = p^2 + r^2, wall*p, wall^2 - G^2
local u = (-B + math.sqrt(B^2 - A*C))/A
local b = -(1 + e)*u/2
local phi = math.atan((b + e*u)/(G*omega), (wall + p*u)/G)
local function place(t)
  t = t % T
  return b*(math.cos(t)/math.tan(T/2) + math.sin(t)) + G*math.cos(omega*t + phi)
end

planar { axes = false }
local mass = body "mass" { mass = 1, inertia = 1, look = { visible = false } }
prismatic "guide" { ground, mass, axis = {1, 0}, position = wall, speed = -e*u }
joint_spring "spring" { "guide", stiffness = 1 }
motor "shaker" { "guide", force = function(t) return force*math.cos(omega*t + phi) end }
local face = shape "face" { ground, line { {wall, 1}, {wall, -1} } }
contact "hit" { face, shape "tip" { mass, vertex {} }, law = rigid { restitution = e } }
drawing "look" { mass:at{-0.1, 0}, shape = "box", length = 0.2, width = 0.2, look = { color = "steelblue" } }

simulate { duration = 20*T, tolerance = 1e-12, output = T/100 }
for k = 0, 19 do
  local t = (k + 0.43)*T
  expect { "guide.position", at = t, value = place(t), tolerance = 1e-9, source = "periodic motion in closed form" }
end
