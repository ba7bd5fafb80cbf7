-- The middle of a string under a bow: the hair takes it along until the string tears itself off, it swings back, and is caught again.
-- Rosin holds best at rest and slides the more easily the faster it slides: without that fall there is no tone.
local bow = parameter "bow" { 0.15, unit = "m/s", min = 1e-2, doc = "speed of the bow" }
local press = parameter "press" { 0.3, unit = "N", min = 1e-3, doc = "of the bow on the string" }
local tone = parameter "tone" { 196, unit = "Hz", min = 1, doc = "of the string when it is plucked" }
local m, loss = 0.6*g, 0.02                        -- of the string that moves; its damping over the critical one
local w = 2*pi*tone
local k, c = m*w^2, 2*loss*m*w

local function rosin(s) return 0.35 + 0.45*math.exp(-s/0.1) + 0.4*math.exp(-s/0.01) end

planar { axes = false }
local wood = box "wood" { mass = 60*g, width = 0.7, height = 3*mm, x = 0.3, y = 20*mm, look = { color = "#8b5a2b" } }
motor "hand" { prismatic "stroke" { ground:at{0.3, 20*mm}, wood, axis = {-1, 0} }, speed = bow }
local hair = shape "hair" { wood:at{0, -20*mm}, segment { {-0.35, 0}, {0.35, 0} } }
local core = body "string" { mass = m, inertia = m*(1*mm)^2, vx = -bow, look = { color = "#c8a030" } }
bushing "tension" { ground, core, stiffness = {k, 0}, damping = {c, 0} }
force "weight" { core, fy = press }
contact "rosin" { hair, shape "core" { core, vertex {} }, law = rigid {}, friction = coulomb { mu = rosin } }

-- The same by hand, in the direction of the bow: it is torn off where k x + c v = mu(0) F, swings by x'' = (mu F - k x - c x')/m until
-- it is as fast as the bow, and is taken along again.
local torn = (rosin(0)*press - c*bow)/k
local function rates(x, v) return v, (rosin(bow - v)*press - k*x - c*v)/m end
local function step(x, v, h)
  local a, p = rates(x, v)
  local b, q = rates(x + h/2*a, v + h/2*p)
  local d, r = rates(x + h/2*b, v + h/2*q)
  local e, z = rates(x + h*d, v + h*r)
  return x + h/6*(a + 2*b + 2*d + e), v + h/6*(p + 2*q + 2*r + z)
end
local h, t, x, v = 1/(tone*4000), 0, torn, bow
repeat
  local y, u = step(x, v, h)
  local caught = u >= bow and t > 10*h
  if not caught then t, x, v = t + h, y, u end
until caught
local low, high = 0, h
for _ = 1, 50 do
  local middle = (low + high)/2
  local _, u = step(x, v, middle)
  if u < bow then low = middle else high = middle end
end
t, x = t + low, step(x, v, low)
local period = t + (torn - x)/bow

simulate { duration = 0.1, tolerance = 1e-12, output = 0.05*ms }
local function meet(at, place, what)
  if at < 0.1 then expect { "string.x", at = at, value = place, tolerance = 1e-9, source = what } end
end
for i = 0, 9 do meet(torn/bow + i*period, -torn, "torn off: a Runge-Kutta method by hand") end
meet(torn/bow + t, -x, "caught again")
