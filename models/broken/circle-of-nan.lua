-- says: models/broken/circle-of-nan.lua:5: circle: 'radius' must be a finite number, not nan
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.06 }
shape "rim" { ball, circle { radius = 0/0 } }
