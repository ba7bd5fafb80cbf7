-- Bouncing cams: a free cam falls onto a fixed one, strikes it, and bounces off.
-- The cams are ellipses, the same ellipses as NURBS, or free forms given by the control points of NURBS.
local form = parameter "shape" { "ellipse", choices = {"ellipse", "nurbs", "free"},
                                 doc = "ellipses, the same ellipses as exact rational NURBS, or free-form NURBS" }
local a_upper = parameter "a_upper" { 0.10, unit = "m", min = 1e-6, doc = "half axis of the falling cam" }
local b_upper = parameter "b_upper" { 0.05, unit = "m", min = 1e-6, doc = "its other half axis" }
local a_lower = parameter "a_lower" { 0.20, unit = "m", min = 1e-6, doc = "half axis of the fixed cam" }
local b_lower = parameter "b_lower" { 0.08, unit = "m", min = 1e-6, doc = "its other half axis" }
local mass = parameter "mass" { 1, unit = "kg", min = 1e-9, doc = "mass of the falling cam" }
local stiffness = parameter "stiffness" { 1e6, unit = "N/m^1.5", min = 0, doc = "k of IMPACT" }
local damping = parameter "damping" { 200, unit = "N s/m", min = 0, doc = "c of IMPACT, reached at its depth" }
local depth = parameter "depth" { 1e-4, unit = "m", min = 1e-12, doc = "d of IMPACT" }

planar { gravity = {0, -9.81}, axes = false }

-- An ellipse as three arcs of a rational quadratic, a third of it each: the corners of an equilateral triangle around a
-- circle, with the weight 1/2, and the points half-way between them, all stretched.
local function three_arcs(a, b)
  local q, points = math.sqrt(3)/2, {}
  local circle = { {0, -1, 1}, {2*q, -1, 1/2}, {q, 1/2, 1}, {0, 2, 1/2}, {-q, 1/2, 1}, {-2*q, -1, 1/2}, {0, -1, 1} }
  for i, p in ipairs(circle) do points[i] = {a*p[1], b*p[2], w = p[3]} end
  return nurbs { degree = 2, closed = true, points = points, knots = {0, 0, 0, 1, 1, 2, 2, 3, 3, 3} }
end

-- A cubic that goes round, by its control points in parts of the half axes: an egg with a pointed end, and a saddle, in
-- which the egg can touch at two places at once.
local function cubic(a, b, control)
  local points = {}
  for i, p in ipairs(control) do points[i] = {a*p[1], b*p[2], w = p.w or 1} end
  return nurbs { degree = 3, closed = true, points = points }
end
local egg = { {1.25, 0.1}, {0.8, 1.05}, {-0.1, 1.3}, {-0.95, 0.85, w = 2}, {-1.05, -0.6}, {-0.2, -1.25}, {0.75, -1.1} }
local saddle = { {1.1, 0}, {0.95, 0.75}, {0.5, 0.95}, {0, 0.35, w = 1.5}, {-0.5, 0.95}, {-0.95, 0.75}, {-1.1, 0},
                 {-0.8, -0.9}, {0, -1.05}, {0.8, -0.9} }

local profile = {
  ellipse = function(a, b) return ellipse { a = a, b = b } end,
  nurbs = three_arcs,
  free = cubic }

-- The mass of the falling cam is spread over the ellipse, also in the free form.
local upper = body "upper" { mass = mass, inertia = mass*(a_upper^2 + b_upper^2)/4, x = 0.02, y = 0.25, angle = 30*deg,
                             look = { visible = false } }
local rim = shape "rim" { upper, profile[form](a_upper, b_upper, egg), look = { color = "steelblue" } }
local lower = shape "lower" { ground:at{0, 0, angle = 20*deg}, profile[form](a_lower, b_lower, saddle),
                              look = { color = "dimgray" } }
contact "hit" { lower, rim, law = impact { stiffness = stiffness, exponent = 1.5, damping = damping, depth = depth } }

simulate { duration = 1, tolerance = 1e-11, output = 1e-3 }

-- Numbers for the parameters as they are.
local as_it_is = a_upper == 0.10 and b_upper == 0.05 and a_lower == 0.20 and b_lower == 0.08 and mass == 1
                 and stiffness == 1e6 and damping == 200 and depth == 1e-4
local function wants(at, values, source)
  for _, name in ipairs {"x", "y", "angle", "vx", "vy", "omega"} do
    expect { "upper." .. name, at = at, value = values[name], tolerance = name == "omega" and 1e-8 or 2e-9, source = source }
  end
end
if as_it_is and form ~= "free" then
  local source = "integrated apart from Pawl, with support functions"
  wants(0.2, { x = -0.00483013234284116, y = 0.143620114432096, angle = -0.14112082597387, vx = -0.591165146139564,
               vy = 0.290464226795659, omega = -9.5831865618416 }, source)
  wants(1, { x = -0.744874797382625, y = -1.95846606425257, angle = 3.97280045544712, vx = -0.995210489377915,
             vy = -6.38742261244845, omega = 7.55973844572711 }, source)
elseif as_it_is then
  wants(1, { x = -1.00976612850, y = -2.00915028888, angle = -2.41319900472, vx = -1.30034285696, vy = -6.38095289622,
             omega = -4.09532394576 }, "own run with tolerance 1e-12")
end
