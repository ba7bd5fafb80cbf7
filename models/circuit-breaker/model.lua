-- The closing operation of a circuit breaker for medium voltage, after Bottasso and others. A charged spring turns a
-- cam that a coil has tripped; the cam lifts a roller of the main shaft, which closes the contacts through a coupler,
-- a rocker and a link, charges the opening spring, and is caught by the main latch. README.md tells it in order.

local untouched = true -- no parameter has been changed
local function given(name, fields)
  local value = parameter(name)(fields)
  untouched = untouched and value == fields[1]
  return value
end

local closing_rate = given("closing_rate", { 18e3, unit = "N/m", min = 0, doc = "rate of the closing spring" })
local opening_rate = given("opening_rate", { 20e3, unit = "N/m", min = 0, doc = "rate of the opening spring" })
local contact_rate = given("contact_rate", { 100e3, unit = "N/m", min = 0, doc = "rate of the contact spring" })
local prop_rate = given("prop_rate", { 5e3, unit = "N/m", min = 0, doc = "rate of the main latch's spring" })
local pawl_rate = given("pawl_rate", { 2, unit = "N m/rad", min = 0, doc = "rate of the pawl's spring" })
local catch_rate = given("catch_rate", { 2, unit = "N m/rad", min = 0, doc = "rate of the closing latch's spring" })
local trip_rate = given("trip_rate", { 0.03, unit = "N m/rad", min = 0, doc = "rate of the half-shaft's spring" })
local plunger_rate = given("plunger_rate", { 200, unit = "N/m", min = 0, doc = "rate of the plunger's spring" })
local closing_stretch = given("closing_stretch", { 85*mm, unit = "m", min = 65*mm,
                              doc = "stretch of the closing spring at top dead centre" })
local opening_stretch = given("opening_stretch", { 15*mm, unit = "m", min = 0,
                              doc = "stretch of the opening spring when open" })
local contact_squeeze = given("contact_squeeze", { 12*mm, unit = "m", min = 0,
                              doc = "squeeze of the contact spring when open" })
local gap = given("gap", { 12*mm, unit = "m", min = 8*mm, max = 15*mm, doc = "distance of the open contacts" })
local mu = given("mu", { 0.1, min = 0, max = 0.3, doc = "friction of steel that slides on steel" })
local mu_roller = given("mu_roller", { 0.03, min = 0, max = 0.1, doc = "friction of rollers, which turn on pins" })
local slow = given("slow", { 50*mm, unit = "m/s", min = 5*mm, doc = "speed below which friction fades" })
local steel = given("steel", { 6e11, unit = "N/m^2.2", min = 6e10, max = 6e13, doc = "stiffness of steel on steel" })
local coil = given("coil", { 60, unit = "N", min = 0, doc = "force of the closing coil" })
local release = given("release", { 5*ms, unit = "s", min = 0, doc = "when the coil is switched on" })

planar { gravity = {0, -9.81}, axes = false }

-- ---- tools ---------------------------------------------------------------------------------------------------

local function polar(r, a) return { r*math.cos(a), r*math.sin(a) } end
local function plus(a, b) return { a[1] + b[1], a[2] + b[2] } end
local function minus(a, b) return { a[1] - b[1], a[2] - b[2] } end
local function times(k, a) return { k*a[1], k*a[2] } end
local function cross(a, b) return a[1]*b[2] - a[2]*b[1] end
local function norm(a) return math.sqrt(a[1]^2 + a[2]^2) end
local function on(body, p, angle) return body:at{ p[1], p[2], angle = angle } end
-- The centre of a pin outside of the edge from a to b, as far as r, at a share of the way.
local function beside(a, b, share, r)
  local d = minus(b, a)
  return plus(plus(a, times(share, d)), times(r/norm(d), { d[2], -d[1] }))
end

-- Bodies are drawn as their shapes, and as arms between two places.
local hidden = { visible = false }
local red, rose, gold, green, pale = "#c8553d", "#dd8a72", "#d9a441", "#4f8a5b", "#6d8f76"
local blue, violet, copper, gray = "#4a7fb5", "#8e6bb0", "#b87333", "#8a8f98"
local function paint(color, layer, width) return { color = color, layer = layer, width = width } end
local pivot, coils = { width = 5*mm, layer = 8 }, paint("#5f7d95", 6, 12*mm)
local arms = 0
local function arm(body, a, b, width, color, layer)
  local d = minus(b, a)
  arms = arms + 1
  drawing("arm" .. arms) { on(body, times(0.5, plus(a, b)), math.atan(d[2], d[1])), shape = "beam", length = norm(d),
                           width = width, look = paint(color, layer) }
