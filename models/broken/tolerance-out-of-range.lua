-- says: models/broken/tolerance-out-of-range.lua:5: simulate: 'tolerance' must be at most 0.1, not 2
-- exit: 1
planar { gravity = {0, -9.81} }
body "ball" { mass = 1, inertia = 0.1 }
simulate { duration = 1, tolerance = 2 }
