-- says: models/broken/impact-without-a-depth.lua:7: impact: 'depth' is required (m: where the viscous rate is at its greatest: d)
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.06 }
local floor = shape "floor" { ground, line { {0.2, 0}, {-0.2, 0} } }
local rim = shape "rim" { ball, circle { radius = 0.05 } }
contact "hit" { floor, rim, law = impact { stiffness = 1e6, exponent = 1.5, damping = 100 } }
