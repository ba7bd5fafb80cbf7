-- says: models/broken/library-io.lua:4: 'io' is not available in a model: read_table and include read files below the model's folder
-- exit: 1
planar { gravity = {0, -9.81} }
local mass = io.open("/etc/passwd"):read("a")
body "arm" { mass = #mass, inertia = 0.1 }
