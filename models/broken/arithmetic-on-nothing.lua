-- says: models/broken/arithmetic-on-nothing.lua:5: attempt to perform arithmetic on a nil value (field 'mass')
-- exit: 1
planar { gravity = {0, -9.81} }
local size = {}
body "ball" { mass = 2*size.mass, inertia = 0.1 }
