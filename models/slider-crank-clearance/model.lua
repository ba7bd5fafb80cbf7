-- A slider-crank mechanism whose slider has clearance in its guide: its four corners strike the walls, slide along them,
-- stick and lift off. Data of Flores, Leine, Glocker, Multibody System Dynamics 23 (2010).

local clearance = parameter "clearance" { 1*mm, unit = "m", min = 0.01*mm, max = 5*mm, doc = "above and below the slider" }
local e = parameter "e" { 0.4, min = 0, max = 1, doc = "restitution of the slider's corners, by Newton's law" }
local mu = parameter "mu" { 0.01, min = 0, max = 0.5, doc = "friction on the guide" }
local speed = parameter "speed" { 150, unit = "rad/s", min = 1, doc = "of the crank at the start" }
local duration = parameter "duration" { 0.1, unit = "s", min = 0.001 }

planar { gravity = {0, -9.81}, axes = false }

local crank_length, rod_length = 0.153, 0.306
local a, b = 0.05, 0.025 -- half the slider's length and height

local crank = body "crank" { mass = 0.038, inertia = 7.4e-5, com = { crank_length/2, 0 }, look = { color = "#4f8a5b", width = 12*mm } }
local rod = body "rod" { mass = 0.038, inertia = 5.9e-4, com = { rod_length/2, 0 }, look = { color = "#c8553d", width = 10*mm } }
local slider = body "slider" { mass = 0.076, inertia = 2.7e-6, look = { visible = false } }
revolute "shaft" { ground, crank, angle = 0, speed = speed }
revolute "crank_pin" { crank:at{ crank_length, 0 }, rod, angle = 0, speed = -1.5*speed }
revolute "wrist_pin" { rod:at{ rod_length, 0 }, slider, angle = 0, speed = 0.5*speed }

local outline = shape "outline" { slider, look = { color = "#4a7fb5" }, polygon { {-a, -b}, {a, -b}, {a, b}, {-a, b} } }
local near, far = 0, 0.6
local wall = b + clearance
local upper = shape "upper" { ground, line { { near, wall }, { far, wall } } }
local lower = shape "lower" { ground, line { { far, -wall }, { near, -wall } } }

local steel = rigid { restitution = e, impact = "newton" }
contact "top" { upper, outline, law = steel, friction = mu > 0 and mu or nil }
contact "bottom" { lower, outline, law = steel, friction = mu > 0 and mu or nil }

simulate { duration = duration, tolerance = 1e-11, output = 0.1*ms }

-- Until the slider meets a wall nothing is lost, and nothing turns it. The numbers of Siconos come from time-stepping with
-- h = 1e-4 s, whose own error they have; after a few impacts the motion is chaotic.
if clearance == 1*mm and speed == 150 and duration > 2.5*ms then
  local siconos = "SliderCrank_Flores of Siconos, before the first impact"
  expect { "slider.angle", at = 2.5*ms, value = 0, tolerance = 1e-12, source = "nothing turns it" }
  expect { "crank.angle", at = 2.5*ms, value = 0.334416, tolerance = 1e-3, source = siconos }
  expect { "crank.omega", at = 2.5*ms, value = 112.794, tolerance = 0.6, source = siconos }
  expect { "slider.y", at = 2.5*ms, value = 0.83020*mm, tolerance = 0.02*mm, source = siconos }
end
local speeds = { crank_length*speed/2, crank_length*speed - rod_length*speed/4, crank_length*speed - rod_length*speed/2 }
local energy = 0.5*(0.038*(speeds[1]^2 + speeds[2]^2) + 0.076*speeds[3]^2 + 7.4e-5*speed^2 + 5.9e-4*(speed/2)^2)
expect { "energy.total", at = 1*ms, value = energy, tolerance = 1e-9*energy, source = "nothing is lost before the first impact" }
