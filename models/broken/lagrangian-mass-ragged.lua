-- says: models/broken/lagrangian-mass-ragged.lua:4: lagrangian "toy": 'mass' must have rows of equal length; row 1 has 2 numbers, row 2 has 1
-- exit: 1
planar {}
lagrangian "toy" { coordinates = {"x", "y"}, mass = { {1, 0}, {0} } }
