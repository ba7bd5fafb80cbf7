-- says: models/broken/negative-inertia.lua:4: body "cam": 'inertia' must not be negative
-- exit: 1
planar { gravity = {0, -9.81} }
body "cam" { mass = 1, inertia = -0.1 }
