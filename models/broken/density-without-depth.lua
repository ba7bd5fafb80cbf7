-- says: models/broken/density-without-depth.lua:4: box "crate": 'density' needs the 'depth' of the box
-- exit: 1
planar { gravity = {0, -9.81} }
box "crate" { density = 700, width = 1, height = 1 }
