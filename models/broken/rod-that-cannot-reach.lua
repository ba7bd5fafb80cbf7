-- says: models/broken/rod-that-cannot-reach.lua:6: rod "link" cannot be assembled: a gap of 1.5 m is left
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1, com = {0.5, 0} }
revolute "hinge" { ground, arm }
rod "link" { ground:at{3, 0}, arm:at{1, 0}, length = 0.5 }
