-- says: models/broken/planar-gravity-in-space.lua:3: spatial: 'gravity' must be {x, y, z} in a spatial model, not 2 numbers
-- exit: 1
spatial { gravity = {0, -9.81} }
body "ball" { mass = 1, inertia = {1, 1, 1} }
