-- says: models/broken/lagrangian-mass-function-size.lua:5: lagrangian "toy": 'mass' must return a table of 2 rows of 2 numbers, not 1
-- exit: 1
planar {}
lagrangian "toy" { coordinates = {"x", "y"},
  mass = function(q) return { {1, 0}, {0} } end }
