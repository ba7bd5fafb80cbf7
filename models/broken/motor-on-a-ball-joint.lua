-- says: models/broken/motor-on-a-ball-joint.lua:6: motor "drive" needs a revolute or prismatic joint; "ball" is of kind 'spherical'
-- exit: 1
spatial { gravity = {0, 0, -9.81} }
local arm = body "arm" { mass = 1, inertia = {0.1, 0.1, 0.1} }
local ball = spherical "ball" { ground, arm }
motor "drive" { ball, torque = 1 }
