-- says: models/broken/contact-written-twice.lua:8: contact "again": shapes "rim" and "floor" cannot pass through each other already, by contact "k": one of the two is enough
-- exit: 1
planar { gravity = {0, -9.81} }
local b = body "b" { mass = 1, inertia = 1e-3, y = 0.2 }
local floor = shape "floor" { ground, line { {1, 0}, {-1, 0} } }
local rim = shape "rim" { b, circle { radius = 0.05 } }
contact "k" { floor, rim, law = rigid {} }
contact "again" { rim, floor, law = rigid {} }
simulate { duration = 0.3 }
