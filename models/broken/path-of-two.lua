-- says: models/broken/path-of-two.lua:6: path: models/broken/included/two-paths.svg has 2 outlines: 'id' or 'number' names the one that is meant
-- exit: 1
planar { gravity = {0, -9.81} }
local wheel = body "wheel" { mass = 1, inertia = 1e-3 }
revolute "axle" { ground, wheel, speed = 1 }
shape "rim" { wheel, path { scale = 1*mm, file = "included/two-paths.svg" } }
