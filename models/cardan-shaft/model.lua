-- A double Cardan shaft with a slip joint drives an axle that moves up and down: it turns evenly although its middle does not.
local span   = parameter "span"   { 0.6,  unit = "m", min = 1e-3, doc = "distance of the two crosses along the shafts" }
local offset = parameter "offset" { 0.25, unit = "m", doc = "how far the axle is below the gear box, in the mean" }
local stroke = parameter "stroke" { 0.1,  unit = "m", doc = "how far the axle moves up and down" }
local bounce = parameter "bounce" { 12,   unit = "rad/s", doc = "how fast it does" }
local speed  = parameter "speed"  { 10*math.pi, unit = "rad/s", doc = "of the gear box: 300 turns a minute" }
local load   = parameter "load"   { 0.5,  unit = "N m s/rad", min = 0, doc = "damping at the axle" }

spatial { gravity = {0, 0, -9.81} }
local function height(t) return -offset + stroke*math.sin(bounce*t) end
local axle = base "axle" { x = span, z = height, look = { color = "gray" } }
-- A shaft, and the place in which it holds its cross: at its end (way 1) or at its begin (-1).
local function shaft(name, mass, radius, length, way, color)
  local bar = cylinder(name) { mass = mass, radius = radius, length = length, look = { color = color } }
  return bar:at{0, 0, way*length/2}
end
local r     = 0.03*span
local input = shaft("input", 2, 1.5*r, 0.4*span, 1, "steelblue")
local tube  = shaft("tube", 1.5, 1.3*r, 0.6*span, -1, "tomato")
local rod   = shaft("rod", 1, 0.8*r, 0.6*span, 1, "goldenrod")
local drive = shaft("output", 2, 1.5*r, 0.4*span, -1, "seagreen")

-- Bearings: z, the axis of a shaft, is the world's x, and y is upright.
local turn = {1, 1, 1, 120*deg}
local lean = math.atan(offset/span)
revolute "gear_box" { ground:at{0, 0, 0, turn = turn}, input, angle = 0, speed = speed }
universal "front" { input, tube, angle1 = lean, angle2 = 0 }
prismatic "slip" { tube, rod, axis = {0, 0, 1}, position = math.sqrt(span^2 + offset^2) }
-- The shaft between holds both crosses by its y axis: so its second yoke makes good what the first one does.
universal "rear" { drive, rod, angle1 = lean, angle2 = 0 }
revolute "wheel" { axle:at{0, 0, 0, turn = turn}, drive, angle = 0 }
motor "engine" { "gear_box", speed = speed }
joint_damper "road" { "wheel", damping = load }

simulate { duration = 0.4, tolerance = 1e-11, output = 1*ms }

for _, t in ipairs { 0.05, 0.13, 0.27, 0.4 } do
  local y, a = height(t), speed*t
  local long = math.sqrt(span^2 + y^2)
  local sine, tangent = y/long, y/span -- of the angle between the shafts
  local even = "with both yokes in one plane the shafts turn alike"
  expect { "wheel.angle", at = t, value = a, tolerance = 1e-9, source = even }
  expect { "wheel.speed", at = t, value = speed, tolerance = 1e-7, source = even }
  expect { "slip.position", at = t, value = long, tolerance = 1e-10, source = "Pythagoras" }
  local cardan = "the direction of the shaft in the yoke: (sin b sin a, sin b cos a, cos b)"
  expect { "front.angle1", at = t, value = -math.atan(tangent*math.cos(a)), tolerance = 1e-9, source = cardan }
  expect { "front.angle2", at = t, value = math.asin(sine*math.sin(a)), tolerance = 1e-9, source = cardan }
end
