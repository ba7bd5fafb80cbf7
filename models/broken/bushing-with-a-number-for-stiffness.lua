-- says: models/broken/bushing-with-a-number-for-stiffness.lua:6: bushing "b": 'stiffness' must be {x, y} in N/m, not a number
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
bushing "b" { ground, a, stiffness = 100 }
