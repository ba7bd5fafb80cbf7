-- says: models/broken/spline-through-one-point.lua:5: spline: must have at least 2 points {x, y}, not 1
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.06 }
shape "rim" { ball, spline { {0, 0} } }
