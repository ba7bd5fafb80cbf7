-- says: models/broken/contact-of-two-shapes-on-one-body.lua:8: contact "hit": shapes "rim" and "hub" are both on body 'ball'
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.06 }
local floor = shape "floor" { ground, line { {0.2, 0}, {-0.2, 0} } }
local rim = shape "rim" { ball, circle { radius = 0.05 } }
local hub = shape "hub" { ball, circle { radius = 0.02 } }
contact "hit" { rim, hub, law = linear { stiffness = 1e5 } }
