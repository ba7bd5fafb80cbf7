-- says: models/broken/motion-prescribed-against-a-locked-joint.lua:7: motor "drive": no velocity meets it together with the other constraints; 1 rad/s are left
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1, com = {1, 0} }
local hinge = revolute "hinge" { ground, arm }
rod "stay" { ground:at{1, 1}, arm:at{1, 0}, length = 1 }
motor "drive" { hinge, speed = 1 }
