-- says: models/broken/function-returns-text.lua:5: force "push": 'fx' returned a string at t = 0 s
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
force "push" { arm, fx = function(t) return "1 N" end }
