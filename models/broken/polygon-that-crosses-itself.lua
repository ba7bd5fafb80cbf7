-- says: models/broken/polygon-that-crosses-itself.lua:5: polygon: it crosses itself: the edges that begin at points 1 and 3
-- exit: 1
planar { gravity = {0, -9.81} }
local b = body "b" { mass = 1, inertia = 0.01, y = 1 }
local bow = shape "bow" { b, polygon { {-0.1, -0.1}, {0.1, 0.1}, {0.1, -0.1}, {-0.1, 0.1} } }
local floor = shape "floor" { ground, line { {1, 0}, {-1, 0} } }
contact "c" { floor, bow, law = rigid {} }
simulate { duration = 1 }
