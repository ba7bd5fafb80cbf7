-- A pendulum with a force that turns with it, and a sensor of the cut force (PlanarMechanics, number 4).
local gravity = parameter "gravity" { 9.81, unit = "m/s^2", min = 0, doc = "acceleration of free fall" }
local l = parameter "l" { 1,   unit = "m", min = 1e-6, doc = "length of the arm" }
local m = parameter "m" { 1,   unit = "kg", min = 1e-6, doc = "mass of the body" }
local I = parameter "I" { 0.1, unit = "kg m^2", min = 0, doc = "its moment of inertia about the centre of mass" }
local amplitude = parameter "amplitude" { -5, unit = "N", doc = "amplitude of the force" }
local frequency = parameter "frequency" { 1, unit = "Hz", min = 0, doc = "its frequency" }
local start     = parameter "start" { 1.8, unit = "s", min = 0, doc = "when it begins" }

planar { gravity = {0, -gravity} }
local arm = body "arm" { mass = 0, look = { color = "steelblue", width = 0.06*l } }
local bob = body "body" { mass = m, inertia = I, look = { shape = "cylinder", width = 0.3*l, color = "tomato",
  layer = 1 } }
revolute "revolute" { ground, arm, angle = 0, speed = 0 }
local joint = weld "seat" { arm:at{l, 0}, bob }
cut_force "cutForce" { joint, axes = "a" }

local F = sine "F" { amplitude = amplitude, frequency = frequency, start = start, unit = "N" }
force "worldForce" { bob, fy = F, axes = "body" }

simulate { duration = 3, tolerance = 1e-12, output = 5*ms }

if gravity == 9.81 and l == 1 and m == 1 and I == 0.1 and amplitude == -5 and frequency == 1 and start == 1.8 then
  local source = "extrapolation with 34 digits, in the angle, split at 1.8 s"
  for t, v in pairs { [1.8] = {-1.833478512843285, 4.150243634899693, -26.6980094549894, -0.231579909266781},
                      [2.4] = {-0.4759372509826575, -0.2529473763602674, -4.55864711186271, 0.5255296853839521},
                      [3] = {-1.366963698952442, -3.110749157116374, -19.28367326675032, 0.6128239030056101} } do
    expect { "revolute.angle", at = t, value = v[1], tolerance = 1e-9, source = source }
    expect { "revolute.speed", at = t, value = v[2], tolerance = 1e-9, source = source }
    expect { "cutForce.fx", at = t, value = v[3], tolerance = 1e-8, source = source }
    expect { "cutForce.fy", at = t, value = v[4], tolerance = 1e-8, source = source }
  end
end
