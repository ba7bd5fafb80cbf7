-- says: models/broken/curve-with-a-negative-weight.lua:5: nurbs: 'points': w of point 2 must be more than 0, not -1
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.06 }
shape "rim" { ball, nurbs { degree = 2, points = { {0.05, 0}, {0, 0.06, w = -1}, {-0.05, 0} } } }
