-- says: models/broken/gap-without-normal.lua:5: gap "floor": a 'gap' that is a number needs a 'normal' of numbers: g = gap + normal·q
-- exit: 1
planar {}
local toy = lagrangian "toy" { coordinates = {"x"}, mass = 1 }
gap "floor" { toy, gap = 0.1, law = linear { stiffness = 1 } }
