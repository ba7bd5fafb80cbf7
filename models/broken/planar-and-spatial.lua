-- says: models/broken/planar-and-spatial.lua:5: spatial: the model is already planar, see models/broken/planar-and-spatial.lua:3
-- exit: 1
planar { gravity = {0, -9.81} }
body "ball" { mass = 1, inertia = 0.1 }
spatial { gravity = {0, 0, -9.81} }
