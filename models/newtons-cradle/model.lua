-- Newton's cradle: balls on strings side by side. Those that are let go on one side come out on the other.
local n    = parameter "n"    { 5, min = 2, max = 12, doc = "how many balls" }
local go   = parameter "go"   { 1, min = 1, max = 11, doc = "how many of them are let go" }
local e    = parameter "e"    { 1, min = 0, max = 1, doc = "restitution" }
local gap  = parameter "gap"  { 1e-6, unit = "m", min = 0, doc = "between neighbours that hang at rest" }
local radius, length, mass = 20*mm, 0.2, 0.1
local lift = 30*deg

planar { gravity = {0, -9.81}, axes = false }
local before
for i = 1, n do
  local x = (i - 1 - (n - 1)/2)*(2*radius + gap)
  local ball = body("ball" .. i) { mass = mass, inertia = 0.4*mass*radius^2, com = {0, -length} }
  revolute("string" .. i) { ground:at{x, 0}, ball, angle = i <= go and -lift or 0 }
  local rim = shape("rim" .. i) { ball:at{0, -length}, circle { radius = radius }, look = { color = "slategray" } }
  if before then contact("click" .. i - 1) { before, rim, law = rigid { restitution = e } } end
  before = rim
end
simulate { duration = 4, tolerance = 1e-11, output = 2*ms }
-- When the last ball has gone out, after half a swing, it is as high as the first one was.
if n == 5 and go == 1 and e == 1 and gap == 1e-6 then
  expect { "string5.angle", at = 0.4573, value = lift, tolerance = 2e-5, source = "energy and momentum" }
  expect { "string1.angle", at = 0.4573, value = 0, tolerance = 2e-5, source = "energy and momentum" }
  expect { "energy.total", at = 4, value = mass*9.81*length*(-n + 1 - math.cos(lift)), tolerance = 1e-12, source = "nothing is lost" }
end
