-- A ratchet, the mechanism that this program has its name from. A crank swings a lever about the axle of a toothed wheel;
-- the driving pawl on the lever pushes the wheel on by one tooth in every turn, against a load, and slides back over
-- the teeth; the holding pawl keeps what was won. All of it by contacts alone.

local teeth = parameter "teeth" { 16, min = 12, max = 24, doc = "teeth of the wheel, a whole number" }
local radius = parameter "radius" { 50*mm, unit = "m", min = 20*mm, doc = "of the wheel, to the tips of its teeth" }
local rake = parameter "rake" { 12*deg, unit = "rad", min = 0, max = 20*deg,
                                doc = "by which the faces of the teeth lean over the pawls and draw them in" }
local strut = parameter "strut" { 40*mm, unit = "m", min = 20*mm, doc = "from the pin of a pawl to its nose" }
local swing = parameter "swing" { 1.45, min = 1.15, max = 1.8, doc = "of the lever, in teeth: between 1 and 2" }
local speed = parameter "speed" { 60*rpm, unit = "rad/s", min = 1, doc = "of the crank" }
local load = parameter "load" { 8, unit = "N m", min = 0.5, doc = "torque of the load, which turns the wheel back" }
local inertia = parameter "inertia" { 30e-3, unit = "kg m^2", min = 1e-3, doc = "of the wheel and its load" }
local spring = parameter "spring" { 0.2, unit = "N m/rad", min = 0.02, doc = "rate of the springs of the pawls" }
local mu = parameter "mu" { 0.1, min = 0, max = 0.2, doc = "friction of the pawls on the teeth" }
local e = parameter "e" { 0.3, min = 0, max = 0.9, doc = "restitution of the pawls on the teeth" }

if teeth ~= math.floor(teeth) then error("'teeth' is a whole number") end
if rake + 12*deg <= 1.5*math.atan(mu) then error("the pawls would slip out: make 'rake' larger or 'mu' smaller") end

planar { gravity = {0, -9.81}, axes = false }

local function polar(r, a) return { r*math.cos(a), r*math.sin(a) } end
local function plus(a, b) return { a[1] + b[1], a[2] + b[2] } end
local function minus(a, b) return { a[1] - b[1], a[2] - b[2] } end
local function times(k, a) return { k*a[1], k*a[2] } end
local function dot(a, b) return a[1]*b[1] + a[2]*b[2] end
local function norm(a) return math.sqrt(dot(a, a)) end
local function turned(a, p)
  local c, s = math.cos(a), math.sin(a)
  return { c*p[1] - s*p[2], s*p[1] + c*p[2] }
end
local hidden = { visible = false }
local function paint(color, layer) return { color = color, layer = layer } end
local function on(body, p, angle) return body:at{ p[1], p[2], angle = angle } end

-- ---- wheel: by its module, as ratchets are made -----------------------------------------------------------------
-- It turns counterclockwise; faces look clockwise. A tooth is 0.8 modules high: a straight face with a fillet below and a
-- rounded edge above, a land on the tip circle of 0.3 modules, and a straight back that a NURBS joins to the land.

local module, pitch = 2*radius/teeth, 2*pi/teeth
local root, land, fillet, edge = radius - 0.8*module, 0.3*module/radius, 0.12*module, 0.05*module
local foot = math.asin(radius/root*math.sin(rake)) - rake -- by so much of angle a face leans back at the root
local tip, deep, heel = polar(radius, 0), polar(root, foot), polar(radius, land - pitch)
local function unit(from, to)
  local d = minus(to, from)
  return times(1/norm(d), d)
end
local function outside(d) return { d[2], -d[1] } end -- normal on the right of a direction
local face, back = unit(deep, tip), unit(heel, deep)
local face_normal, back_normal = outside(face), outside(back)
-- the centre of a circle in the corner between a face and the back before it, as far as r from both
local function cornered(r)
  local det = face_normal[1]*back_normal[2] - face_normal[2]*back_normal[1]
  return plus(deep, times(r/det, { back_normal[2] - face_normal[2], face_normal[1] - back_normal[1] }))
