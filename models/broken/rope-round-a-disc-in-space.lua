-- says: models/broken/rope-round-a-disc-in-space.lua:5: rope "line": unknown field 'radius': it exists only in a planar model
-- exit: 1
spatial {}
local ball = point_mass "ball" { mass = 1, x = 1 }
rope "line" { ground, ball, length = 3, over = { ground:at{0, 1, 0} }, radius = { 0.1 } }
