-- says: models/broken/ball-joint-in-a-plane.lua:5: spherical "ball": not available in a planar model
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
spherical "ball" { ground, arm }
