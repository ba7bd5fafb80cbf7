-- says: models/broken/stop-that-begins-behind.lua:6: stop "wall": joint "hinge" begins 0.1 rad beyond its limit
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.02, com = {0.25, 0} }
revolute "hinge" { ground, arm, angle = 0.6 }
stop "wall" { "hinge", max = 0.5 }
