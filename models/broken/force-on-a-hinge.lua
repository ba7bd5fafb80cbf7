-- says: models/broken/force-on-a-hinge.lua:6: motor "drive": 'force' (N) does not go with joint "hinge", which is revolute
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
local hinge = revolute "hinge" { ground, arm }
motor "drive" { hinge, force = 1 }
