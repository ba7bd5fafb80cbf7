-- says: models/broken/signal-that-is-not-there.lua:6: motor "m": 'torque' must be a number in N m, a function, a signal, or the name of a signal or a channel; no signal is called 'gian'
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
motor "m" { A, torque = "gian" }
gain "gain1" { 2, factor = 3 }
