-- says: models/broken/prescribed-motion-of-infinite-speed.lua:6: motor "drive": the derivative of 'angle' is inf at t = 0 s
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
local hinge = revolute "hinge" { ground, arm }
motor "drive" { hinge, angle = function(t) return math.sqrt(t) end }
