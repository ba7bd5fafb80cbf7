-- says: models/broken/negative-stiffness.lua:5: spring "return": 'stiffness' must be at least 0 N/m, not -10
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 0.1 }
spring "return" { ground, ball, stiffness = -10, length = 1 }
