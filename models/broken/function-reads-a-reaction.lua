-- says: models/broken/function-reads-a-reaction.lua:6: a function cannot read 'hinge.fy': it follows from forces, and they from the function (an algebraic loop); positions and velocities can be read
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1, com = {1, 0} }
local hinge = revolute "hinge" { ground, arm }
motor "brake" { hinge, torque = function(t, s) return -0.1*s["hinge.fy"] end }
