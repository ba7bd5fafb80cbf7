-- says: models/broken/joint-where-a-body-belongs.lua:6: marker "tip": the 1st thing it connects must be a body or a frame, not a revolute
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
local hinge = revolute "hinge" { ground, arm }
marker "tip" { hinge }
