-- says: models/broken/gear-with-centres-apart.lua:8: gear "mesh" does not fit: the distance of the centres is 1 m, but its radii ask for 0.9 m
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local b = box "b" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
local B = revolute "B" { ground:at{1, 0}, b }
gear "mesh" { a, b, radius_a = 0.4, radius_b = 0.5 }
