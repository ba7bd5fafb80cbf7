-- says: models/broken/planar-angle-in-space.lua:5: ground:at: unknown field 'angle': it exists only in a planar model
-- exit: 1
spatial { gravity = {0, 0, -9.81} }
local arm = body "arm" { mass = 1, inertia = {0.1, 0.1, 0.1} }
revolute "hinge" { ground:at{0, 0, 0, angle = 30*deg}, arm }
