-- The arm of an excavator of 20 t, moved by hydraulic cylinders.
-- It digs, reaches out and carries, and holds still in between.
local boom_length  = parameter "boom"  { 5.7, unit = "m", min = 4, max = 7,
                                         doc = "length of the boom, from its foot to the pin of the stick" }
local stick_length = parameter "stick" { 2.9, unit = "m", min = 2.6, max = 4,
                                         doc = "length of the stick, to the pin of the bucket" }
local m_boom   = parameter "m_boom"   { 1400, unit = "kg", min = 1, doc = "mass of the boom" }
local m_stick  = parameter "m_stick"  { 700,  unit = "kg", min = 1, doc = "mass of the stick" }
local m_bucket = parameter "m_bucket" { 600,  unit = "kg", min = 1, doc = "mass of the bucket" }
local payload  = parameter "payload"  { 1000, unit = "kg", min = 0, doc = "mass of what is in the bucket" }
local cylinders = parameter "cylinders" { 1, min = 0.01,
                                          doc = "masses of the cylinders, relative to their usual ones" }
local move = parameter "move" { 3, unit = "s", min = 0.5,
                                doc = "time to go from one pose to the next; it holds each for 1 s" }

planar { gravity = {0, -9.81} }

-- ---- geometry: angles of boom, stick and bucket against the horizon, to places and lengths -------------------------
-- dig, reach, carry
local poses = { {25*deg, -75*deg, -140*deg}, {35*deg, -30*deg, -80*deg}, {45*deg, -100*deg, -160*deg} }
local function from(P, angle, x, y)
  local c, s = math.cos(angle), math.sin(angle)
  return {P[1] + c*x - s*y, P[2] + s*x + c*y}
end
local function span(P, Q) return math.sqrt((Q[1] - P[1])^2 + (Q[2] - P[2])^2) end
local function direction(P, Q) return math.atan(Q[2] - P[2], Q[1] - P[1]) end
local foot = {0.4, -0.6}                                -- of the boom's cylinder
local tie, ear, ear_angle, tip = 0.6, 0.48, 95*deg, 1.5 -- rocker and link of the bucket, where they hold it, its tip
local function pose(angles)
  local p, beta, sigma, kappa = {}, angles[1], angles[2], angles[3]
  p.S = from({0, 0}, beta, boom_length, 0)
  p.K = from(p.S, sigma, stick_length, 0)
  p.tip = from(p.K, kappa, tip, 0)
  p.T, p.L = from(p.S, sigma, stick_length - 0.4, 0.02), from(p.K, kappa + ear_angle, ear, 0)
  local half = span(p.T, p.L)/2 -- N is tie from both T and L, above the stick
  p.N = from(p.T, direction(p.T, p.L), half, math.sqrt(tie^2 - half^2))
  p.ends = { {foot, from({0, 0}, beta, 2.6, 0.7)},
             {from({0, 0}, beta, 3.1, 1.1), from(p.S, sigma, -0.75, 0.25)},
             {from(p.S, sigma, 0.6, 0.55), p.N} }
  return p
end
local at = { pose(poses[1]), pose(poses[2]), pose(poses[3]) }
local now, angles = at[1], poses[1]

-- ---- the arm --------------------------------------------------------------------------------------------------------
local boom  = body "boom" { mass = m_boom, inertia = m_boom*boom_length^2/12, com = {2.7, 0.25},
                            look = { color = "goldenrod" } }
local stick = body "stick" { mass = m_stick, inertia = m_stick*(stick_length + 0.75)^2/12, com = {1.05, 0.12},
                             look = { color = "gold" } }
local bucket = body "bucket" { mass = m_bucket, inertia = m_bucket*tip^2/12, com = {0.7, 0},
                               look = { color = "dimgray" } }
local load = body "payload" { mass = payload, inertia = payload*0.1,
                              look = { shape = "cylinder", width = 0.8, color = "sienna", layer = 1 } }
revolute "boom_Pin" { ground, boom, angle = angles[1], speed = 0, prefer = true }
revolute "stick_Pin" { boom:at{boom_length, 0}, stick, angle = angles[2] - angles[1], speed = 0, prefer = true }
revolute "bucket_Pin" { stick:at{stick_length, 0}, bucket, angle = angles[3] - angles[2], speed = 0, prefer = true }
weld "fill" { bucket:at{tip/2, 0}, load }
marker "tip" { bucket:at{tip, 0} }

