-- says: models/broken/curve-with-knots-that-fall.lua:6: nurbs: 'knots' must rise: number 5 is 1 after 2
-- exit: 1
planar { gravity = {0, -9.81} }
local wheel = body "wheel" { mass = 1, inertia = 1e-3 }
revolute "axle" { ground, wheel, speed = 1 }
shape "rim" { wheel, nurbs { degree = 2, points = { {0.05, 0}, {0, 0.06}, {-0.05, 0}, {0, -0.05} },
  knots = {0, 0, 0, 2, 1, 1, 1} } }
