-- says: models/broken/missing-name.lua:4: body: needs a name: body "name" { … }
-- exit: 1
planar { gravity = {0, -9.81} }
body { mass = 1 }
