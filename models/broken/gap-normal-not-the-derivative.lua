-- says: models/broken/gap-normal-not-the-derivative.lua:5: gap "floor": 'normal' is not the derivative of 'gap': for coordinate 'phi' it has 0.000692309998 where the derivative is -0.000692309998; leave it out, and it is found by differentiation
-- exit: 1
planar {}
local toy = lagrangian "toy" { coordinates = {"x", "phi"}, units = {"m", "rad"}, mass = { {1, 0}, {0, 1} } }
gap "floor" { toy, gap = function(q) return q.x + 0.1*math.cos(q.phi) end, normal = function(q) return {1, 0.1*math.sin(q.phi)} end,
  law = linear { stiffness = 1 } }
