-- says: models/broken/motor-on-a-free-joint.lua:6: motor "drive" needs a revolute or prismatic joint; "f" is of kind 'free'
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
local f = free "f" { ground, arm }
motor "drive" { f, speed = 1 }
