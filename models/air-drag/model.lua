-- A body on an arm, slowed down by the drag of air, seen from above (PlanarMechanics, number 24).
local l  = parameter "l"  { 2,    unit = "m", min = 1e-3, doc = "length of the arm" }
local m  = parameter "m"  { 10,   unit = "kg", min = 1e-6, doc = "mass of the body" }
local I  = parameter "I"  { 1,    unit = "kg m^2", min = 0, doc = "its moment of inertia" }
local cW = parameter "cW" { 0.5,  min = 0, doc = "coefficient of drag" }
local A  = parameter "A"  { 1.2,  unit = "m^2", min = 0, doc = "area across the stream" }
local density = parameter "density" { 1.18, unit = "kg/m^3", min = 0, doc = "density of the air" }
local w0 = parameter "w0" { -5,   unit = "rad/s", doc = "speed of the arm at the start" }

planar {}
local car = body "body" { mass = m, inertia = I, look = { color = "steelblue", width = 0.06*l } }
revolute "revolute" { ground, car:at{0, -l}, angle = 0, speed = w0 }
drag "airDrag" { car, area = A, coefficient = cW, density = density, direction = {1, 0} }
drawing "hull" { car, shape = "box", length = 0.5*l, width = 0.2*l, look = { color = "tomato", layer = 1 } }

simulate { duration = 10, tolerance = 1e-12, output = 10*ms }

-- (m l^2 + I) w' = -(density cW A/2) l^3 |w| w
local k = density*cW*A/2*l^3/(m*l^2 + I)
local source = "closed form: w = w0/(1 + k |w0| t)"
if k > 0 and w0 ~= 0 then
  for _, t in ipairs {1, 5, 10} do
    local w = w0/(1 + k*math.abs(w0)*t)
    expect { "revolute.speed", at = t, value = w, tolerance = 1e-9, source = source }
    expect { "revolute.angle", at = t, value = math.log(1 + k*math.abs(w0)*t)/k*(w0 > 0 and 1 or -1), tolerance = 1e-9,
             source = source }
    expect { "airDrag.force", at = t, value = density*cW*A/2*(w*l)^2, tolerance = 1e-8, source = source }
  end
end
