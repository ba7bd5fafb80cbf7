-- says: models/broken/equilibrium-that-does-not-exist.lua:4: no equilibrium found near the start values: body "ball" keeps an acceleration of 9.81 m/s^2
-- exit: 3
planar { gravity = {0, -9.81} }
body "ball" { mass = 1, inertia = 0.1 }
simulate { duration = 1, start = "equilibrium" }
