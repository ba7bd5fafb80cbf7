-- says: models/broken/lagrangian-mass-size.lua:4: lagrangian "toy": 'mass' must have as many rows and columns as there are coordinates
-- exit: 1
planar {}
lagrangian "toy" { coordinates = {"x", "y"}, mass = { {1, 0} } }
