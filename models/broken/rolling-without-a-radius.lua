-- says: models/broken/rolling-without-a-radius.lua:5: rolling "r": 'radius' is required (m: radius of the wheel)
-- exit: 1
planar { gravity = {0, -9.81} }
local w = cylinder "w" { mass = 1, radius = 0.2 }
rolling "r" { ground, w }
