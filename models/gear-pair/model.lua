-- Two spur gears with backlash. A motor turns the pinion evenly; the torque on the wheel changes its sign twice, and the
-- teeth knock through the backlash to their other flanks. Which teeth touch is found from the outlines of the gears.

local z1 = parameter "z1" { 20, min = 12, max = 60, doc = "teeth of the pinion, a whole number" }
local z2 = parameter "z2" { 30, min = 12, max = 90, doc = "teeth of the wheel, a whole number" }
local module = parameter "module" { 3*mm, unit = "m", min = 0.5*mm, doc = "pitch diameter over teeth" }
local pressure_angle = parameter "pressure_angle" { 20*deg, unit = "rad", min = 14*deg, max = 28*deg,
                                                    doc = "of the line of action" }
local backlash = parameter "backlash" { 0.1*mm, unit = "m", min = 0, doc = "of the pair, along the pitch circles" }
local speed = parameter "speed" { 300*rpm, unit = "rad/s", min = 1, doc = "of the pinion" }
local load = parameter "load" { 5, unit = "N m", min = 0.1, doc = "torque on the wheel, either way" }
local inertia = parameter "inertia" { 3e-3, unit = "kg m^2", min = 1e-5, doc = "of the wheel and what it turns" }
local stiffness = parameter "stiffness" { 1.4e8, unit = "N/m", min = 1e6,
                                          doc = "of a pair of teeth: 14 N/um for every mm of their width of 10 mm" }
local damping = parameter "damping" { 6000, unit = "N s/m", min = 0, doc = "of a pair of teeth" }
local mu = parameter "mu" { 0.05, min = 0, max = 0.3, doc = "friction of teeth in oil" }

if z1 ~= math.floor(z1) or z2 ~= math.floor(z2) then error("'z1' and 'z2' are whole numbers") end

planar { axes = false }

-- The tip of each tooth must meet the involute of the other, which ends at the base circle.
local function roll_left(z, other) -- of a tooth of z at the place where the tip of the other one first meets it
  local tip, base = 1 + 2/other, math.cos(pressure_angle)
  return ((z + other)*math.sin(pressure_angle) - other*math.sqrt(tip^2 - base^2))/(z*base)
end
if math.min(roll_left(z1, z2), roll_left(z2, z1)) < 0.06 then
  error("the teeth would cut into each other's feet: take more teeth or a larger 'pressure_angle'")
end

local r1, r2 = module*z1/2, module*z2/2
local function paint(color, layer) return { color = color, layer = layer } end
local hidden = { visible = false }
local pinion = body "pinion" { mass = 0.44, inertia = 2e-4, look = hidden }
local wheel = body "wheel" { mass = 1, inertia = inertia, look = hidden }

-- A tooth of the pinion points at the wheel. The wheel is turned until a gap is there, and then on until the flanks touch
-- that the load presses together at first: by half the backlash along its pitch circle.
local gap = z2 % 2 == 0 and pi/z2 or 0
local half = backlash/2/r2
local shaft = revolute "shaft" { ground, pinion, look = { width = 6*mm, layer = 8 } }
local axle = revolute "axle" { ground:at{ r1 + r2, 0 }, wheel, angle = gap + half - 1e-8, speed = -speed*z1/z2,
                               look = { width = 6*mm, layer = 8 } }
motor "drive" { shaft, speed = speed, look = hidden }

-- Teeth without any error are pressed equally deep where two pairs carry, and which of them is the deepest, whose place the
-- contact tells, would be rounding. The base pitch of the wheel is off by 0.1 nm for that.
local function outline(body_, name, z, color, error)
  return shape(name) { body_, look = paint(color, 1), gear_profile { teeth = z, module = module,
    pressure_angle = pressure_angle + error, backlash = backlash/2, fillet = 0.1*module } }
end
local teeth1 = outline(pinion, "teeth1", z1, "#d9a441", 0)
local teeth2 = outline(wheel, "teeth2", z2, "#4a7fb5", 3e-8)
drawing "hub1" { pinion, shape = "cylinder", width = 0.8*r1, look = paint("#b9862f", 2) }
drawing "hub2" { wheel, shape = "cylinder", width = 0.8*r2, look = paint("#35628f", 2) }
drawing "key1" { pinion:at{ 0.25*r1, 0 }, shape = "cylinder", width = 0.15*r1, look = paint("#f2ead8", 3) }
drawing "key2" { wheel:at{ 0.25*r2, 0 }, shape = "cylinder", width = 0.15*r2, look = paint("#f2ead8", 3) }

contact "mesh" { teeth1, teeth2, friction = regularised { mu = mu, stick_speed = 10*mm },
                 law = impact { stiffness = stiffness, exponent = 1, damping = damping, depth = 2*um } }

-- The torque brakes the wheel, drives it from 0.2 to 0.7 turns of the pinion, and brakes again.
local turn = 2*pi/speed
local function step(x)
  x = math.max(0, math.min(1, x))
  return x*x*x*(10 - 15*x + 6*x*x)
end
torque "brake" { wheel, look = hidden, tz = function(t)
  local s = 20*t/turn
  return load*(1 - 2*step(s - 4) + 2*step(s - 14))
end }

output "error" { function(t, s) -- of the transmission, along the pitch circle, in um
  return (r2*(s["axle.angle"] - gap) + r1*s["shaft.angle"])/um
end }

simulate { duration = 1.2*turn, tolerance = 1e-11, output = turn/1000 }

-- Without load the wheel turns by z1/z2 of the pinion's angle, half the backlash to one side or the other. Teeth give
-- by the load's force along the line of action; friction and the last of a knock are the other half of the tolerance.
local base = r2*math.cos(pressure_angle)
local give = 1.5*load/base^2/stiffness
local function ideal(share, side)
  return gap + side*half - share*2*pi*z1/z2
end
for _, at in ipairs { { 0.15, 1 }, { 0.6, -1 }, { 0.65, -1 }, { 1.15, 1 }, { 1.2, 1 } } do
  expect { "axle.angle", at = at[1]*turn, value = ideal(at[1], at[2]), tolerance = give,
           source = "z1/z2, and half the backlash" }
end
