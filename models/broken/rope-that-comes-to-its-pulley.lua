-- says: models/broken/rope-that-comes-to-its-pulley.lua:7: rope "line" is taut over a straight piece without length at t = 0.782061887 s: what hangs on it has come to a pulley, which it goes through here; a contact or a stop keeps it away
-- exit: 3
-- check: good
planar { gravity = {0, -9.81} }
local one = point_mass "one" { mass = 1, x = -0.5, y = -1 }
local two = point_mass "two" { mass = 2, x = 0.5, y = -1 }
rope "line" { one, two, length = 3, over = { ground:at{-0.5, 0}, ground:at{0.5, 0} } }
simulate { duration = 3 }