end
-- the centre of the rounded edge: inside of the face and of the tip circle by its radius
local inner = minus(deep, times(edge, face_normal))
local b = dot(inner, face)
local edge_at = plus(inner, times(-b + math.sqrt(b^2 - dot(inner, inner) + (radius - edge)^2), face))
local fillet_at = cornered(fillet)
-- the NURBS: from the land, along the tangents, to a third of the back
local land_end = land - pitch - 0.5*land
local from, to = polar(radius, land_end), plus(heel, times(0.35*norm(minus(deep, heel)), back))
local slope = polar(1, land_end + 90*deg)
local meet = plus(from, times(dot(minus(to, from), back_normal)/dot(slope, back_normal), slope))
local function angle_of(p) return math.atan(p[2], p[1]) end

local hollow = math.acos(dot(face_normal, back_normal)) -- by so much the fillet turns

local pieces = {}
local function add(curve) pieces[#pieces + 1] = curve end
for i = 0, teeth - 1 do -- from the land of the tooth before to the land of tooth i
  local a = i*pitch
  local function at(p) return turned(a, p) end
  add(nurbs { degree = 2, points = { at(from), at(meet), at(to) } })
  add(segment { at(to), at(minus(fillet_at, times(fillet, back_normal))) })
  local first = angle_of(back_normal) + pi
  add(arc { radius = fillet, at = at(fillet_at), from = a + first, to = a + first - hollow })
  add(segment { at(minus(fillet_at, times(fillet, face_normal))), at(plus(edge_at, times(edge, face_normal))) })
  add(arc { radius = edge, at = at(edge_at), from = a + angle_of(face_normal), to = a + angle_of(edge_at) })
  add(arc { radius = radius, from = a + angle_of(edge_at), to = a + 0.5*land })
end

local wheel = body "wheel" { mass = 2, inertia = inertia, look = hidden }
revolute "axle" { ground, wheel, look = { width = 6*mm, layer = 8 } }
local rim = shape "rim" { wheel, chain { pieces, closed = true }, look = paint("#b08d57", 0) }
torque "load" { wheel, tz = -load, look = hidden }

-- ---- pawls -----------------------------------------------------------------------------------------------------
-- A pawl's x axis runs from its pin to the centre of its round nose; its pin lies outside of the tangent by `lift`. The
-- nose is as round as it needs to be to touch a face and the back of the tooth before it, not the round corner between.

local lift, nose = 12*deg, 0.2*module
local seat = cornered(nose)
local seat_angle = math.atan(seat[2], seat[1])
local pin_seat = plus(seat, polar(strut, seat_angle - 90*deg + lift)) -- its pin then
local along = seat_angle + 90*deg + lift                              -- and the direction of its x axis

local front, under = 270*deg - (rake + lift + 5*deg), 205*deg -- directions of the two edges that meet in the nose
local point = plus({ strut, 0 }, polar(-nose/math.sin((front - under)/2), (front + under)/2))
local hub = 0.15*strut
local claw = polygon { point, plus(point, polar(0.3*strut, under)), { 0.15*strut, hub }, { -0.6*hub, hub },
                       { -hub, 0.6*hub }, { -hub, -0.6*hub }, { -0.6*hub, -hub }, { 0.5*strut, -hub },
                       plus(point, polar(0.2*strut, front)), rounding = nose }
local function pawl(name, carrier, angle, color)
  local body_ = body(name) { mass = 0.1, inertia = 0.1*strut^2/6, com = { 0.4*strut, 0 }, look = hidden }
  local pin = revolute(name .. "_pin") { carrier, body_, angle = angle, look = { width = 3*mm, layer = 8 } }
  torsion(name .. "_spring") { pin, stiffness = spring, angle = 0.6, damping = 2e-4, look = hidden }
  return shape(name .. "_outline") { body_, claw, look = paint(color, 4) }
end

local held = math.floor(110*deg/pitch + 0.5)*pitch -- the face that is held
local hold_outline = pawl("hold", on(ground, turned(held, pin_seat), along + held), 0, "#4a7fb5")

-- ---- lever and driving pawl -------------------------------------------------------------------------------------
-- At the angle 0 of the lever its pawl would lie in the corner of a tooth of the resting wheel. It swings from a margin
-- before that to a margin after the next tooth.

local margin = (swing - 1)/2*pitch
local least, most = -margin, pitch + margin
local driven = math.floor(15*deg/pitch + 0.5)*pitch -- the face that is driven first
local lever = body "lever" { mass = 0.8, inertia = 0.8*(2*radius)^2/6, look = hidden }
revolute "fulcrum" { ground, lever, angle = least, look = hidden }

-- where the nose rests at the start: on the back of the tooth before, so that the pawl's pin is `strut` from there
local pin_start = turned(least, pin_seat)
local height = nose - dot(back_normal, minus(pin_start, deep)) -- from the pin to the line of such centres
local way = -math.sqrt(strut^2 - height^2)
local tangent = { back_normal[2], -back_normal[1] }
local to_nose = plus(times(height, back_normal), times(way, tangent))
if to_nose[1]*polar(1, along)[1] + to_nose[2]*polar(1, along)[2] < 0 then
  to_nose = plus(times(height, back_normal), times(-way, tangent))
end
local push_angle = math.atan(to_nose[2], to_nose[1]) - (along + least)
push_angle = push_angle - 2*pi*math.floor(push_angle/(2*pi) + 0.5)
local push_pin = turned(driven, pin_seat)
local hair = 1e-5 -- rad: it does not lie on the tooth yet, where rounding would say whether it is pressed
local push_outline = pawl("push", on(lever, push_pin, along + driven), push_angle - hair, "#c8553d")

-- ---- crank and rod ---------------------------------------------------------------------------------------------
-- The crank's axle lies on the line of the two ends of the lever's way, so that both ways take as long.

local arm, rod = 2*radius, 2*radius
local outwards = angle_of(push_pin) -- of the lever, at its angle 0
local middle = outwards + (least + most)/2
local crank = arm*math.sin((most - least)/2)
local crank_at = plus(polar(arm*math.cos((most - least)/2), middle), polar(rod, middle - 90*deg))
local disc = body "disc" { mass = 0.5, inertia = 0.5*crank^2, look = hidden }
local shaft = revolute "shaft" { on(ground, crank_at), disc, angle = middle - 90*deg, look = { width = 5*mm, layer = 8 } }
motor "drive" { shaft, speed = speed, look = hidden }
rod_with_mass "connecting_rod" { on(lever, polar(arm, outwards)), disc:at{ crank, 0 }, length = rod, mass = 0.3,
                                 inertia = 0.3*rod^2/12, look = { color = "#8a8f98", width = 6*mm, layer = 5 } }

drawing "lever_arm" { on(lever, polar(0.5*arm, outwards), outwards), shape = "beam", length = arm, width = 12*mm,
                      look = paint("#4f8a5b", 2) }
drawing "web" { disc, shape = "cylinder", width = 2*crank + 12*mm, look = paint("#d8c9b0", 2) }
drawing "bore" { wheel, shape = "cylinder", width = 0.5*radius, look = paint("#8f7245", 1) }

-- ---- contacts --------------------------------------------------------------------------------------------------

local law, friction = rigid { restitution = e }, mu > 0 and mu or nil
contact "hold_contact" { rim, hold_outline, law = law, friction = friction }
contact "push_contact" { rim, push_outline, law = law, friction = friction }

local turn = 2*pi/speed
simulate { duration = 2*turn, tolerance = 1e-11, output = turn/500, method = "dop853" }

-- ---- what it must do -------------------------------------------------------------------------------------------
-- After each turn the wheel rests on the holding pawl, one tooth further, and carries its load; at the end of the
-- lever's way it is further by the margin. Faces are pressed by the load: by so much it may be less.

output "teeth" { function(t, s) return s["axle.angle"]/pitch end }
local arm_of_face = -(seat[1]*face_normal[2] - seat[2]*face_normal[1]) -- of a face's force about the axle
for i = 1, 2 do
  expect { "teeth.value", at = i*turn, value = i, tolerance = 1e-6, source = "one tooth for every turn" }
  expect { "teeth.value", at = (i - 0.5)*turn, value = i + (swing - 1)/2, tolerance = 1e-6, source = "the lever's way" }
  expect { "hold_contact.torque1", at = i*turn, value = load, tolerance = 0.05*load,
           source = "statics, but for the driving pawl, which only rests on a tooth" }
  expect { "hold_contact.count", at = i*turn, value = 2, tolerance = 0.1, source = "nose on face and back" }
end
