-- Boxes piled up as a pyramid or a wall, hit by a ball: every touch is rigid, and followed by events.
planar { gravity = {0, -9.81}, axes = false }

local rows = parameter "rows" { 5, min = 1, max = 20, doc = "how many rows" }
local columns = parameter "columns" { 0, min = 0, max = 20, doc = "boxes in a row of a wall; 0: a pyramid" }
local mu = parameter "mu" { 0.4, min = 0, max = 2, doc = "friction" }
local e = parameter "e" { 0, min = 0, max = 1, doc = "restitution" }
local speed = parameter "speed" { 5, unit = "m/s", min = 0, max = 20, doc = "of the ball; 0: there is none" }
local height = parameter "height" { 0.45, min = 0, max = 1, doc = "where it hits, of the pile's height" }
local play = parameter "play" { 20*mm, unit = "m", min = 1*mm, max = 50*mm, doc = "between the boxes of a row" }
local seed = parameter "seed" { 0, min = 0, max = 1e6, doc = "0: boxes of one row are alike; else they are as wide as chance has it" }
local duration = parameter "duration" { 1, unit = "s", min = 0.01 }

local a, b = 60*mm, 40*mm -- half a box
local density = 400 -- kg/m²
local pitch = 2*a + play
local colors = { "#4a7fb5", "#c8553d", "#b98b3e", "#4f8a5b" }

-- the same numbers on every machine, from 0 to 1
local state = math.floor(seed)
local function chance()
  state = (state*1103515245 + 12345) % 2147483648
  return seed == 0 and 0.5 or state/2147483648
end

shape "floor" { ground, line { {8, 0}, {-8, 0} } }

local function pile(row, i, x, half)
  local box = body("box" .. row .. "_" .. i) { mass = 4*half*b*density, inertia = 4*half*b*density*(half^2 + b^2)/3,
    x = x, y = b*(2*row + 1), look = { visible = false } }
  shape("outline" .. row .. "_" .. i) { box, look = { color = colors[row % 4 + 1] },
    polygon { {-half, -b}, {half, -b}, {half, b}, {-half, b} } }
end

for row = 0, math.floor(rows) - 1 do
  local n = math.floor(columns > 0 and columns - row % 2 or rows - row)
  for i = 0, n - 1 do
    pile(row, i, (i - (n - 1)/2)*pitch + play/2*(chance() - 0.5), a*(0.9 + 0.2*chance()))
  end
  if columns > 0 and row % 2 == 1 then -- running bond ends with halves
    local half = a/2 - play/4
    for side = -1, 1, 2 do pile(row, "end" .. (side + 1)//2, side*((n/2)*pitch + a - half), half) end
  end
end

if speed > 0 then
  local r = 60*mm
  local wide = (columns > 0 and columns or rows)*pitch/2
  local ball = body "ball" { mass = 12, inertia = 6*r^2, x = -wide - 0.3, y = r + 2*b*rows*height, vx = speed,
    look = { visible = false } }
  shape "ball_outline" { ball, look = { color = "#555555" }, circle { radius = r } }
end

contacts "all" { law = rigid { restitution = e }, friction = mu }

simulate { duration = duration, tolerance = 1e-8, output = 5*ms }

-- Until the ball comes everything stands. At the end, whatever has happened, nothing is inside of anything, and the books close.
local top = "box" .. math.floor(rows) - 1 .. "_0"
expect { top .. ".y", at = 0.01, value = b*(2*rows - 1), tolerance = 1e-12, source = "it stands on the others" }
expect { top .. ".x", at = 0.01, value = columns > 0 and seed == 0 and (rows % 2 == 1 and -(columns - 1)/2 or -(columns - 2)/2)*pitch or 0,
  tolerance = seed == 0 and 1e-12 or play, source = "it sticks" }
expect { "all.penetration", value = 0, tolerance = 1e-6, source = "rigid" }
expect { "energy.ledger", value = 0, tolerance = 1e-6, source = "what is lost is lost in impacts and by friction" }
