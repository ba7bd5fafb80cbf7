-- An external Geneva drive: a crank that turns evenly, and a wheel that it turns by one slot in every turn. Between, the
-- locking disc holds the wheel by its hollow arcs. Pin and disc meet the wheel by contacts alone, with clearance.

local slots = parameter "slots" { 6, min = 4, max = 8, doc = "slots of the wheel" }
local distance = parameter "distance" { 80*mm, unit = "m", min = 40*mm, doc = "between the axles" }
local pin_radius = parameter "pin_radius" { 5*mm, unit = "m", min = 1*mm, doc = "radius of the pin" }
local wall = parameter "wall" { 4*mm, unit = "m", min = 0.5*mm, doc = "of the wheel between a slot and the next arc" }
local clearance = parameter "clearance" { 0.1*mm, unit = "m", min = 1*um,
                                          doc = "of the pin on each side of a slot, and of the disc in an arc" }
local speed = parameter "speed" { 60*rpm, unit = "rad/s", min = 0, doc = "of the crank" }
local load = parameter "load" { 4e-3, unit = "kg m^2", min = 1e-4, doc = "inertia of what the wheel turns" }
local drag = parameter "drag" { 0.1, unit = "N m s/rad", min = 0, doc = "viscous friction of what the wheel turns" }
local tension = parameter "tension" { 0.1, unit = "N m", min = 0, doc = "torque against which the wheel turns" }
local steel = parameter "steel" { 5e9, unit = "N/m^1.5", min = 1e6, doc = "stiffness of the contacts" }
local mu = parameter "mu" { 0.08, min = 0, max = 0.5, doc = "friction of pin and disc on the wheel" }

-- ---- measures: the pin enters and leaves a slot along it -------------------------------------------------------

local half = pi/slots                      -- half the angle of the wheel from slot to slot
local crank = distance*math.sin(half)      -- from the driver's axle to the pin
local reach = distance*math.cos(half)      -- from the wheel's axle to the pin when it enters
local entry = pi/2 - half                  -- the crank's angle there, from the line of the axles
local width = pin_radius + clearance       -- half of a slot's
local tip = math.sqrt(reach^2 + width^2)   -- radius of the wheel: the slot's mouth at the pin
local bottom = distance - crank - 0.1*pin_radius -- where the centre of a slot's round end is: the pin never comes there
local disc = crank - pin_radius - wall     -- radius of the locking disc
local hollow = disc + clearance            -- radius of the arcs that it runs in

if disc <= 0.2*crank then error("nothing is left of the locking disc: make 'pin_radius' or 'wall' smaller") end

planar { axes = false }

local function polar(r, a) return { r*math.cos(a), r*math.sin(a) } end
local function plus(a, b) return { a[1] + b[1], a[2] + b[2] } end
local function paint(color, layer) return { color = color, layer = layer } end

-- ---- driver: pin and locking disc ------------------------------------------------------------------------------
-- Its x axis runs to the pin. The disc is cut out between -entry and entry by an arc that meets it at right angles: the
-- triangle of axle, axle and pin where the pin enters, made smaller by disc/crank.

local driver = body "driver" { mass = 1.5, inertia = 1.5*crank^2/2, look = { visible = false } }
local axle = revolute "axle" { ground, driver, angle = 180*deg, look = { width = 5*mm, layer = 8 } }
motor "drive" { axle, speed = speed, look = { visible = false } }
local cut, cut_at = reach*disc/crank, distance*disc/crank
local disc_outline = shape "disc_outline" { driver, look = paint("#c8553d", 2), chain {
  arc { radius = disc, from = entry, to = 2*pi - entry },
  arc { radius = cut, at = { cut_at, 0 }, from = pi + half, to = pi - half }, closed = true } }
local pin = shape "pin" { driver:at{ crank, 0 }, circle { radius = pin_radius }, look = paint("#d9a441", 4) }
drawing "arm" { driver:at{ 0.5*crank, 0 }, shape = "beam", length = crank, width = 2.4*pin_radius,
                look = paint("#c8553d", -1) }

-- ---- wheel -----------------------------------------------------------------------------------------------------
-- In its own axes the middle of a locking arc lies at 180°, towards the driver; slots are half a pitch further.

