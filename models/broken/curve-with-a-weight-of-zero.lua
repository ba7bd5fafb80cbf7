-- says: models/broken/curve-with-a-weight-of-zero.lua:6: nurbs: 'points': w of point 2 must be more than 0, not 0
-- exit: 1
planar { gravity = {0, -9.81} }
local wheel = body "wheel" { mass = 1, inertia = 1e-3 }
revolute "axle" { ground, wheel, speed = 1 }
shape "rim" { wheel, nurbs { degree = 2, points = { {0.05, 0}, {0, 0.06, w = 0}, {-0.05, 0} } } }