end
local function pin(name, at, radius)
  return shape(name) { on(ground, at), circle { radius = radius }, look = paint(gray, 3) }
end
local function pad(name, at, outside) -- a block with the middle of a face at a point, which looks outside
  return shape(name) { on(ground, at, math.atan(outside[2], outside[1])),
                       polygon { {-8*mm, -8*mm}, {0, -8*mm}, {0, 8*mm}, {-8*mm, 8*mm} }, look = paint(gray, 3) }
end

-- IMPACT of Adams where steel meets steel, Hunt and Crossley's law for rubber and the buffer.
local function hard(damping) return impact { stiffness = steel, exponent = 2.2, damping = damping, depth = 20*um } end
local function soft(stiffness, damping)
  return hunt_crossley { stiffness = stiffness, exponent = 1.5, damping = damping }
end
local function depth(force) return (force/steel)^(1/2.2) end -- how deep a force presses steel into steel
local function sliding() return regularised { mu = mu, stick_speed = slow } end
local function rolling() return regularised { mu = mu_roller, stick_speed = slow } end

-- ---- camshaft: cam, ratchet, crank of the closing spring, roller of the closing latch --------------------------
-- Its axle is the origin. All places are those of the open, charged breaker. It turns counterclockwise.

local crank_radius, anchor = 30*mm, polar(230*mm, 105*deg)
local crank = polar(crank_radius, 105*deg + 180*deg + 8*deg) -- 8 degrees past top dead centre
local hold_arm, hold_radius = 45*mm, 8*mm
local closing_length = norm(anchor) + crank_radius - closing_stretch -- without force
local line_ = minus(anchor, crank)
local hold_force = closing_rate*(norm(line_) - closing_length)*cross(crank, line_)/norm(line_)/hold_arm

local camshaft = body "camshaft" { mass = 3, inertia = 4e-3, look = hidden }
revolute "cam_axle" { ground, camshaft, angle = depth(hold_force)/hold_arm, look = pivot }
spring "closing_spring" { on(ground, anchor), on(camshaft, crank), stiffness = closing_rate, length = closing_length,
                          look = coils }
arm(camshaft, {0, 0}, crank, 12*mm, gray, 3)

-- The cam is a closed NURBS. Its control points stand every 10 degrees, on radii that rise over 130 degrees of turn,
-- dwell over 35 and fall over 70; a B-spline of degree 3 runs inside of points on a circle, by (2 + cos 10°)/3.
local base, top = 28.1*mm, 65.1*mm
local function cycloid(x)
  x = math.max(0, math.min(1, x))
  return x - math.sin(2*pi*x)/(2*pi)
end
local control = {}
for i = 0, 35 do
  local q = i*10*deg -- the turn at which the roller is there
  local r = base + (top - base)*(cycloid((q - 10*deg)/(130*deg)) - cycloid((q - 175*deg)/(70*deg)))
  control[36 - i] = polar(r*3/(2 + math.cos(10*deg)), -q)
end
local cam_outline = shape "cam_outline" { camshaft, nurbs { degree = 3, closed = true, points = control },
                                          look = paint(red, 0) }

-- The ratchet has a smooth rim for the closing stroke, and 25 teeth for what follows.
local rim, root, teeth = 42*mm, 39*mm, 25
local edge = { polar(rim, 140*deg) }
for i = 1, teeth do
  local a = 140*deg + i*180*deg/teeth
  edge[2*i], edge[2*i + 1] = polar(root, a), polar(rim, a)
end
local ratchet_outline = shape "ratchet_outline" { camshaft, look = paint(rose, 1),
  chain { arc { radius = rim, from = 320*deg, to = 500*deg }, polyline(edge), closed = true } }
local hold_roller = shape "hold_roller" { camshaft:at{-hold_arm, 0}, circle { radius = hold_radius },
                                          look = paint(gold, 4) }

-- ---- pawl ----------------------------------------------------------------------------------------------------

