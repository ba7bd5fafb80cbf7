-- says: models/broken/curve-joint-of-a-shape-with-itself.lua:6: curve_joint "follower": a shape cannot touch itself
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.06 }
local rim = shape "rim" { ball, circle { radius = 0.05 } }
curve_joint "follower" { rim, rim }
