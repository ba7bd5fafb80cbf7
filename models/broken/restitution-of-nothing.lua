-- says: models/broken/restitution-of-nothing.lua:7: restitution: 'e' must be more than 0: a spring with a damper always gives something back
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.06 }
local floor = shape "floor" { ground, line { {0.2, 0}, {-0.2, 0} } }
local rim = shape "rim" { ball, circle { radius = 0.05 } }
contact "hit" { floor, rim, law = restitution { e = 0, stiffness = 1e6 } }
