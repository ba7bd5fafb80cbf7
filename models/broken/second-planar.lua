-- says: models/broken/second-planar.lua:5: planar: the model is already planar, see models/broken/second-planar.lua:3
-- exit: 1
planar { gravity = {0, -9.81} }
body "ball" { mass = 1, inertia = 0.1 }
planar { gravity = {0, 0} }
