-- says: models/broken/gap-normal-size.lua:5: gap "floor": 'normal' must be 1 number, as many as coordinates
-- exit: 1
planar {}
local toy = lagrangian "toy" { coordinates = {"x"}, mass = 1 }
gap "floor" { toy, gap = 0.1, normal = {1, 2}, law = linear { stiffness = 1 } }
