-- A ladder of n loops, five bars each, that hangs from two pins: 5 n bodies, n loops.
local n = parameter "n" { 20, min = 1, max = 20000, doc = "number of loops" }
planar { gravity = {0, -9.81} }

local short = 1/math.sqrt(3) -- the rungs meet in the middle, 30 degrees below the rails' ends
local function bar(name, length, color)
  return body(name) { mass = length, inertia = length^3/12, com = {length/2, 0}, look = { color = color } }
end
local left, right = ground, ground:at{1, 0}
for i = 1, n do
  local a, b = bar("a" .. i, 1, "steelblue"), bar("b" .. i, 1, "steelblue")
  local c, d = bar("c" .. i, short, "tomato"), bar("d" .. i, short, "tomato")
  local e = bar("e" .. i, 0.5, "silver")
  revolute("A" .. i) { left, a, angle = i == 1 and -90*deg or 0 }
  revolute("B" .. i) { right, b, angle = i == 1 and -90*deg or 0 }
  revolute("C" .. i) { a:at{1, 0}, c, angle = 60*deg }
  revolute("D" .. i) { b:at{1, 0}, d, angle = -60*deg }
  revolute("E" .. i) { c:at{short, 0}, d:at{short, 0} }
  revolute("F" .. i) { c:at{short, 0}, e, angle = 0 }
  left, right = a:at{1, 0}, b:at{1, 0}
end
marker "end" { left }

simulate { duration = 0.5, tolerance = 1e-8 }

if n == 20 then
  local source = "converged: tolerance 1e-12, planar and spatial equations agree"
  expect { "end.x", value = 0.5854910066013, tolerance = 1e-8, source = source }
  expect { "end.y", value = -19.9779000484609, tolerance = 1e-8, source = source }
end
