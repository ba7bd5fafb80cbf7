-- says: models/broken/distance-of-one-point.lua:6: distance "d": the 2nd thing it connects must be a body or a frame, not nil: it is missing, or a variable without a value
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
distance "d" { a }
