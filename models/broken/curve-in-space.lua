-- says: models/broken/curve-in-space.lua:4: circle: not available in a spatial model
-- exit: 1
spatial {}
local disc = circle { radius = 0.05 }
