-- says: models/broken/joint-of-the-ground-with-itself.lua:5: revolute "hinge": connects the ground with itself
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
revolute "hinge" { ground, ground:at{1, 0} }
