-- says: models/broken/rope-with-too-few-radii.lua:5: rope "line": 'radius' needs one number for each of the pulleys under 'over'
-- exit: 1
planar {}
local ball = point_mass "ball" { mass = 1, x = 1 }
rope "line" { ground, ball, length = 3, over = { ground:at{0, 1}, ground:at{1, 1} }, radius = { 0.1 } }
