-- says: models/broken/cylinder-of-negative-radius.lua:4: cylinder "c": 'radius' must be at least 0 m, not -0.1
-- exit: 1
planar { gravity = {0, -9.81} }
cylinder "c" { mass = 1, radius = -0.1 }
