-- says: models/broken/quaternion-of-a-place-too-short.lua:5: ground:at: 'quaternion' must have length 1, not 0.9949874371066199
-- exit: 1
spatial { gravity = {0, 0, -9.81} }
local arm = body "arm" { mass = 1, inertia = {0.1, 0.1, 0.1} }
revolute "hinge" { ground:at{0, 0, 0, quaternion = {0.7, 0.7, 0.1, 0}}, arm }
