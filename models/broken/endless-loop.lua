-- says: models/broken/endless-loop.lua:5: the model ran for more than 200 million instructions: an endless loop?
-- exit: 1
planar { gravity = {0, -9.81} }
body "arm" { mass = 1, inertia = 0.1 }
while true do end
