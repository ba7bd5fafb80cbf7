-- A ball falls onto a rigid floor and bounces, each time with the same part of its speed, infinitely often in a finite time.
local e = parameter "e" { 0.9, min = 0, max = 1, doc = "restitution: speed after a bounce over speed before" }
local height = parameter "height" { 1, unit = "m", min = 1e-9, doc = "from which it falls" }
local mass = parameter "mass" { 1, unit = "kg", min = 1e-12, doc = "of the ball" }
local grav = parameter "gravity" { 9.81, unit = "m/s^2", min = 1e-9, doc = "downwards" }

planar { gravity = {0, -grav}, axes = false }
local floor = shape "floor" { ground, line { {height, 0}, {-height, 0} } }
local ball = body "ball" { mass = mass, inertia = 1e-3*mass*height^2, y = height, look = { visible = false } }
drawing "look" { ball:at{0, 0.04*height}, shape = "sphere", width = 0.08*height, look = { color = "tomato" } }
contact "bounce" { floor, shape "point" { ball, vertex {} }, law = rigid { restitution = e } }

-- It meets the floor after t1, with v1, and between two impacts it flies e as long as before: t1 + 2 t1 (e + e^2 + …).
local t1, v1 = math.sqrt(2*height/grav), math.sqrt(2*height*grav)
local limit = e < 1 and t1*(1 + e)/(1 - e) or math.huge
local function place(t)
  if t <= t1 then return height - grav*t^2/2 end
  if t >= limit then return 0 end
  local k = e < 1 and math.floor(math.log(1 - (t/t1 - 1)*(1 - e)/(2*e))/math.log(e)) or (t/t1 - 1)//2
  local since = e < 1 and t - t1 - 2*t1*e*(1 - e^k)/(1 - e) or t - t1*(1 + 2*k)
  return since*(v1*e^(k + 1) - grav*since/2)
end

local ends = 10*math.sqrt(height*9.81/grav)
simulate { duration = ends, tolerance = 1e-12, output = ends/1000 }
for i = 1, 16 do
  local t = ends*(i - 0.37)/16
  expect { "ball.y", at = t, value = place(t), tolerance = 1e-9*height, source = "free fall between geometric bounces" }
end
if limit < ends then
  local energy, momentum = mass*grav*height, mass*grav*ends
  expect { measure = "lost(bounce)", value = energy, tolerance = 1e-9*energy, source = "it rests on the floor" }
  expect { measure = "impulse(bounce)", value = momentum, tolerance = 1e-6*momentum, source = "its weight over all the time" }
  expect { measure = "cross(ball.vy, 0, 2)", value = t1*(1 + e), tolerance = 1e-9*t1, source = "the top of the first bounce" }
end
