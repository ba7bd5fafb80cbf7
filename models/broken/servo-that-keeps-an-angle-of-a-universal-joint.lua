-- says: models/broken/servo-that-keeps-an-angle-of-a-universal-joint.lua:7: servo "s" cannot keep 'cross.angle1': it can keep the angle, position or speed of a joint of one coordinate, and the place, turn or velocity of a body or marker
-- exit: 1
spatial { gravity = {0, 0, -9.81} }
local arm, tip = body "arm" { mass = 1, inertia = {0.1, 0.1, 0.1} }, body "tip" { mass = 1, inertia = {0.1, 0.1, 0.1} }
revolute "hinge" { ground, arm }
universal "cross" { arm, tip }
servo "s" { "hinge", keeps = "cross.angle1", at = 0 }
