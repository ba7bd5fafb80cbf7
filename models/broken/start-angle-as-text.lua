-- says: models/broken/start-angle-as-text.lua:5: revolute "hinge": 'angle' must be a number in rad, not a string
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
revolute "hinge" { ground, arm, angle = "30 deg" }
