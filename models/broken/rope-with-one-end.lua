-- says: models/broken/rope-with-one-end.lua:5: rope "line": the 2nd thing it connects must be a body or a frame, not nil: it is missing, or a variable without a value
-- exit: 1
planar {}
local ball = point_mass "ball" { mass = 1, x = 1 }
rope "line" { ball, length = 2 }
