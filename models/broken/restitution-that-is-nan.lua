-- says: models/broken/restitution-that-is-nan.lua:7: contact "bounce": 'restitution_of' returned nan for (6.10557, 0)
-- exit: 1
-- check: good
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1, y = 2 }
local floor, rim = shape "floor" { ground, line { {5, 0}, {-5, 0} } }, shape "rim" { ball, circle { radius = 0.1 } }
contact "bounce" { floor, rim, law = rigid { restitution_of = function(v) return 0/0 end } }
simulate { duration = 1 }
