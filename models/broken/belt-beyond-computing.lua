-- says: models/broken/belt-beyond-computing.lua:7: shape "belt": 'surface_speed' returned 1e+308 (too large to compute with) at t = 0 s
-- exit: 1
planar { gravity = {0, -9.81} }
local b = body "b" { mass = 1, inertia = 1e-3, y = 0.2 }
local floor = shape "floor" { ground, line { {1, 0}, {-1, 0} } }
local rim = shape "rim" { b, circle { radius = 0.05 } }
shape "belt" { ground, line { {1, 0.01}, {-1, 0.01} }, surface_speed = function(t) return 1e308 end }
contact "k" { "belt", rim, law = rigid {}, friction = 0.5 }
simulate { duration = 0.3 }
