-- says: models/broken/one-name-twice.lua:5: body "arm": the name is already used, see models/broken/one-name-twice.lua:4
-- exit: 1
planar { gravity = {0, -9.81} }
body "arm" { mass = 1, inertia = 0.1 }
body "arm" { mass = 2, inertia = 0.1 }
