-- says: models/broken/library-os.lua:4: 'os' is not available in a model: read_table and include read files below the model's folder
-- exit: 1
planar { gravity = {0, -9.81} }
body "arm" { mass = os.time(), inertia = 0.1 }
