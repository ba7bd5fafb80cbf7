-- says: models/broken/motor-with-two-orders.lua:6: motor "m": needs exactly one of 'torque', 'force', 'speed', 'angle' and 'position'
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
motor "m" { A, torque = 1, speed = 2 }
