-- says: models/broken/torque-as-text.lua:6: motor "drive": 'torque' must be a number in N m, a function, a signal, or the name of a signal or a channel; no signal is called 'full'
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
local hinge = revolute "hinge" { ground, arm }
motor "drive" { hinge, torque = "full" }
