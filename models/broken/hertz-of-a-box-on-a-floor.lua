-- says: models/broken/hertz-of-a-box-on-a-floor.lua:7: contact "hit": shapes "floor" and "box" have no radius where they can touch, only points, corners and straight pieces: the law needs its 'radius', or a 'stiffness'
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.06 }
local floor = shape "floor" { ground, line { {0.2, 0}, {-0.2, 0} } }
local box = shape "box" { ball, polygon { {-0.05, -0.05}, {0.05, -0.05}, {0.05, 0.05}, {-0.05, 0.05} } }
contact "hit" { floor, box, law = hertz { modulus = 2.1e11 } }
