-- says: models/broken/universal-joint-with-the-angle-of-a-hinge.lua:5: universal "cross": unknown field 'angle'; did you mean 'angle1'?
-- exit: 1
spatial { gravity = {0, 0, -9.81} }
local arm = body "arm" { mass = 1, inertia = {0.1, 0.1, 0.1} }
universal "cross" { ground, arm, angle = 0.3 }
