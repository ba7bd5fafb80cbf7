-- says: models/broken/body-velocity-on-a-hinge.lua:4: body "arm" has a velocity at the start, but hangs on revolute "hinge": give the joint's speed instead
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1, com = {1, 0}, omega = 5 }
revolute "hinge" { ground, arm }
