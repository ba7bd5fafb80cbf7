-- A double pendulum with sensors of absolute and relative motion (PlanarMechanics, number 17).
local gravity = parameter "gravity" { 9.81, unit = "m/s^2", min = 0, doc = "acceleration of free fall" }
local l1 = parameter "l1" { 1,    unit = "m", min = 1e-6, doc = "length of the first arm" }
local l2 = parameter "l2" { 0.4,  unit = "m", min = 1e-6, doc = "length of the second arm" }
local m1 = parameter "m1" { 1,    unit = "kg", min = 1e-6, doc = "mass at the end of the first arm" }
local m2 = parameter "m2" { 0.4,  unit = "kg", min = 1e-6, doc = "mass at the end of the second arm" }
local I1 = parameter "I1" { 0.1,  unit = "kg m^2", min = 0, doc = "moment of inertia of the first mass" }
local I2 = parameter "I2" { 0.02, unit = "kg m^2", min = 0, doc = "moment of inertia of the second mass" }

planar { gravity = {0, -gravity} }
local first  = body "body"  { mass = m1, inertia = I1, look = { color = "steelblue", width = 0.06*l1 } }
local second = body "body1" { mass = m2, inertia = I2, look = { color = "tomato", width = 0.05*l1 } }
revolute "revolute1" { ground, first:at{-l1, 0}, angle = 0, speed = 0 }
revolute "revolute2" { first, second:at{-l2, 0}, angle = 0, speed = 0 }
drawing "weight"  { first,  shape = "cylinder", width = 0.2*l1, look = { color = "steelblue", layer = 1 } }
drawing "weight1" { second, shape = "cylinder", width = 0.15*l1, look = { color = "tomato", layer = 1 } }

relative "absolute" { ground, second }                          -- along the axes of the world
relative "relative" { first, second }                           -- differences, along the axes of the world
relative "relativeSeen" { first, second, axes = "a" }           -- as seen from the first body, which turns
-- The library's sensors give a velocity along the axes of the moving frame itself. Here a frame's own axes turn under
-- what is seen from it, so such components are outputs.
output "absoluteVelocity_1" { function(_, s)
  return s["body1.vx"]*math.cos(s["body1.angle"]) + s["body1.vy"]*math.sin(s["body1.angle"])
end }
output "absoluteVelocity_2" { function(_, s)
  return s["body1.vy"]*math.cos(s["body1.angle"]) - s["body1.vx"]*math.sin(s["body1.angle"])
end }
output "relativeVelocity_2" { function(_, s)
  local a = s["relativeSeen.angle"]
  return s["relativeSeen.vy"]*math.cos(a) - s["relativeSeen.vx"]*math.sin(a)
end }

simulate { duration = 10, tolerance = 1e-13, output = 10*ms }

if gravity == 9.81 and l1 == 1 and l2 == 0.4 and m1 == 1 and m2 == 0.4 and I1 == 0.1 and I2 == 0.02 then
  local source = "extrapolation with 34 digits, in minimal coordinates"
  local names = { "revolute1.angle", "revolute1.speed", "revolute2.angle", "revolute2.speed", "absolute.x",
                  "absolute.y", "absolute.ax", "absolute.ay", "absolute.alpha", "relative.x", "relative.y",
                  "relative.alpha", "absoluteVelocity_1.value", "absoluteVelocity_2.value", "relativeVelocity_2.value" }
  for t, v in pairs {
    [3] = {-0.6319015778436144, -3.260869959408562, 0.2155910157654181, 1.89869987182937, 1.172740595185694,
           -0.7524357792642244, -14.56178078751726, -2.056687003381064, -9.619662030613659, 0.3658348517293635,
           -0.1617555602140299, -3.276316473987715, -0.6975809521234522, -3.730249284962011, 0.759479948731748},
    [10] = {-0.5192978633217305, 2.409411702622495, -11.59158172254221, 2.000950328551839, 1.227385896054491,
            -0.3203093547097249, -10.88575020755432, -12.27688265256639, -20.58644670405084, 0.3592180525516696,
            0.1759613330279863, -15.58722145779277, 1.993989135014612, 3.116650665387905, 0.8003801314207358} } do
    for i, name in ipairs(names) do
      expect { name, at = t, value = v[i], tolerance = 1e-8, source = source }
    end
  end
  -- At 3 s, the acceleration of the second body as an observer on the first sees it, along the second one's axes.
  local angle, w2, z2 = 0.2155910157654181, 1.89869987182937, -3.276316473987715
  local c, s_ = math.cos(angle), math.sin(angle)
  expect { "relativeSeen.ax", at = 3, value = -l2*(c*w2^2 + s_*z2), tolerance = 1e-8, source = source }
  expect { "relativeSeen.ay", at = 3, value = -l2*(s_*w2^2 - c*z2), tolerance = 1e-8, source = source }
end
