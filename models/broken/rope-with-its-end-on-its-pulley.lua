-- says: models/broken/rope-with-its-end-on-its-pulley.lua:5: rope "line": has an end at the centre of the pulley next to it
-- exit: 1
planar {}
local ball = point_mass "ball" { mass = 1, x = 1, y = -1 }
rope "line" { ground, ball, length = 2, over = { ball } }
