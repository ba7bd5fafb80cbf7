-- says: models/broken/place-with-a-dot.lua:5: at is written with a colon: body:at{…}
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
revolute "hinge" { ground.at{1, 0}, arm }
