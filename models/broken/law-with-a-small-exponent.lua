-- says: models/broken/law-with-a-small-exponent.lua:7: hunt_crossley: 'exponent' must be at least 1, not 0.5
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.06 }
local floor = shape "floor" { ground, line { {0.2, 0}, {-0.2, 0} } }
local rim = shape "rim" { ball, circle { radius = 0.05 } }
contact "hit" { floor, rim, law = hunt_crossley { stiffness = 1e5, exponent = 0.5, damping = 1 } }
