-- says: models/broken/part-changed-after-it-was-made.lua:5: body "ball": a part cannot be changed after it was made
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 0.1 }
ball.mass = 2
