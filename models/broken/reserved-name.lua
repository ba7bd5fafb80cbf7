-- says: models/broken/reserved-name.lua:4: body "ground": the name is taken by Pawl itself
-- exit: 1
planar { gravity = {0, -9.81} }
body "ground" { mass = 1, inertia = 0.1 }
