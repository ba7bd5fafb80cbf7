-- says: models/broken/cam-with-a-cusp.lua:6: cam: has a cusp under a flat follower: base + h + h'' is -28.23 mm at 44.76°; 'base' must be more than 48.23 mm
-- exit: 1
planar { gravity = {0, -9.81} }
local wheel = body "wheel" { mass = 1, inertia = 1e-3 }
revolute "axle" { ground, wheel, speed = 1 }
shape "rim" { wheel, cam { base = 20*mm, rise { 60*deg, 10*mm }, fall { 60*deg, 10*mm }, dwell { 240*deg } } }
