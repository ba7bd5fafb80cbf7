-- says: models/broken/coupling-of-a-joint-with-itself.lua:6: coupling "c" names joint "A" twice
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
coupling "c" { A, A, ratio = 2 }
