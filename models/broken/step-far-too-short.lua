-- says: models/broken/step-far-too-short.lua:6: simulate: 'step' is 1e-99 s, of which the run would take more than 1e9
-- exit: 3
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.02, com = {0.25, 0} }
revolute "hinge" { ground, arm, angle = -30*deg }
simulate { duration = 1, method = "stepping", step = 1e-99 }
