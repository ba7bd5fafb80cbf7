-- says: models/broken/curve-through-nan.lua:5: nurbs: 'points': y of point 2 must be a finite number, not nan
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.06 }
shape "rim" { ball, nurbs { degree = 2, points = { {0.05, 0}, {0, 0/0}, {-0.05, 0} } } }
