-- A chain of n uniform links of 1 m and 1 kg, horizontal and at rest, let go.
planar { gravity = {0, -9.81} }

local n = parameter "n" { 16, min = 1, max = 100000, doc = "number of links" }
local at = ground
for i = 1, n do
  local link = body("link" .. i) { mass = 1, inertia = 1/12, com = {0.5, 0} }
  revolute("joint" .. i) { at, link, angle = 0 }
  at = link:at{1, 0}
end
marker "tip" { at }

simulate { duration = 1, tolerance = 1e-12, output = 5*ms }