local wheel = body "wheel" { mass = 1, inertia = load, look = { visible = false } }
local staff = revolute "staff" { ground:at{ distance, 0 }, wheel, look = { width = 5*mm, layer = 8 } }
joint_damper "drag" { staff, damping = drag, look = { visible = false } }

torque "strip" { wheel, tz = tension, look = { visible = false } }

local function turned(p, a)
  local c, s = math.cos(a), math.sin(a)
  return { c*p[1] - s*p[2], s*p[1] + c*p[2] }
end
-- where the hollow arc about (distance, 0) meets the wheel's outer circle: its horns
local horn = math.acos((distance^2 + tip^2 - hollow^2)/(2*distance*tip))       -- seen from the wheel's axle
local horn_arc = math.acos((distance^2 + hollow^2 - tip^2)/(2*distance*hollow)) -- seen from the driver's
local mouth = math.asin(width/tip)
local pieces = {}
for i = 0, slots - 1 do
  local a = 2*half*i + pi -- the middle of a locking arc
  local s = a + half      -- and of the slot after it
  local lower, upper = turned({ bottom, -width }, s), turned({ bottom, width }, s)
  local count = #pieces
  pieces[count + 1] = arc { radius = hollow, at = polar(distance, a), from = a + pi + horn_arc, to = a + pi - horn_arc }
  pieces[count + 2] = arc { radius = tip, from = a + horn, to = s - mouth }
  pieces[count + 3] = segment { polar(tip, s - mouth), lower }
  pieces[count + 4] = arc { radius = width, at = polar(bottom, s), from = s - pi/2, to = s - 3*pi/2 }
  pieces[count + 5] = segment { upper, polar(tip, s + mouth) }
  pieces[count + 6] = arc { radius = tip, from = s + mouth, to = s + half - horn }
end
local wheel_outline = shape "wheel_outline" { wheel, chain { pieces, closed = true }, look = paint("#4a7fb5", 1) }

-- ---- contacts --------------------------------------------------------------------------------------------------

local law = impact { stiffness = steel, exponent = 1.5, damping = 4000, depth = 5*um }
local friction = regularised { mu = mu, stick_speed = 5*mm }
contact "slot" { wheel_outline, pin, law = law, friction = friction }
contact "lock" { wheel_outline, disc_outline, law = law, friction = friction }

local turn = 2*pi/speed
simulate { duration = 2.25*turn, tolerance = 1e-11, output = turn/500 }

-- ---- what it must do -------------------------------------------------------------------------------------------
-- With the crank at the angle a from the line of the axles, a wheel without clearance has turned by half + beta,
--   beta = atan(sin a/(lambda - cos a)),   lambda = distance/crank,
-- and the pin is rho from its axle. The wheel is off by no more than pin and slot allow: the clearance, how deep they are
-- pressed by the force that moves the wheel so, and how deep by an impact after the clearance was crossed.

local lambda = distance/crank
local function ideal(a)
  local c, s = math.cos(a), math.sin(a)
  local q = 1 + lambda^2 - 2*lambda*c
  local first, second = (lambda*c - 1)/q, lambda*s*(1 - lambda^2)/q^2 -- by a
  local rho = crank*math.sqrt(q)
  local force = load*math.abs(second)*speed^2/rho
  local pressed = ((force + (drag*first*speed + tension)/rho)/steel)^(2/3)
  local impact = (2.5*math.max(force, load*speed^2/(lambda*reach))*clearance/steel)^(2/5)
  return math.atan(s, lambda - c), (clearance + pressed + impact)/rho
end
for i = 0, 1 do
  for _, share in ipairs { -0.8, -0.4, 0, 0.4, 0.8 } do
    local a = share*entry
    local beta, play = ideal(a)
    expect { "staff.angle", at = (a + pi + 2*pi*i)/speed, value = -half - beta - 2*half*i, tolerance = play,
             source = "closed form, within the clearance" }
  end
  -- Once the disc has reached both horns of an arc and until it leaves one, the wheel is locked.
  local play, first = 1.1*clearance/(distance*math.sin(horn_arc)), entry + horn_arc
  for _, share in ipairs { 0.1, 0.5, 0.9 } do
    expect { "staff.angle", at = (pi + first + share*(2*pi - 2*first))/speed + i*turn, value = -2*half*(i + 1),
             tolerance = play, source = "locked, within the clearance" }
  end
end
