-- says: models/broken/no-bodies.lua: the model has no bodies
-- exit: 1
planar { gravity = {0, -9.81} }
simulate { duration = 1 }
