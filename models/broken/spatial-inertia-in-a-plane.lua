-- says: models/broken/spatial-inertia-in-a-plane.lua:4: body "top": 'inertia' must be a number in kg m^2, not a table
-- exit: 1
planar { gravity = {0, -9.81} }
body "top" { mass = 1, inertia = {0.1, 0.1, 0.1} }
