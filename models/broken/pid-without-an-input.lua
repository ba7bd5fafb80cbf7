-- says: models/broken/pid-without-an-input.lua:6: pid "c": 'input' is required (what is measured: a channel or signal)
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
pid "c" { gain = 2 }
motor "m" { A, torque = "c" }
