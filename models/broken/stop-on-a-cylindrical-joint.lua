-- says: models/broken/stop-on-a-cylindrical-joint.lua:6: stop "end" needs a joint of one coordinate; cylindrical "sleeve" has two, 'angle' and 'position': build it of two joints with a body without mass between them
-- exit: 1
spatial { gravity = {0, 0, -9.81} }
local arm = body "arm" { mass = 1, inertia = {0.1, 0.1, 0.1} }
cylindrical "sleeve" { ground, arm }
stop "end" { "sleeve", min = 0 }
