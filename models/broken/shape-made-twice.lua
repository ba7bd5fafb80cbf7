-- says: models/broken/shape-made-twice.lua:6: shape "rim": the name is already used, see models/broken/shape-made-twice.lua:5
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.06 }
local rim = shape "rim" { ball, circle { radius = 0.05 } }
local rim = shape "rim" { ball, circle { radius = 0.05 } }
