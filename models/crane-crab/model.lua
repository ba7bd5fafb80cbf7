-- A cart on a rail with a damper, and a load on an arm below (PlanarMechanics, number 5).
local gravity = parameter "gravity" { 9.81, unit = "m/s^2", min = 0, doc = "acceleration of free fall" }
local cart    = parameter "cart"    { 1,   unit = "kg", min = 1e-6, doc = "mass of the cart" }
local load    = parameter "load"    { 0.5, unit = "kg", min = 1e-6, doc = "mass of the load" }
local inertia = parameter "inertia" { 0.1, unit = "kg m^2", min = 0, doc = "moment of inertia of the load" }
local l       = parameter "l"       { 1,   unit = "m", min = 1e-6, doc = "length of the arm" }
local damping = parameter "damping" { 10,  unit = "N s/m", min = 0, doc = "rate of the damper at the cart" }
local angle   = parameter "angle"   { 150*deg, unit = "rad", doc = "angle of the arm at the start; 0 hangs down" }

planar { gravity = {0, -gravity} }
local crab = body "body1" { mass = cart, inertia = 0.1,
                            look = { shape = "box", length = 0.5*l, width = 0.2*l, color = "goldenrod" } }
local hook = body "body" { mass = load, inertia = inertia, look = { color = "dimgray", width = 0.04*l } }
local rail = prismatic "prismatic" { ground, crab, position = 0, speed = 0 }
joint_damper "damper" { rail, damping = damping }
revolute "revolute" { crab, hook:at{0, l}, angle = angle, speed = 0 }
drawing "load" { hook, shape = "cylinder", width = 0.25*l, look = { color = "tomato", layer = 1 } }

simulate { duration = 10, tolerance = 1e-12, output = 10*ms }

if gravity == 9.81 and cart == 1 and load == 0.5 and inertia == 0.1 and l == 1 and damping == 10
   and angle == 150*deg then
  local source = "extrapolation with 34 digits, in minimal coordinates"
  for t, v in pairs { [1] = {0.2016535092096944, 0.3019035730359252, -0.2657637410592521, -5.118479516995303},
                      [5] = {-0.1422139969010423, 0.1772049103305538, 0.569493041236727, 2.746064357027819},
                      [10] = {-0.02249976360652174, 0.1926889068017559, 0.6343828054839536, -0.1590085196916479} } do
    expect { "prismatic.position", at = t, value = v[1], tolerance = 1e-9, source = source }
    expect { "prismatic.speed", at = t, value = v[2], tolerance = 1e-9, source = source }
    expect { "revolute.angle", at = t, value = v[3], tolerance = 1e-9, source = source }
    expect { "revolute.speed", at = t, value = v[4], tolerance = 1e-9, source = source }
  end
  expect { "prismatic.acceleration", value = 0.02589416374408065, tolerance = 1e-9, source = source }
  expect { "body.x", value = 0.5701807519654739, tolerance = 1e-9, source = source }
  expect { "body.y", value = -0.8054376490215201, tolerance = 1e-9, source = source }
end
