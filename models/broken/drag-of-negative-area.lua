-- says: models/broken/drag-of-negative-area.lua:6: drag "d": 'area' must be at least 0 m^2, not -1
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
drag "d" { a, area = -1, coefficient = 1 }
