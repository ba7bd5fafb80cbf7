-- says: models/broken/lagrangian-start-size.lua:4: lagrangian "toy": 'start' must be as many numbers as coordinates
-- exit: 1
planar {}
lagrangian "toy" { coordinates = {"x"}, mass = 1, start = {1, 2} }
