-- says: models/broken/lagrangian-force-size.lua:4: lagrangian "toy": 'force' must be as many numbers as coordinates
-- exit: 1
planar {}
lagrangian "toy" { coordinates = {"x", "y"}, mass = { {1, 0}, {0, 1} }, force = {1} }
