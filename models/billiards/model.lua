-- The break: a cue ball runs into a rack of balls on a table seen from above. Impacts of rigid balls, on each other and on
-- the cushions; nothing else acts.

local rows = parameter "rows" { 5, min = 1, max = 5, doc = "of the rack: 1, 3, 6, 10 or 15 balls" }
local speed = parameter "speed" { 6, unit = "m/s", min = 0.1, doc = "of the cue ball" }
local aim = parameter "aim" { 4*mm, unit = "m", min = -20*mm, max = 20*mm, doc = "of the cue ball, beside the middle line" }
local play = parameter "play" { 0.1*mm, unit = "m", min = 0, max = 2*mm, doc = "between the balls of the rack; 0: they touch" }
local e = parameter "e" { 0.95, min = 0, max = 1, doc = "restitution of balls" }
local cushion = parameter "cushion" { 0.8, min = 0, max = 1, doc = "restitution of the cushions" }
local mu = parameter "mu" { 0, min = 0, max = 0.5, doc = "friction of balls on each other" }
local duration = parameter "duration" { 2, unit = "s", min = 0.1 }

planar { axes = false } -- seen from above

local radius, mass = 28.6*mm, 0.17
local length, width = 2.54, 1.27
local colors = { "#f2c12e", "#1f5fae", "#c8322d", "#5b2d82", "#e0762b", "#2e7d4f", "#7d2b2b", "#26262b" }

-- ---- table -----------------------------------------------------------------------------------------------------

local cushions = {
  shape "left" { ground, line { { 0, width/2 }, { 0, -width/2 } }, flip = true },
  shape "right" { ground, line { { length, width/2 }, { length, -width/2 } } },
  shape "top" { ground, line { { length, width/2 }, { 0, width/2 } }, flip = true },
  shape "bottom" { ground, line { { length, -width/2 }, { 0, -width/2 } } } }
drawing "cloth" { ground:at{ length/2, 0 }, shape = "box", length = length, width = width,
                  look = { color = "#3f7d5a", layer = -2 } }

-- ---- balls -----------------------------------------------------------------------------------------------------

local balls = {}
local function ball(name, x, y, vx, color)
  local b = body(name) { mass = mass, inertia = 0.4*mass*radius^2, x = x, y = y, vx = vx, look = { visible = false } }
  balls[#balls + 1] = shape(name .. "_rim") { b, circle { radius = radius }, look = { color = color, layer = 2 } }
end

local apart = 2*radius + play
ball("cue", 0.635, aim, speed, "#f4f1e6")
for row = 1, rows do
  for i = 1, row do
    local n = #balls
    ball("ball" .. n, 1.905 + (row - 1)*apart*math.sqrt(3)/2, (i - (row + 1)/2)*apart, 0, colors[(n - 1)%8 + 1])
  end
end

local hit = rigid { restitution = e }
local bound = rigid { restitution = cushion }
for i = 1, #balls do
  for k = i + 1, #balls do
    contact("hit" .. i - 1 .. "_" .. k - 1) { balls[i], balls[k], law = hit, friction = mu > 0 and mu or nil }
  end
  for k, side in ipairs { "left", "right", "top", "bottom" } do
    contact(side .. i - 1) { cushions[k], balls[i], law = bound }
  end
end

simulate { duration = duration, tolerance = 1e-11, output = 5*ms }

-- ---- what it must do -------------------------------------------------------------------------------------------
-- Momentum is that of the cue ball until a cushion is struck, whatever happens in the rack, and kinetic energy is what
-- impacts have left. Where there is one ball, it leaves along the line of centres: an elastic hit in closed form.

output "momentum" { function(t, s)
  local sum = s["cue.vx"]
  for i = 1, #balls - 1 do sum = sum + s["ball" .. i .. ".vx"] end
  return mass*sum
end }
output "momentum_across" { function(t, s)
  local sum = s["cue.vy"]
  for i = 1, #balls - 1 do sum = sum + s["ball" .. i .. ".vy"] end
  return mass*sum
end }
local reach = (1.905 - 0.635 - 2*radius)/speed -- the cue ball comes to the rack
local after = 1.2*reach -- and no ball to a cushion
expect { "momentum.value", at = after, value = mass*speed, tolerance = 1e-12*mass*speed, source = "momentum is kept" }
expect { "momentum_across.value", at = after, value = 0, tolerance = 1e-12*mass*speed, source = "momentum is kept" }
if rows == 1 and mu == 0 then
  local sine = aim/(2*radius)
  local along = speed*math.sqrt(1 - sine^2) -- of approach, along the line of centres
  expect { "ball1.vx", at = after, value = along*(1 + e)/2*math.sqrt(1 - sine^2), tolerance = 1e-11*speed, source = "one impact" }
  expect { "ball1.vy", at = after, value = -along*(1 + e)/2*sine, tolerance = 1e-11*speed, source = "one impact" }
end
