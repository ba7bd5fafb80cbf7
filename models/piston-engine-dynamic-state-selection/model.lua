-- The piston engine in coordinates of its piston (PlanarMechanics, number 11).
-- The piston moves freely, and its guide is a constraint.
local crank = parameter "crank" { 0.3, unit = "m", min = 1e-3, doc = "radius of the crank" }
local rod_length = parameter "rod" { 0.8, unit = "m", min = 1e-3,
                                     doc = "length of the connecting rod, more than the crank's" }
local m     = parameter "m"     { 3,   unit = "kg", min = 1e-6, doc = "mass of the piston" }
local I     = parameter "I"     { 0.1, unit = "kg m^2", min = 1e-9, doc = "moment of inertia of the flywheel" }
local speed = parameter "speed" { -2.5, unit = "rad/s", doc = "speed of the crank at the start" }

planar { gravity = {0, -9.81} }
local disc   = body "bodyDrive" { mass = 1, inertia = I,
                                  look = { shape = "cylinder", width = 2.4*crank, color = "steelblue", layer = -1 } }
local piston = body "bodyPiston" { mass = m, inertia = 0.1, prefer = true, x = crank + rod_length, y = 0, angle = 0,
                                    look = { shape = "box", length = 0.8*crank, width = 0.9*crank, color = "tomato" } }
revolute "revoluteDrive" { ground, disc, angle = 0, speed = speed }
-- As in the library the guide is seen from the piston: its position is minus that of the piston.
prismatic "prismatic" { piston, ground, position = -crank - rod_length }
-- The massless rod with its two pins, revoluteDisc and revolutePiston of the library, is one equation.
rod "pistonRod" { disc:at{crank, 0}, piston, length = rod_length,
                  look = { color = "silver", width = 0.15*crank, layer = 1 } }
output "revoluteDisc" { function(_, s)
  local angle = s["revoluteDrive.angle"]
  return math.asin(-crank/rod_length*math.sin(angle)) - angle
end }
marker "pin" { disc:at{crank, 0} }
drawing "web" { disc:at{crank/2, 0}, shape = "beam", length = crank, width = 0.25*crank, look = { color = "navy" } }
drawing "bore" { ground:at{rod_length, 0}, shape = "box", length = 3*crank, width = 1.1*crank,
                 look = { color = "lightgray", layer = -2 } }

simulate { duration = 10, tolerance = 1e-12, output = 10*ms }

if crank == 0.3 and rod_length == 0.8 and m == 3 and I == 0.1 and speed == -2.5 then
  local source = "extrapolation with 34 digits, in the angle of the crank"
  for t, v in pairs { [1] = {-1.524233892876853, -1.283056935142221, 0.7557149787636359, -0.391738216210071,
                             1.908192273674345},
                      [5] = {-8.093351338627448, -1.423376192906331, 0.6738957572598951, -0.37523327026742,
                             8.466240809961221},
                      [10] = {-16.8149953366295, -1.594232413381928, 0.6194679417275827, 0.351587969652093,
                              16.47297548863155} } do
    expect { "revoluteDrive.angle", at = t, value = v[1], tolerance = 1e-9, source = source }
    expect { "revoluteDrive.speed", at = t, value = v[2], tolerance = 1e-9, source = source }
    expect { "bodyPiston.x", at = t, value = v[3], tolerance = 1e-9, source = source }
    expect { "bodyPiston.vx", at = t, value = v[4], tolerance = 1e-9, source = source }
    expect { "prismatic.position", at = t, value = -v[3], tolerance = 1e-9, source = source }
    expect { "revoluteDisc.value", at = t, value = v[5], tolerance = 1e-9, source = source }
  end
  expect { "revoluteDrive.acceleration", value = 1.386713094595145, tolerance = 1e-8, source = source }
end
