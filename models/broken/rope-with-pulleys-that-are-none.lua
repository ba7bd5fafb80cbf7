-- says: models/broken/rope-with-pulleys-that-are-none.lua:5: rope "line": 'over' must be a table of bodies or frames, not with a table at place 1
-- exit: 1
planar {}
local ball = point_mass "ball" { mass = 1, x = 1 }
rope "line" { ground, ball, length = 2, over = { {0, 1} } }
