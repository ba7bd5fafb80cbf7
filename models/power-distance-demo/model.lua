-- The crane crab with sensors of power and distance at its load (PlanarMechanics, number 16).
local gravity = parameter "gravity" { 9.81, unit = "m/s^2", min = 0, doc = "acceleration of free fall" }
local cart    = parameter "cart"    { 1,   unit = "kg", min = 1e-6, doc = "mass of the cart" }
local load    = parameter "load"    { 0.5, unit = "kg", min = 1e-6, doc = "mass of the load" }
local inertia = parameter "inertia" { 0.1, unit = "kg m^2", min = 0, doc = "moment of inertia of the load" }
local l       = parameter "l"       { 1,   unit = "m", min = 1e-6, doc = "length of the arm" }
local damping = parameter "damping" { 1,   unit = "N s/m", min = 0,
                                      doc = "rate of the damper from the origin to the cart" }
local s       = parameter "s"       { 1,   unit = "m", min = 1e-3, doc = "place of the cart at the start" }
local angle   = parameter "angle"   { 150*deg, unit = "rad", doc = "angle of the arm at the start; 0 hangs down" }

planar { gravity = {0, -gravity} }
local crab = body "body1" { mass = cart, inertia = 0.1,
                            look = { shape = "box", length = 0.5*l, width = 0.2*l, color = "goldenrod" } }
local arm  = body "arm" { mass = 0, look = { color = "dimgray", width = 0.04*l } }
local hook = body "body" { mass = load, inertia = inertia,
                           look = { shape = "cylinder", width = 0.25*l, color = "tomato", layer = 1 } }
prismatic "prismatic" { ground, crab, position = s, speed = 0 }
damper "damper" { ground, crab, damping = damping, look = { color = "steelblue" } }
revolute "revolute" { crab, arm, angle = angle, speed = 0 }
local seat = weld "seat" { arm:at{0, -l}, hook }
power_sensor "power" { seat }
distance "distance" { ground, hook }

simulate { duration = 6, tolerance = 1e-12, output = 5*ms }

if gravity == 9.81 and cart == 1 and load == 0.5 and inertia == 0.1 and l == 1 and damping == 1 and s == 1
   and angle == 150*deg then
  local source = "extrapolation with 34 digits, in minimal coordinates"
  for t, v in pairs { [1] = {1.35226332157062, -0.5360436458764457, 11.25303839907989, 1.203041977890644,
                             1.917804111555932},
                      [4] = {1.299566456299267, -0.6008926830736425, 7.54667700497108, 1.10425439893918,
                             1.25709516831817},
                      [6] = {0.718373518412105, 1.649608041141748, -0.03126586682618194, 1.717075372332574,
                             0.02580170923025826} } do
    expect { "prismatic.position", at = t, value = v[1], tolerance = 1e-9, source = source }
    expect { "revolute.angle", at = t, value = v[2], tolerance = 1e-9, source = source }
    expect { "power.power", at = t, value = v[3], tolerance = 1e-8, source = source }
    expect { "distance.length", at = t, value = v[4], tolerance = 1e-9, source = source }
    expect { "damper.power", at = t, value = -v[5], tolerance = 1e-8, source = source }
  end
end
