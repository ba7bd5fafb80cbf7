-- says: models/broken/line-of-no-length.lua:5: line: its two points are the same
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.06 }
shape "face" { ball, line { {0.05, 0}, {0.05, 0} } }
