-- says: models/broken/curve-with-a-name.lua:6: circle: takes no name: circle { … }
-- exit: 1
planar { gravity = {0, -9.81} }
local wheel = body "wheel" { mass = 1, inertia = 1e-3 }
revolute "axle" { ground, wheel, speed = 1 }
circle "rim" { radius = 0.05 }
