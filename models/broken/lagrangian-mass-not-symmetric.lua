-- says: models/broken/lagrangian-mass-not-symmetric.lua:4: lagrangian "toy": 'mass' must be symmetric
-- exit: 1
planar {}
lagrangian "toy" { coordinates = {"x", "y"}, mass = { {1, 0.5}, {0, 1} } }
