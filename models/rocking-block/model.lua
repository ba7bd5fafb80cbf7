-- A block let go on one of its lower corners rocks on a rigid floor: from corner to corner, with friction or without.
local mu    = parameter "mu"    { 0, min = 0, doc = "friction of the floor" }
local e     = parameter "e"     { 0.5, min = 0, max = 1, doc = "restitution of the corners" }
local tilt  = parameter "tilt"  { 60*deg, unit = "rad", min = 0.001, max = 1.1, doc = "angle at the start" }
local L     = parameter "width"  { 1, unit = "m", min = 1e-6, doc = "of the block" }
local H     = parameter "height" { 0.5, unit = "m", min = 1e-6, doc = "of the block" }
local mass, grav = 1, 9.81

planar { gravity = {0, -grav}, axes = false }
local floor = shape "floor" { ground, line { {1.2*(L + H), 0}, {-1.2*(L + H), 0} } }
local s, c = math.sin(tilt), math.cos(tilt)
local block = box "block" { mass = mass, width = L, height = H, x = 0, y = (L*s + H*c)/2, angle = tilt }
local rim = shape "rim" { block, polygon { {-L/2, -H/2}, {L/2, -H/2}, {L/2, H/2}, {-L/2, H/2} }, look = { color = "peru" } }
contact "feet" { floor, rim, law = rigid { restitution = e }, friction = mu }
simulate { duration = 2, tolerance = 1e-12, output = 2*ms }

-- The first impact without friction: E = m y'^2/2 + J w^2/2 + m g y, y = (L sin a + H cos a)/2, gives the rate w at a = 0.
if mu == 0 and tilt == 60*deg and L == 1 and H == 0.5 then
  expect { "block.angle", at = 0.5874779745739, value = 0, tolerance = 1e-10, source = "closed form, time of the first impact" }
  expect { "block.y", at = 0.5874779745739, value = H/2, tolerance = 1e-10, source = "it then lies flat" }
  if e == 0.5 then
    expect { "block.angle", at = 2, value = 0, tolerance = 1e-10, source = "and comes to rest" }
  end
end
