-- says: models/broken/restitution-of-two.lua:7: contact "bounce": 'restitution_of' gave 2 for a speed of 6.10557 m/s; it must be from 0 to 1
-- exit: 3
-- check: good
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1, y = 2 }
local floor, rim = shape "floor" { ground, line { {5, 0}, {-5, 0} } }, shape "rim" { ball, circle { radius = 0.1 } }
contact "bounce" { floor, rim, law = rigid { restitution_of = function(v) return 2 end } }
simulate { duration = 1 }
