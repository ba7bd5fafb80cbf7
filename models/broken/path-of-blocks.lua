-- says: models/broken/path-of-blocks.lua:6: path: models/broken/included/blocks.dxf: line 25: INSERT is a block; explode it in the drawing program; 'layer' chooses where there are outlines alone
-- exit: 1
planar { gravity = {0, -9.81} }
local wheel = body "wheel" { mass = 1, inertia = 1e-3 }
revolute "axle" { ground, wheel, speed = 1 }
shape "rim" { wheel, path { file = "included/blocks.dxf" } }
