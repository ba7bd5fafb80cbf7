-- says: models/broken/motor-on-a-weld.lua:6: motor "drive" needs a revolute or prismatic joint; "bolt" is of kind 'weld'
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
local bolt = weld "bolt" { ground, arm }
motor "drive" { bolt, torque = 1 }
