-- says: models/broken/gear-with-a-radius-of-zero.lua:8: gear "mesh": needs either 'radius_a' and 'radius_b', or 'teeth_a', 'teeth_b' and 'module', all more than 0
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local b = box "b" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
local B = revolute "B" { ground:at{1, 0}, b }
gear "mesh" { a, b, radius_a = 0, radius_b = 1 }
