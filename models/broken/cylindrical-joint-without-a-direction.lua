-- says: models/broken/cylindrical-joint-without-a-direction.lua:5: cylindrical "sleeve": 'axis' must not be zero
-- exit: 1
spatial { gravity = {0, 0, -9.81} }
local arm = body "arm" { mass = 1, inertia = {0.1, 0.1, 0.1} }
cylindrical "sleeve" { ground, arm, axis = {0, 0, 0} }