local pawl_length, nose_radius = 45*mm, 1*mm
local nose = polar(rim + nose_radius, 120*deg)
local pawl_at = plus(plus(nose, polar(pawl_length, 30*deg)), polar(4*mm, 120*deg)) -- a tooth presses it inwards
local pawl_nose = minus(nose, pawl_at)
local pawl = body "pawl" { mass = 0.08, inertia = 2e-5, com = times(0.5, pawl_nose), look = hidden }
revolute "pawl_pin" { on(ground, pawl_at), pawl, angle = depth(0.7*pawl_rate/pawl_length)/pawl_length, look = pivot }
torsion "pawl_spring" { "pawl_pin", stiffness = pawl_rate, angle = 0.7, look = hidden }
local pawl_outline = shape "pawl_outline" { on(pawl, pawl_nose), circle { radius = nose_radius },
                                            look = paint(blue, 4) }
arm(pawl, {0, 0}, times(0.93, pawl_nose), 7*mm, blue, 4)

-- ---- closing latch: a catch under the roller, a half-shaft under the catch's tail, a coil ---------------------

local catch_arm, tail_arm, tail_radius = 14*mm, 55*mm, 2*mm -- the roller's force passes the pivot at catch_arm
local catch_at = { -hold_arm + catch_arm, -70*mm }
local tail_force = (hold_force*catch_arm - 0.3*catch_rate)/tail_arm
local catch = body "catch" { mass = 0.3, inertia = 4e-4, look = hidden }
revolute "catch_pin" { on(ground, catch_at), catch, angle = depth(tail_force)/tail_arm, look = pivot }
torsion "catch_spring" { "catch_pin", stiffness = catch_rate, angle = -0.3, look = hidden }
local face = -hold_radius - catch_at[2]
local waist_in, neck, lip = {4*mm, 0}, {-13.5*mm, face - 10*mm}, {3*mm - catch_arm, face}
local back, waist_out = {-25*mm, face - 7*mm}, {-7*mm, 0}
local catch_outline = shape "catch_outline" { catch, look = paint(blue, 2),
  polygon { {0, -tail_arm}, waist_in, neck, lip, {-25*mm, face}, back, waist_out, rounding = 0.5*mm } }
local catch_tail = shape "catch_tail" { catch:at{0, -tail_arm}, circle { radius = tail_radius }, look = paint(blue, 5) }
arm(catch, {0, -15*mm}, {0, -tail_arm}, 4*mm, blue, 2)

-- The half-shaft is a round bar with a flat and rounded edges. The tail rests on the bar, 15 degrees from an edge.
local half_radius, cut, edge_radius, bite, finger_arm = 6*mm, 2*mm, 0.3*mm, 15*deg, 14*mm
local half_at = plus(catch_at, { half_radius + tail_radius, -tail_arm })
local half_shaft = body "half_shaft" { mass = 0.2, inertia = 2e-5, look = hidden }
revolute "half_axle" { on(ground, half_at), half_shaft, angle = -depth(0.6*trip_rate/finger_arm)/finger_arm,
                       look = { width = 2*mm, layer = 8 } }
torsion "trip_spring" { "half_axle", stiffness = trip_rate, angle = -0.6, damping = 2e-4, look = hidden }
local wide = math.acos((cut + edge_radius)/(half_radius - edge_radius))
local first, last = 180*deg - bite, 180*deg - bite + 2*wide
local middle = first + wide
local function edge_centre(a) return polar(half_radius - edge_radius, a) end
local function flat_end(a) return minus(edge_centre(a), polar(edge_radius, middle)) end
local half_outline = shape "half_outline" { half_shaft, look = paint(violet, 6), chain {
  arc { radius = half_radius, from = first, to = last },
  arc { radius = edge_radius, from = last, to = middle + 180*deg, at = edge_centre(last) },
  segment { flat_end(last), flat_end(first) },
  arc { radius = edge_radius, from = middle - 180*deg, to = first, at = edge_centre(first) }, closed = true } }
local finger = shape "finger" { half_shaft, look = paint(violet, 4),
  polygon { {-3*mm, -30*mm}, {3*mm, -30*mm}, {3*mm, 0}, {-3*mm, 0}, rounding = 0.5*mm } }

