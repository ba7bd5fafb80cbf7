-- says: models/broken/rope-with-its-end-in-a-pulley.lua:5: rope "line": its straight piece number 1 has no direction at the start: it begins and ends at one point, or in a pulley
-- exit: 1
planar {}
local ball = point_mass "ball" { mass = 1, x = 1, y = -1 }
rope "line" { ground, ball, length = 2, over = { ground:at{0.1, 0} }, radius = { 0.2 } }
