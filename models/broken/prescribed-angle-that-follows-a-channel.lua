-- says: models/broken/prescribed-angle-that-follows-a-channel.lua:8: a prescribed motion is a function of time: it cannot follow channel 'B.angle'; a servo can
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local b = box "b" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
local B = revolute "B" { ground:at{1, 0}, b }
motor "m" { A, angle = "B.angle" }
