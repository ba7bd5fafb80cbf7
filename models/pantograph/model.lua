-- A pantograph: the pen draws what the tracer follows, three times as large.
local side  = parameter "side"  { 0.2, unit = "m", min = 1e-3, doc = "length of the bar at the tracer" }
local ratio = parameter "ratio" { 3, min = 1.1, max = 10, doc = "how many times larger the pen draws" }
local x     = parameter "x"     { 0.25, unit = "m", doc = "middle of the tracer's circle" }
local y     = parameter "y"     { 0.05, unit = "m", doc = "its height" }
local r     = parameter "r"     { 0.05, unit = "m", min = 1e-6,
                                  doc = "its radius; the circle must be within twice 'side' of the origin" }
local period = parameter "period" { 1, unit = "s", min = 1e-3, doc = "time of one turn" }
local mass  = parameter "mass"  { 0.5, unit = "kg/m", min = 1e-6, doc = "mass of the bars per length" }
local pen   = parameter "pen"   { 0.1, unit = "kg", min = 1e-6, doc = "mass of the pen" }

planar {}
local w, whole = 2*pi/period, side*ratio
-- Angles of the two directions of bars at the tracer's place (px, py), the first one above.
local function angles(px, py)
  local gamma, half = math.atan(py, px), math.acos(math.sqrt(px*px + py*py)/(2*side))
  return gamma + half, gamma - half
end
local a1, a2 = angles(x + r, y)

local function bar(name, length, color)
  return body(name) { mass = mass*length, inertia = mass*length^3/12, com = {length/2, 0},
                      look = { color = color, width = 0.08*side } }
end
local first  = bar("bar1", whole, "steelblue")
local second = bar("bar2", whole, "steelblue")
local third  = bar("bar3", side, "seagreen")
local hand = base "tracer" { x = function(t) return x + r*math.cos(w*t) end,
                             y = function(t) return y + r*math.sin(w*t) end }
revolute "O"  { ground, first, angle = a1, prefer = true }
revolute "B1" { first:at{whole, 0}, second, angle = a2 - a1, prefer = true }
revolute "J"  { first:at{side, 0}, third, angle = a2 - a1, prefer = true }
rod_with_mass "bar4" { third:at{side, 0}, second:at{side, 0}, length = whole - side, mass = mass*(whole - side),
                       inertia = mass*(whole - side)^3/12, look = { color = "seagreen", width = 0.08*side } }
revolute "P" { hand, third:at{side, 0} }
local tip = point_mass "pen" { mass = pen, look = { shape = "cylinder", width = 0.15*side, color = "tomato",
  layer = 1 } }
weld "clip" { second:at{whole, 0}, tip }
marker "Q" { tip }
output "error" { function(_, s) return s["Q.x"] - ratio*s["tracer.x"] end }

simulate { duration = period, tolerance = 1e-12, output = period/500 }

local source = "closed form: Q = ratio P"
for _, part in ipairs {0, 0.1, 0.25, 0.5, 0.75} do
  local c, s = math.cos(2*pi*part), math.sin(2*pi*part)
  local b1, b2 = angles(x + r*c, y + r*s)
  expect { "O.angle", at = part*period, value = b1, tolerance = 1e-9, source = source }
  expect { "bar2.angle", at = part*period, value = b2, tolerance = 1e-9, source = source }
  expect { "Q.x", at = part*period, value = ratio*(x + r*c), tolerance = 1e-9, source = source }
  expect { "Q.y", at = part*period, value = ratio*(y + r*s), tolerance = 1e-9, source = source }
  expect { "Q.vx", at = part*period, value = -ratio*r*w*s, tolerance = 1e-8, source = source }
  expect { "Q.ax", at = part*period, value = -ratio*r*w^2*c, tolerance = 1e-7, source = source }
  expect { "error.value", at = part*period, value = 0, tolerance = 1e-10, source = source }
end
if side == 0.2 and ratio == 3 and x == 0.25 and y == 0.05 and r == 0.05 and period == 1 then
  local rates = "differentiated with 34 digits"
  expect { "O.speed", at = 0.1, value = 1.397890161287841, tolerance = 1e-8, source = rates }
  expect { "bar2.omega", at = 0.1, value = 0.5539446553848331, tolerance = 1e-8, source = rates }
  expect { "O.speed", at = 0.5, value = -1.256113425567729, tolerance = 1e-8, source = rates }
  expect { "bar2.omega", at = 0.5, value = -1.700679660163841, tolerance = 1e-8, source = rates }
end
