-- A bar of 1 kg on a vertical guide at one of its ends: free fall (Adams, Prismatic_Case01).
local g, l = 9.80665, 2
spatial { gravity = {0, 0, -g} }

local pendulum = body "pendulum" { mass = 1, inertia = {0.04, 0.1, 0.1} }
prismatic "joint" { ground, pendulum:at{-l, 0, 0}, axis = {0, 0, 1}, position = 0, speed = 0 }

simulate { duration = 5, tolerance = 1e-12, output = 10*ms }

expect { "pendulum.z", at = 2, value = -0.5*g*2^2, tolerance = 1e-10, source = "-g t^2/2" }
expect { "pendulum.z", value = -0.5*g*5^2, tolerance = 1e-9, source = "-g t^2/2" }
expect { "pendulum.vz", value = -g*5, tolerance = 1e-10, source = "-g t" }
expect { "joint.ty", value = 0, tolerance = 1e-9, source = "what falls freely weighs nothing" }

local adams = "Adams, Prismatic_Case01 of Project Chrono's test data"
expect { "pendulum.x", value = 2, tolerance = 1e-6, source = adams }
expect { "pendulum.z", at = 0.96, value = -4.5189, tolerance = 1e-5, source = adams }
expect { "pendulum.z", value = -122.583, tolerance = 1e-3, source = adams }
expect { "pendulum.vz", value = -49.0333, tolerance = 1e-4, source = adams }
