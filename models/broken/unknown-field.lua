-- says: models/broken/unknown-field.lua:4: body "arm": unknown field 'inertai'; did you mean 'inertia'?
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertai = 0.1 }
