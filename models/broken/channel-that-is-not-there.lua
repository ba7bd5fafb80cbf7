-- says: models/broken/channel-that-is-not-there.lua:6: motor "m": there is no channel or signal 'A.sped'; did you mean 'A.speed'?
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
motor "m" { A, torque = "A.sped" }
