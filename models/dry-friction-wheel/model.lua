-- The driven wheel with dry friction: creeps outwards, breaks away, grips again (PlanarMechanics, number 22).
local l = parameter "l" { 1,   unit = "m", min = 1e-3, doc = "distance of the wheel from the pivot at the start" }
local m = parameter "m" { 10,  unit = "kg", min = 1e-6, doc = "mass of the body above the wheel" }
local I = parameter "I" { 1,   unit = "kg m^2", min = 0, doc = "its moment of inertia about the vertical" }
local radius = parameter "radius" { 0.3, unit = "m", min = 1e-3, doc = "radius of the wheel" }
local J = parameter "J" { 1,   unit = "kg m^2", min = 1e-9, doc = "moment of inertia of the wheel about its axle" }
local torque = parameter "torque" { 2, unit = "N m", doc = "torque of the engine on the wheel" }
local N   = parameter "N"   { 100, unit = "N", min = 0, doc = "force that presses the wheel onto the ground" }
local muA = parameter "muA" { 0.8, min = 1e-6, doc = "coefficient of friction at the end of adhesion" }
local muS = parameter "muS" { 0.4, min = 1e-6, doc = "coefficient of friction of a wheel that slides" }
local vA  = parameter "vA"  { 0.1, unit = "m/s", min = 1e-6, doc = "slip at the end of adhesion" }
local vS  = parameter "vS"  { 0.3, unit = "m/s", min = 1e-6, doc = "slip from which on it slides" }

planar {}
local boom = body "boom" { mass = 0, look = { color = "lightgray", width = 0.04*l, layer = -1 } }
local cart = body "body" { mass = m, inertia = I,
                           look = { shape = "box", length = 0.5*l, width = 0.3*l, color = "steelblue" } }
revolute "revolute" { ground, boom, angle = 0, speed = 0 }
prismatic "prismatic" { boom, cart, axis = {0, 1}, position = l, speed = 0 }
-- The library adds 0.1 mm/s to every slip.
local tyre = friction_wheel "dryFrictionWheelJoint" { cart, radius = radius, inertia = J, load = N, adhesion = muA,
  sliding = muS, adhesion_speed = vA, sliding_speed = vS, added_slip = 1e-4, angle = 0, speed = 0,
  look = { color = "black", layer = 1 } }
motor "engineTorque" { tyre, torque = torque }

simulate { duration = 20, tolerance = 1e-11, output = 10*ms }

if l == 1 and m == 10 and I == 1 and radius == 0.3 and J == 1 and torque == 2 and N == 100 and muA == 0.8 and muS == 0.4
   and vA == 0.1 and vS == 0.3 then
  local source = "extrapolation with 34 digits, in polar coordinates, split where the friction has its kinks"
  for t, v in pairs { [5] = {1.030740515470315, 0.01817697428584126, -3.703443456172635, -1.44871155365859,
                             12.5426457912944, 4.987116188360472, 0.0185051529898461},
                      [10] = {1.22686202771633, 0.06340568910402792, -13.5024260460821, -2.318178055403623,
                              49.08164224010826, 9.493008170951433, 0.06362052560173231},
                      [20] = {3.441587314956492, 0.05626796539473813, -28.29615729012174, -1.325026235665934,
                              165.3948799710655, 15.21170508785936, 0.05646571059094424} } do
    expect { "prismatic.position", at = t, value = v[1], tolerance = 1e-8, source = source }
    expect { "prismatic.speed", at = t, value = v[2], tolerance = 1e-8, source = source }
    expect { "revolute.angle", at = t, value = v[3], tolerance = 1e-8, source = source }
    expect { "revolute.speed", at = t, value = v[4], tolerance = 1e-8, source = source }
    expect { "dryFrictionWheelJoint.angle", at = t, value = v[5], tolerance = 1e-8, source = source }
    expect { "dryFrictionWheelJoint.speed", at = t, value = v[6], tolerance = 1e-8, source = source }
    expect { "dryFrictionWheelJoint.slip", at = t, value = v[7] - 1e-4, tolerance = 1e-8, source = source }
  end
end
