-- says: models/broken/lagrangian-christoffel-of-numbers.lua:4: lagrangian "toy": 'christoffel' needs a 'mass' that is a function: of one that stays the same nothing follows
-- exit: 1
planar {}
lagrangian "toy" { coordinates = {"x"}, mass = 1, christoffel = true }
