-- says: models/broken/rope-shorter-than-its-way.lua:5: rope "line" is too short: 4.5 m long, and its way from end to end is 5 m at the start
-- exit: 1
planar {}
local ball = point_mass "ball" { mass = 1, x = 3, y = 4 }
rope "line" { ground, ball, length = 4.5 }
