-- A body on a massless arm, let go from the horizontal (PlanarMechanics, number 2).
local gravity = parameter "gravity" { 9.81, unit = "m/s^2", min = 0, doc = "acceleration of free fall" }
local l     = parameter "l"     { 1,   unit = "m", min = 1e-6,
                                  doc = "length of the arm, from the hinge to the centre of mass" }
local m     = parameter "m"     { 1,   unit = "kg", min = 1e-6, doc = "mass of the body" }
local I     = parameter "I"     { 0.1, unit = "kg m^2", min = 0,
                                  doc = "its moment of inertia about the centre of mass" }
local angle = parameter "angle" { 0,   unit = "rad", doc = "angle of the arm at the start; 0 points to the right" }

planar { gravity = {0, -gravity} }
local bob = body "body" { mass = m, inertia = I, look = { color = "steelblue", width = 0.06*l } }
revolute "revolute" { ground, bob:at{-l, 0}, angle = angle, speed = 0 }
drawing "weight" { bob, shape = "cylinder", width = 0.3*l, look = { color = "tomato", layer = 1 } }

simulate { duration = 3, tolerance = 1e-12, output = 5*ms }

if gravity == 9.81 and l == 1 and m == 1 and I == 0.1 and angle == 0 then
  local source = "elliptic functions: sin((angle + 90 deg)/2) = k sn(K - w0 t), w0 = sqrt(g/1.1), k^2 = 1/2"
  for channel, v in pairs { angle = -2.881670197938151, speed = -2.141038432802098, acceleration = 8.618619291597897,
                            fx = 6.645100603739592, fy = 2.659006344971041 } do
    expect { "revolute." .. channel, at = 1, value = v, tolerance = 1e-9, source = source }
  end
  for channel, v in pairs { angle = -1.137458672416185, speed = -4.023398612295427, acceleration = -3.744764953428849,
                            fx = -10.19590133235007, fy = 22.92905751646398 } do
    expect { "revolute." .. channel, at = 3, value = v, tolerance = 1e-9, source = source }
  end
  expect { "body.x", value = 0.4199022883559362, tolerance = 1e-9, source = source }
  expect { "body.y", value = -0.9075693186933151, tolerance = 1e-9, source = source }
end
