-- says: models/broken/contact-of-ellipses-that-lie-on-each-other.lua:7: contact "seat": shapes "hole" and "rim" fit into each other: the point where they touch is not unique; make one a little smaller
-- exit: 1
planar { gravity = {0, -9.81} }
local egg = body "egg" { mass = 1, inertia = 1e-3 }
local hole = shape "hole" { ground, ellipse { a = 50*mm, b = 30*mm }, flip = true }
local rim = shape "rim" { egg, ellipse { a = 50*mm, b = 30*mm } }
contact "seat" { hole, rim, law = linear { stiffness = 1e5 } }
