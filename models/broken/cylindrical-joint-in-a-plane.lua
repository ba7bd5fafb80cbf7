-- says: models/broken/cylindrical-joint-in-a-plane.lua:5: cylindrical "sleeve": not available in a planar model
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
cylindrical "sleeve" { ground, arm }
