-- The kinematic loop in the angles of its first link and pendulum (PlanarMechanics, number 13).
local gravity = parameter "gravity" { 9.81, unit = "m/s^2", min = 0, doc = "acceleration of free fall" }
local l       = parameter "l" { 0.5, unit = "m", min = 1e-3, doc = "length of the two links" }
local arm     = parameter "arm" { 0.6, unit = "m", min = 1e-3, doc = "length of the arm of the pendulum" }
local m       = parameter "m" { 1,   unit = "kg", min = 1e-6, doc = "mass of the pendulum" }
local I       = parameter "I" { 0.1, unit = "kg m^2", min = 1e-9, doc = "its moment of inertia" }
local c       = parameter "c" { 20,  unit = "N/m", min = 0, doc = "stiffness of the spring at the slider" }
local d       = parameter "d" { 4,   unit = "N s/m", min = 0, doc = "rate of the damper at the slider" }
local s       = parameter "s" { 0.4, unit = "m", min = 1e-3,
                                doc = "place of the slider at the start, and of the spring without force" }
local angle   = parameter "angle" { -40*deg, unit = "rad",
                                    doc = "angle of the pendulum against the first link at the start" }
local start   = math.asin(s/(2*l))

planar { gravity = {0, -gravity} }
local link1 = body "fixedTranslation1" { mass = 0, look = { color = "steelblue", width = 0.08*l } }
local bob   = body "body" { mass = m, inertia = I, look = { color = "dimgray", width = 0.06*l } }
revolute "revolute1" { ground, link1, angle = start, speed = 0, prefer = true }
local apex = link1:at{0, -l}
revolute "revolute4" { apex, bob:at{0, arm}, angle = angle, speed = 0, prefer = true }
-- The slider is twice as far to the right as the apex: without mass, it and the second link do nothing but bring its
-- spring and damper there, with the square of that ratio.
bushing "springDamper" { ground, apex, stiffness = {4*c, 0}, damping = {4*d, 0}, rest = {s/2, 0} }
marker "apex" { apex }
output "prismatic1" { function(_, x) return 2*x["apex.x"] end }
drawing "weight" { bob, shape = "cylinder", width = 0.4*l, look = { color = "tomato", layer = 1 } }

simulate { duration = 6, tolerance = 1e-12, output = 5*ms }

if gravity == 9.81 and l == 0.5 and arm == 0.6 and m == 1 and I == 0.1 and c == 20 and d == 4 and s == 0.4
   and angle == -40*deg then
  local source = "extrapolation with 34 digits, in minimal coordinates"
  for t, v in pairs { [1] = {0.3483005330070493, 0.3557575003719585, -0.1574853411957139, 0.292335648125996,
                             -1.056936490213197, 1.005002609013361},
                      [3] = {0.3408303093566616, 0.3477999468312739, -0.2460799729683886, 0.231341944253353,
                             -1.066961005766066, 1.378492090965518},
                      [6] = {0.3131821837523589, 0.3185419391724979, -0.2687386210161926, 0.1864607312337689,
                             -1.074102575688595, 1.450001446256961} } do
    expect { "prismatic1.value", at = t, value = v[1], tolerance = 1e-9, source = source }
    expect { "revolute1.angle", at = t, value = v[2], tolerance = 1e-9, source = source }
    expect { "revolute4.angle", at = t, value = v[3], tolerance = 1e-9, source = source }
    expect { "body.x", at = t, value = v[4], tolerance = 1e-9, source = source }
    expect { "body.y", at = t, value = v[5], tolerance = 1e-9, source = source }
    expect { "springDamper.fx", at = t, value = 2*v[6], tolerance = 1e-8, source = source }
  end
end
