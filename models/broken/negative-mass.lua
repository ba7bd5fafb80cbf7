-- says: models/broken/negative-mass.lua:4: body "cam": 'mass' must be at least 0 kg, not -1
-- exit: 1
planar { gravity = {0, -9.81} }
body "cam" { mass = -1, inertia = 0.1 }
