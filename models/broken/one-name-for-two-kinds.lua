-- says: models/broken/one-name-for-two-kinds.lua:5: revolute "arm": the name is already used, see models/broken/one-name-for-two-kinds.lua:4
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
revolute "arm" { ground, arm }
