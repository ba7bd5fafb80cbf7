-- says: models/broken/polygon-with-too-much-rounding.lua:6: polygon: the rounding does not fit between points 1 and 2: at most 29.29 mm
-- exit: 1
planar { gravity = {0, -9.81} }
local wheel = body "wheel" { mass = 1, inertia = 1e-3 }
revolute "axle" { ground, wheel, speed = 1 }
shape "rim" { wheel, polygon { {0, 0}, {0.1, 0}, {0, 0.1}, rounding = 50*mm } }
