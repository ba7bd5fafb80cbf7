-- says: models/broken/motor-on-ground.lua:5: motor "drive": the 1st thing it connects must be a joint, not the ground
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
motor "drive" { ground, torque = 1 }
