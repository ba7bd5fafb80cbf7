-- Cam and flat follower: an elliptic cam, turned by a weight on an arm, lifts a follower that stays on it by a curve joint.
local a      = parameter "a"      { 0.2, unit = "m", min = 1e-6, doc = "half axis of the cam, along the arm" }
local b      = parameter "b"      { 0.1, unit = "m", min = 1e-6, doc = "half axis of the cam, across the arm" }
local arm    = parameter "arm"    { 0.3, unit = "m", min = 1e-6, doc = "distance of the weight from the axle" }
local weight = parameter "weight" { 1, unit = "kg", min = 1e-9, doc = "mass at the end of the arm" }
local lifted = parameter "lifted" { 0.5, unit = "kg", min = 1e-9, doc = "mass of the follower" }
local angle  = parameter "angle"  { 30*deg, unit = "rad", doc = "angle of the arm at the start" }
local speed  = parameter "speed"  { 0, unit = "rad/s", doc = "speed of the cam at the start" }
local grav, sin, cos, sqrt = 9.81, math.sin, math.cos, math.sqrt

-- The support function of the ellipse, which is the height of its highest point, with two derivatives by the angle.
local function h(p)
  local s, c = sin(p), cos(p)
  local h0 = sqrt((a*s)^2 + (b*c)^2)
  local h1 = (a^2 - b^2)*s*c/h0
  return h0, h1, ((a^2 - b^2)*(c^2 - s^2) - h1^2)/h0
end

planar { gravity = {0, -grav}, axes = false }

local wheel = body "wheel" { mass = weight, inertia = 0, com = {arm, 0}, look = { color = "silver", width = 0.1*arm } }
drawing "bob" { wheel:at{arm, 0}, shape = "cylinder", width = 0.25*arm, look = { color = "goldenrod", layer = 2 } }
revolute "cam" { ground, wheel, angle = angle, speed = speed }
local rim = shape "rim" { wheel, ellipse { a = a, b = b }, look = { color = "steelblue" } }

-- The frame of the follower is in its flat face; its stem slides in a guide above.
local plunger = body "plunger" { mass = lifted, inertia = lifted*a^2/12, look = { visible = false } }
prismatic "guide" { ground:at{0, 2*a}, plunger:at{0, 2*a}, axis = {0, 1}, position = h(angle), look = { visible = false } }
local foot = shape "foot" { plunger, line { {-1.2*a, 0}, {1.2*a, 0} }, look = { visible = false } }
drawing "plate" { plunger:at{0, 0.06*a}, shape = "box", length = 2.4*a, width = 0.12*a, look = { color = "tomato" } }
drawing "stem" { plunger:at{0, 1.2*a, angle = 90*deg}, shape = "box", length = 2.2*a, width = 0.15*a,
                 look = { color = "tomato", layer = 1 } }
for side = -1, 1, 2 do
  drawing("block" .. side) { ground:at{0.2*side*a, 2*a}, shape = "box", length = 0.25*a, width = 0.5*a,
                             look = { color = "dimgray" } }
end
curve_joint "follower" { rim, foot }

-- One freedom: M(p) p'^2/2 + V(p) = E with M = m1 r^2 + m2 h'^2 and V = m1 g r sin p + m2 g h.
local function M(p) local _, h1 = h(p); return weight*arm^2 + lifted*h1^2 end
local function V(p) return weight*grav*arm*sin(p) + lifted*grav*(h(p)) end
local E = M(angle)*speed^2/2 + V(angle)
output "lift_error"   { function(t, s) return s["guide.position"] - h(s["cam.angle"]) end }
output "touch_error"  { function(t, s) local _, h1 = h(s["cam.angle"]); return s["follower.x"] - h1 end }
output "energy_error" { function(t, s) local p = s["cam.angle"]; return M(p)*s["cam.speed"]^2/2 + V(p) - E end }

simulate { duration = 2, tolerance = 1e-12, output = 0.005 }

for i = 0, 8 do
  expect { "lift_error.value", at = i/4, value = 0, tolerance = 1e-10, source = "h = sqrt(a^2 sin^2 + b^2 cos^2)" }
  expect { "touch_error.value", at = i/4, value = 0, tolerance = 1e-10, source = "(a^2 - b^2) sin cos/h" }
  expect { "energy_error.value", at = i/4, value = 0, tolerance = 1e-9*(weight*arm + lifted*a)*grav, source = "energy" }
end
-- At the start the angular acceleration follows from Lagrange's equation, and the force from that of the follower.
local h0, h1, h2 = h(angle)
local turn = -(lifted*h1*h2*speed^2 + weight*grav*arm*cos(angle) + lifted*grav*h1)/M(angle)
expect { "follower.normal_force", at = 0, value = lifted*(grav + h2*speed^2 + h1*turn), tolerance = 1e-9*lifted*grav,
         source = "Lagrange's equation" }
if a == 0.2 and b == 0.1 and arm == 0.3 and weight == 1 and lifted == 0.5 and angle == 30*deg and speed == 0 then
  local source = "Lagrange's equation, integrated apart from Pawl"
  expect { "cam.angle", value = -2.8661221095884, tolerance = 1e-9, source = source }
  expect { "cam.speed", value = -7.1706110039038, tolerance = 1e-8, source = source }
end
