-- Quick-return mechanisms: a shaper's slotted lever, or Whitworth's turning slotted link.
-- A crank at constant speed moves a ram slowly one way and fast the other.
local kind   = parameter "kind"  { "shaper", choices = {"shaper", "whitworth"},
                                   doc = "slotted lever that swings, or slotted link that turns" }
local ratio  = parameter "ratio" { 0.4, min = 0.05, max = 0.8,
                                   doc = "crank by distance of the centres (shaper), or the inverse (Whitworth)" }
local crank  = parameter "crank" { 0.1, unit = "m", min = 1e-3, doc = "radius of the crank" }
local mass   = parameter "mass"  { 2, unit = "kg", min = 1e-6, doc = "mass of the lever or link" }
local ram    = parameter "ram"   { 5, unit = "kg", min = 1e-6, doc = "mass of the ram" }
local speed  = parameter "speed" { 1*rev, unit = "rad/s", min = 0.1, doc = "speed of the crank" }

planar { gravity = {0, -9.81} }
local up = 90*deg
local shaper = kind == "shaper"
-- The crank's centre is the distance d above the pivot of the lever, which is the origin.
local d = shaper and crank/ratio or crank*ratio
local disc = cylinder "crank" { mass = 1, radius = crank, look = { color = "goldenrod" } }
local shaft = revolute "shaft" { ground:at{0, d}, disc, angle = 0, speed = speed, prefer = true }
motor "drive" { shaft, speed = speed }
drawing "pin" { disc:at{crank, 0}, shape = "cylinder", width = 0.25*crank, look = { color = "tomato", layer = 2 } }

local turn = 2*pi/speed
simulate { duration = turn, tolerance = 1e-12, output = turn/720 }

-- At the angle th of the crank: its pin as seen from the pivot, and the rate of the pin's direction per angle.
local function pin(th)
  local x, y = crank*math.cos(th), d + crank*math.sin(th)
  local s2 = x*x + y*y
  return x, y, math.sqrt(s2), (crank^2 + crank*d*math.sin(th))/s2
end
local source = "closed form"

if shaper then
  -- The lever stands upright; its tip moves the ram by an upright slot.
  local length = 1.8*d
  local lever = body "lever" { mass = mass, inertia = mass*length^2/12, com = {0, length/2},
                               look = { color = "steelblue", width = 0.3*crank } }
  local slide = box "ram" { mass = ram, width = 4*crank, height = 0.6*crank, look = { color = "dimgray", layer = -1 } }
  local x, y = pin(0)
  revolute "lever_Bearing" { ground, lever, angle = math.atan(-x, y), prefer = true }
  prismatic "guide" { ground:at{0, length}, slide, position = length*x/math.sqrt(x*x + y*y), prefer = true }
  pin_in_slot "slot" { lever:at{0, 0, angle = up}, disc:at{crank, 0}, look = { color = "white" } }
  pin_in_slot "yoke" { slide:at{0, 0, angle = up}, lever:at{0, length}, look = { color = "white" } }
  for _, th in ipairs {0, 30, 90, 180, 210, 270} do
    local px, py, s, rate = pin(th*deg)
    local t = th*deg/speed
    expect { "lever_Bearing.angle", at = t, value = math.atan(-px, py), tolerance = 1e-9, source = source }
    expect { "lever_Bearing.speed", at = t, value = speed*rate, tolerance = 1e-8, source = source }
    expect { "guide.position", at = t, value = length*px/s, tolerance = 1e-9, source = source }
    expect { "slot.position", at = t, value = s, tolerance = 1e-9, source = source }
  end
  -- The lever is at its left end when the crank is square to it; then the fast way back begins.
  expect { "lever_Bearing.angle", at = (pi + math.asin(ratio))/speed, value = math.asin(ratio), tolerance = 1e-9,
           source = source }
  expect { "lever_Bearing.speed", at = (pi + math.asin(ratio))/speed, value = 0, tolerance = 1e-8, source = source }
else
  -- The link turns about the pivot inside the crank's circle; its arm moves the ram by a rod.
  local arm, length = 0.8*crank, 8/3*crank
  local link = body "link" { mass = mass, inertia = mass*crank^2/3,
                             look = { color = "steelblue", width = 0.3*crank, shape = "beam", length = 2.8*crank } }
  local slide = box "ram" { mass = ram, width = crank, height = 0.6*crank, look = { color = "dimgray" } }
  local x, y = pin(0)
  local phi = math.atan(y, x)
  local function place(angle) return arm*math.cos(angle) + math.sqrt(length^2 - (arm*math.sin(angle))^2) end
  revolute "link_Bearing" { ground, link, angle = phi, prefer = true }
  prismatic "guide" { ground, slide, position = place(phi), prefer = true }
  pin_in_slot "slot" { link, disc:at{crank, 0}, look = { color = "white" } }
  rod_with_mass "rod" { link:at{arm, 0}, slide, length = length, mass = 1, inertia = length^2/12,
                        look = { color = "silver", width = 0.2*crank } }
  for _, th in ipairs {0, 45, 90, 180, 270} do
    local px, py, s, rate = pin(th*deg)
    local t, angle = th*deg/speed, math.atan(py, px)
    if th > 180 then angle = angle + 2*pi end
    expect { "link_Bearing.angle", at = t, value = angle, tolerance = 1e-9, source = source }
    expect { "link_Bearing.speed", at = t, value = speed*rate, tolerance = 1e-8, source = source }
    expect { "guide.position", at = t, value = place(angle), tolerance = 1e-9, source = source }
    expect { "slot.position", at = t, value = s, tolerance = 1e-9, source = source }
  end
end
