-- says: models/broken/ring-smaller-than-its-pinion.lua:8: internal_gear "mesh": 'radius_ring' must be more than 'radius_pinion', and both more than 0
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local b = box "b" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
local B = revolute "B" { ground:at{1, 0}, b }
internal_gear "mesh" { a, b, radius_pinion = 2, radius_ring = 1 }
