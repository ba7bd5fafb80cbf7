-- says: models/broken/look-of-an-unknown-colour.lua:4: box "b", look: unknown color 'stealblue'; did you mean 'steelblue'?
-- exit: 1
planar { gravity = {0, -9.81} }
box "b" { mass = 1, width = 0.1, height = 0.1, look = { color = "stealblue" } }
