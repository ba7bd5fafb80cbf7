-- says: models/broken/box-with-mass-and-density.lua:4: box "crate": needs either 'mass' or 'density'
-- exit: 1
planar { gravity = {0, -9.81} }
box "crate" { mass = 2, density = 700, width = 1, height = 1, depth = 1 }
