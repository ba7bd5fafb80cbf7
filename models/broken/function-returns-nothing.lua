-- says: models/broken/function-returns-nothing.lua:5: force "push": 'fx' returned nil at t = 0 s
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
force "push" { arm, fx = function(t) local push = 2*t end }
