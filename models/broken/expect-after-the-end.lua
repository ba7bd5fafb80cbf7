-- says: models/broken/expect-after-the-end.lua:6: expect ball.y at t = 2 s: the run ends before, at t = 1 s
-- exit: 1
planar { gravity = {0, -10} }
body "ball" { mass = 1, inertia = 0.1 }
simulate { duration = 1 }
expect { "ball.y", at = 2, value = -20, tolerance = 1e-6 }
