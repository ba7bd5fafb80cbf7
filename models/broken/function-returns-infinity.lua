-- says: models/broken/function-returns-infinity.lua:5: function returned inf
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
force "push" { arm, fx = function(t) return 1/t end }
