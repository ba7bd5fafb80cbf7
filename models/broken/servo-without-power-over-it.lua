-- says: models/broken/servo-without-power-over-it.lua:8: servo "s" cannot meet its condition at t = 0 s: the effort at joint "A" does not accelerate what it shall keep
-- exit: 3
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local b = box "b" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
local B = revolute "B" { ground:at{1, 0}, b }
servo "s" { A, keeps = "B.angle", at = 0 }
