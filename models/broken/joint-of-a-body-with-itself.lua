-- says: models/broken/joint-of-a-body-with-itself.lua:5: revolute "hinge": connects body 'arm' with itself
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
revolute "hinge" { arm, arm:at{1, 0} }
