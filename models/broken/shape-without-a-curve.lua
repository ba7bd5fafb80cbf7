-- says: models/broken/shape-without-a-curve.lua:6: shape "rim": the 2nd value must be a curve such as circle { … }, not nil
-- exit: 1
planar { gravity = {0, -9.81} }
local wheel = body "wheel" { mass = 1, inertia = 1e-3 }
revolute "axle" { ground, wheel, speed = 1 }
shape "rim" { wheel }
