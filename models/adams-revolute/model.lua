-- A bar of 1 kg on a hinge along the world's y axis, let go from the horizontal (Adams, Revolute_Case01).
local g, l, inertia = 9.80665, 2, 0.1
spatial { gravity = {0, 0, -g} }

-- The body's own frame is at its centre of mass and turned as Adams reports it: the hinge's axis is its z axis.
local pendulum = body "pendulum" { mass = 1, inertia = {0.04, inertia, inertia} }
local hub = ground:at{0, 0, 0, turn = {1, 0, 0, -90*deg}}
revolute "joint" { hub, pendulum:at{-l, 0, 0}, angle = 0, speed = 0 }

simulate { duration = 5, tolerance = 1e-12, output = 10*ms }

-- th'' = (g l/J) cos th from rest: after K(1/sqrt 2)/sqrt(g l/J) at the bottom, after twice that on the far side.
local J = inertia + l*l
local quarter = 1.854074677301371918/math.sqrt(g*l/J)
local closed = "elliptic functions: a quarter period is K(1/sqrt 2)/sqrt(g l/J)"
expect { "pendulum.x", at = quarter, value = 0, tolerance = 1e-10, source = closed }
expect { "pendulum.z", at = quarter, value = -l, tolerance = 1e-10, source = closed }
expect { "joint.speed", at = quarter, value = math.sqrt(2*g*l/J), tolerance = 1e-10, source = closed }
expect { "joint.fz", at = quarter, value = g + 2*g*l*l/J, tolerance = 1e-9, source = closed }
expect { "pendulum.x", at = 2*quarter, value = -l, tolerance = 1e-10, source = closed }
expect { "pendulum.z", at = 4*quarter, value = 0, tolerance = 1e-10, source = closed }

local adams = "Adams, Revolute_Case01 of Project Chrono's test data"
expect { "pendulum.x", at = 0.96, value = -0.674299, tolerance = 2e-6, source = adams }
expect { "pendulum.z", at = 0.96, value = -1.8829, tolerance = 1e-5, source = adams }
expect { "pendulum.vx", at = 0.96, value = -5.651, tolerance = 5e-5, source = adams }
expect { "pendulum.x", value = -1.99968, tolerance = 1e-5, source = adams }
expect { "pendulum.z", value = -0.0355587, tolerance = 1e-4, source = adams }
