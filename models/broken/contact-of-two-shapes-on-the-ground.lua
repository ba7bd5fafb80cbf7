-- says: models/broken/contact-of-two-shapes-on-the-ground.lua:8: contact "hit": shapes "floor" and "wall" are both on the ground
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.06 }
local floor = shape "floor" { ground, line { {0.2, 0}, {-0.2, 0} } }
local rim = shape "rim" { ball, circle { radius = 0.05 } }
local wall = shape "wall" { ground, line { {0, 0.2}, {0, 0} } }
contact "hit" { floor, wall, law = linear { stiffness = 1e5 } }
