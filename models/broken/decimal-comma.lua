-- says: models/broken/decimal-comma.lua:3: planar: 'gravity' must be {x, y} in a planar model, not 3 numbers
-- exit: 1
planar { gravity = {0, -9,81} }
body "ball" { mass = 1, inertia = 0.1 }
