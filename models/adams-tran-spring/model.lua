-- A free body falls from where its spring has no length, and is held by it (Adams, TranSpring_Case01).
local g = 9.80665
spatial { gravity = {0, 0, -g} }

local k = parameter "k" { 10, unit = "N/m", min = 0, doc = "stiffness of the spring" }
local c = parameter "c" { 0.5, unit = "N s/m", min = 0, doc = "rate of the damper" }

local pendulum = body "pendulum" { mass = 1, inertia = {0.04, 0.1, 0.1}, x = 0, y = 0, z = 0 }
spring "spring" { ground, pendulum, stiffness = k, damping = c, length = 0 }

simulate { duration = 5, tolerance = 1e-12, output = 10*ms }

-- z'' = -g - k z - c z' from rest at 0, underdamped.
local a, w2 = c/2, k - c*c/4
if w2 > 0 and k > 0 then
  local w = math.sqrt(w2)
  local function z(t) return -(g/k)*(1 - math.exp(-a*t)*(math.cos(w*t) + a/w*math.sin(w*t))) end
  local function vz(t) return -(g/w)*math.exp(-a*t)*math.sin(w*t) end
  local closed = "the damped oscillator in closed form"
  expect { "pendulum.z", at = 1, value = z(1), tolerance = 1e-10, source = closed }
  expect { "pendulum.z", value = z(5), tolerance = 1e-10, source = closed }
  expect { "pendulum.vz", value = vz(5), tolerance = 1e-10, source = closed }
end

if k == 10 and c == 0.5 then
  local adams = "Adams, TranSpring_Case01 of Project Chrono's test data"
  expect { "pendulum.z", at = 0.96, value = -1.73992, tolerance = 1e-5, source = adams }
  expect { "pendulum.z", value = -1.26242, tolerance = 2e-5, source = adams }
  expect { "pendulum.vz", value = 0.0480496, tolerance = 2e-5, source = adams }
  expect { "spring.force", value = -12.6002, tolerance = 2e-4, source = adams }
end
