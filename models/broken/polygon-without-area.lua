-- says: models/broken/polygon-without-area.lua:5: polygon: it encloses no area
-- exit: 1
planar { gravity = {0, -9.81} }
local b = body "b" { mass = 1, inertia = 0.01, y = 1 }
local blade = shape "blade" { b, polygon { {-0.1, -0.1}, {0.1, 0.1}, {0.05, 0.05} } }
local floor = shape "floor" { ground, line { {1, 0}, {-1, 0} } }
contact "c" { floor, blade, law = rigid {} }
simulate { duration = 1 }
