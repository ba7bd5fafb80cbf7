-- says: models/broken/speed-as-a-table.lua:4: body "ball": 'vx' must be a number in m/s, not a table
-- exit: 1
planar { gravity = {0, -9.81} }
body "ball" { mass = 1, inertia = 0.1, vx = {1, 0} }
