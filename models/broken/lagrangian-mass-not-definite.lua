-- says: models/broken/lagrangian-mass-not-definite.lua:4: lagrangian "toy": 'mass' must be positive definite
-- exit: 1
planar {}
lagrangian "toy" { coordinates = {"x", "y"}, mass = { {1, 2}, {2, 1} } }
