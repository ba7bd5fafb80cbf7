-- says: models/broken/coupling-of-a-body.lua:6: coupling "c": the 2nd thing it connects must be a joint, not a box
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
coupling "c" { A, a, ratio = 2 }
