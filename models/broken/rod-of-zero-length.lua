-- says: models/broken/rod-of-zero-length.lua:5: rod "link": 'length' must be more than 0: pins on each other are a revolute joint
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 0.1 }
rod "link" { ground, ball, length = 0 }
