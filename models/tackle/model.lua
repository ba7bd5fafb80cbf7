-- A block and tackle: a weight falls on its slack rope, which comes taut with a jerk and hoists a load that hangs on it twice.
local m1 = parameter "load" { 3, unit = "kg", min = 0.1, doc = "hangs on two strands" }
local m2 = parameter "weight" { 2, unit = "kg", min = 0.1, doc = "falls; of the load, more than half" }
local slack = parameter "slack" { 0.4, unit = "m", min = 0.01, max = 0.8, doc = "by how much the rope is too long at the start" }
local e = parameter "restitution" { 0, min = 0, max = 0.9, doc = "what comes back of the speed with which it comes taut" }
local g, r = 9.81, 0.15

planar { gravity = {0, -g}, axes = false }
local load = box "load_body" { mass = m1, width = 0.5, height = 0.3, look = { color = "darkorange" } }
local weight = box "weight_body" { mass = m2, width = 0.25, height = 0.3, look = { color = "steelblue" } }
local block, eye = load:at{0, 0.4}, weight:at{0, 0.15}
prismatic "lift" { ground:at{r, -2}, block, axis = {0, 1}, position = 0, look = { visible = false } }
prismatic "shaft" { ground:at{4*r, -0.6}, eye, axis = {0, 1}, position = 0, look = { visible = false } }
stop "floor" { "lift", min = 0 }

-- from a hook in the ceiling down round the load's pulley, up and over the fixed one, down to the weight
local strands = 2 + 2 + 0.6
rope "rope" { ground, eye, length = strands + 2*pi*r + slack, restitution = e,
  over = { block, ground:at{3*r, 0} }, radius = { r, -r }, look = { color = "brown" } }

simulate { duration = 0.75, tolerance = 1e-11 }

-- It falls with u, and J on the weight is 2 J on the load:  m2 (u - u') = J,  m1 v' = 2 J,  2 v' - u' = -e (0 - u).
local taut, u = math.sqrt(2*slack/g), math.sqrt(2*g*slack)
local v = 2*m2*u*(1 + e)/(m1 + 4*m2)
local a = g*(2*m2 - m1)/(m1 + 4*m2)
local t = 0.75 - taut
if e == 0 then
  expect { "lift.position", value = v*t + a*t^2/2, tolerance = 1e-9, source = "v t + a t^2/2 from the jerk on" }
  expect { "shaft.position", value = -slack - 2*(v*t + a*t^2/2), tolerance = 1e-9, source = "twice as far" }
  expect { "rope.tension", value = 3*g*m1*m2/(m1 + 4*m2), tolerance = 1e-8, source = "m1 (g + a) = 2 tension" }
  expect { "rope.work", value = -m1*m2*u^2/(2*(m1 + 4*m2)), tolerance = 1e-9, source = "what the jerk takes of m2 u^2/2" }
end
