-- says: models/broken/lagrangian-mass-function-not-symmetric.lua:4: lagrangian "toy": 'mass' must be symmetric, but at t = 0 s it has 0 in row 2, column 1 and 0.5 in row 1, column 2
-- exit: 1
planar {}
lagrangian "toy" { coordinates = {"x", "y"},
  mass = function(q) return { {1, 0.5}, {0, 1} } end }
