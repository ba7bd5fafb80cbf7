-- Legs that walk by a crank alone: Theo Jansen's linkage, or Chebyshev's lambda.
-- A foot goes straight and level for about half a turn. On a test stand: the feet are in the air.
local leg   = parameter "leg"   { "jansen", choices = {"jansen", "chebyshev"}, doc = "which linkage" }
local legs  = parameter "legs"  { 3, min = 1, max = 12, doc = "how many legs, their cranks evenly around the shaft" }
local unit  = parameter "unit"  { 0.01, unit = "m", min = 1e-4,
                                  doc = "unit of the lengths of Jansen's leg; Chebyshev's has ten times that" }
local density = parameter "density" { 2, unit = "kg/m", min = 1e-3, doc = "mass of bars per length" }
local speed = parameter "speed" { 1*rev, unit = "rad/s", min = 0.1, doc = "speed of the crank" }

planar { gravity = {0, -9.81} }

-- The point at the distances p from P and q from Q, to the left (side 1) or right (-1) of the way from P to Q.
local function meet(P, p, Q, q, side)
  local x, y = Q[1] - P[1], Q[2] - P[2]
  local d2 = x*x + y*y
  local a = (d2 + p*p - q*q)/(2*d2)
  local h = side*math.sqrt(p*p/d2 - a*a)
  return {P[1] + a*x - h*y, P[2] + a*y + h*x}
end
local function angle_of(P, Q) return math.atan(Q[2] - P[2], Q[1] - P[1]) end
local function span(P, Q) return math.sqrt((Q[1] - P[1])^2 + (Q[2] - P[2])^2) end
-- Q as it is seen from P along the axes turned by angle.
local function seen(P, angle, Q)
  local x, y, c, s = Q[1] - P[1], Q[2] - P[2], math.cos(angle), math.sin(angle)
  return {c*x + s*y, c*y - s*x}
end
local function bar(name, length, color)
  return body(name) { mass = density*length, inertia = density*length^3/12, com = {length/2, 0},
                      look = { color = color, width = 2*unit } }
end
local function tie(name, a, b, length, color)
  rod_with_mass(name) { a, b, length = length, mass = density*length, inertia = density*length^3/12,
                        look = { color = color, width = 1.5*unit } }
end

local colors = {"tomato", "steelblue", "seagreen", "goldenrod"}
local build = {}

-- The numbers a to m as their inventor gives them.
function build.jansen(i, shaft, theta)
  local a, b, c, d, e, f, g = 38*unit, 41.5*unit, 39.3*unit, 40.1*unit, 55.8*unit, 39.4*unit, 36.7*unit
  local h, i_, j, k, l, m = 65.7*unit, 49*unit, 50*unit, 61.9*unit, 7.8*unit, 15*unit
  local P, A = {-a, -l}, {m*math.cos(theta), m*math.sin(theta)}
  local C = meet(P, b, A, j, 1)
  local D = meet(P, d, C, e, 1)
  local E = meet(P, c, A, k, -1)
  local F = meet(D, f, E, g, -1)
  local H = meet(F, h, E, i_, -1)
  local color = colors[(i - 1)%#colors + 1]
  local function plate_of(name, angle, O, Q, R) -- a triangle with its own frame in O
    local q, r = seen(O, angle, Q), seen(O, angle, R)
    return plate(name) { points = {{0, 0}, q, r}, mass = density*(span(O, Q) + span(Q, R) + span(R, O)),
                         look = { color = color } }, q, r
  end
  local upper, uC, uD = plate_of("upper" .. i, angle_of(P, C), P, C, D)
  local strut = bar("strut" .. i, c, "gray")
  local shin, sF, sH = plate_of("shin" .. i, angle_of(E, F), E, F, H)
  revolute("P" .. i) { ground:at(P), upper, angle = angle_of(P, C) }
  revolute("Q" .. i) { ground:at(P), strut, angle = angle_of(P, E) }
  revolute("E" .. i) { strut:at{c, 0}, shin, angle = angle_of(E, F) - angle_of(P, E) }
  local pin = shaft:at{m*math.cos(theta), m*math.sin(theta)}
  tie("j" .. i, pin, upper:at(uC), j, "gray")
  tie("k" .. i, pin, shin, k, "gray")
  tie("f" .. i, upper:at(uD), shin:at(sF), f, "gray")
  marker("foot" .. i) { shin:at(sH) }
end

function build.chebyshev(i, shaft, theta)
  local u = 10*unit
  local A, Q = {u*math.cos(theta), u*math.sin(theta)}, {2*u, 0}
  local B = meet(A, 2.5*u, Q, 2.5*u, -1)
  local color = colors[(i - 1)%#colors + 1]
  local thigh = bar("leg" .. i, 5*u, color)
  local rocker = bar("rocker" .. i, 2.5*u, "gray")
  revolute("A" .. i) { shaft:at(A), thigh, angle = angle_of(A, B) }
  revolute("Q" .. i) { ground:at(Q), rocker, angle = angle_of(Q, B) }
  revolute("B" .. i) { thigh:at{2.5*u, 0}, rocker:at{2.5*u, 0} }
  marker("foot" .. i) { thigh:at{5*u, 0} }
end

local shaft = cylinder "crank" { mass = 5, radius = 15*unit, look = { color = "lightgray", layer = -1 } }
local axle = revolute "axle" { ground, shaft, angle = 0, speed = speed, prefer = true }
motor "drive" { axle, speed = speed }
for i = 1, legs do
  build[leg](i, shaft, (i - 1)*2*pi/legs)
end

local turn = 2*pi/speed
simulate { duration = turn, tolerance = 1e-11, output = turn/720 }

-- The foot of the first leg at quarters of a turn, in units.
local source = "circles intersected with 34 digits"
for part, v in pairs(({
  jansen = { [1] = {-7.689066230641659, -90.3893513674043}, [2] = {-33.72972953816962, -73.51709740981948},
             [3] = {-70.67056317652097, -89.64283680091992}, [4] = {-43.16011052410472, -91.75693292612322} },
  chebyshev = { [1] = {0, -40}, [2] = {20, -40}, [3] = {40, -40}, [4] = {20, -48.98979485566356} } })[leg]) do
  expect { "foot1.x", at = part*turn/4, value = v[1]*unit, tolerance = 1e-8*100*unit, source = source }
  expect { "foot1.y", at = part*turn/4, value = v[2]*unit, tolerance = 1e-8*100*unit, source = source }
end
