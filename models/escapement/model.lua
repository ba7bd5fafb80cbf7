-- The deadbeat escapement of a clock, after George Graham. A weight turns the escape wheel; the anchor on the pendulum lets
-- one tooth go by at every other beat, and each tooth that slides over a pallet's end gives the pendulum a push.

local amplitude = parameter "amplitude" { 4.58*deg, unit = "rad", min = 0, max = 8*deg, doc = "of the pendulum at the start" }
local weight = parameter "weight" { 0.25, unit = "kg", min = 1e-3, doc = "which drives the clock" }
local fall = parameter "fall" { 1*mm, unit = "m", min = 0.01*mm, doc = "of the weight, for a radian of the escape wheel" }
local bob = parameter "bob" { 1, unit = "kg", min = 0.1, doc = "mass of the pendulum" }
local length = parameter "length" { 246.5*mm, unit = "m", min = 50*mm, doc = "of the pendulum, to its centre of mass" }
local damping = parameter "damping" { 2e-3, unit = "N m s/rad", min = 0, doc = "of the pendulum in air" }
local lift = parameter "lift" { 2.5*deg, unit = "rad", min = 1*deg, max = 4*deg, doc = "of the anchor while a tooth pushes" }
local lock = parameter "lock" { 0.7*deg, unit = "rad", min = 0.2*deg, max = 2*deg, doc = "by which a tooth falls behind the edge" }
local drop = parameter "drop" { 1*deg, unit = "rad", min = 0.3*deg, max = 3*deg, doc = "of the wheel from pallet to pallet" }
local mu = parameter "mu" { 0.1, min = 0, max = 0.3, doc = "friction of teeth on pallets" }
local e = parameter "e" { 0.2, min = 0, max = 0.9, doc = "restitution of teeth on pallets" }
local beats = parameter "beats" { 21, min = 1, doc = "how long it runs, in half periods" }

planar { gravity = {0, -9.81}, axes = false }

local function polar(r, a) return { r*math.cos(a), r*math.sin(a) } end
local function paint(color, layer) return { color = color, layer = layer } end
local hidden = { visible = false }

-- ---- escape wheel ------------------------------------------------------------------------------------------------
-- 30 teeth; it turns clockwise. Only tips touch: the faces lean back from them.

