-- says: models/broken/expect-with-a-negative-tolerance.lua:5: expect: 'tolerance' must be at least 0, not -1
-- exit: 1
planar { gravity = {0, -10} }
body "ball" { mass = 1, inertia = 0.1 }
expect { "ball.y", value = -5, tolerance = -1 }
