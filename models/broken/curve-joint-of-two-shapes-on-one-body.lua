-- says: models/broken/curve-joint-of-two-shapes-on-one-body.lua:7: curve_joint "follower": shapes "rim" and "hub" are both on body 'ball'
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.06 }
local rim = shape "rim" { ball, circle { radius = 0.05 } }
local hub = shape "hub" { ball, circle { radius = 0.02 } }
curve_joint "follower" { rim, hub }
