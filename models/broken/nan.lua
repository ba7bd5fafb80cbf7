-- says: models/broken/nan.lua:4: body "ball": 'inertia' must be a finite number, not nan
-- exit: 1
planar { gravity = {0, -9.81} }
body "ball" { mass = 1, inertia = 0/0 }
