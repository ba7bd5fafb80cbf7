-- says: models/broken/load-a-text.lua:4: 'load' is not available in a model: read_table and include read files below the model's folder
-- exit: 1
planar { gravity = {0, -9.81} }
load("body 'arm' { mass = 1, inertia = 0.1 }")()
