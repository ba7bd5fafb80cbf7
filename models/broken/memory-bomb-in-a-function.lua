-- says: models/broken/memory-bomb-in-a-function.lua:5: a function of the model ran for more than 10 million instructions: an endless loop?
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
force "push" { arm, fx = function(t) return #string.rep("x", 1e9) end }
