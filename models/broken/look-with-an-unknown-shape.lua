-- says: models/broken/look-with-an-unknown-shape.lua:4: box "b", look: 'shape' must be box, sphere, cylinder, pipe, cone, beam, gearwheel or spring, not 'cube'
-- exit: 1
planar { gravity = {0, -9.81} }
box "b" { mass = 1, width = 0.1, height = 0.1, look = { shape = "cube" } }
