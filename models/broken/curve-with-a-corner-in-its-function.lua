-- says: models/broken/curve-with-a-corner-in-its-function.lua:6: curve: is not smooth near u = 0: curves with corners or jumps of curvature are made of smooth ones with chain { … }
-- exit: 1
planar { gravity = {0, -9.81} }
local wheel = body "wheel" { mass = 1, inertia = 1e-3 }
revolute "axle" { ground, wheel, speed = 1 }
shape "rim" { wheel, curve { function(u) return u, math.abs(u) end, from = -1, to = 1 } }
