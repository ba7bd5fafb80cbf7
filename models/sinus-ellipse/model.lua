-- Sinus-ellipse: a cam whose outline is an ellipse with a sine wave on it, and a small roller on a sprung plunger that
-- follows it by a curve joint.
local a      = parameter "a"      { 60*mm, unit = "m", min = 1e-6, doc = "half axis of the ellipse" }
local b      = parameter "b"      { 45*mm, unit = "m", min = 1e-6, doc = "its other half axis" }
local wave   = parameter "wave"   { 3*mm, unit = "m", min = 0, doc = "amplitude of the wave" }
local waves  = parameter "waves"  { 8, min = 1, max = 40, doc = "how many of them there are around the cam" }
local roller = parameter "roller" { 6*mm, unit = "m", min = 1e-6, doc = "radius of the roller" }
local mass   = parameter "mass"   { 0.2, unit = "kg", min = 1e-9, doc = "mass of plunger and roller" }
local speed  = parameter "speed"  { 120*rpm, unit = "rad/s", min = 0.1, doc = "speed of the cam" }
local rate   = parameter "rate"   { 500, unit = "N/m", min = 0, doc = "rate of the spring on the plunger" }
local grav, sin, cos = 9.81, math.sin, math.cos

planar { gravity = {0, -grav}, axes = false }

local cam = body "cam" { mass = 1, inertia = 1e-3, look = { visible = false } }
local track = shape "track" { cam, sinus_ellipse { a = a, b = b, amplitude = wave, waves = waves },
                              look = { color = "steelblue" } }
local shaft = revolute "shaft" { ground, cam, angle = 0, speed = speed, prefer = true }
motor "drive" { shaft, speed = speed }

-- The place of the plunger at the angle p of the cam: the roller's centre is on the curve at the distance `roller` and on
-- the y axis. Returns its height, its rate by the angle, and the normal's x and y there.
local function height(p)
  local s = pi/2 - p
  local function at(s)
    local w, w1 = wave*sin(waves*s), waves*wave*cos(waves*s)
    local x, y = (a + w)*cos(s), (b + w)*sin(s)
    local tx, ty = w1*cos(s) - (a + w)*sin(s), w1*sin(s) + (b + w)*cos(s)
    local size = math.sqrt(tx*tx + ty*ty)
    local nx, ny = ty/size, -tx/size
    x, y = x + roller*nx, y + roller*ny
    local cp, sp = cos(p), sin(p)
    return cp*x - sp*y, sp*x + cp*y, cp*nx - sp*ny, sp*nx + cp*ny
  end
  for _ = 1, 50 do -- secant steps; a step of the parameter turns the point by about as much
    local h = 1e-6
    local x = at(s)
    local step = -x*2*h/(at(s + h) - at(s - h))
    s = s + step
    if math.abs(step) < 1e-15 then break end
  end
  local _, y, nx, ny = at(s)
  return y, -y*nx/ny, nx, ny
end

local plunger = body "plunger" { mass = mass, inertia = 1e-5, look = { visible = false } }
local y0 = height(0)
prismatic "guide" { ground:at{0, 2*a}, plunger:at{0, 2*a}, axis = {0, 1}, position = y0, look = { visible = false } }
local rim = shape "rim" { plunger, circle { radius = roller }, look = { color = "tomato", layer = 2 } }
drawing "stem" { plunger:at{0, 0.75*a, angle = 90*deg}, shape = "box", length = 1.5*a, width = 0.1*a,
                 look = { color = "tomato", layer = 1 } }
drawing "collar" { plunger:at{0, 1.5*a}, shape = "box", length = 0.5*a, width = 0.06*a, look = { color = "tomato", layer = 1 } }
for side = -1, 1, 2 do
  drawing("block" .. side) { ground:at{0.18*side*a, 1.8*a}, shape = "box", length = 0.22*a, width = 0.35*a,
                             look = { color = "dimgray" } }
end
-- The spring is between the collar and the case above; at the start it presses with 15 N.
local top, preload = 3.4*a, 15
spring "return" { ground:at{0, top}, plunger:at{0, 1.5*a}, stiffness = rate,
                  length = top - 1.5*a - y0 + (rate > 0 and preload/rate or 0), look = { color = "seagreen", width = 0.25*a } }
drawing "cup" { ground:at{0, top - 0.1*a}, shape = "box", length = 0.6*a, width = 0.5*a, look = { color = "dimgray", layer = 3 } }
curve_joint "follower" { track, rim }

local turn = 2*pi/speed
simulate { duration = turn, tolerance = 1e-12, output = turn/720 }

-- Everything is known from the angle; the acceleration by differences of the rate.
local source = "offset curve"
for i = 0, 7 do
  local p = i/7*2*pi
  local y, y1, nx, ny = height(p)
  local h = 2e-4
  local function slope(p) local _, d = height(p); return d end
  local y2 = (8*(slope(p + h) - slope(p - h)) - (slope(p + 2*h) - slope(p - 2*h)))/(12*h)
  local press = (rate > 0 and preload or 0) + rate*(y - y0)
  expect { "guide.position", at = p/speed, value = y, tolerance = 1e-10, source = source }
  expect { "guide.speed", at = p/speed, value = y1*speed, tolerance = 1e-9*speed, source = source }
  expect { "follower.x", at = p/speed, value = -roller*nx, tolerance = 1e-10, source = source }
  expect { "follower.normal_force", at = p/speed, value = (mass*(y2*speed^2 + grav) + press)/ny, tolerance = 1e-7*(mass*grav + preload),
           source = source .. ", Newton's law" }
end
