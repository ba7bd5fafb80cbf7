-- N parallelogram windows of 1 m bars (IFToMM benchmark A02): passes a flat position where it could fold otherwise.
planar { gravity = {0, -9.81} }

local n     = parameter "n" { 2, min = 1, max = 10000, doc = "number of windows" }
local start = parameter "start" { "upright", choices = {"upright", "hang"}, doc = "bars up or down at the start" }
local speed = parameter "speed" { 1, unit = "m/s", doc = "speed of B0 at the start, to the right" }

local up = start == "upright" and 1 or -1
local function bar(name)
  return body(name) { mass = 1, inertia = 1/12, com = {0.5, 0} }
end

local last
for i = 0, n do
  local rod = bar("rod" .. i)
  revolute("A" .. i) { ground:at{i, 0}, rod, angle = up*90*deg, speed = -up*speed }
  if last then
    local coupler = bar("coupler" .. i)
    revolute("left" .. i) { last:at{1, 0}, coupler, angle = -up*90*deg, speed = up*speed }
    revolute("right" .. i) { coupler:at{1, 0}, rod:at{1, 0} }
  else
    marker "B0" { rod:at{1, 0} }
  end
  last = rod
end

simulate { duration = 10, tolerance = 1e-12, output = 10*ms }
