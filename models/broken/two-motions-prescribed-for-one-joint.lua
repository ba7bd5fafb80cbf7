-- says: models/broken/two-motions-prescribed-for-one-joint.lua:7: motor "fast": no velocity meets it together with the other constraints; 1 rad/s are left
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1, com = {1, 0} }
local hinge = revolute "hinge" { ground, arm }
motor "slow" { hinge, speed = 1 }
motor "fast" { hinge, speed = 2 }
