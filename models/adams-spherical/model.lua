-- A bar of 1 kg swings on a ball joint, let go from the horizontal (Adams, Spherical_Case01).
-- It stays in a plane although nothing but symmetry keeps it there.
local g, l, inertia = 9.80665, 2, 0.1
spatial { gravity = {0, 0, -g} }

local pendulum = body "pendulum" { mass = 1, inertia = {0.04, inertia, inertia} }
spherical "joint" { ground, pendulum:at{-l, 0, 0}, e0 = 1, e1 = 0, e2 = 0, e3 = 0, wx = 0, wy = 0, wz = 0 }

simulate { duration = 5, tolerance = 1e-12, output = 10*ms }

-- The motion of models/adams-revolute.
local J = inertia + l*l
local quarter = 1.854074677301371918/math.sqrt(g*l/J)
local closed = "elliptic functions: a quarter period is K(1/sqrt 2)/sqrt(g l/J)"
expect { "pendulum.x", at = quarter, value = 0, tolerance = 1e-10, source = closed }
expect { "pendulum.z", at = quarter, value = -l, tolerance = 1e-10, source = closed }
expect { "pendulum.wy", at = quarter, value = math.sqrt(2*g*l/J), tolerance = 1e-10, source = closed }
expect { "joint.fz", at = quarter, value = g + 2*g*l*l/J, tolerance = 1e-9, source = closed }
expect { "pendulum.x", at = 2*quarter, value = -l, tolerance = 1e-10, source = closed }
expect { "pendulum.z", at = 4*quarter, value = 0, tolerance = 1e-10, source = closed }
expect { "pendulum.y", value = 0, tolerance = 1e-12, source = "symmetry" }

-- Adams' own error of step reaches 8e-4 here.
local adams = "Adams, Spherical_Case01 of Project Chrono's test data"
expect { "pendulum.x", at = 0.96, value = -0.674292, tolerance = 1e-4, source = adams }
expect { "pendulum.z", at = 0.96, value = -1.8829, tolerance = 1e-4, source = adams }
expect { "pendulum.x", value = -1.99967, tolerance = 1e-3, source = adams }
expect { "pendulum.z", value = -0.0361929, tolerance = 1e-3, source = adams }
