-- says: models/broken/mass-as-text.lua:4: body "arm": 'mass' must be a number in kg, not a string
-- exit: 1
planar { gravity = {0, -9.81} }
body "arm" { mass = "1", inertia = 0.1 }
