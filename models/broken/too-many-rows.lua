-- says: models/broken/too-many-rows.lua:5: simulate: 'output' gives too many rows
-- exit: 1
planar { gravity = {0, -9.81} }
body "ball" { mass = 1, inertia = 0.1 }
simulate { duration = 1, output = 1e-12 }
