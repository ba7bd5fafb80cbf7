-- says: models/broken/spatial-point-in-a-plane.lua:5: ground:at: takes 2 values by position, 3 given
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
revolute "hinge" { ground:at{0, 0, 1}, arm }
