-- A ring thrown forwards with back-spin skids, stops and rolls back (PlanarMechanics, number 9).
local gravity = parameter "gravity" { 9.81, unit = "m/s^2", min = 0, doc = "acceleration of free fall" }
local m   = parameter "m" { 0.01,   unit = "kg", min = 1e-9, doc = "mass of the ring" }
local I   = parameter "I" { 0.0005, unit = "kg m^2", min = 1e-12, doc = "its moment of inertia" }
local R   = parameter "R" { 0.1,    unit = "m", min = 1e-3, doc = "its radius" }
local v0  = parameter "v0" { 2,     unit = "m/s", doc = "speed at the start, to the right" }
local w0  = parameter "w0" { 15,    unit = "rad/s",
                             doc = "rate of turn at the start; positive is back-spin" }
local muA = parameter "muA" { 0.5,  min = 1e-6, doc = "coefficient of friction at the end of adhesion" }
local muS = parameter "muS" { 0.15, min = 1e-6, doc = "coefficient of friction of a ring that slides" }
local vA  = parameter "vA" { 0.01,  unit = "m/s", min = 1e-6, doc = "slip at the end of adhesion" }
local vS  = parameter "vS" { 0.03,  unit = "m/s", min = 1e-6, doc = "slip from which on it slides" }

planar { gravity = {0, -gravity} }
local ring = body "body" { mass = m, inertia = I, x = 0, y = R, angle = 0, vx = v0, vy = 0, omega = w0,
                           look = { shape = "pipe", width = 2*R, extra = 0.8, color = "darkorange" } }
point_on_line "table" { ground:at{0, R}, ring, look = { visible = false } }
dry_rolling "slipBasedRolling1" { ground, ring, radius = R, load = m*gravity, adhesion = muA, sliding = muS,
                                  adhesion_speed = vA, sliding_speed = vS, look = { length = 4, color = "dimgray" } }
drawing "spoke" { ring, shape = "beam", length = 2*R, width = 0.1*R, look = { color = "sienna", layer = 1 } }

simulate { duration = 3, tolerance = 1e-12, output = 5*ms }

-- I w - m R v, the momentum about the line, stays as it is; in the end the ring rolls, v = -R w.
local w = (I*w0 - m*R*v0)/(I + m*R^2)
if gravity == 9.81 and m == 0.01 and I == 0.0005 and R == 0.1 and v0 == 2 and w0 == 15 and muA == 0.5 and muS == 0.15
   and vA == 0.01 and vS == 0.03 then
  local source = "closed form in the three branches of the friction"
  expect { "body.vx", value = -R*w, tolerance = 1e-9, source = "closed form, momentum about the line" }
  expect { "body.omega", value = w, tolerance = 1e-9, source = "closed form, momentum about the line" }
  expect { "body.vx", value = -0.91667, tolerance = 5e-6, source = "PlanarMechanics, CounterSpin" }
  expect { "body.omega", value = 9.16667, tolerance = 5e-6, source = "PlanarMechanics, CounterSpin" }
  for t, v in pairs { [1] = {1.26425, 0.5285, 13.5285, 12.057, 1.7342},
                      [1.966] = {1.088211468979513, -0.8929871210339264, 23.80242293795903, 9.214025757932147,
                                 0.02841545475928833},
                      [1.97] = {1.084623656552651, -0.9024907545886265, 23.8392473131053, 9.195018490822747,
                                0.01701109449364824},
                      [3] = {0.1404823887705391, -0.9166666666666667, 33.28096477754108, 9.166666666666667, 0} } do
    expect { "body.x", at = t, value = v[1], tolerance = 1e-9, source = source }
    expect { "body.vx", at = t, value = v[2], tolerance = 1e-9, source = source }
    expect { "body.angle", at = t, value = v[3], tolerance = 1e-8, source = source }
    expect { "body.omega", at = t, value = v[4], tolerance = 1e-8, source = source }
    expect { "slipBasedRolling1.slip", at = t, value = v[5], tolerance = 1e-9, source = source }
  end
end
