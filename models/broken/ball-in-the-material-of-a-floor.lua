-- says: models/broken/ball-in-the-material-of-a-floor.lua:7: contact "c": shape "s" lies in the material of shape "floor" at the start, around {0, 1} m: a closed outline that runs clockwise is a hole, with material all around; 'flip = true' turns it round
-- exit: 1
-- The floor runs clockwise: it is a hole in material that is everywhere else.
planar { gravity = {0, -9.81} }
local floor = shape "floor" { ground, polygon { {3, -3}, {-3, -3}, {-3, 0}, {3, 0} } }
local ball = body "ball" { mass = 1, inertia = 0.004, y = 1 }
contact "c" { floor, shape "s" { ball, circle { radius = 0.1 } }, law = rigid {} }
simulate { duration = 1 }
