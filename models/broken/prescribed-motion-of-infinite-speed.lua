-- says: models/broken/prescribed-motion-of-infinite-speed.lua:6: the derivative of the function is inf
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
local hinge = revolute "hinge" { ground, arm }
motor "drive" { hinge, angle = function(t) return math.sqrt(t) end }