local plunger_way, core_at, core_radius = 18*mm, -40*mm, 5*mm
local plunger_at = plus(half_at, { -8*mm, -25*mm })
local plunger = body "plunger" { mass = 0.05, inertia = 1e-6, look = hidden }
prismatic "plunger_guide" { on(ground, plunger_at), plunger, position = -depth(plunger_rate*15*mm), look = hidden }
local plunger_tip = shape "plunger_tip" { plunger, circle { radius = 3*mm }, look = paint(gray, 5) }
local core = shape "core" { plunger:at{core_at, 0}, circle { radius = core_radius }, look = paint(gray, 4) }
arm(plunger, {core_at, 0}, {0, 0}, 5*mm, gray, 4)
drawing "coil_case" { on(ground, plus(plunger_at, {-31*mm, 0})), shape = "box", length = 48*mm, width = 20*mm,
                      look = paint("#c9a27e", -1) }
spring "plunger_spring" { on(ground, plus(plunger_at, {-32*mm, 0})), plunger, stiffness = plunger_rate,
                          length = 17*mm, damping = 3, look = hidden }
motor "coil_force" { "plunger_guide", look = hidden, force = function(t)
  local function step(x)
    x = math.max(0, math.min(1, x))
    return x*x*(3 - 2*x)
  end
  return coil*(step((t - release)/(1*ms)) - step((t - release - 12*ms)/(2*ms)))
end }

-- ---- main shaft ----------------------------------------------------------------------------------------------
-- It closes clockwise by `stroke`; the cam takes it 0.7 degrees further.

local main_at, stroke = { 60*mm, -80*mm }, 25*deg
local follower, coupler_pin = { -17.5*mm, 80*mm }, polar(60*mm, stroke/2)
local opening_pin, opening_anchor = polar(60*mm, 30*deg), { 118*mm, 90*mm }
local bumper_arm, bumper_radius, bumper_angle = 45*mm, 8*mm, -60*deg
local bumper = polar(bumper_arm, bumper_angle)
local opening_line = minus(opening_anchor, plus(main_at, opening_pin))
local opening_torque = opening_rate*opening_stretch*cross(opening_pin, opening_line)/norm(opening_line)
local weight_torque = 0.7 -- N m, of the linkage

local main_shaft = body "main_shaft" { mass = 2.5, inertia = 5e-3, look = hidden }
revolute "main_axle" { on(ground, main_at), main_shaft, look = pivot,
                       angle = depth((opening_torque + weight_torque)/bumper_arm)/bumper_arm }
spring "opening_spring" { on(ground, opening_anchor), on(main_shaft, opening_pin), stiffness = opening_rate,
                          length = norm(opening_line) - opening_stretch, look = coils }
local cam_roller = shape "cam_roller" { on(main_shaft, follower), circle { radius = 14*mm }, look = paint(gold, 3) }
local main_bumper = shape "main_bumper" { on(main_shaft, bumper), circle { radius = bumper_radius },
                                          look = paint(green, 3) }
for _, p in ipairs { follower, opening_pin, coupler_pin, bumper } do
  arm(main_shaft, {0, 0}, p, 14*mm, green, 2)
end
-- A block that stops the bumper when the main shaft has turned by an angle, one way (1) or the other (-1).
local function block(name, angle, way)
  local outwards = polar(way, bumper_angle + angle + 90*deg)
  local at = plus(main_at, plus(polar(bumper_arm, bumper_angle + angle), times(bumper_radius, outwards)))
  return pad(name, at, times(-1, outwards))
end
local open_block, buffer_block = block("open_block", 0, 1), block("buffer_block", -stroke - 0.4*deg, -1)

-- ---- coupler, rocker, link, contacts -------------------------------------------------------------------------

local rocker_at, rocker_in, rocker_out = { 195*mm, -165*mm }, polar(85*mm, 171*deg), polar(52*mm, -9*deg)
local rocker = body "rocker" { mass = 0.8, inertia = 1.5e-3, com = times(0.2, rocker_in), look = hidden }
revolute "rocker_pin" { on(ground, rocker_at), rocker, look = pivot }
arm(rocker, rocker_in, rocker_out, 14*mm, green, 1)
local coupler_length = norm(minus(plus(main_at, coupler_pin), plus(rocker_at, rocker_in)))
rod_with_mass "coupler" { on(main_shaft, coupler_pin), on(rocker, rocker_in), length = coupler_length, mass = 0.3,
                          inertia = 0.3*coupler_length^2/12, look = paint(pale, 4, 10*mm) }

