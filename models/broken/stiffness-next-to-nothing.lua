-- says: models/broken/stiffness-next-to-nothing.lua:7: linear: 'stiffness' is too small to compute with: 1e-200 N/m
-- exit: 1
planar { gravity = {0, -9.81} }
local b = body "b" { mass = 1, inertia = 1e-3, y = 0.2 }
local floor = shape "floor" { ground, line { {1, 0}, {-1, 0} } }
local rim = shape "rim" { b, circle { radius = 0.05 } }
contact "k" { floor, rim, law = linear { stiffness = 1e-200 } }
simulate { duration = 0.3 }
