-- says: models/broken/curve-joint-that-cannot-be-assembled.lua:8: curve_joint "follower" cannot be assembled: a gap of 0.93 m is left
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.06 }
prismatic "guide" { ground, ball, axis = {1, 0}, position = 0 }
local rim = shape "rim" { ball, circle { radius = 0.05 } }
local roller = shape "roller" { ground:at{0, 1}, circle { radius = 0.02 } }
curve_joint "follower" { roller, rim }
