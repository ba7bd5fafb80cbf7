-- says: models/broken/output-zero.lua:5: simulate: 'output' must be more than 0 s
-- exit: 1
planar { gravity = {0, -9.81} }
body "ball" { mass = 1, inertia = 0.1 }
simulate { duration = 1, output = 0 }
