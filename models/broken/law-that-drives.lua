-- says: models/broken/law-that-drives.lua:7: linear: 'damping' must be at least 0 N s/m, not -1
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.06 }
local floor = shape "floor" { ground, line { {0.2, 0}, {-0.2, 0} } }
local rim = shape "rim" { ball, circle { radius = 0.05 } }
contact "hit" { floor, rim, law = linear { stiffness = 1e5, damping = -1 } }
