-- says: models/broken/too-many-bodies-in-a-joint.lua:6: revolute "hinge": takes 2 things by position, 3 given
-- exit: 1
planar { gravity = {0, -9.81} }
local a = body "a" { mass = 1, inertia = 0.1 }
local b = body "b" { mass = 1, inertia = 0.1 }
revolute "hinge" { ground, a, b }
