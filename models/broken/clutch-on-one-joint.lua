-- says: models/broken/clutch-on-one-joint.lua:6: clutch "c": the 2nd thing it connects must be a joint, not nil: it is missing, or a variable without a value
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
clutch "c" { A, capacity = 1, speed = 0.1 }