local pole, link_length, tip = 245.5*mm, 60*mm, 90*mm -- the contacts move along the vertical x = pole
local link_at = plus(rocker_at, rocker_out)
local moving_at = { pole, link_at[2] + math.sqrt(link_length^2 - (pole - link_at[1])^2) }
local moving = body "moving" { mass = 1.5, inertia = 1e-3, com = {0, 40*mm}, look = hidden }
prismatic "moving_guide" { on(ground, moving_at), moving, axis = {0, 1}, look = hidden }
rod_with_mass "link" { on(rocker, rocker_out), moving, length = link_length, mass = 0.2,
                       inertia = 0.2*link_length^2/12, look = paint(pale, 4, 10*mm) }
arm(moving, {0, 0}, {0, 0.5*tip}, 18*mm, "#cfc8b8", 2) -- of resin
arm(moving, {0, 0.45*tip}, {0, tip - 5*mm}, 12*mm, copper, 1)
local moving_tip = shape "moving_tip" { moving:at{0, tip}, look = paint(copper, 2), chain {
  nurbs { degree = 3, points = { {14*mm, -10*mm}, {14*mm, -4*mm}, {9*mm, -1*mm}, {0, 0.5*mm}, {-9*mm, -1*mm},
                                 {-14*mm, -4*mm}, {-14*mm, -10*mm} } },
  segment { {-14*mm, -10*mm}, {14*mm, -10*mm} }, closed = true } }

local fixed_at, fixed_mass = { pole, moving_at[2] + tip + gap }, 0.8
local fixed = body "fixed" { mass = fixed_mass, inertia = 1e-3, com = {0, 20*mm}, look = hidden }
prismatic "fixed_guide" { on(ground, fixed_at), fixed, axis = {0, 1}, look = hidden,
                          position = -depth(0.5*(contact_rate*contact_squeeze + 9.81*fixed_mass)) }
local fixed_outline = shape "fixed_outline" { fixed, look = paint(copper, 2),
  polygon { {-14*mm, 0}, {14*mm, 0}, {14*mm, 30*mm}, {26*mm, 30*mm}, {26*mm, 38*mm}, {-26*mm, 38*mm},
            {-26*mm, 30*mm}, {-14*mm, 30*mm} } }
spring "contact_spring" { on(ground, plus(fixed_at, {0, 110*mm})), fixed:at{0, 38*mm}, stiffness = contact_rate,
                          length = 72*mm + contact_squeeze, look = paint("#5f7d95", 6, 18*mm) }
local left = pin("left", plus(fixed_at, {-21*mm, 25*mm}), 5*mm)
local right = pin("right", plus(fixed_at, {21*mm, 25*mm}), 5*mm)

-- ---- main latch: a prop that drops behind a roller of the main shaft ------------------------------------------
-- In its own axes x runs from its pivot to the roller that it will hold, y away from the main shaft. The roller's
-- force passes the pivot 2 mm on the side that presses the prop against its pin.

local latch_arm, latch_radius, latched, prop_length = 70*mm, 8*mm, -135*deg, 60*mm
local latch_pin = polar(latch_arm, latched + stroke)
local latch_roller = shape "latch_roller" { on(main_shaft, latch_pin), circle { radius = latch_radius },
                                            look = paint(gold, 3) }
arm(main_shaft, {0, 0}, latch_pin, 12*mm, green, 2)
local turned = latched + 270*deg
local prop_at = plus(plus(main_at, polar(latch_arm + 2*mm, latched)), polar(-latch_radius - prop_length, turned))
local prop = body "prop" { mass = 0.15, inertia = 6e-5, com = polar(20*mm, turned), look = hidden }
revolute "prop_pin" { on(ground, prop_at), prop, angle = -depth(prop_rate*30*mm*24/20)/(20*mm), look = pivot }
local along, still = prop:at{0, 0, angle = turned}, on(ground, prop_at, turned)
local prop_outline = shape "prop_outline" { along, look = paint(blue, 5), chain {
  nurbs { degree = 3, points = { {-28*mm, -4*mm}, {0, -6*mm}, {15*mm, -3*mm}, {28*mm, 3*mm}, {40*mm, 3*mm},
                                 {50*mm, -5*mm}, {56*mm, -5*mm}, {59*mm, -5*mm} } },
  arc { radius = 1*mm, from = -90*deg, to = 0, at = {59*mm, -4*mm} },
  polyline { {60*mm, -4*mm}, {60*mm, 4*mm}, {50*mm, 10*mm}, {15*mm, 8*mm}, {-28*mm, 8*mm}, {-28*mm, -4*mm} },
  closed = true } }
