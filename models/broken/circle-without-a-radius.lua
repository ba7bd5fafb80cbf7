-- says: models/broken/circle-without-a-radius.lua:5: circle: 'radius' must be more than 0; a point is vertex { … }
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.06 }
shape "rim" { ball, circle { radius = 0 } }
