-- says: models/broken/law-without-stiffness.lua:7: linear: 'stiffness' must be more than 0
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.06 }
local floor = shape "floor" { ground, line { {0.2, 0}, {-0.2, 0} } }
local rim = shape "rim" { ball, circle { radius = 0.05 } }
contact "hit" { floor, rim, law = linear { stiffness = 0 } }
