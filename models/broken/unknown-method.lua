-- says: models/broken/unknown-method.lua:5: simulate: 'method' must be auto, bs3, dopri5, dop853, bdf or stepping, not 'dopri'
-- exit: 1
planar { gravity = {0, -9.81} }
body "ball" { mass = 1, inertia = 0.1 }
simulate { duration = 1, method = "dopri" }