-- ---- rocker and link of the bucket ----------------------------------------------------------------------------------
local rocker = body "rocker" { mass = 60, inertia = 60*tie^2/12, com = {tie/2, 0},
                               look = { color = "black", width = 0.1 } }
revolute "rocker_Pin" { stick:at{stick_length - 0.4, 0.02}, rocker, angle = direction(now.T, now.N) - angles[2],
                        speed = 0, prefer = true }
rod_with_mass "link" { rocker:at{tie, 0}, bucket:at{ear*math.cos(ear_angle), ear*math.sin(ear_angle)}, length = tie,
                       mass = 50, inertia = 50*tie^2/12, look = { color = "black", width = 0.1 } }

-- ---- the cylinders --------------------------------------------------------------------------------------------------
local function cylinder_of(name, i, barrel, piston, com, foot_, carrier_angle, head)
  local function length(k) return span(at[k].ends[i][1], at[k].ends[i][2]) end
  local mb, mr = cylinders*barrel, cylinders*piston
  telescope(name) { foot_, head, length = length(1), angle = direction(now.ends[i][1], now.ends[i][2]) - carrier_angle,
                    speed = 0, barrel_mass = mb, barrel_com = com, barrel_inertia = mb*(2*com)^2/12,
                    rod_mass = mr, rod_com = com, rod_inertia = mr*(2*com)^2/12,
                    look = { color = "silver", layer = 2 } }
  local course = sum(name .. "_course") {
    step(name .. "_reach") { from = length(1), to = length(2), start = 1, duration = move, order = 5, unit = "m" },
    step(name .. "_carry") { to = length(3) - length(2), start = 2 + move, duration = move, order = 5, unit = "m" },
    unit = "m" }
  motor(name .. "_oil") { name .. ".slide", position = course }
end
cylinder_of("boomCylinder", 1, 200, 120, 0.8, ground:at(foot), 0, boom:at{2.6, 0.7})
cylinder_of("stickCylinder", 2, 130, 80, 0.9, boom:at{3.1, 1.1}, angles[1], stick:at{-0.75, 0.25})
cylinder_of("bucketCylinder", 3, 90, 50, 0.7, stick:at{0.6, 0.55}, angles[2], rocker:at{tie, 0})
drawing "cab" { ground:at{-1, 0.2}, shape = "box", length = 1.8, width = 2, look = { color = "goldenrod", layer = -1 } }
drawing "tracks" { ground:at{-1, -1.4}, shape = "box", length = 4, width = 0.9, look = { color = "black", layer = -2 } }

local finish = 3 + 2*move
simulate { duration = finish, tolerance = 1e-10, output = finish/900 }

-- ---- what it must meet: poses by geometry, and at rest the forces of the cylinders by virtual work ------------------
local forces = { {266727.3854392081, -11021.17132640524, 22855.54485530007},
                 {330293.5758982677, -68545.78229548197, -5823.102068263526},
                 {200341.0035749302, 45327.70777672407, 27036.53063671855} }
local usual = boom_length == 5.7 and stick_length == 2.9 and m_boom == 1400 and m_stick == 700 and m_bucket == 600
              and payload == 1000 and cylinders == 1
for i, t in ipairs {0.5, 1.5 + move, finish} do
  expect { "boom.angle", at = t, value = poses[i][1], tolerance = 1e-9, source = "geometry" }
  expect { "stick.angle", at = t, value = poses[i][2], tolerance = 1e-9, source = "geometry" }
  expect { "bucket.angle", at = t, value = poses[i][3], tolerance = 1e-8, source = "geometry" }
  expect { "tip.x", at = t, value = at[i].tip[1], tolerance = 1e-8, source = "geometry" }
  expect { "tip.y", at = t, value = at[i].tip[2], tolerance = 1e-8, source = "geometry" }
  if usual then
    for k, name in ipairs {"boomCylinder", "stickCylinder", "bucketCylinder"} do
      expect { name .. "_oil.effort", at = t, value = forces[i][k], tolerance = 1e-8*3e5,
               source = "virtual work, derivatives with 40 digits" }
    end
  end
end
