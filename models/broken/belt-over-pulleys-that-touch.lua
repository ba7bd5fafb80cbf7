-- says: models/broken/belt-over-pulleys-that-touch.lua:8: belt "drive" has its pulleys on each other: their centres must be further apart
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local b = box "b" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
local B = revolute "B" { ground:at{1, 0}, b }
belt "drive" { a, b, radius_a = 0.8, radius_b = 0.6, crossed = true }
