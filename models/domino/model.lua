-- A row of dominoes. The first is pushed over; each strikes the next, leans on it and slides down along it.

local n = parameter "n" { 5, min = 1, max = 20, doc = "how many" }
local pitch = parameter "pitch" { 25*mm, unit = "m", min = 10*mm, max = 50*mm, doc = "from one to the next" }
local mu = parameter "mu" { 0.5, min = 0, max = 1, doc = "friction on the table" }
local mu_between = parameter "mu_between" { 0.2, min = 0, max = 1, doc = "friction of one on the other" }
local e = parameter "e" { 0, min = 0, max = 1, doc = "restitution of one on the other" }
local push = parameter "push" { 3, unit = "rad/s", min = 0, max = 10, doc = "with which the first begins to tip" }
local duration = parameter "duration" { 1.5, unit = "s", min = 0.1 }

planar { gravity = {0, -9.81}, axes = false }

local height, thick, mass = 48*mm, 7.5*mm, 10e-3
local colors = { "#4a7fb5", "#c8553d", "#b98b3e", "#4f8a5b" }
local table_top = shape "table_top" { ground, line { {(n + 2)*pitch, 0}, {-pitch, 0} } }

local stones = {}
for i = 1, n do
  -- the first turns about its foot
  local w = i == 1 and -push or 0
  local stone = body("stone" .. i) { mass = mass, inertia = mass*(height^2 + thick^2)/12, look = { visible = false },
    x = (i - 1)*pitch, y = height/2, omega = w, vx = -w*height/2, vy = -w*thick/2 }
  stones[i] = shape("outline" .. i) { stone, look = { color = colors[(i - 1)%4 + 1] }, polygon {
    {-thick/2, -height/2}, {thick/2, -height/2}, {thick/2, height/2}, {-thick/2, height/2} } }
  contact("foot" .. i) { table_top, stones[i], law = rigid {}, friction = mu }
  if i > 1 then
    contact("tip" .. i) { stones[i - 1], stones[i], law = rigid { restitution = e }, friction = mu_between }
  end
end

simulate { duration = duration, tolerance = 1e-10, output = 5*ms }

-- The first one turns about its edge, with its energy, until its upper edge meets the next:
--   ½ J ω² + m g h(θ) is kept,   h = height/2 cos θ + thick/2 sin θ,   J about the edge;   sin θ₁ = (pitch - thick)/height
local inertia = mass*(height^2 + thick^2)/3
local function omega(a)
  local h = height/2*math.cos(a) + thick/2*math.sin(a)
  return math.sqrt(push^2 + 2*mass*9.81*(height/2 - h)/inertia)
end
local meets, sum, steps = math.asin((pitch - thick)/height), 0, 2000
for i = 0, steps do -- Simpson
  sum = sum + ((i == 0 or i == steps) and 1 or i%2 == 1 and 4 or 2)/omega(i/steps*meets)
end
local first = sum*meets/(3*steps)
if n > 1 and push > 2 and mu >= 0.5 and duration > first then
  expect { "stone1.angle", at = first, value = -meets, tolerance = 1e-8, source = "energy about the edge" }
  expect { "tip2.gap", at = first, value = 0, tolerance = 1e-10, source = "the first impact" }
end
