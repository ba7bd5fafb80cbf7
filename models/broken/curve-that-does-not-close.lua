-- says: models/broken/curve-that-does-not-close.lua:6: curve: does not close: it does not come back to where it began; it ends at {0.0480085, -0.0139708}
-- exit: 1
planar { gravity = {0, -9.81} }
local wheel = body "wheel" { mass = 1, inertia = 1e-3 }
revolute "axle" { ground, wheel, speed = 1 }
shape "rim" { wheel, curve { function(u) return 0.05*math.cos(u), 0.05*math.sin(u) end, to = 6, closed = true } }
