-- says: models/broken/series-without-a-damper.lua:6: series "s": 'damping' is required (N s/m: viscous rate of the damper)
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
series "s" { ground:at{0, 1}, a:at{0.2, 0}, stiffness = 100 }
