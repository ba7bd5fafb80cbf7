-- says: models/broken/lagrangian-force-function-size.lua:5: lagrangian "toy": 'force' must return a table of 2 numbers, not 1
-- exit: 1
planar {}
lagrangian "toy" { coordinates = {"x", "y"}, mass = { {1, 0}, {0, 1} },
  force = function(q, v, t) return {1} end }
