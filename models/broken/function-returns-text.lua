-- says: models/broken/function-returns-text.lua:5: function returned a string
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
force "push" { arm, fx = function(t) return "1 N" end }
