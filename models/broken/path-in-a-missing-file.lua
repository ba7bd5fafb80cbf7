-- says: models/broken/path-in-a-missing-file.lua:6: path: cannot read models/broken/included/none.svg: No such file or directory
-- exit: 4
planar { gravity = {0, -9.81} }
local wheel = body "wheel" { mass = 1, inertia = 1e-3 }
revolute "axle" { ground, wheel, speed = 1 }
shape "rim" { wheel, path { scale = 1*mm, file = "included/none.svg" } }
