-- says: models/broken/cam-that-does-not-come-down.lua:6: cam: its lift is 3 mm after a turn, not 0
-- exit: 1
planar { gravity = {0, -9.81} }
local wheel = body "wheel" { mass = 1, inertia = 1e-3 }
revolute "axle" { ground, wheel, speed = 1 }
shape "rim" { wheel, cam { base = 20*mm, rise { 180*deg, 3*mm }, dwell { 180*deg } } }
