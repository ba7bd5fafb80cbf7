-- says: models/broken/expect-of-an-unknown-channel.lua:5: expect: there is no channel 'ball.yy'; did you mean 'ball.y'?
-- exit: 1
planar { gravity = {0, -10} }
body "ball" { mass = 1, inertia = 0.1 }
expect { "ball.yy", value = -5, tolerance = 1e-6 }
