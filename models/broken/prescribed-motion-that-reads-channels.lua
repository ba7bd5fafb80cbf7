-- says: models/broken/prescribed-motion-that-reads-channels.lua:6: a prescribed motion is a function of time alone
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
local hinge = revolute "hinge" { ground, arm }
motor "drive" { hinge, speed = function(t, s) return 1 - s["hinge.angle"] end }
