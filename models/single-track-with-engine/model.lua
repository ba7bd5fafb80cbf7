-- A bicycle with an engine and a trailing front wheel, seen from above (PlanarMechanics, number 25).
local base_ = parameter "base"  { 1,   unit = "m", min = 1e-3, doc = "from the rear wheel to the axis of steering" }
local trail = parameter "trail" { 0.1, unit = "m", min = 1e-4,
                                  doc = "from the axis of steering back to the front wheel" }
local rear  = parameter "rear"  { 10,  unit = "kg", min = 1e-6, doc = "mass at the rear wheel" }
local front = parameter "front" { 2,   unit = "kg", min = 1e-6, doc = "mass at the front wheel" }
local I     = parameter "I"     { 0.1, unit = "kg m^2", min = 0,
                                  doc = "moment of inertia of each of them about the vertical" }
local radius = parameter "radius" { 0.3, unit = "m", min = 1e-3, doc = "radius of the wheels" }
local torque = parameter "torque" { 2, unit = "N m", doc = "torque of the engine on the rear wheel" }
local steer = parameter "steer" { 40*deg, unit = "rad", min = -1.5, max = 1.5, doc = "angle of steering at the start" }
local cW    = parameter "cW"    { 0.4, min = 0, doc = "coefficient of drag; 0 is the library's version without air" }
local A     = parameter "A"     { 2,   unit = "m^2", min = 0, doc = "area across the stream" }
local J     = parameter "J"     { 0.009, unit = "kg m^2", min = 1e-6,
                                  doc = "inertia of each wheel about its axle; it changes nothing, see below" }

planar {}
-- The library's wheels have no inertia. A body that stands on an ideal wheel does not move sideways there, so a wheel's
-- inertia is felt as the mass J/radius^2 in its place, which is taken from the body.
local spin = J/radius^2
local chassis = body "bodyRear" { mass = rear - spin, inertia = I, x = 0, y = 0, angle = 0, vx = 0, vy = 0, omega = 0,
                                  look = { color = "steelblue", width = 0.08*base_ } }
local fork = body "bodyFront" { mass = front - spin, inertia = I, look = { color = "tomato", width = 0.06*base_ } }
revolute "revolute" { chassis:at{0, base_}, fork:at{0, trail}, angle = steer, speed = 0 }
local forward = 90*deg
local driven = wheel "idealWheelRear" { chassis:at{0, 0, angle = forward}, radius = radius, inertia = J, angle = 0,
                                        look = { color = "black", layer = 1 } }
wheel "idealWheelFront" { fork:at{0, 0, angle = forward}, radius = radius, inertia = J, angle = 0,
                          look = { color = "black", layer = 1 } }
motor "engine" { driven, torque = torque }
drag "airDrag" { chassis, area = A, coefficient = cW, density = 1.18, direction = {0, 1} }

simulate { duration = 6, tolerance = 1e-12, output = 5*ms }

local numbers = {
  [0.4] = { [2] = {-0.04200891392305145, 1.062240533442189, -0.06235449528226306, -0.2668393461703214,
                   -0.3419858975864326, -0.1756194280745872, 3.546653799387371, 3.635453460294842},
            [6] = {5.062826619661214, 6.547008177850361, -1.019502016946138, -0.02707016985249252, -0.07874674676384841,
                   0.01091102579136541, 29.35689857272641, 29.76341603774076} },
  [0] = { [2] = {-0.04157287210186986, 1.076981727256561, -0.06525698324911722, -0.2656463225369619,
                 -0.3480562947613752, -0.163803985770134, 3.595885302177334, 3.68581765564849},
          [6] = {5.600465354102417, 7.543568037662831, -0.9115998334993064, -0.01120989969758841, -0.04046802290718566,
                 0.006989905628041213, 32.89341917851072, 33.25985393009206} } }
if base_ == 1 and trail == 0.1 and rear == 10 and front == 2 and I == 0.1 and radius == 0.3 and torque == 2
   and steer == 40*deg and A == 2 and numbers[cW] then
  local source = "extrapolation with 34 digits, in independent speeds"
  local names = { "bodyRear.x", "bodyRear.y", "bodyRear.angle", "revolute.angle", "bodyRear.omega", "revolute.speed",
                  "idealWheelRear.angle", "idealWheelFront.angle" }
  for t, v in pairs(numbers[cW]) do
    for i, name in ipairs(names) do
      expect { name, at = t, value = v[i], tolerance = 1e-8, source = source }
    end
  end
end
