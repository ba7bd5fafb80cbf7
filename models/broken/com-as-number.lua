-- says: models/broken/com-as-number.lua:4: body "arm": 'com' must be {x, y} in m, not a number
-- exit: 1
planar { gravity = {0, -9.81} }
body "arm" { mass = 1, inertia = 0.1, com = 0.5 }
