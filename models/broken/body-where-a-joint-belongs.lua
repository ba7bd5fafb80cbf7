-- says: models/broken/body-where-a-joint-belongs.lua:6: motor "drive": the 1st thing it connects must be a joint, not a body
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
revolute "hinge" { ground, arm }
motor "drive" { arm, torque = 1 }
