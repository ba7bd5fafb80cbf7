-- says: models/broken/coupling-with-a-ratio-of-zero.lua:8: coupling "c": 'ratio' must not be 0
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local b = box "b" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
local B = revolute "B" { ground:at{1, 0}, b }
coupling "c" { A, B, ratio = 0 }
