-- The arm of an excavator of 20 t: boom, stick and bucket, moved by hydraulic cylinders, each a barrel and a rod with a
-- prismatic joint between them. It digs, reaches out and carries, and holds still in between.
local boom_length  = parameter "boom"  { 5.7, unit = "m", min = 4, max = 7, doc = "length of the boom, from its foot to the pin of the stick" }
local stick_length = parameter "stick" { 2.9, unit = "m", min = 2.6, max = 4, doc = "length of the stick, to the pin of the bucket" }
local m_boom   = parameter "m_boom"   { 1400, unit = "kg", min = 1, doc = "mass of the boom" }
local m_stick  = parameter "m_stick"  { 700,  unit = "kg", min = 1, doc = "mass of the stick" }
local m_bucket = parameter "m_bucket" { 600,  unit = "kg", min = 1, doc = "mass of the bucket" }
local payload  = parameter "payload"  { 1000, unit = "kg", min = 0, doc = "mass of what is in the bucket" }
local cylinders = parameter "cylinders" { 1, min = 0.01, doc = "masses of the cylinders' barrels and rods, relative to their usual ones" }
local move = parameter "move" { 3, unit = "s", min = 0.5, doc = "time to go from one pose to the next; it holds each for 1 s" }

planar { gravity = {0, -9.81} }

-- ---- geometry: angles of boom, stick and bucket against the horizon, to places and lengths -------------------------
local poses = { {25*deg, -75*deg, -140*deg}, {35*deg, -30*deg, -80*deg}, {45*deg, -100*deg, -160*deg} } -- dig, reach, carry
local function from(P, angle, x, y)
  local c, s = math.cos(angle), math.sin(angle)
  return {P[1] + c*x - s*y, P[2] + s*x + c*y}
end
local function span(P, Q) return math.sqrt((Q[1] - P[1])^2 + (Q[2] - P[2])^2) end
local function direction(P, Q) return math.atan(Q[2] - P[2], Q[1] - P[1]) end
local foot, tie, ear, ear_angle, tip = {0.4, -0.6}, 0.6, 0.48, 95*deg, 1.5 -- foot of the boom's cylinder; the bucket's linkage
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

-- ---- the arm ---------------------------------------------------------------------------------------------------------
local boom  = body "boom" { mass = m_boom, inertia = m_boom*boom_length^2/12, com = {2.7, 0.25}, look = { color = "goldenrod" } }
local stick = body "stick" { mass = m_stick, inertia = m_stick*(stick_length + 0.75)^2/12, com = {1.05, 0.12}, look = { color = "gold" } }
local ex, ey = ear*math.cos(ear_angle), ear*math.sin(ear_angle)
local bucket = body "bucket" { mass = m_bucket, inertia = m_bucket*tip^2/12, com = {0.7, 0}, look = { color = "dimgray" } }
local load = body "payload" { mass = payload, inertia = payload*0.1, look = { shape = "cylinder", width = 0.8, color = "sienna", layer = 1 } }
revolute "boom_Pin" { ground, boom, angle = angles[1], speed = 0, prefer = true }
revolute "stick_Pin" { boom:at{boom_length, 0}, stick, angle = angles[2] - angles[1], speed = 0, prefer = true }
revolute "bucket_Pin" { stick:at{stick_length, 0}, bucket, angle = angles[3] - angles[2], speed = 0, prefer = true }
weld "fill" { bucket:at{tip/2, 0}, load }
marker "tip" { bucket:at{tip, 0} }

