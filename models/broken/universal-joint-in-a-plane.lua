-- says: models/broken/universal-joint-in-a-plane.lua:5: universal "cross": not available in a planar model
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
universal "cross" { ground, arm }
