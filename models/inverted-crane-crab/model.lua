-- Which force moves a cart so that its load follows a given angle? (PlanarMechanics, number 7)
local gravity = parameter "gravity" { 9.81, unit = "m/s^2", min = 0, doc = "acceleration of free fall" }
local cart    = parameter "cart"    { 1,   unit = "kg", min = 1e-6, doc = "mass of the cart" }
local load    = parameter "load"    { 0.5, unit = "kg", min = 1e-6, doc = "mass of the load" }
local inertia = parameter "inertia" { 0.1, unit = "kg m^2", min = 0, doc = "moment of inertia of the load" }
local l       = parameter "l"       { 1,   unit = "m", min = 1e-6, doc = "height of the load above the cart" }
local from    = parameter "from"    { -0.5, unit = "rad", min = -1.2, max = 1.2,
                                      doc = "angle of the arm at the start; 0 is upright" }
local ramp_time = parameter "ramp_time" { 0.5, unit = "s", min = 1e-3, doc = "how long the wanted angle takes to 0" }
local T       = parameter "T"       { 0.1, unit = "s", min = 1e-3, doc = "time constant with which the angle follows" }

planar { gravity = {0, -gravity} }
local crab = body "body1" { mass = cart, inertia = 0.1,
                            look = { shape = "box", length = 0.5*l, width = 0.2*l, color = "goldenrod" } }
local top  = body "body" { mass = load, inertia = inertia, look = { color = "dimgray", width = 0.04*l } }
local rail = prismatic "prismatic" { ground, crab, position = 0, speed = 0 }
revolute "revolute1" { crab, top:at{0, -l} }
drawing "load" { top, shape = "cylinder", width = 0.25*l, look = { color = "tomato", layer = 1 } }

local wanted = ramp "wanted" { from = from, to = 0, duration = ramp_time, unit = "rad" }
local course = lag "course" { wanted, time = T, unit = "rad" }
servo "force" { rail, keeps = "revolute1.angle", at = course }

simulate { duration = 3, tolerance = 1e-12, output = 5*ms }

if gravity == 9.81 and cart == 1 and load == 0.5 and inertia == 0.1 and l == 1 and from == -0.5 and ramp_time == 0.5
   and T == 0.1 then
  local source = "angle and force in closed form, the cart by quadrature with 34 digits"
  for t, v in pairs { [0.3] = {0.4934360884895928, 2.591000083858204, -0.2950212931632136, 5.038922580143109},
                      [1] = {2.144763124804207, 1.949790383682445, -0.0006692547069322982, -0.0771550768788394},
                      [3] = {6.030332307582972, 1.942415865515111, -1.379436763527562e-12, -1.59028367283275e-10} } do
    expect { "prismatic.position", at = t, value = v[1], tolerance = 1e-9, source = source }
    expect { "prismatic.speed", at = t, value = v[2], tolerance = 1e-9, source = source }
    expect { "revolute1.angle", at = t, value = v[3], tolerance = 1e-9, source = source }
    expect { "force.effort", at = t, value = v[4], tolerance = 1e-8, source = source }
  end
end