local teeth, radius, root = 30, 40*mm, 32*mm
local pitch = 2*pi/teeth
local points = {}
for i = 0, teeth - 1 do
  local a = i*pitch
  points[#points + 1] = polar(root, a + 0.20*pitch)
  points[#points + 1] = polar(radius, a)
  points[#points + 1] = polar(radius, a + 0.04*pitch)
  points[#points + 1] = polar(root, a + 0.62*pitch)
end
local wheel = body "wheel" { mass = 30e-3, inertia = 0.6*30e-3*radius^2, look = hidden }
local rim = shape "rim" { wheel, polygon { points, rounding = 0.1*mm }, look = paint("#b08d57", 1) }

-- ---- anchor ------------------------------------------------------------------------------------------------------
-- The pallets embrace a quarter of the wheel. There tangents at the wheel meet in the anchor's arbor, so that tips move along its arms.
-- A tooth is on a pallet while the wheel turns by half a pitch less the drop. In the anchor's polar coordinates a pallet
-- is a piece of a ring: its sides are concentric with the arbor, so that a tooth at rest on them pushes nothing; its end
-- slopes by the lift.

local arbor = { 0, radius*math.sqrt(2) }
local on = (pitch/2 - drop)/2
local function seen(a) -- a tip, from the arbor: distance and direction
  local x, y = radius*math.cos(a) - arbor[1], radius*math.sin(a) - arbor[2]
  return math.sqrt(x*x + y*y), math.atan(y, x)
end
local far, entry_lock = seen(135*deg + on)
local near, entry_leave = seen(135*deg - on)
local _, exit_lock = seen(45*deg + on)
local _, exit_leave = seen(45*deg - on)
local edge = (lift - lock)/2 -- angle of the anchor at which an edge passes a tip
entry_lock, entry_leave = entry_lock - edge, entry_leave - edge + lift
exit_lock, exit_leave = exit_lock + edge, exit_leave + edge - lift

local pendulum = body "pendulum" { mass = bob, inertia = bob*(20*mm)^2, com = { 0, -length }, look = hidden }
local pivot = revolute "pivot" { ground:at{ arbor[1], arbor[2] }, pendulum, angle = amplitude, look = { width = 4*mm, layer = 8 } }
joint_damper "air" { pivot, damping = damping, look = hidden }
local back = 14*deg
local entry_back, exit_back = entry_lock - back, exit_lock + back
local entry = shape "entry" { pendulum, look = paint("#4a7fb5", 3), chain { closed = true,
  arc { radius = far, from = entry_back, to = entry_lock },
  segment { polar(far, entry_lock), polar(near, entry_leave) },
  arc { radius = near, from = entry_leave, to = entry_back },
  segment { polar(near, entry_back), polar(far, entry_back) } } }
local exit = shape "exit" { pendulum, look = paint("#c8553d", 3), chain { closed = true,
  arc { radius = far, from = exit_leave, to = exit_back },
  segment { polar(far, exit_back), polar(near, exit_back) },
  arc { radius = near, from = exit_back, to = exit_lock },
  segment { polar(near, exit_lock), polar(far, exit_leave) } } }

local function beam(name, from, to, color, layer, wide)
  local x, y = to[1] - from[1], to[2] - from[2]
  drawing(name) { pendulum:at{ (from[1] + to[1])/2, (from[2] + to[2])/2, angle = math.atan(y, x) }, shape = "beam",
                  length = math.sqrt(x*x + y*y), width = wide, look = paint(color, layer) }
end
beam("entry_arm", { 0, 0 }, polar((near + far)/2, entry_back + 1*deg), "#4f8a5b", 2, 5*mm)
beam("exit_arm", { 0, 0 }, polar((near + far)/2, exit_back - 1*deg), "#4f8a5b", 2, 5*mm)
beam("rod", { 0, 0 }, { 0, -0.6*length }, "#d8d2c4", -1, 4*mm)
drawing "bob_disc" { pendulum:at{ 0, -0.6*length }, shape = "cylinder", width = 36*mm, look = paint("#9a8c6e", -1) }

-- ---- weight ------------------------------------------------------------------------------------------------------
-- The train between its drum and the escape wheel is a ratio.

local start = 135*deg + on + drop -- a tooth of the wheel falls onto the entry pallet
local axle = revolute "axle" { ground, wheel, angle = start - math.floor(start/pitch)*pitch, look = { width = 5*mm, layer = 8 } }
local load = body "load" { mass = weight, inertia = 1e-6, look = hidden }
local rope = prismatic "rope" { ground:at{ 75*mm, -20*mm, angle = -90*deg }, load, look = hidden }
drawing "load_box" { load, shape = "box", length = 34*mm, width = 20*mm, look = paint("#5b5f66", 2) }
coupling "train" { axle, rope, ratio = -1/fall, look = hidden }

-- ---- contacts ----------------------------------------------------------------------------------------------------

local brass = rigid { restitution = e }
contact "entry_contact" { rim, entry, law = brass, friction = mu > 0 and mu or nil }
contact "exit_contact" { rim, exit, law = brass, friction = mu > 0 and mu or nil }

local beat = pi*math.sqrt((length^2 + (20*mm)^2)/(9.81*length)) -- of the free pendulum, small swings
simulate { duration = beats*beat, tolerance = 1e-10, output = beat/100 }

-- ---- what it must do ---------------------------------------------------------------------------------------------
-- With the numbers above, and from any start between 1° and 6°, it comes to swings of 4.582° and a period of 1.0000016 s.

output "passed" { function(t, s) return (start - math.floor(start/pitch)*pitch - s["axle.angle"])/pitch end }
if beats >= 21 then
  expect { "passed.value", at = 10, value = 10 + drop/pitch, tolerance = 0.02, source = "a tooth for every period" }
end
if beats >= 21 and amplitude == 4.58*deg and weight*fall == 0.25*mm and bob == 1 and length == 246.5*mm and damping == 2e-3
   and lift == 2.5*deg and lock == 0.7*deg and drop == 1*deg and mu == 0.1 and e == 0.2 then
  expect { "pivot.angle", at = 9.5, value = -4.582*deg, tolerance = 0.02*deg, source = "amplitude stays" }
  expect { "pivot.angle", at = 10, value = 4.582*deg, tolerance = 0.02*deg, source = "rate and amplitude stay" }
end
