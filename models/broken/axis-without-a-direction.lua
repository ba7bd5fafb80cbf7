-- says: models/broken/axis-without-a-direction.lua:5: revolute "hinge": 'axis' must not be zero
-- exit: 1
spatial { gravity = {0, 0, -9.81} }
local arm = body "arm" { mass = 1, inertia = {0.1, 0.1, 0.1} }
revolute "hinge" { ground, arm, axis = {0, 0, 0} }
