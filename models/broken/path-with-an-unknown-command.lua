-- says: models/broken/path-with-an-unknown-command.lua:6: path: 'B' in the path's data is no command
-- exit: 1
planar { gravity = {0, -9.81} }
local wheel = body "wheel" { mass = 1, inertia = 1e-3 }
revolute "axle" { ground, wheel, speed = 1 }
shape "rim" { wheel, path { scale = 1*mm, data = "M 0 0 L 10 0 B 3 4 Z" } }
