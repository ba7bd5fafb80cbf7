-- says: models/broken/law-of-two-contacts-that-is-nan.lua:7: contact_law: the function returned nan for (0.011, 6.12325) (t = 0.622383336 s)
-- exit: 1
-- check: good
planar { gravity = {0, -9.81} }
local a, b = body "a" { mass = 1, inertia = 1, y = 2 }, body "b" { mass = 1, inertia = 1, y = 4 }
local floor = shape "floor" { ground, line { {5, 0}, {-5, 0} } }
local law = contact_law { function(depth, rate) return depth > 1e-3 and math.sqrt(-1) or 1e6*depth end }
contact "one" { floor, shape "rim_a" { a, circle { radius = 0.1 } }, law = law }
contact "two" { floor, shape "rim_b" { b, circle { radius = 0.1 } }, law = law }
simulate { duration = 1 }
