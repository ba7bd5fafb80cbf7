-- says: models/broken/damper-that-drives.lua:6: damper "d": 'force' must be 0 at rest, not negative where the length grows, not positive where it shrinks
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
damper "d" { ground:at{0, 1}, a:at{0.2, 0}, force = characteristic { {0, 0}, {1, -5} } }
