-- says: models/broken/circle-far-out-of-scale.lua:5: circle: 'radius' is too large to compute with: 1e+200 m
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.06 }
shape "rim" { ball, circle { radius = 1e200 } }
