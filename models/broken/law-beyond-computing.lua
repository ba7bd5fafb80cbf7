-- says: models/broken/law-beyond-computing.lua:8: contact "k": the function of contact_law returned 1e+308 (too large to compute with) for (0, 1.71552) (t = 0.1392 s)
-- exit: 1
-- check: good
planar { gravity = {0, -9.81} }
local b = body "b" { mass = 1, inertia = 1e-3, y = 0.2 }
local floor = shape "floor" { ground, line { {1, 0}, {-1, 0} } }
local rim = shape "rim" { b, circle { radius = 0.05 } }
contact "k" { floor, rim, law = contact_law { function(depth, rate) return 1e308 end } }
simulate { duration = 0.3 }
