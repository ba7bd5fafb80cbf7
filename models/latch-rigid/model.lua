-- The spring latch of a cupboard's door, seen from above. A push closes the door: the bolt's ramp runs onto the keeper,
-- the bolt gives way and snaps in behind it. It holds when someone pulls; a lever draws it back, and the door opens.

local width = parameter "width" { 300*mm, unit = "m", min = 200*mm, doc = "of the door, from its hinge" }
local mass = parameter "mass" { 4, unit = "kg", min = 0.5, doc = "of the door" }
local handle = parameter "handle" { 260*mm, unit = "m", min = 150*mm, doc = "from the hinge to the handle" }
local push = parameter "push" { 6, unit = "N", min = 2, doc = "on the handle, until the door is closed" }
local pull = parameter "pull" { 300, unit = "N", min = 0, doc = "on the handle, when it is closed" }
local rate = parameter "rate" { 600, unit = "N/m", min = 50, doc = "of the bolt's spring" }
local squeeze = parameter "squeeze" { 10*mm, unit = "m", min = 1*mm, doc = "of the bolt's spring when the bolt is out" }
local draft = parameter "draft" { 5*deg, unit = "rad", min = 0, max = 7*deg, doc = "slope of the bolt's back" }
local ramp = parameter "ramp" { 46*deg, unit = "rad", min = 35*deg, max = 60*deg, doc = "of the bolt, from its axis" }
local mu = parameter "mu" { 0.15, min = 0.01, max = 0.3, doc = "friction of the bolt on the keeper" }
local e = parameter "e" { 0.3, min = 0, max = 0.9, doc = "restitution of the bolt on the keeper" }

planar { axes = false } -- gravity is across the picture

local function polar(r, a) return { r*math.cos(a), r*math.sin(a) } end
local function paint(color, layer) return { color = color, layer = layer } end
local hidden = { visible = false }

-- ---- door ------------------------------------------------------------------------------------------------------
-- It closes by turning clockwise, to the angle 0. The bolt slides along it.

local door = body "door" { mass = mass, inertia = mass*width^2/12, com = { width/2, 0 }, look = hidden }
local hinge = revolute "hinge" { ground, door, angle = 12*deg, look = { width = 8*mm, layer = 8 } }
joint_damper "hinge_oil" { hinge, damping = 0.1*mass*width^2, look = hidden }
local panel = shape "panel" { door, look = paint("#d8c3a0", 0),
  polygon { {0, -14*mm}, {width, -14*mm}, {width, 14*mm}, {0, 14*mm} } }

-- ---- bolt ------------------------------------------------------------------------------------------------------
-- In its own axes the door's edge is x = 0 when it is out. Its ramp is below, where it meets the keeper; its back above.

local out, back_at = 12*mm, 7*mm
local tip_up = back_at - out*math.tan(draft)
local tip_down = tip_up - 2.5*mm
local bolt = body "bolt" { mass = 0.1, inertia = 2e-5, look = hidden }
local guide = prismatic "guide" { door:at{ width, 0 }, bolt, look = hidden }
local bolt_outline = shape "bolt_outline" { bolt, look = paint("#4a7fb5", 2), polygon {
  {-45*mm, tip_down - out*math.tan(ramp)}, {0, tip_down - out*math.tan(ramp)}, {out, tip_down},
  {out, tip_up}, {0, back_at}, {-45*mm, back_at}, rounding = 0.8*mm } }
spring "bolt_spring" { door:at{ width - 95*mm, 0 }, bolt:at{ -45*mm, 0 }, stiffness = rate, length = 50*mm + squeeze,
                       damping = 2, look = { color = "#5f7d95", layer = 3, width = 8*mm } }
-- inside the door a lug on the bolt meets a stop when the bolt is out
local lug = shape "lug" { bolt:at{ -35*mm, 0, angle = 90*deg }, circle { radius = 3*mm }, look = hidden }
local stop_pin = shape "stop_pin" { door:at{ width - 29*mm, 0 }, circle { radius = 3*mm }, look = hidden }

-- ---- keeper and buffer on the frame -----------------------------------------------------------------------------
-- The keeper's corner is a play of 0.3 mm behind the bolt's back when the door lies on the buffer. Its lower side rises,
-- so that the bolt bears on the corner.

local play, corner, reach = 0.3*mm, 1*mm, 2.5*mm
-- the corner's centre: `corner` and `play` above the line of the bolt's back
local centre = { width + reach + corner, back_at - (reach + corner)*math.tan(draft) + (corner + play)/math.cos(draft) }
local low = centre[2] - corner
local keeper_outline = shape "keeper_outline" { ground, look = paint("#8a8f98", 1), polygon {
  { width + reach, low - 0.18*mm }, { width + 30*mm, low + 4.5*mm }, { width + 30*mm, low + 12*mm },
  { width + reach, low + 6*mm }, rounding = corner } }
