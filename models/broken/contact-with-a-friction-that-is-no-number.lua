-- says: models/broken/contact-with-a-friction-that-is-no-number.lua:7: contact "hit": 'friction' must be a coefficient of 0 or more, not nan
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.06 }
local floor = shape "floor" { ground, line { {0.2, 0}, {-0.2, 0} } }
local rim = shape "rim" { ball, circle { radius = 0.05 } }
contact "hit" { floor, rim, law = rigid {}, friction = 0/0 }
