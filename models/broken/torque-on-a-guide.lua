-- says: models/broken/torque-on-a-guide.lua:6: motor "drive": 'torque' (N m) does not go with joint "guide", which is prismatic
-- exit: 1
planar { gravity = {0, -9.81} }
local piston = body "piston" { mass = 1, inertia = 0.1 }
local guide = prismatic "guide" { ground, piston }
motor "drive" { guide, torque = 1 }
