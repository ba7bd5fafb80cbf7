-- A wheel that rolls without slipping and carries an arm with a weight (PlanarMechanics, number 8).
local gravity = parameter "gravity" { 9.81, unit = "m/s^2", min = 0, doc = "acceleration of free fall" }
local R  = parameter "R"  { 0.3, unit = "m", min = 1e-3, doc = "radius of the wheel" }
local l  = parameter "l"  { 1,   unit = "m", min = 1e-6, doc = "length of the arm" }
local m  = parameter "m"  { 1,   unit = "kg", min = 1e-6, doc = "mass of the wheel" }
local I  = parameter "I"  { 0.1, unit = "kg m^2", min = 0, doc = "its moment of inertia" }
local m1 = parameter "m1" { 2,   unit = "kg", min = 1e-6, doc = "mass of the weight" }
local I1 = parameter "I1" { 0.2, unit = "kg m^2", min = 0, doc = "its moment of inertia" }
local angle = parameter "angle" { 80*deg, unit = "rad",
                                  doc = "angle of the arm against the wheel at the start; 0 points to the right" }

planar { gravity = {0, -gravity} }
local disc = body "body" { mass = m, inertia = I, x = 0, y = R, angle = 0, omega = 0,
                           look = { shape = "cylinder", width = 2*R, extra = 1, color = "slategray" } }
local arm  = body "body1" { mass = m1, inertia = I1, look = { color = "tomato", width = 0.06*l } }
rolling "idealRolling" { ground, disc, radius = R, look = { length = 6*l, color = "dimgray" } }
revolute "revolute" { disc, arm:at{-l, 0}, angle = angle, speed = 0 }
drawing "weight" { arm, shape = "cylinder", width = 0.3*l, look = { color = "tomato", layer = 1 } }

simulate { duration = 4.5, tolerance = 1e-13, output = 5*ms }

if gravity == 9.81 and R == 0.3 and l == 1 and m == 1 and I == 0.1 and m1 == 2 and I1 == 0.2 and angle == 80*deg then
  local source = "extrapolation with 34 digits, in minimal coordinates"
  for t, v in pairs { [1] = {-0.1903965839486361, 2.727895745126552, 0.634655279828787, -1.604995405620013,
                             2.296850577331219},
                      [3] = {0.5684847850831293, -0.2163342607394566, -1.894949283610431, -1.145643828021375,
                             3.689242705379931},
                      [4.5] = {-0.0218964481602761, -0.2500677850919885, 0.07298816053425368, 1.27736965579553,
                               -1.360334596932569} } do
    expect { "idealRolling.position", at = t, value = v[1], tolerance = 1e-8, source = source }
    expect { "idealRolling.speed", at = t, value = v[2], tolerance = 1e-8, source = source }
    expect { "body.angle", at = t, value = v[3], tolerance = 1e-8, source = source }
    expect { "revolute.angle", at = t, value = v[4], tolerance = 1e-8, source = source }
    expect { "revolute.speed", at = t, value = v[5], tolerance = 1e-8, source = source }
  end
  expect { "body1.y", value = 1.275801659531798, tolerance = 1e-8, source = source }
end
