-- says: models/broken/curve-whose-function-returns-one-number.lua:6: curve: the function returned nil at u = 0
-- exit: 1
planar { gravity = {0, -9.81} }
local wheel = body "wheel" { mass = 1, inertia = 1e-3 }
revolute "axle" { ground, wheel, speed = 1 }
shape "rim" { wheel, curve { function(u) return u end } }
