-- says: models/broken/expect-that-fails.lua:7: expect ball.y at t = 0.5 s: got -1.25, wanted -1.3 ± 0.001: off by 0.05 (a guess)
-- exit: 3
-- check: good
planar { gravity = {0, -10} }
body "ball" { mass = 1, inertia = 0.1 }
simulate { duration = 1 }
expect { "ball.y", at = 0.5, value = -1.3, tolerance = 1e-3, source = "a guess" }
expect { "ball.y", value = -5, tolerance = 1e-6 }
