-- says: models/broken/second-simulate.lua:6: simulate: already said, see models/broken/second-simulate.lua:5
-- exit: 1
planar { gravity = {0, -9.81} }
body "ball" { mass = 1, inertia = 0.1 }
simulate { duration = 1 }
simulate { duration = 2 }
