-- says: models/broken/planar-inertia-in-space.lua:4: body "top": 'inertia' must be {xx, yy, zz} or {xx, yy, zz, xy, xz, yz} in kg m^2, not a number
-- exit: 1
spatial { gravity = {0, 0, -9.81} }
body "top" { mass = 1, inertia = 0.1 }
