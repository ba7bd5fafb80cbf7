-- says: models/broken/expect-without-a-tolerance.lua:5: expect: 'tolerance' is required (largest difference, in the unit of the channel or measure)
-- exit: 1
planar { gravity = {0, -10} }
body "ball" { mass = 1, inertia = 0.1 }
expect { "ball.y", value = -5 }
