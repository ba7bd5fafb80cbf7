-- says: models/broken/hertz-with-stiffness-and-modulus.lua:7: hertz: needs 'stiffness' or 'modulus', and not both
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.06 }
local floor = shape "floor" { ground, line { {0.2, 0}, {-0.2, 0} } }
local rim = shape "rim" { ball, circle { radius = 0.05 } }
contact "hit" { floor, rim, law = hertz { stiffness = 1e9, modulus = 2.1e11 } }
