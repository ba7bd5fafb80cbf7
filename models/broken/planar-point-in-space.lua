-- says: models/broken/planar-point-in-space.lua:5: ground:at: a point has 3 coordinates in a spatial model, 2 given
-- exit: 1
spatial { gravity = {0, 0, -9.81} }
local arm = body "arm" { mass = 1, inertia = {0.1, 0.1, 0.1} }
revolute "hinge" { ground:at{0, 0}, arm }
