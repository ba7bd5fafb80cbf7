-- says: models/broken/motor-with-rise-and-torque.lua:6: motor "m": 'rise' goes with a prescribed speed, angle or position; let a torque or force follow a 'step'
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
motor "m" { A, torque = 1, rise = 0.5 }