local prop_stop = shape "prop_stop" { still:at{-20*mm, 12*mm}, circle { radius = 4*mm }, look = paint(gray, 3) }
spring "prop_spring" { still:at{-24*mm, 70*mm}, along:at{-24*mm, 0}, stiffness = prop_rate, length = 40*mm,
                       look = coils }

-- ---- contacts ------------------------------------------------------------------------------------------------

local catch_bumper = pin("catch_bumper", plus(catch_at, plus(beside(back, waist_out, 0.1, 5*mm),
                                                             {-9.2*mm, -1*mm})), 5*mm)
local catch_stop = pin("catch_stop", plus(catch_at, beside(waist_in, neck, 0.3, 4.4*mm)), 4*mm)
local trip_stop = pin("trip_stop", plus(half_at, { -6*mm, -finger_arm }), 3*mm)
local far_stop = pin("far_stop", plus(half_at, plus(polar(20*mm, -35*deg), polar(6*mm, 55*deg))), 3*mm)
local case_back = pad("case_back", plus(plunger_at, { core_at - core_radius, 0 }), {1, 0})
local case_front = pad("case_front", plus(plunger_at, { core_at + plunger_way + core_radius, 0 }), {-1, 0})

contact "plunger_rest"   { case_back, core, law = hard(100) }
contact "plunger_end"    { case_front, core, law = soft(1e8, 1) }
contact "strike"         { finger, plunger_tip, law = hard(100), friction = sliding() }
contact "trip_rest"      { trip_stop, finger, law = hard(300) }
contact "trip_end"       { far_stop, finger, law = soft(1e8, 1) }
contact "trip"           { half_outline, catch_tail, law = hard(300), friction = sliding() }
contact "closing_latch"  { catch_outline, hold_roller, law = hard(1000), friction = rolling() }
contact "catch_end"      { catch_bumper, catch_outline, law = soft(1e8, 1) }
contact "catch_rest"     { catch_stop, catch_outline, law = hard(3000) }
contact "cam"            { cam_outline, cam_roller, law = hard(2000), friction = rolling() }
contact "open_stop"      { open_block, main_bumper, law = hard(2000) }
contact "contacts"       { moving_tip, fixed_outline, law = hard(2000) }
contact "left_seat"      { left, fixed_outline, law = hard(1000) }
contact "right_seat"     { right, fixed_outline, law = hard(1000) }
contact "main_latch"     { prop_outline, latch_roller, law = hard(1000), friction = rolling() }
contact "prop_rest"      { prop_stop, prop_outline, law = hard(1500) }
contact "buffer"         { buffer_block, main_bumper, law = soft(3e8, 2) }
contact "ratchet"        { ratchet_outline, pawl_outline, friction = sliding(),
                           law = impact { stiffness = 0.3*steel, exponent = 2.2, damping = 2500, depth = 40*um } }

simulate { duration = 150*ms, tolerance = 1e-10, output = 0.1*ms, method = "dop853" }

if untouched then
  local run, statics = "own run with tolerance 1e-11", "statics, computed apart"
  expect { "cam_axle.angle", at = 40*ms, value = 0.5425981697, tolerance = 1e-8, source = run }
  -- 0.2 ms before the contacts meet with 1.3 m/s: the closing time within 10 ns
  expect { "contacts.gap", at = 52*ms, value = 3.104947e-4, tolerance = 1e-8, source = run }
  -- at rest on the main latch, the cam gone, the camshaft on its pawl, the closing latch back in its place
  expect { "main_axle.angle", value = -0.4344837250, tolerance = 1e-9, source = statics }
  expect { "contacts.normal_force", value = 1576.6975, tolerance = 0.01, source = statics }
  expect { "main_latch.normal_force", value = 1517.5408, tolerance = 0.01, source = statics }
  expect { "main_latch.count", value = 1, tolerance = 0.1 }
  expect { "cam.count", value = 0, tolerance = 0.1 }
  expect { "cam_axle.angle", value = 4.690786266, tolerance = 1e-8, source = run }
  expect { "catch_rest.count", value = 1, tolerance = 0.1 }
end
