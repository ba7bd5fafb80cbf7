-- says: models/broken/function-returns-infinity.lua:5: force "push": 'fx' returned inf at t = 0 s
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
force "push" { arm, fx = function(t) return 1/t end }
