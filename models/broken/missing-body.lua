-- says: models/broken/missing-body.lua:5: revolute "hinge": the 2nd thing it connects must be a body or a frame, not nil: it is missing, or a variable without a value
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
revolute "hinge" { ground }
