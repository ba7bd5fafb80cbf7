-- says: models/broken/differential-with-two-shafts.lua:8: differential "d": the 3rd thing it connects must be a joint, not nil: it is missing, or a variable without a value
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
local s = shaft "s" { inertia = 1 }
local t = shaft "t" { inertia = 1 }
differential "d" { s, t }
