-- A planetary gear put together from its parts: sun, planet, ring, carrier (PlanarMechanics, number 20).
local gravity = parameter "gravity" { 0, unit = "m/s^2", min = 0, doc = "acceleration of free fall, in the plane" }
local rs = parameter "rs" { 1, unit = "m", min = 1e-3, doc = "radius of the sun" }
local rp = parameter "rp" { 1, unit = "m", min = 1e-3, doc = "radius of the planet; the ring's is rs + 2 rp" }
local J  = parameter "J"  { 1e-3, unit = "kg m^2", min = 1e-9,
                            doc = "moment of inertia of sun, carrier, ring and planet, each" }
local mp = parameter "mp" { 1, unit = "kg", min = 1e-9, doc = "mass of the planet" }
local sun_speed    = parameter "sun_speed"    { 1, unit = "rad/s", doc = "speed at which the sun is turned" }
local ring_torque  = parameter "ring_torque"  { 1, unit = "N m", doc = "torque on the ring" }
local carrier_speed = parameter "carrier_speed" { 0.5, unit = "rad/s", doc = "speed of the carrier at the start" }

planar { gravity = {0, -gravity} }
local rr = rs + 2*rp
local ring    = body "ring" { mass = 1, inertia = J,
                              look = { shape = "gearwheel", width = 2*rr, extra = -60, color = "silver", layer = -2 } }
local carrier = body "carrier" { mass = 1, inertia = J, look = { color = "tomato", width = 0.3*rp, layer = 1 } }
local sun     = body "sun" { mass = 1, inertia = J,
                             look = { shape = "gearwheel", width = 2*rs, extra = 20, color = "gold" } }
local planet  = body "planet" { mass = mp, inertia = J,
                                look = { shape = "gearwheel", width = 2*rp, extra = 20, color = "steelblue" } }
local sun_bearing  = revolute "sun_Bearing" { ground, sun, angle = 0, speed = sun_speed }
local ring_bearing = revolute "ring_Bearing" { ground, ring, angle = 0 }
revolute "carrier_Bearing" { ground, carrier, angle = 0, speed = carrier_speed }
revolute "planet_Bearing" { carrier:at{rs + rp, 0}, planet, angle = 0 }
gear "sunPlanet" { sun, planet, radius_a = rs, radius_b = rp, look = { visible = false } }
internal_gear "planetRing" { planet, ring, radius_pinion = rp, radius_ring = rr, look = { visible = false } }
motor "sunSpeed" { sun_bearing, speed = sun_speed }
motor "ringTorque" { ring_bearing, torque = ring_torque }

simulate { duration = 10, tolerance = 1e-12, output = 10*ms }

-- With w_c of the carrier: ring (w_c (rr + rs) - w_s rs)/rr, planet ((rs + rp) w_c - rs w_s)/rp. One degree of freedom.
local i_ring, i_planet = (rr + rs)/rr, (rs + rp)/rp
local whole = J*i_ring^2 + J + J*i_planet^2 + mp*(rs + rp)^2
if gravity == 0 then
  local source = "closed form: one degree of freedom under a constant torque"
  local a = ring_torque*i_ring/whole
  for _, t in ipairs {1, 10} do
    local w, angle = carrier_speed + a*t, carrier_speed*t + a*t^2/2
    expect { "carrier.omega", at = t, value = w, tolerance = 1e-8, source = source }
    expect { "carrier.angle", at = t, value = angle, tolerance = 1e-8, source = source }
    expect { "ring.omega", at = t, value = i_ring*w - sun_speed*rs/rr, tolerance = 1e-8, source = source }
    expect { "planet.angle", at = t, value = i_planet*angle - sun_speed*t*rs/rp, tolerance = 1e-8, source = source }
    expect { "sunSpeed.effort", at = t, tolerance = 1e-8, source = source,
             value = ring_torque*rs/rr - (J*i_planet*rs/rp + J*i_ring*rs/rr)*a }
  end
elseif gravity == 9.81 and rs == 1 and rp == 1 and J == 1e-3 and mp == 1 and sun_speed == 1 and ring_torque == 1
  and carrier_speed == 0.5 then
  local source = "extrapolation with 34 digits, in the angle of the carrier"
  for t, v in pairs { [3] = {-0.3677458636123097, 1.87779303316583, -1.490327818149746, 0.3436893207534798},
                      [10] = {0.02509287813443748, 0.1448493775165942, -3.299876162487417, 0.3444858466354382} } do
    expect { "carrier.angle", at = t, value = v[1], tolerance = 1e-8, source = source }
    expect { "carrier.omega", at = t, value = v[2], tolerance = 1e-8, source = source }
    expect { "ring.angle", at = t, value = v[3], tolerance = 1e-8, source = source }
    expect { "sunSpeed.effort", at = t, value = v[4], tolerance = 1e-8, source = source }
  end
end
