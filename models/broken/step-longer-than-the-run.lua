-- says: models/broken/step-longer-than-the-run.lua:6: simulate: 'step' is 5 s, longer than the run of 1 s
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.02, com = {0.25, 0} }
revolute "hinge" { ground, arm, angle = -30*deg }
simulate { duration = 1, method = "stepping", step = 5 }
