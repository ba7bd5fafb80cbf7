-- Two arms, one on the other, let go from the horizontal (PlanarMechanics, number 3).
local gravity = parameter "gravity" { 9.81, unit = "m/s^2", min = 0, doc = "acceleration of free fall" }
local l1 = parameter "l1" { 1,    unit = "m", min = 1e-6, doc = "length of the first arm" }
local l2 = parameter "l2" { 0.4,  unit = "m", min = 1e-6, doc = "length of the second arm" }
local m1 = parameter "m1" { 1,    unit = "kg", min = 1e-6, doc = "mass at the end of the first arm" }
local m2 = parameter "m2" { 0.2,  unit = "kg", min = 1e-6, doc = "mass at the end of the second arm" }
local I1 = parameter "I1" { 0.1,  unit = "kg m^2", min = 0, doc = "moment of inertia of the first mass" }
local I2 = parameter "I2" { 0.01, unit = "kg m^2", min = 0, doc = "moment of inertia of the second mass" }
local angle1 = parameter "angle1" { 0, unit = "rad",
                                    doc = "angle of the first arm at the start; 0 points to the right" }
local angle2 = parameter "angle2" { 0, unit = "rad", doc = "angle of the second arm against the first at the start" }

planar { gravity = {0, -gravity} }
local first  = body "body"  { mass = m1, inertia = I1, look = { color = "steelblue", width = 0.06*l1 } }
local second = body "body1" { mass = m2, inertia = I2, look = { color = "tomato", width = 0.05*l1 } }
revolute "revolute"  { ground, first:at{-l1, 0}, angle = angle1, speed = 0 }
revolute "revolute1" { first, second:at{-l2, 0}, angle = angle2, speed = 0 }
drawing "weight"  { first,  shape = "cylinder", width = 0.2*l1, look = { color = "steelblue", layer = 1 } }
drawing "weight1" { second, shape = "cylinder", width = 0.12*l1, look = { color = "tomato", layer = 1 } }

simulate { duration = 10, tolerance = 1e-13, output = 10*ms }

if gravity == 9.81 and l1 == 1 and l2 == 0.4 and m1 == 1 and m2 == 0.2 and I1 == 0.1 and I2 == 0.01
   and angle1 == 0 and angle2 == 0 then
  local source = "extrapolation with 34 digits, in minimal coordinates"
  for t, v in pairs { [1] = {-2.761316160506479, -2.344567570425054, -0.6775015677795011, -0.4279796821057236},
                      [3] = {-0.8589009400548275, -3.332220840506282, 1.244622246212715, -3.049071274818862},
                      [10] = {-0.44980817316382, 2.358602159786552, 2.722998199814321, 9.483476527767248} } do
    expect { "revolute.angle",  at = t, value = v[1], tolerance = 1e-8, source = source }
    expect { "revolute.speed",  at = t, value = v[2], tolerance = 1e-8, source = source }
    expect { "revolute1.angle", at = t, value = v[3], tolerance = 1e-8, source = source }
    expect { "revolute1.speed", at = t, value = v[4], tolerance = 1e-8, source = source }
  end
  expect { "body1.x", value = 0.6421118668454838, tolerance = 1e-8, source = source }
  expect { "body1.y", value = -0.129473622679774, tolerance = 1e-8, source = source }
end
