-- says: models/broken/brake-on-a-weld.lua:6: brake "b" needs a revolute or prismatic joint; "w" is of kind 'weld'
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local w = weld "w" { ground, a }
brake "b" { w, capacity = 1, speed = 0.1 }
