-- says: models/broken/gap-friction-without-tangent.lua:5: gap "floor": 'friction' needs a 'tangent'
-- exit: 1
planar {}
local toy = lagrangian "toy" { coordinates = {"x"}, mass = 1 }
gap "floor" { toy, gap = 0.1, normal = {1}, law = linear { stiffness = 1 }, friction = regularised { mu = 0.1, stick_speed = 1e-3 } }
