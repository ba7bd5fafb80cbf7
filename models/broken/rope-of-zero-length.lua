-- says: models/broken/rope-of-zero-length.lua:5: rope "line": 'length' must be more than 0
-- exit: 1
planar {}
local ball = point_mass "ball" { mass = 1, x = 1 }
rope "line" { ground, ball, length = 0 }
