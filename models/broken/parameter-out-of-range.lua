-- says: models/broken/parameter-out-of-range.lua:4: parameter "l": must be at least 0 m, not -1
-- exit: 1
planar { gravity = {0, -9.81} }
local l = parameter "l" { -1, unit = "m", min = 0 }
body "ball" { mass = l, inertia = 0.1 }
