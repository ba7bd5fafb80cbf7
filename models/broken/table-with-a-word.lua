-- says: models/broken/included/lift.csv:3: read_table: 'flat' is not a number
-- exit: 1
planar { gravity = {0, -9.81} }
local lift = read_table "included/lift.csv"
body "cam" { mass = lift[1][2], inertia = 0.1 }
