-- says: models/broken/look-with-an-unknown-word.lua:4: box "b", look: unknown field 'colour'; did you mean 'color'?
-- exit: 1
planar { gravity = {0, -9.81} }
box "b" { mass = 1, width = 0.1, height = 0.1, look = { colour = "red" } }
