-- says: models/broken/wheel-without-inertia.lua:6: wheel "w": 'radius' and 'inertia' must be more than 0
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
wheel "w" { a, radius = 0.1, inertia = 0 }