-- ---- the cylinders: barrel with its own frame in its pin, rod with its own frame in the other pin ---------------------
local function cylinder_of(name, i, barrel_mass, rod_mass, com, base, carrier_angle, head)
  local length, angle = span(now.ends[i][1], now.ends[i][2]), direction(now.ends[i][1], now.ends[i][2])
  local mb, mr = cylinders*barrel_mass, cylinders*rod_mass
  local barrel = body(name .. "_barrel") { mass = mb, inertia = mb*(2*com)^2/12, com = {com, 0}, look = { shape = "beam", length = 2*com, width = 0.22, color = "slategray", layer = 2 } }
  local piston = body(name .. "_rod") { mass = mr, inertia = mr*(2*com)^2/12, com = {-com, 0}, look = { shape = "beam", length = 2*com, width = 0.12, color = "silver", layer = 1 } }
  revolute(name .. "_foot") { base, barrel, angle = angle - carrier_angle, speed = 0, prefer = true }
  local guide = prismatic(name) { barrel, piston, position = length, speed = 0, prefer = true }
  if head then
    revolute(name .. "_head") { piston, head }
  end
  local function way(from_, to) return span(at[to].ends[i][1], at[to].ends[i][2]) - span(at[from_].ends[i][1], at[from_].ends[i][2]) end
  local course = sum(name .. "_course") {
    step(name .. "_reach") { from = length, to = length + way(1, 2), start = 1, duration = move, order = 5, unit = "m" },
    step(name .. "_carry") { to = way(2, 3), start = 2 + move, duration = move, order = 5, unit = "m" }, unit = "m" }
  motor(name .. "_oil") { guide, position = course }
  return piston
end
cylinder_of("boomCylinder", 1, 200, 120, 0.8, ground:at(foot), 0, boom:at{2.6, 0.7})
cylinder_of("stickCylinder", 2, 130, 80, 0.9, boom:at{3.1, 1.1}, angles[1], stick:at{-0.75, 0.25})
local push = cylinder_of("bucketCylinder", 3, 90, 50, 0.7, stick:at{0.6, 0.55}, angles[2])
-- Rocker and link of the bucket are massless and meet in the head of its cylinder.
rod "rocker" { stick:at{stick_length - 0.4, 0.02}, push, length = tie, look = { color = "black", width = 0.08 } }
rod "link" { push, bucket:at{ex, ey}, length = tie, look = { color = "black", width = 0.08 } }
drawing "cab" { ground:at{-1, 0.2}, shape = "box", length = 1.8, width = 2, look = { color = "goldenrod", layer = -1 } }
drawing "tracks" { ground:at{-1, -1.4}, shape = "box", length = 4, width = 0.9, look = { color = "black", layer = -2 } }

local finish = 3 + 2*move
simulate { duration = finish, tolerance = 1e-10, output = finish/900 }

-- ---- what it must meet: poses by geometry, and at rest the forces of the cylinders by virtual work --------------------
local forces = { {256767.8037402409, -9484.947988554533, 23684.4504308445},
                 {317786.2013449291, -64917.21582551563, -5123.961080241513},
                 {192915.9496081753, 44941.82909688765, 27652.41160219799} }
local usual = boom_length == 5.7 and stick_length == 2.9 and m_boom == 1400 and m_stick == 700 and m_bucket == 600 and payload == 1000
              and cylinders == 1
for i, t in ipairs {0.5, 1.5 + move, finish} do
  expect { "boom.angle", at = t, value = poses[i][1], tolerance = 1e-9, source = "geometry" }
  expect { "stick.angle", at = t, value = poses[i][2], tolerance = 1e-9, source = "geometry" }
  expect { "bucket.angle", at = t, value = poses[i][3], tolerance = 1e-8, source = "geometry" }
  expect { "tip.x", at = t, value = at[i].tip[1], tolerance = 1e-8, source = "geometry" }
  expect { "tip.y", at = t, value = at[i].tip[2], tolerance = 1e-8, source = "geometry" }
  if usual then
    for k, name in ipairs {"boomCylinder", "stickCylinder", "bucketCylinder"} do
      expect { name .. "_oil.effort", at = t, value = forces[i][k], tolerance = 1e-8*3e5, source = "virtual work, derivatives with 40 digits" }
    end
  end
end
