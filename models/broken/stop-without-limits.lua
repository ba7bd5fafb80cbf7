-- says: models/broken/stop-without-limits.lua:6: stop "end": needs 'min' or 'max', or both
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
stop "end" { A, stiffness = 100 }
