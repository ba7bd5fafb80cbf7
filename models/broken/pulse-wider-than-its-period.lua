-- says: models/broken/pulse-wider-than-its-period.lua:6: pulse "p": 'width' must be at most 1, not 1.5
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
pulse "p" { amplitude = 1, period = 1, width = 1.5 }
motor "m" { A, torque = "p" }
