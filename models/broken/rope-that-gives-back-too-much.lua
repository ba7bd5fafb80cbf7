-- says: models/broken/rope-that-gives-back-too-much.lua:5: rope "line": 'restitution' must be at most 1, not 1.5
-- exit: 1
planar {}
local ball = point_mass "ball" { mass = 1, x = 1 }
rope "line" { ground, ball, length = 2, restitution = 1.5 }
