-- says: models/broken/parameter-twice.lua:5: parameter "l": the name is already used, see models/broken/parameter-twice.lua:4
-- exit: 1
planar { gravity = {0, -9.81} }
local a = parameter "l" { 1 }
local b = parameter "l" { 2 }
body "ball" { mass = a, inertia = 0.1 }
