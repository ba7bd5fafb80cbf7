-- says: models/broken/channel-of-forces-as-a-signal.lua:6: motor "m" cannot follow 'A.fx': it comes from forces, which may depend on this part; positions and velocities can be followed
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
motor "m" { A, torque = "A.fx" }
