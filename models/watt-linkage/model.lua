-- Watt's linkage guides an axle on a spring along an almost straight line.
local gravity = parameter "gravity" { 9.81, unit = "m/s^2", min = 0, doc = "acceleration of free fall" }
local rocker  = parameter "rocker"  { 0.4, unit = "m", min = 1e-3,
                                      doc = "length of the rockers, which are level in the middle position" }
local coupler = parameter "coupler" { 0.2, unit = "m", min = 1e-3,
                                      doc = "length of the coupler, upright in the middle position" }
local m_rocker  = parameter "m_rocker"  { 1,   unit = "kg", min = 1e-6, doc = "mass of each rocker, uniform" }
local m_coupler = parameter "m_coupler" { 0.5, unit = "kg", min = 1e-6, doc = "mass of the coupler, uniform" }
local axle      = parameter "axle"      { 2,   unit = "kg", min = 1e-6, doc = "mass in the middle of the coupler" }
local stiffness = parameter "stiffness" { 500, unit = "N/m", min = 0,
                                          doc = "of the spring from (0, 0.6 m) to the axle" }
local angle     = parameter "angle"     { 15*deg, unit = "rad", min = -0.4, max = 0.4,
                                          doc = "angle of the first rocker at the start" }

planar { gravity = {0, -gravity} }
local function bar(name, mass, length, com, color)
  return body(name) { mass = mass, inertia = mass*length^2/12, com = com,
                      look = { color = color, width = 0.12*coupler } }
end
local left  = bar("left", m_rocker, rocker, {rocker/2, 0}, "steelblue")
local right = bar("right", m_rocker, rocker, {-rocker/2, 0}, "steelblue")
local link  = bar("coupler", m_coupler, coupler, {0, -coupler/2}, "tomato")
revolute "P1" { ground:at{-rocker, coupler/2}, left, angle = angle, speed = 0, prefer = true }
revolute "P2" { ground:at{rocker, -coupler/2}, right, angle = -angle }
revolute "A"  { left:at{rocker, 0}, link, angle = -angle }
revolute "B"  { link:at{0, -coupler}, right:at{-rocker, 0} }
local middle = link:at{0, -coupler/2}
local hub = point_mass "axle" { mass = axle, look = { shape = "cylinder", width = 0.4*coupler, color = "dimgray",
  layer = 1 } }
weld "seat" { middle, hub }
marker "C" { middle }
spring "spring" { ground:at{0, 0.6}, middle, stiffness = stiffness, length = 0.5, look = { color = "seagreen" } }

simulate { duration = 1, tolerance = 1e-12, output = 1*ms }

if gravity == 9.81 and rocker == 0.4 and coupler == 0.2 and m_rocker == 1 and m_coupler == 0.5 and axle == 2
   and stiffness == 500
   and angle == 15*deg then
  local source = "extrapolation with 34 digits, in the angle of the first rocker"
  for t, v in pairs { [0.2] = {-0.06870011726849059, -1.371818556541944, -3.060672892979089e-7, -0.02745398688366782},
                      [0.5] = {0.2617619769721846, 0.04593688891280713, 0.0002622346452546186, 0.1044822462145496},
                      [1] = {0.2616497571356241, 0.09185825011358564, 0.0002616507813387919, 0.1044371768867848} } do
    expect { "P1.angle", at = t, value = v[1], tolerance = 1e-9, source = source }
    expect { "P1.speed", at = t, value = v[2], tolerance = 1e-9, source = source }
    expect { "C.x", at = t, value = v[3], tolerance = 1e-10, source = source }
    expect { "C.y", at = t, value = v[4], tolerance = 1e-10, source = source }
    expect { "energy.total", at = t, value = 3.592970014378418, tolerance = 1e-9, source = "nothing is lost" }
  end
end
