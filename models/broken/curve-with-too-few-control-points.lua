-- says: models/broken/curve-with-too-few-control-points.lua:6: nurbs: needs at least 4 points for degree 3, not 3
-- exit: 1
planar { gravity = {0, -9.81} }
local wheel = body "wheel" { mass = 1, inertia = 1e-3 }
revolute "axle" { ground, wheel, speed = 1 }
shape "rim" { wheel, nurbs { degree = 3, points = { {0.05, 0}, {0, 0.06}, {-0.05, 0} } } }
