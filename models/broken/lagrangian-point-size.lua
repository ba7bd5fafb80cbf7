-- says: models/broken/lagrangian-point-size.lua:5: lagrangian "toy": 'at' must return a table of 2 numbers, not 1
-- exit: 1
planar {}
lagrangian "toy" { coordinates = {"x"}, mass = 1,
  forces = { { at = function(q) return {q.x} end, force = {1, 0} } } }
