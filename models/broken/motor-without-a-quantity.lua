-- says: models/broken/motor-without-a-quantity.lua:6: motor "drive": needs exactly one of 'torque', 'force', 'speed', 'angle' and 'position'
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1, com = {1, 0} }
local hinge = revolute "hinge" { ground, arm }
motor "drive" { hinge }
