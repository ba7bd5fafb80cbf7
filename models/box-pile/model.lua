-- n boxes of different sizes let fall into a bin, by time-stepping.
planar { gravity = {0, -9.81} }

local n = parameter "n" { 100, min = 1, doc = "number of boxes" }
local mu = parameter "mu" { 0.5, min = 0, doc = "friction" }
local tilt = parameter "tilt" { 0.5, unit = "rad", min = 0, max = 0.8, doc = "boxes start turned by up to this" }
local e = parameter "e" { 0, min = 0, max = 1, doc = "restitution" }

-- a bin as wide as the pile will be high, about
local wide = 8*math.sqrt(n/1000)
local pitch = tilt > 0 and 360*mm or 260*mm
local columns = math.max(1, math.floor((wide - 0.3)/pitch))
local high = 0.4 + pitch*(n//columns + 1)
shape "floor" { ground, line { {wide/2, 0}, {-wide/2, 0} } }
shape "left" { ground, line { {-wide/2, 0}, {-wide/2, high} } }
shape "right" { ground, line { {wide/2, high}, {wide/2, 0} } }

-- the same numbers on every machine, from 0 to 1
local seed = 1
local function chance()
  seed = seed*6364136223846793005 + 1442695040888963407
  return (seed >> 11)/9007199254740992
end

for i = 0, n - 1 do
  local x = -wide/2 + 0.25 + (i % columns)*pitch + 10*mm*(chance() - 0.5)
  local r = 80*mm + 40*mm*chance()
  local mass = 4*r^2 -- 1 kg for a square metre
  local box = body("box" .. i + 1) { mass = mass, inertia = mass*r^2*2/3, x = x, y = 0.2 + (i // columns)*pitch,
    angle = tilt > 0 and tilt*(2*chance() - 1) or 0, look = { visible = false } }
  shape("outline" .. i + 1) { box, polygon { {-r, -r}, {r, -r}, {r, r}, {-r, r} } }
end

contacts "all" { law = rigid { restitution = e }, friction = mu }

simulate { duration = 5, method = "stepping", step = 1/240, output = 1/60 }
expect { "all.penetration", value = 0, tolerance = 20e-6, source = "the pile lies still" }
expect { "energy.ledger", value = 0, tolerance = 1e-9, source = "the books close" }
