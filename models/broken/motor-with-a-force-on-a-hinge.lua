-- says: models/broken/motor-with-a-force-on-a-hinge.lua:6: motor "m": 'force' (N) does not go with joint "A", which is revolute
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
motor "m" { A, force = 1 }
