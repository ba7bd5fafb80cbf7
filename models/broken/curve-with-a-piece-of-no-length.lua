-- says: models/broken/curve-with-a-piece-of-no-length.lua:6: polyline: points 2 and 3 are the same
-- exit: 1
planar { gravity = {0, -9.81} }
local wheel = body "wheel" { mass = 1, inertia = 1e-3 }
revolute "axle" { ground, wheel, speed = 1 }
local face = polyline { {0, 0}, {0.05, 0}, {0.05, 0}, {0.1, 0.02} }
shape "edge" { wheel, face }
