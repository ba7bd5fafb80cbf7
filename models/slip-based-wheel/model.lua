-- The driven wheel with friction by slip relative to its rolling (PlanarMechanics, number 23).
local l = parameter "l" { 1,   unit = "m", min = 1e-3, doc = "distance of the wheel from the pivot at the start" }
local m = parameter "m" { 10,  unit = "kg", min = 1e-6, doc = "mass of the body above the wheel" }
local I = parameter "I" { 1,   unit = "kg m^2", min = 0, doc = "its moment of inertia about the vertical" }
local radius = parameter "radius" { 0.3, unit = "m", min = 1e-3, doc = "radius of the wheel" }
local J = parameter "J" { 1,   unit = "kg m^2", min = 1e-9, doc = "moment of inertia of the wheel about its axle" }
local torque = parameter "torque" { 2, unit = "N m", doc = "torque of the engine on the wheel" }
local N   = parameter "N"   { 100,  unit = "N", min = 0, doc = "force that presses the wheel onto the ground" }
local muA = parameter "muA" { 0.8,  min = 1e-6, doc = "coefficient of friction at the end of adhesion" }
local muS = parameter "muS" { 0.4,  min = 1e-6, doc = "coefficient of friction of a wheel that slides" }
local sA  = parameter "sA"  { 0.04, min = 1e-6, doc = "slip at the end of adhesion, over the speed of rolling" }
local sS  = parameter "sS"  { 0.12, min = 1e-6, doc = "slip from which on it slides, over the speed of rolling" }
local vA  = parameter "vA"  { 0.05, unit = "m/s", min = 1e-6, doc = "least slip at the end of adhesion" }
local vS  = parameter "vS"  { 0.15, unit = "m/s", min = 1e-6, doc = "least slip from which on it slides" }

planar {}
local boom = body "boom" { mass = 0, look = { color = "lightgray", width = 0.04*l, layer = -1 } }
local cart = body "body" { mass = m, inertia = I,
                           look = { shape = "box", length = 0.5*l, width = 0.3*l, color = "steelblue" } }
revolute "revolute" { ground, boom, angle = 0, speed = 0 }
prismatic "prismatic" { boom, cart, axis = {0, 1}, position = l, speed = 0 }
-- The library adds 0.1 mm/s to every slip.
local tyre = slip_wheel "slipBasedWheelJoint" { cart, radius = radius, inertia = J, load = N, adhesion = muA,
  sliding = muS, adhesion_slip = sA, sliding_slip = sS, adhesion_speed = vA, sliding_speed = vS, added_slip = 1e-4,
  angle = 0, speed = 0, look = { color = "black", layer = 1 } }
motor "engineTorque" { tyre, torque = torque }

simulate { duration = 20, tolerance = 1e-11, output = 10*ms }

if l == 1 and m == 10 and I == 1 and radius == 0.3 and J == 1 and torque == 2 and N == 100 and muA == 0.8 and muS == 0.4
   and sA == 0.04 and sS == 0.12 and vA == 0.05 and vS == 0.15 then
  local source = "extrapolation with 34 digits, in polar coordinates, split where the friction has its kinks"
  for t, v in pairs { [5] = {1.016312734424095, 0.01117675912976614, -3.735040551015181, -1.475620421564507,
                             12.5521382001177, 5.004687791155203, 0.01140749729745112},
                      [10] = {1.206376619357652, 0.07407697245632565, -13.81175944738343, -2.358507209692774,
                              49.26232926965662, 9.499260640384109, 0.07431536837081531},
                      [20] = {2.65668757814683, 0.1980031973744186, -34.81428595954644, -1.732687203760866,
                              175.3089546677619, 15.38500739003017, 0.1984844749509679} } do
    expect { "prismatic.position", at = t, value = v[1], tolerance = 1e-8, source = source }
    expect { "prismatic.speed", at = t, value = v[2], tolerance = 1e-8, source = source }
    expect { "revolute.angle", at = t, value = v[3], tolerance = 1e-8, source = source }
    expect { "revolute.speed", at = t, value = v[4], tolerance = 1e-8, source = source }
    expect { "slipBasedWheelJoint.angle", at = t, value = v[5], tolerance = 1e-8, source = source }
    expect { "slipBasedWheelJoint.speed", at = t, value = v[6], tolerance = 1e-8, source = source }
    expect { "slipBasedWheelJoint.slip", at = t, value = v[7] - 1e-4, tolerance = 1e-8, source = source }
  end
end
