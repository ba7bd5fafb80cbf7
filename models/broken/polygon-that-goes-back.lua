-- says: models/broken/polygon-that-goes-back.lua:5: polygon: it goes back on itself: the edges that begin at points 2 and 3 lie on each other
-- exit: 1
planar { gravity = {0, -9.81} }
local b = body "b" { mass = 1, inertia = 1, y = 2 }
local spike = shape "spike" { b, polygon { {0, 0}, {1, 0}, {1, 1}, {1, 0.5}, {1, 2}, {0, 1} } }
local floor = shape "floor" { ground, line { {5, 0}, {-5, 0} } }
contact "c" { floor, spike, law = rigid {}, friction = 0.3 }
simulate { duration = 0.1 }
