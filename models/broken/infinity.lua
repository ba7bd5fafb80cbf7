-- says: models/broken/infinity.lua:4: body "ball": 'mass' must be a finite number, not inf
-- exit: 1
planar { gravity = {0, -9.81} }
body "ball" { mass = 1/0, inertia = 1 }
