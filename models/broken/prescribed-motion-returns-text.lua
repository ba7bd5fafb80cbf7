-- says: models/broken/prescribed-motion-returns-text.lua:6: motor "drive": 'angle' returned a string at t = 0 s
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
local hinge = revolute "hinge" { ground, arm }
motor "drive" { hinge, angle = function(t) return "t" end }
