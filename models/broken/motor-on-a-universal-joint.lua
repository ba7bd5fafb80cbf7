-- says: models/broken/motor-on-a-universal-joint.lua:6: motor "m" needs a joint of one coordinate; universal "cross" has two, 'angle1' and 'angle2': build it of two joints with a body without mass between them
-- exit: 1
spatial { gravity = {0, 0, -9.81} }
local arm = body "arm" { mass = 1, inertia = {0.1, 0.1, 0.1} }
universal "cross" { ground, arm }
motor "m" { "cross", torque = 1 }
