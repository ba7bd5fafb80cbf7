-- says: models/broken/counter-of-a-guide.lua:6: counter "c" needs a joint that turns; "guide" is of kind 'prismatic'
-- exit: 1
planar { gravity = {0, -9.81} }
local cart = box "cart" { mass = 1, width = 0.4, height = 0.1 }
local guide = prismatic "guide" { ground, cart }
counter "c" { guide }
