-- says: models/broken/restitution-above-one.lua:7: restitution: 'e' must be at most 1, not 1.2
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.06 }
local floor = shape "floor" { ground, line { {0.2, 0}, {-0.2, 0} } }
local rim = shape "rim" { ball, circle { radius = 0.05 } }
contact "hit" { floor, rim, law = restitution { e = 1.2, stiffness = 1e6 } }