local buffer_outline = shape "buffer_outline" { ground:at{ width - 30*mm, -22*mm }, circle { radius = 8*mm },
                                                look = paint("#5b4636", 1) }

-- ---- lever -----------------------------------------------------------------------------------------------------
-- Its finger draws the bolt back by a pin. A thumb turns it.

local lever_at, finger_arm = { width - 40*mm, 34*mm }, 34*mm
local lever = body "lever" { mass = 0.08, inertia = 6e-5, look = hidden }
local pivot = revolute "pivot" { door:at{ lever_at[1], lever_at[2] }, lever, look = { width = 3*mm, layer = 8 } }
local finger = shape "finger" { lever:at{ 0, -finger_arm }, circle { radius = 4*mm }, look = paint("#c8553d", 5) }
local pin = shape "pin" { bolt:at{ -48.2*mm, 0, angle = 90*deg }, circle { radius = 4*mm }, look = paint("#2f5d8a", 4) }
drawing "lever_arm" { lever:at{ 0, -finger_arm/2, angle = 90*deg }, shape = "beam", length = finger_arm, width = 6*mm,
                      look = paint("#c8553d", 5) }
drawing "lever_grip" { lever:at{ -25*mm, 0 }, shape = "beam", length = 50*mm, width = 8*mm, look = paint("#c8553d", 5) }

-- ---- contacts --------------------------------------------------------------------------------------------------

local steel = rigid { restitution = e }
contact "keeper" { keeper_outline, bolt_outline, law = steel, friction = mu }
contact "buffer" { buffer_outline, panel, law = rigid { restitution = 0.4 } }
contact "shoulder" { stop_pin, lug, law = steel }
contact "draw" { pin, finger, law = rigid {} }

-- ---- hands -----------------------------------------------------------------------------------------------------

local function step(t, from, to)
  local x = math.max(0, math.min(1, (t - from)/(to - from)))
  return x*x*x*(10 - 15*x + 6*x*x)
end
force "hand" { door:at{ handle, 14*mm }, axes = "body", look = { color = "#c8553d" }, fy = function(t)
  return -push*(1 - step(t, 0.75, 0.8)) + pull*(step(t, 0.9, 1) - step(t, 1.5, 1.6)) + push*step(t, 1.8, 1.85)
end }
motor "thumb" { pivot, look = hidden, angle = function(t) return -25*deg*(step(t, 1.65, 1.75) - step(t, 2.1, 2.18)) end }

simulate { duration = 2.2, tolerance = 1e-12, output = 1*ms, method = "dop853" }

-- ---- what it must do -------------------------------------------------------------------------------------------
-- While someone pulls, the door is in balance about its hinge: the keeper gives back the hand's torque. Along its guide the
-- bolt is pushed back by the slope of its back, N sin draft, and kept by its spring S and friction R cos draft. What
-- friction must give, R/(mu N), makes regularised friction creep; with more than 1 the latch opens, however it is modelled.

local closed = "closed: on the buffer, or within the play"
expect { "hinge.angle", at = 0.88, value = 0, tolerance = 5*mm/width, source = closed }
local sine, cosine = math.sin(draft), math.cos(draft)
local along_y = pull*handle/(centre[1] - corner*sine) -- N cos draft + R sin draft, at the touch
local normal, needed = along_y/cosine, 0
for _ = 1, 20 do
  needed = (normal*sine - rate*squeeze)/cosine -- R
  normal = (along_y - needed*sine)/cosine
end
local share = needed/(mu*normal)
if pull*handle > 20 and share < 0.9 then
  for _, t in ipairs { 1.2, 1.45 } do
    expect { "keeper.torque1", at = t, value = pull*handle, tolerance = 1e-9*pull*handle, source = "statics" }
    expect { "keeper.normal_force", at = t, value = normal, tolerance = 5e-3*normal, source = "statics" }
  end
  expect { "guide.speed", at = 1.2, value = 0, tolerance = 1e-12, source = "it sticks" }
  expect { "guide.speed", at = 1.45, value = 0, tolerance = 1e-12, source = "it sticks" }
end
expect { "guide.position", at = 2.05, value = -13*mm, tolerance = 3*mm, source = "drawn back" }
local opened = 0.5*push*handle/(mass*width^2/3)*0.375^2 -- pulled on since 1.825 s; lever, bolt and oil are left out
expect { "hinge.angle", at = 2.2, value = opened, tolerance = 0.3*opened, source = "open" }
