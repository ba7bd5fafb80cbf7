-- says: models/broken/stop-with-limits-crossed.lua:6: stop "end": 'min' must not be more than 'max'
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
stop "end" { A, min = 1, max = -1, stiffness = 100 }
