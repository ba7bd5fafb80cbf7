-- says: models/broken/angle-prescribed-against-a-locked-joint.lua:7: motor "drive" prescribes what the other constraints do not allow; 0.785398 rad are left
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1, com = {1, 0} }
local hinge = revolute "hinge" { ground, arm }
weld "lock" { ground, arm }
motor "drive" { hinge, angle = 45*deg }
