-- says: models/broken/contact-with-a-body.lua:7: contact "hit": the 2nd thing it connects must be a shape, not a body
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.06 }
local floor = shape "floor" { ground, line { {0.2, 0}, {-0.2, 0} } }
local rim = shape "rim" { ball, circle { radius = 0.05 } }
contact "hit" { floor, ball, law = linear { stiffness = 1e5 } }
