-- says: models/broken/negative-duration.lua:5: simulate: 'duration' must be at least 0 s, not -1
-- exit: 1
planar { gravity = {0, -9.81} }
body "ball" { mass = 1, inertia = 0.1 }
simulate { duration = -1 }
