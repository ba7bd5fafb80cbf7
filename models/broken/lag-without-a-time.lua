-- says: models/broken/lag-without-a-time.lua:6: lag "l": 'time' is required (s: time constant)
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
lag "l" { 1 }
motor "m" { A, torque = "l" }
