-- says: models/broken/shape-on-a-point-mass.lua:5: shape "rim": point_mass "bob" has no inertia, and its angle is not known: it can only have a vertex { } at its centre; anything else needs a body
-- exit: 1
planar { gravity = {0, -9.81} }
local bob = point_mass "bob" { mass = 1, y = 0.1 }
local rim = shape "rim" { bob, circle { radius = 0.05 } }
local floor = shape "floor" { ground, line { {0.2, 0}, {-0.2, 0} } }
contact "hit" { floor, rim, law = linear { stiffness = 1e5 } }
