-- says: models/broken/hertz-on-a-knife-edge.lua:7: contact "hit": shapes "floor" and "tip" have no radius where they can touch, only points, corners and straight pieces: the law needs its 'radius', or a 'stiffness'
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.06 }
local floor = shape "floor" { ground, line { {0.2, 0}, {-0.2, 0} } }
local tip = shape "tip" { ball:at{0, -0.05}, vertex {} }
contact "hit" { floor, tip, law = hertz { modulus = 2.1e11 } }
