-- says: models/broken/start-far-out-of-scale.lua:4: body "far": 'x' is too large to compute with: 1e+308 m
-- exit: 1
planar { gravity = {0, -9.81} }
body "far" { mass = 1, inertia = 1, x = 1e308, vx = 1e308 }
simulate { duration = 10 }
