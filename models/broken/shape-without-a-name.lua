-- says: models/broken/shape-without-a-name.lua:6: shape: needs a name: shape "name" { … }
-- exit: 1
planar { gravity = {0, -9.81} }
local wheel = body "wheel" { mass = 1, inertia = 1e-3 }
revolute "axle" { ground, wheel, speed = 1 }
shape { wheel, circle { radius = 0.05 } }
